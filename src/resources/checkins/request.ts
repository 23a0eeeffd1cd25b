import type { Read, Tx } from '../../database/database.ts';
import { type Caller, canAccessSite, requireSite } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import { bookingById } from '../bookings/queries.ts';
import type { BookingRow } from '../bookings/record.ts';
import { bookingToChange } from '../bookings/status/to-change.ts';
import { mayNamePackage, mayUsePackage } from '../packages/queries.ts';
import { Package, type PackageRow } from '../packages/record.ts';
import type { FactReactions } from '../reactions.ts';
import { sessionById } from '../sessions/queries.ts';
import type { SessionRow } from '../sessions/record.ts';
import { Site } from '../sites/record.ts';
import type { CheckinAttempt } from './evaluate.ts';
import { type CheckinClient, checkinClient, liveBooking } from './queries.ts';
import { type CreateCheckinBody, IDENTIFIERS } from './shapes.ts';

const missing = (param: string, kind: string, of: string, value: string): Detail =>
  invalidDetail(
    param,
    `There is no ${kind} with the ${of} '${value}'. Send the ${of} of an existing ${kind}.`,
    'resource_missing',
  );

/** An id names any client; other fields would reveal the clients of others (conventions.md "Credentials"). */
const clientOf = (
  read: Read,
  caller: Caller,
  body: CreateCheckinBody,
  problems: Detail[],
): CheckinClient | undefined => {
  const [name, second] = IDENTIFIERS.filter((each) => body[each] !== undefined);
  if (name === undefined || second !== undefined) {
    const message = "Send one of 'clientId', 'barcode', 'fobNumber', and 'email' to name the client.";
    problems.push(invalidDetail(second ?? 'clientId', message, { reason: 'not_one_client' }));
    return undefined;
  }
  const value = String(body[name]);
  const found = checkinClient[name](read, value);
  const client =
    found !== undefined && (name === 'clientId' || canAccessSite(caller, found.homeLocationId)) ? found : undefined;
  if (client === undefined) problems.push(missing(name, 'client', name === 'clientId' ? 'id' : name, value));
  return client;
};

const siteOf = (read: Read, { siteId, locationId }: CreateCheckinBody, problems: Detail[]) => {
  const id = locationId ?? siteId;
  if (id === undefined || (siteId !== undefined && siteId !== id)) {
    problems.push(
      invalidDetail('siteId', "'siteId' and 'locationId' mean the same. Send one of them.", { reason: 'not_accepted' }),
    );
    return undefined;
  }
  const site = Site.rows.find(read, id);
  if (site === undefined) problems.push(missing(locationId === undefined ? 'siteId' : 'locationId', 'site', 'id', id));
  return site;
};

/** The record that an optional id of the body names. One that the caller may not name is answered as an unknown one. */
const recordOf = <Row>(
  find: (id: string) => Row | undefined,
  mayName: (row: Row) => boolean,
  param: string,
  kind: string,
  id: string | null | undefined,
  problems: Detail[],
): Row | undefined => {
  if (id === undefined || id === null) return undefined;
  const row = find(id);
  if (row !== undefined && mayName(row)) return row;
  problems.push(missing(param, kind, 'id', id));
  return undefined;
};

/**
 * Finds the records that a request names.
 * @param at when the client checks in, an instant.
 * @throws Problem 400 with every record that is missing or belongs to another; 403 for a site outside the caller's.
 */
export const attemptOf = (
  tx: Tx,
  caller: Caller,
  body: CreateCheckinBody,
  at: string,
  reactions: FactReactions,
): CheckinAttempt => {
  const problems: Detail[] = [];
  const client = clientOf(tx, caller, body, problems);
  const site = siteOf(tx, body, problems);
  // Members have bookings at every site, and a door says that one is at another location.
  const reaches = ({ siteId }: { readonly siteId: string }) =>
    caller.kind === 'member' || canAccessSite(caller, siteId);
  const mayNameBooking = (each: BookingRow) => each.clientId === client?.id || reaches(each);
  const booking = recordOf(
    (id) => bookingById(tx, id),
    mayNameBooking,
    'bookingId',
    'booking',
    body.bookingId,
    problems,
  );
  const sessionId = body.sessionId ?? booking?.sessionId;
  const mayNameSession = (each: SessionRow) => each.id === booking?.sessionId || reaches(each);
  const session = recordOf((id) => sessionById(tx, id), mayNameSession, 'sessionId', 'session', sessionId, problems);
  const mayName = (each: PackageRow) => mayNamePackage(tx, caller, client?.id, each);
  const find = (id: string) => Package.rows.find(tx, id);
  const row = recordOf(find, mayName, 'packageId', 'package', body.packageId, problems);
  if (client !== undefined) {
    const anothers = (param: string) =>
      invalidDetail(param, `'${param}' belongs to another client. Send an ID of this client.`, {
        reason: 'of_another_client',
      });
    if (booking !== undefined && booking.clientId !== client.id) problems.push(anothers('bookingId'));
    if (row !== undefined && !mayUsePackage(tx, client.id, row)) problems.push(anothers('packageId'));
  }
  if (booking !== undefined && session !== undefined && booking.sessionId !== session.id) {
    problems.push(
      invalidDetail('sessionId', 'The booking belongs to another session. Send either the booking or the session.', {
        reason: 'of_another_class',
      }),
    );
  }
  if (client === undefined || site === undefined || problems.length > 0) throw invalid(problems);
  requireSite(caller, site.id);
  const live = session === undefined ? undefined : liveBooking(tx, session.id, client.id);
  const named = booking ?? (live === undefined ? undefined : bookingById(tx, live));
  return {
    client,
    site,
    at,
    session,
    booking: named === undefined ? undefined : bookingToChange(tx, named, reactions),
    package: row,
    bySelf: caller.kind === 'member',
  };
};
