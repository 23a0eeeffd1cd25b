import type { Read } from '../../../database/database.ts';
import { hasStarted, type SessionRecord } from '../../sessions/queries.ts';
import type { MemberStatus } from '../../sessions/shapes.ts';
import { sessionSettings } from '../../sessions/windows.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { type BookingClient, bookingClient } from '../queries.ts';
import { hasSeatForNew, waitlistState } from '../waitlist/eligibility.ts';
import { waitlistPositions } from '../waitlist/queries.ts';
import { limitFor, type MemberContext, memberContext } from './limits.ts';

type Eligibility = MemberStatus['eligibility'];
type Reason = NonNullable<Eligibility['reason']>;

const cannotBook = (reason: Reason): Eligibility => ({ canBook: false, action: 'none', reason, packageId: null });

/** Why the member cannot book a session, whatever its seats and their credits; in the order of the errors of `book`. */
const obstacleTo = (
  read: Read,
  client: BookingClient,
  session: SessionRecord,
  settings: BookingSettings,
  facts: MemberContext,
): Reason | undefined => {
  if (session.cancelledAt !== null) return 'cancelled';
  if (hasStarted(session, read.now)) return 'started';
  if (facts.bookingOf(session) !== undefined) return 'already_booked';
  if (session.isPrivate === 1) return 'private';
  if (client.status === 'suspended') return 'client_suspended';
  return limitFor(read, session, settings, facts);
};

const eligibilityFor = (
  read: Read,
  client: BookingClient,
  session: SessionRecord,
  settings: BookingSettings,
  facts: MemberContext,
): Eligibility => {
  const obstacle = obstacleTo(read, client, session, settings, facts);
  if (obstacle !== undefined) return cannotBook(obstacle);
  const canBook = hasSeatForNew(read, session, settings);
  const waitlist = canBook ? 'open' : waitlistState(session, settings);
  if (waitlist !== 'open') return cannotBook(waitlist === 'full' ? 'waitlist_full' : 'full');
  const credit = facts.creditFor(session);
  if (credit === undefined && settings.memberRequiresCredit) return cannotBook('no_eligible_package');
  const packageId = credit?.id ?? null;
  return canBook
    ? { canBook, action: 'book', reason: null, packageId }
    : { canBook, action: 'join_waitlist', reason: 'full', packageId };
};

/**
 * What each of some sessions means to a member: their booking, and what `book` would do now. Bookings, waitlist
 * positions and credits are read once for all of them.
 */
export const memberEligibility = (
  read: Read,
  clientId: string,
  sessions: readonly SessionRecord[],
): ((session: SessionRecord) => MemberStatus) => {
  const client = bookingClient(read, clientId);
  if (client === undefined) throw new Error(`access control allowed the client '${clientId}', which does not exist`);
  const facts = memberContext(read, clientId, sessions);
  const settingsFor = sessionSettings(read);
  const own = sessions.flatMap((session) => facts.bookingOf(session) ?? []);
  const positions = waitlistPositions(read, own);
  const myBookingOf = (session: SessionRecord): MemberStatus['myBooking'] => {
    const booking = facts.bookingOf(session);
    if (booking === undefined || booking.status === 'cancelled') return null;
    return { id: booking.id, status: booking.status, waitlistPosition: positions.get(booking.id) ?? null };
  };
  return (session) => ({
    myBooking: myBookingOf(session),
    eligibility: eligibilityFor(read, client, session, settingsFor(session), facts),
  });
};
