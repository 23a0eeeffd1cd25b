import type { Read, Tx } from '../../../database/database.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { creditChooser } from '../../packages/credits/choose.ts';
import type { PackageRow } from '../../packages/record.ts';
import { bookingWindowState, windowsOf } from '../../sessions/windows.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { type BookableSession, type OwnBooking, ownBookingsIn } from '../queries.ts';
import { settingsOf } from '../waitlist/eligibility.ts';
import { countUpcoming, overlapChecker } from '../waitlist/queries.ts';

/** What a member's bookings and packages mean to some sessions; each is read once for all of them, when it is needed. */
export interface MemberContext {
  bookingOf(session: BookableSession): OwnBooking | undefined;
  hasOverlap(session: BookableSession): boolean;
  /** How many upcoming seats and places on waitlists the member has. */
  upcoming(): number;
  /** The package that would pay. */
  creditFor(session: BookableSession): PackageRow | undefined;
}

const once = <T>(read: () => T): (() => T) => {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
};

export const memberContext = (read: Read, clientId: string, sessions: readonly BookableSession[]): MemberContext => {
  const ids = sessions.map(({ id }) => id);
  const own = once(() => new Map(ownBookingsIn(read, clientId, ids).map((each) => [each.sessionId, each])));
  const overlaps = once(() => overlapChecker(read, clientId, sessions));
  const chooser = once(() => creditChooser(read, clientId, sessions));
  return {
    bookingOf: ({ id }) => own().get(id),
    hasOverlap: (session) => overlaps()(session),
    upcoming: once(() => countUpcoming(read, clientId)),
    creditFor: (session) => chooser()(session),
  };
};

/** What keeps members from booking a session. */
export type MemberLimit = 'not_open_yet' | 'closed' | 'booking_limit_reached' | 'overlapping_booking';

/** The error for a member who has a booking of another session at the same time. */
export const bookingOverlap = (advice: string): Problem =>
  conflict('booking_overlap', `You have booked another session at that time. ${advice}`);

/** Why a member may not book a session now, whatever its seats; undefined when nothing prevents it. */
export const limitFor = (
  read: Read,
  session: BookableSession,
  settings: BookingSettings,
  facts: MemberContext,
): MemberLimit | undefined => {
  const outside = bookingWindowState(windowsOf(session, settings), read.now);
  if (outside !== null) return outside;
  const { maxActiveBookingsPerClient: most, allowOverlappingBookings } = settings;
  if (most !== null && facts.upcoming() >= most) return 'booking_limit_reached';
  return !allowOverlappingBookings && facts.hasOverlap(session) ? 'overlapping_booking' : undefined;
};

const outsideWindow = (limit: MemberLimit, message: string): Problem =>
  conflict('outside_booking_window', message, [{ param: 'sessionId', code: limit, message }]);

/** The error of a limit. */
const errorOf = (limit: MemberLimit, session: BookableSession, settings: BookingSettings): Problem => {
  const { bookingOpensAt, bookingClosesAt } = windowsOf(session, settings);
  const most = settings.maxActiveBookingsPerClient;
  switch (limit) {
    case 'not_open_yet':
      return outsideWindow(limit, `Booking opens at ${bookingOpensAt}. Book from then on.`);
    case 'closed':
      return outsideWindow(limit, `Booking closed at ${bookingClosesAt}. Ask the studio.`);
    case 'booking_limit_reached':
      return conflict(limit, `You have ${most} bookings ahead, the most allowed. Cancel one, or attend one first.`);
    case 'overlapping_booking':
      return bookingOverlap('Cancel that one first, or choose another session.');
  }
};

/** @throws Problem 409 for a member outside the booking window, with too many bookings, or booked at the same time. */
export const requireWithinLimits = (tx: Tx, clientId: string, session: BookableSession): void => {
  const settings = settingsOf(tx, session);
  const limit = limitFor(tx, session, settings, memberContext(tx, clientId, [session]));
  if (limit !== undefined) throw errorOf(limit, session, settings);
};
