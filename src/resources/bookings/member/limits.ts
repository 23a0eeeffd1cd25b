import type { Read } from '../../../database/database.ts';
import type { BookingRow } from '../../../database/tables/bookings.ts';
import { type Caller, staffOf } from '../../../kernel/caller.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { creditChooser } from '../../packages/credits/choose.ts';
import type { PackageRow } from '../../packages/record.ts';
import type { SessionRecord } from '../../sessions/queries.ts';
import { bookingWindow, bookingWindowState } from '../../sessions/windows.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { type OwnBooking, ownBookingsIn } from '../queries.ts';
import { countAhead, elsewhereAmong } from '../waitlist/queries.ts';

/** On whose side a booking is made or changed: what is written of it, and whether what binds members holds. */
export interface Side {
  readonly channel: BookingRow['channel'];
  readonly by: 'api' | 'client' | 'staff';
  /** Windows, credits and overlaps bind; the Business API acts for staff, whom they do not bind (rules.md). */
  readonly isBound: boolean;
}

const STUDIO: Side = { channel: 'api', by: 'api', isBound: false };
const STAFF: Side = { channel: 'staff', by: 'staff', isBound: false };
export const MEMBER: Side = { channel: 'member_app', by: 'client', isBound: true };

/** The studio's side: the staff member for whom the caller acts, or whatever program holds the credential. */
export const studioOf = (caller: Caller): Side => (staffOf(caller) === null ? STUDIO : STAFF);

/** What a client has to do with some sessions; each question is asked once for all of them, and only when it comes up. */
export interface Affairs {
  bookingOf(session: SessionRecord): OwnBooking | undefined;
  isElsewhere(session: SessionRecord): boolean;
  countAhead(): number;
  creditFor(session: SessionRecord): PackageRow | undefined;
}

const once = <T>(ask: () => T): (() => T) => {
  let asked: { readonly answer: T } | undefined;
  return () => {
    asked ??= { answer: ask() };
    return asked.answer;
  };
};

export const affairsOf = (read: Read, clientId: string, sessions: readonly SessionRecord[]): Affairs => {
  const ids = sessions.map(({ id }) => id);
  const own = once(() => new Map(ownBookingsIn(read, clientId, ids).map((each) => [each.sessionId, each])));
  const elsewhere = once(() => elsewhereAmong(read, clientId, sessions));
  const ahead = once(() => countAhead(read, clientId));
  const chooser = once(() => creditChooser(read, clientId, sessions));
  return {
    bookingOf: ({ id }) => own().get(id),
    isElsewhere: (session) => elsewhere()(session),
    countAhead: ahead,
    creditFor: (session) => chooser()(session),
  };
};

/** What keeps a member from a session that others may book. */
export type Bound = 'not_open_yet' | 'closed' | 'booking_limit_reached' | 'overlapping_booking';

/** Why a member may not book a session now, whatever its seats; undefined when nothing is against it. */
export const boundOf = (
  read: Read,
  session: SessionRecord,
  policy: BookingSettings,
  affairs: Affairs,
): Bound | undefined => {
  const outside = bookingWindowState(bookingWindow(session, policy), read.now);
  if (outside !== null) return outside;
  const { maxActiveBookingsPerClient: most, allowOverlappingBookings } = policy;
  if (most !== null && affairs.countAhead() >= most) return 'booking_limit_reached';
  return !allowOverlappingBookings && affairs.isElsewhere(session) ? 'overlapping_booking' : undefined;
};

const because = (code: string, reason: string, message: string): Problem =>
  conflict(code, message, [{ param: 'sessionId', code: reason, message }]);

/** The refusal that a bound stands for; its details name which one it is. */
export const refusalOf = (bound: Bound, session: SessionRecord, policy: BookingSettings): Problem => {
  const { bookingOpensAt, bookingClosesAt } = bookingWindow(session, policy);
  const most = policy.maxActiveBookingsPerClient;
  switch (bound) {
    case 'not_open_yet':
      return because('outside_booking_window', bound, `Booking opens at ${bookingOpensAt}. Book from then on.`);
    case 'closed':
      return because('outside_booking_window', bound, `Booking closed at ${bookingClosesAt}. Ask the studio.`);
    case 'booking_limit_reached':
      return because(
        'already_booked',
        bound,
        `The member has ${most} bookings ahead, and no more are allowed. Cancel one of them, or come to it first.`,
      );
    case 'overlapping_booking':
      return because(
        'already_booked',
        bound,
        'The member has a booking of another session at that time. Cancel that one first, or choose another session.',
      );
  }
};
