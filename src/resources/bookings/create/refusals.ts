import type { Read } from '../../../database/database.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { tooLateForStaff } from '../../sessions/booking/afterwards.ts';
import { type Attempt, type Obstacle, obstacleTo } from '../../sessions/booking/obstacles.ts';
import { windowsOf } from '../../sessions/booking/windows.ts';
import { bookingSettings } from '../../settings/queries.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { type BookableSession, type BookingClient, isBooked } from '../queries.ts';
import type { BookingRow } from '../record.ts';
import { countUpcoming, hasOverlap } from '../waitlist/queries.ts';

/**
 * A client's attempt to book a session.
 * @param given the settings of the session, where the caller has read them.
 * @param leaving the booking that moves there: it does not stand in its own way.
 */
export const attemptOf = (
  read: Read,
  session: BookableSession,
  { id, status }: BookingClient,
  given?: BookingSettings,
  leaving?: Pick<BookingRow, 'sessionId' | 'startTime'>,
): Attempt => ({
  now: read.now,
  session,
  get windows() {
    return windowsOf(session, this.settings);
  },
  get settings() {
    return given ?? bookingSettings(read, session.siteId, session.overrides);
  },
  booker: {
    status,
    isBooked: () => isBooked(read, session.id, id),
    upcoming: () => countUpcoming(read, id) - Number(leaving !== undefined && leaving.startTime > read.now),
    hasOverlap: () => hasOverlap(read, id, session, leaving?.sessionId),
  },
});

/** The reasons that an error names. Members do not know of private sessions, which are answered as unknown ones. */
type OpenObstacle = Exclude<Obstacle, 'private'>;

export const alreadyBooked = (): Problem =>
  conflict('already_booked', 'This session is already booked. Use that booking, or cancel it first.');

const outsideWindow = (reason: OpenObstacle, message: string): Problem =>
  conflict('outside_booking_window', message, [{ param: 'sessionId', code: reason, message }]);

export const bookingOverlap = (advice: string): Problem =>
  conflict('booking_overlap', `You have another session at that time. ${advice}`);

const notAdmitted = (code: 'client_suspended' | 'client_archived', isMember: boolean): Problem => {
  const [status, remedy] =
    code === 'client_suspended'
      ? ['suspended', 'Make the client active first.']
      : ['archived', 'Restore the client first.'];
  const forMember = `Your account is ${status}, so you cannot book. Ask the studio.`;
  return conflict(code, isMember ? forMember : `The client is ${status} and cannot book. ${remedy}`);
};

const refusalOf = (reason: OpenObstacle, { windows, settings }: Attempt, isMember: boolean): Problem => {
  switch (reason) {
    case 'cancelled':
      return conflict('session_cancelled', 'The session is canceled. Choose another session.');
    case 'started':
      return conflict('session_started', 'The session has started. Choose a later session.');
    case 'over':
      return tooLateForStaff(windows.staffEditUntil);
    case 'already_booked':
      return alreadyBooked();
    case 'client_suspended':
    case 'client_archived':
      return notAdmitted(reason, isMember);
    case 'not_open_yet':
      return outsideWindow(reason, `Booking opens at ${windows.bookingOpensAt}. Book then.`);
    case 'closed':
      return outsideWindow(reason, `Booking closed at ${windows.bookingClosesAt}. Ask the studio.`);
    case 'booking_limit_reached':
      return conflict(
        reason,
        `You have ${settings.maxActiveBookingsPerClient} upcoming bookings, which is the limit. Cancel one, or attend one first.`,
      );
    case 'overlapping_booking':
      return bookingOverlap('Cancel that one first, or choose another session.');
  }
};

/** @throws Problem 409 for the first of some reasons, if there is one. */
export const refuseFor = (reasons: readonly OpenObstacle[], attempt: Attempt, isMember: boolean): void => {
  const reason = obstacleTo(attempt, reasons);
  if (reason !== undefined) throw refusalOf(reason, attempt, isMember);
};
