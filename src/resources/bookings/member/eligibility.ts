import type { Read } from '../../../database/database.ts';
import type { SessionRecord } from '../../sessions/queries.ts';
import type { MemberStatus } from '../../sessions/shapes.ts';
import { sessionSettings } from '../../sessions/windows.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { type Booker, bookerById } from '../queries.ts';
import { positionsOf } from '../waitlist/queries.ts';
import { hasSeat, lineState } from '../waitlist/waitlist.ts';
import { type Affairs, affairsOf, boundOf } from './limits.ts';

type Eligibility = MemberStatus['eligibility'];
type Reason = NonNullable<Eligibility['reason']>;

const not = (reason: Reason): Eligibility => ({ canBook: false, action: 'none', reason, packageId: null });

/** Why this member books nothing of it, whatever seats and credits there are: in the order in which `book` refuses. */
const barOf = (
  read: Read,
  booker: Booker,
  session: SessionRecord,
  policy: BookingSettings,
  affairs: Affairs,
): Reason | undefined => {
  if (session.cancelledAt !== null) return 'cancelled';
  if (read.now >= session.startTime) return 'started';
  if (affairs.bookingOf(session) !== undefined) return 'already_booked';
  if (session.isPrivate === 1) return 'private';
  if (booker.status === 'suspended') return 'client_suspended';
  return boundOf(read, session, policy, affairs);
};

const eligibilityOf = (
  read: Read,
  booker: Booker,
  session: SessionRecord,
  policy: BookingSettings,
  affairs: Affairs,
): Eligibility => {
  const bar = barOf(read, booker, session, policy, affairs);
  if (bar !== undefined) return not(bar);
  const canBook = hasSeat(read, session, () => policy);
  const line = canBook ? 'open' : lineState(session, policy);
  if (line !== 'open') return not(line === 'full' ? 'waitlist_full' : 'full');
  const credit = affairs.creditFor(session);
  if (credit === undefined && policy.memberRequiresCredit) return not('no_eligible_package');
  const packageId = credit?.id ?? null;
  return canBook
    ? { canBook, action: 'book', reason: null, packageId }
    : { canBook, action: 'join_waitlist', reason: 'full', packageId };
};

/**
 * What each of some sessions means to a client: the own booking, and what `book` would answer now. Bookings, places
 * in line and credits are asked for once for all of them.
 */
export const standingOf = (
  read: Read,
  clientId: string,
  sessions: readonly SessionRecord[],
): ((session: SessionRecord) => MemberStatus) => {
  const booker = bookerById(read, clientId);
  if (booker === undefined) throw new Error(`the gate let in the client '${clientId}', which does not exist`);
  const affairs = affairsOf(read, clientId, sessions);
  const policyOf = sessionSettings(read);
  const own = sessions.flatMap((session) => affairs.bookingOf(session) ?? []);
  const waiting = own.filter(({ status }) => status === 'waitlisted').map(({ id }) => id);
  const positions = positionsOf(read, waiting);
  return (session) => {
    const mine = affairs.bookingOf(session);
    const status = mine?.status as NonNullable<MemberStatus['myBooking']>['status'];
    return {
      myBooking: mine === undefined ? null : { id: mine.id, status, waitlistPosition: positions.get(mine.id) ?? null },
      eligibility: eligibilityOf(read, booker, session, policyOf(session), affairs),
    };
  };
};
