import type { Tx } from '../../../database/database.ts';
import type { BookingRow, BookingStatus } from '../record.ts';

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

export const holdSeat = (tx: Tx, sessionId: string, by: 1 | -1): void => {
  tx.db.query(COUNT_SEATS).run(0, 0, 0, 0, by, sessionId);
};

const EARLIEST = `(select min("startTime") from "bookings" where "clientId" = "clients"."id" and "status" = 'confirmed')`;
const VISITED = `, "firstVisitAt" = min(coalesce("firstVisitAt", ?6), ?6), "lastVisitAt" = max(coalesce("lastVisitAt", ?6), ?6)`;
const CONFIRMED = ', "earliestBookingAt" = min(coalesce("earliestBookingAt", ?6), ?6)';
const NOT_CONFIRMED = `, "earliestBookingAt" = ${EARLIEST}`;
const countClient = (also = ''): string =>
  `update "clients" set "bookings" = "bookings" + ?1, "visits" = "visits" + ?2, "noShows" = "noShows" + ?3,
    "lateCancels" = "lateCancels" + ?4${also} where "id" = ?5`;
const COUNT = countClient();
const COUNT_VISIT = countClient(VISITED);
const COUNT_CONFIRMED = countClient(CONFIRMED);
const COUNT_NOT_CONFIRMED = countClient(NOT_CONFIRMED);
const COUNT_ATTENDED = countClient(NOT_CONFIRMED + VISITED);

interface ClientCounts {
  readonly bookings?: number;
  readonly visits?: number;
  readonly noShows?: number;
  readonly lateCancels?: number;
  /** The instant of a visit, which may be the first or the last one. */
  readonly visitedAt?: string | null;
  /** The start of a booking that is confirmed now. */
  readonly confirmedFor?: string | null;
  /** Whether a booking is no longer confirmed. */
  readonly isNotConfirmed?: boolean;
}

/** Adds to the counters of a client. Call it after the change of the booking. */
export const countForClient = (tx: Tx, clientId: string, counts: ClientCounts): void => {
  const { bookings = 0, visits = 0, noShows = 0, lateCancels = 0 } = counts;
  const { visitedAt = null, confirmedFor = null, isNotConfirmed = false } = counts;
  const values = [bookings, visits, noShows, lateCancels, clientId] as const;
  // A booking that is confirmed now is not a visit.
  if (confirmedFor !== null) tx.db.query(COUNT_CONFIRMED).run(...values, confirmedFor);
  else if (visitedAt !== null) tx.db.query(isNotConfirmed ? COUNT_ATTENDED : COUNT_VISIT).run(...values, visitedAt);
  else tx.db.query(isNotConfirmed ? COUNT_NOT_CONFIRMED : COUNT).run(...values);
};

const FOLLOW_MOVED = `update "clients" set "earliestBookingAt" = ${EARLIEST}
  where "id" in (select "clientId" from "bookings" where "sessionId" = ?1 and "id" > ?2 and "id" <= ?3)
    and "earliestBookingAt" is not ${EARLIEST}`;

/**
 * Keeps the earliest bookings of clients after bookings of a session got its new time.
 * @param after the id after which the records begin, in the order of ids.
 * @param last the last of their ids.
 */
export const countMoved = (tx: Tx, sessionId: string, after: string, last: string): void => {
  tx.db.query(FOLLOW_MOVED).run(sessionId, after, last);
};

/** Counts a changed status; `bookings` are those not canceled. A visit by a booking is at its check-in. */
export const countBooking = (
  tx: Tx,
  from: BookingStatus | undefined,
  {
    clientId,
    status,
    startTime,
    isLateCancel,
    checkedInAt,
  }: Pick<BookingRow, 'clientId' | 'status' | 'startTime' | 'isLateCancel' | 'checkedInAt'>,
): void =>
  countForClient(tx, clientId, {
    bookings: Number(from === undefined) - difference('cancelled', from, status),
    visits: difference('attended', from, status),
    noShows: difference('noshow', from, status),
    lateCancels: isLateCancel,
    visitedAt: status === 'attended' ? checkedInAt : null,
    confirmedFor: status === 'confirmed' ? startTime : null,
    isNotConfirmed: difference('confirmed', from, status) < 0,
  });
