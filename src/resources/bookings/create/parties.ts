import type { Tx } from '../../../database/database.ts';
import { type Caller, canAccessSite, requireScope } from '../../../kernel/caller.ts';
import { invalid, missingDetail } from '../../../kernel/problem.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { mayNamePackage } from '../../packages/queries.ts';
import { Package } from '../../packages/record.ts';
import { actsAfterStart } from '../../sessions/booking/afterwards.ts';
import { CLOSED, ENDED } from '../../sessions/booking/obstacles.ts';
import type { BookingOrigin } from '../origin.ts';
import { type BookableSession, type BookingClient, bookableSession, bookingClient, isBooked } from '../queries.ts';
import type { CreateBookingBody } from '../shapes.ts';
import { attemptOf, refuseFor } from './refusals.ts';

export interface Parties {
  readonly client: BookingClient;
  readonly session: BookableSession;
}

/** Members see the sessions of the site they are at, and private ones only when booked in them. */
const isVisible = (tx: Tx, caller: Caller, clientId: string, session: BookableSession): boolean =>
  caller.kind === 'member' &&
  session.siteId === caller.siteId &&
  (session.isPrivate === 0 || isBooked(tx, session.id, clientId));

type NamedSession = Pick<CreateBookingBody, 'clientId' | 'sessionId'>;

/** The session of a body; undefined for one that the caller, or the member for whom they ask, may not know of. */
const namedSession = (
  tx: Tx,
  caller: Caller,
  body: NamedSession,
  origin: BookingOrigin,
): BookableSession | undefined => {
  const session = bookableSession(tx, body.sessionId);
  // Members go to every site: the home of the client does not matter.
  if (session === undefined || !canAccessSite(caller, session.siteId)) return undefined;
  return origin.memberRules && !isVisible(tx, caller, body.clientId, session) ? undefined : session;
};

/** The session that a body names. @throws Problem 403 for a scope that the caller lacks; 400 `resource_missing`. */
export const requireSession = (
  tx: Tx,
  caller: Caller,
  body: NamedSession & Pick<CreateBookingBody, 'overrideCapacity'>,
  origin: BookingOrigin,
): BookableSession => {
  if (body.overrideCapacity === true) requireScope(caller, 'bookings:override_capacity');
  const session = namedSession(tx, caller, body, origin);
  if (session === undefined) throw invalid([missingDetail('sessionId', 'session', body.sessionId)]);
  return session;
};

/** Whether the package of a body, if any, is one that the caller may name. */
const hasPackage = (tx: Tx, caller: Caller, { clientId, packageId }: CreateBookingBody): boolean => {
  if (packageId === undefined || packageId === null) return true;
  const row = Package.rows.find(tx, packageId);
  return row !== undefined && mayNamePackage(tx, caller, clientId, row);
};

/** @throws Problem 400 with everything that a body names and that does not exist. */
const requireNamed = (tx: Tx, caller: Caller, body: CreateBookingBody, origin: BookingOrigin): Parties => {
  const { clientId, sessionId, packageId } = body;
  const client = bookingClient(tx, clientId);
  const session = namedSession(tx, caller, body, origin);
  const isPackageThere = hasPackage(tx, caller, body);
  if (client !== undefined && session !== undefined && isPackageThere) return { client, session };
  throw invalid([
    ...(client === undefined ? [missingDetail('clientId', 'client', clientId)] : []),
    ...(session === undefined ? [missingDetail('sessionId', 'session', sessionId)] : []),
    ...(isPackageThere ? [] : [missingDetail('packageId', 'package', String(packageId))]),
  ]);
};

/**
 * Finds the client and the session of a new booking.
 * @throws Problem 400 `resource_missing`; 403 for a scope that the caller lacks; 409 `client_erased`,
 *   `session_cancelled`, `session_started`.
 */
export const requireParties = (tx: Tx, caller: Caller, body: CreateBookingBody, origin: BookingOrigin): Parties => {
  if (body.overrideCapacity === true) requireScope(caller, 'bookings:override_capacity');
  const parties = requireNamed(tx, caller, body, origin);
  requireNotErased(tx, parties.client.id, 'Book another client.');
  const mayAfter = !origin.memberRules && (origin.afterStart === true || actsAfterStart(caller, body));
  refuseFor(mayAfter ? CLOSED : ENDED, attemptOf(tx, parties.session, parties.client), origin.memberRules);
  return parties;
};
