import type { Read } from '../../../database/database.ts';
import { lazily } from '../../../kernel/lazily.ts';
import { creditChooser } from '../../packages/credits/choose.ts';
import { ENDED, MEMBER_LIMITS, obstacleTo } from '../../sessions/booking/obstacles.ts';
import { settingsByPolicy, windowsOf } from '../../sessions/booking/windows.ts';
import type { SessionRecord } from '../../sessions/queries.ts';
import type { MemberStatus } from '../../sessions/shapes.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { sessionsHeldFor } from '../create/held-seat.ts';
import { bookingClient, ownBookingsIn } from '../queries.ts';
import { lineOf, placeIn } from '../waitlist/eligibility.ts';
import { countUpcoming, overlapChecker, waitlistPositions } from '../waitlist/queries.ts';

type Eligibility = MemberStatus['eligibility'];
type Reason = NonNullable<Eligibility['reason']>;

/** In the order of the errors of `book`. */
const REASONS = [...ENDED, 'already_booked', 'private', 'client_suspended', ...MEMBER_LIMITS] as const;

const cannotBook = (reason: Reason): Eligibility => ({ canBook: false, action: 'none', reason, packageId: null });

/** What is read once for the sessions of a response. */
interface Known {
  settingsFor(session: SessionRecord): BookingSettings;
  isBooked(session: SessionRecord): boolean;
}

/** What `book` would do for a member now, with each of some sessions. What that depends on is read once for all of them. */
const eligibilities = (
  read: Read,
  clientId: string,
  sessions: readonly SessionRecord[],
  { settingsFor, isBooked }: Known,
): ((session: SessionRecord) => Eligibility) => {
  const client = bookingClient(read, clientId);
  if (client === undefined) throw new Error(`access control allowed the client '${clientId}', which does not exist`);
  const { status } = client;
  const overlaps = lazily(() => overlapChecker(read, clientId, sessions));
  const upcoming = lazily(() => countUpcoming(read, clientId));
  const held = lazily(() => sessionsHeldFor(read, clientId));
  const chooser = lazily(() => creditChooser(read, clientId, sessions));
  return (session) => {
    const settings = settingsFor(session);
    const booker = {
      status,
      isBooked: () => isBooked(session),
      upcoming,
      hasOverlap: () => overlaps()(session),
    };
    const windows = windowsOf(session, settings);
    const obstacle = obstacleTo({ now: read.now, session, windows, settings, booker }, REASONS);
    if (obstacle !== undefined) return cannotBook(obstacle);
    const place = held().has(session.id) ? 'seat' : placeIn(read, session, settings);
    if (place === 'closed') return cannotBook('full');
    if (place === 'full') return cannotBook('waitlist_full');
    const credit = chooser()(session);
    if (credit === undefined && settings.memberRequiresCredit) return cannotBook('no_eligible_package');
    const packageId = credit?.id ?? null;
    return place === 'seat'
      ? { canBook: true, action: 'book', reason: null, packageId }
      : { canBook: false, action: 'join_waitlist', reason: 'full', packageId };
  };
};

/** A member's booking of each session, and what `book` would do now. Everything is read once for all sessions. */
export const memberEligibility = (
  read: Read,
  clientId: string,
  sessions: readonly SessionRecord[],
): ((session: SessionRecord) => MemberStatus) => {
  const ids = sessions.map(({ id }) => id);
  const own = new Map(ownBookingsIn(read, clientId, ids).map((each) => [each.sessionId, each]));
  const positions = waitlistPositions(read, [...own.values()]);
  const settingsFor = settingsByPolicy(read);
  const eligibilityOf = eligibilities(read, clientId, sessions, { settingsFor, isBooked: ({ id }) => own.has(id) });
  const myBookingOf = (session: SessionRecord): MemberStatus['myBooking'] => {
    const booking = own.get(session.id);
    if (booking === undefined || booking.status === 'cancelled') return null;
    const { id, status, holdsSeat, offerExpiresAt } = booking;
    const isOffered = holdsSeat === 1 && offerExpiresAt !== null && read.now < offerExpiresAt;
    const waitlistPosition = positions.get(id) ?? null;
    return { id, status, waitlistPosition, offerExpiresAt: isOffered ? offerExpiresAt : null };
  };
  return (session) => ({
    myBooking: myBookingOf(session),
    eligibility: eligibilityOf(session),
    waitlist: lineOf(session, settingsFor(session)),
  });
};
