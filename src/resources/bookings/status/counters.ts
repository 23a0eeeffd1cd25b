import type { Tx } from '../../../database/database.ts';
import type { BookingStatus } from '../record.ts';

/** How much a change of status adds to the count of one status: 1, -1 or 0. */
const difference = (status: BookingStatus, from: BookingStatus | undefined, to: BookingStatus | undefined): number =>
  Number(to === status) - Number(from === status);

const COUNT_SEATS = `update "sessions" set "confirmedCount" = "confirmedCount" + ?, "attendedCount" = "attendedCount" + ?,
  "noShowCount" = "noShowCount" + ?, "waitlistedCount" = "waitlistedCount" + ?, "offersHeld" = "offersHeld" + ?
  where "id" = ?`;

/**
 * Updates the counters of a session when the status of one of its bookings changes.
 * @param from absent for a new booking, and for one that the session did not count.
 * @param to absent for one that the session does not count.
 * @param held how much the number of seats that offers hold changes.
 */
export const countSeats = (
  tx: Tx,
  sessionId: string,
  from: BookingStatus | undefined,
  to: BookingStatus | undefined,
  held = 0,
): void => {
  const by = (status: BookingStatus) => difference(status, from, to);
  tx.db.query(COUNT_SEATS).run(by('confirmed'), by('attended'), by('noshow'), by('waitlisted'), held, sessionId);
};

const MARK_BOOKED = `update "sessions" set "hasBookings" = 1 where "id" = ? and "hasBookings" = 0`;

/** Marks a session that has got a booking, for the lists of bookings of a period. Call it for each new booking. */
export const markBooked = (tx: Tx, sessionId: string): void => {
  tx.db.query(MARK_BOOKED).run(sessionId);
};

/** Holds one more seat of a session, or one fewer, for somebody without a booking. */
export const holdSeat = (tx: Tx, sessionId: string, by: 1 | -1): void => {
  tx.db.query(COUNT_SEATS).run(0, 0, 0, 0, by, sessionId);
};

const COUNT_CLIENT = `update "clients" set "bookings" = "bookings" + ?, "visits" = "visits" + ?, "noShows" = "noShows" + ?,
  "lateCancels" = "lateCancels" + ? where "id" = ?`;

/** Updates the counters of a client in the same way; `bookings` are those that are not cancelled. */
export const countForClient = (
  tx: Tx,
  clientId: string,
  from: BookingStatus | undefined,
  to: BookingStatus,
  isLateCancel: boolean,
): void => {
  const booked = Number(from === undefined) - difference('cancelled', from, to);
  const visits = difference('attended', from, to);
  tx.db.query(COUNT_CLIENT).run(booked, visits, difference('noshow', from, to), Number(isLateCancel), clientId);
};
