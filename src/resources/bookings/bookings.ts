import { upperSnake } from '../../events/catalogue.ts';
import { type Caller, reachesSite, requireScope, requireSite } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { transition } from '../../kernel/machine.ts';
import { conflict, type Detail, invalid, invalidParam, notFound, type Problem } from '../../kernel/problem.ts';
import type { Read, Tx } from '../../store/database.ts';
import { isTaken } from '../../store/query.ts';
import type { BookingRow } from '../../store/tables/bookings.ts';
import type { SessionRow } from '../../store/tables/sessions.ts';
import { mergeMetadata } from '../../web/metadata.ts';
import { paymentSettings } from '../settings/effective.ts';
import {
  type Booker,
  type BookingRecord,
  bookerById,
  bookingById,
  bookingsAhead,
  countForClient,
  countSeats,
  extendVisits,
  followSession,
  insertBooking,
  isBooked,
  liveBookingsIn,
  type Seats,
  seatsOf,
  setBooking,
  tellVisits,
} from './rows.ts';
import type { CancelBookingBody, CancelReason, CheckInBookingBody, CreateBookingBody } from './shapes.ts';
import { type BookingStatus, SEATED, verbs } from './states.ts';
import { freeCancelUntil } from './view.ts';

/** How far ahead of now a check-in may be dated, for clocks that differ. */
const AHEAD_MS = 5 * 60_000;

const statusOf = (row: BookingRow): BookingStatus => row.status as BookingStatus;
const taken = (seats: Seats): number => seats.confirmedCount + seats.attendedCount + seats.noShowCount;
const names = (row: BookingRow) => ({ bookingId: row.id, clientId: row.clientId, sessionId: row.sessionId });

/** @throws Problem 404 when there is no such booking or the caller may not see it. */
export const findBooking = (read: Read, caller: Caller, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('booking', id);
  return row;
};

/** Tells that the last free seat went, or that the first one came back. */
const tellSeats = (tx: Tx, seats: Seats, change: number): void => {
  const { id: sessionId, capacity } = seats;
  if (capacity === null) return;
  const before = taken(seats);
  const bookedCount = before + change;
  if (before >= capacity === bookedCount >= capacity) return;
  const type = bookedCount >= capacity ? 'session.full' : 'session.spot_available';
  tx.raise(type, seats.siteId, {
    sessionId,
    bookedCount,
    capacity,
    availableSpots: Math.max(0, capacity - bookedCount),
  });
};

const alreadyBooked = (): Problem =>
  conflict('already_booked', 'The client already has a booking of this session. Use that one, or cancel it first.');

/** Why this client may not have a seat in this session, if so. */
const refusalOf = (booker: Booker, seats: Seats, overrideCapacity: boolean): Problem | undefined => {
  if (booker.status === 'suspended') {
    return conflict('client_suspended', 'The client is suspended and may not book. Make the client active first.');
  }
  if (booker.status === 'archived') {
    return conflict('client_archived', 'The client is archived and may not book. Restore the client first.');
  }
  if (overrideCapacity || seats.capacity === null || taken(seats) < seats.capacity) return undefined;
  return conflict('session_full', 'The session is full, and it has no waiting list. Choose another session.');
};

/** Both parties of a booking, or every one that is missing at once. */
const partiesOf = (tx: Tx, { clientId, sessionId }: CreateBookingBody): { booker: Booker; seats: Seats } => {
  const booker = bookerById(tx, clientId);
  const seats = seatsOf(tx, sessionId);
  if (booker !== undefined && seats !== undefined) return { booker, seats };
  const missing = (param: string, kind: string, id: string): Detail => ({
    param,
    code: 'resource_missing',
    message: `There is no ${kind} with the id '${id}'. Send the id of an existing ${kind}.`,
  });
  throw invalid([
    ...(booker === undefined ? [missing('clientId', 'client', clientId)] : []),
    ...(seats === undefined ? [missing('sessionId', 'session', sessionId)] : []),
  ]);
};

const newBooking = (tx: Tx, id: string, seats: Seats, body: CreateBookingBody): BookingRow => ({
  id,
  clientId: body.clientId,
  sessionId: seats.id,
  siteId: seats.siteId,
  status: 'confirmed',
  bookingSource: 'unpaid',
  channel: 'api',
  startTime: seats.startTime,
  bookedAt: tx.now,
  confirmedAt: tx.now,
  cancelledAt: null,
  checkedInAt: null,
  noShowAt: null,
  cancelledBy: null,
  cancelReason: null,
  isLateCancel: 0,
  creditOutcome: 'not_applicable',
  penalty: null,
  notes: body.notes ?? null,
  metadata: body.metadata === undefined ? null : mergeMetadata(null, body.metadata),
  externalId: body.externalId ?? null,
  createdAt: tx.now,
  updatedAt: tx.now,
  packageId: null,
  creditsUsed: 0,
  requiresCredit: 0,
  joinedAt: null,
  offeredAt: null,
  offerExpiresAt: null,
  holdsSeat: 0,
  promotedAt: null,
  graceUntil: null,
  lastSkipReason: null,
  desk: null,
});

/**
 * Books a client into a session (rules.md "Booking"). The unique index over live bookings guards against a second
 * one, so that only a refusal asks whether there is one.
 * @throws Problem 400 `resource_missing`, 403, or 409 in the order of the rules.
 */
export const book = (tx: Tx, caller: Caller, body: CreateBookingBody, id: string = tx.id()): BookingRecord => {
  const overrideCapacity = body.overrideCapacity === true;
  if (overrideCapacity) requireScope(caller, 'bookings:override_capacity');
  const { booker, seats } = partiesOf(tx, body);
  requireSite(caller, seats.siteId);
  requireSite(caller, booker.homeLocationId);
  if (seats.cancelledAt !== null) {
    throw conflict('session_cancelled', 'The session is cancelled. Choose another session.');
  }
  if (tx.now >= seats.startTime) {
    throw conflict('session_started', 'The session has started. Choose one that lies ahead.');
  }
  const refusal = refusalOf(booker, seats, overrideCapacity);
  if (refusal !== undefined) throw isBooked(tx, seats.id, booker.id) ? alreadyBooked() : refusal;
  const row = newBooking(tx, id, seats, body);
  try {
    insertBooking(tx, row);
  } catch (error) {
    throw isTaken(error) ? alreadyBooked() : error;
  }
  countSeats(tx, seats.id, undefined, 'confirmed');
  countForClient(tx, booker.id, undefined, 'confirmed', false);
  tx.raise('booking.created', row.siteId, { ...names(row), status: 'CONFIRMED', bookingSource: 'UNPAID' });
  tellSeats(tx, seats, 1);
  return { ...row, rescheduledAt: null, overrides: seats.overrides };
};

/** Turns a booking to another state, with the counters of its session and the numbers of its client. */
const turn = (tx: Tx, row: BookingRecord, patch: Partial<BookingRow> & { readonly status: BookingStatus }) => {
  const [from, to] = [statusOf(row), patch.status];
  const next: BookingRecord = { ...row, ...patch, updatedAt: tx.now };
  setBooking(tx, row.id, { ...patch, updatedAt: tx.now });
  countSeats(tx, row.sessionId, from, to);
  countForClient(tx, row.clientId, from, to, next.isLateCancel === 1);
  if (to === 'attended') extendVisits(tx, row.clientId, String(next.checkedInAt));
  else if (from === 'attended') tellVisits(tx, row.clientId);
  return next;
};

interface Cancellation {
  readonly by: 'api' | 'system';
  readonly reason: CancelReason;
  readonly isLate: boolean;
}

const cancelAs = (tx: Tx, row: BookingRecord, { by, reason, isLate }: Cancellation): BookingRecord => {
  const next = turn(tx, row, {
    status: transition<BookingStatus>(verbs.cancel, statusOf(row)),
    cancelledAt: tx.now,
    cancelledBy: by,
    cancelReason: reason,
    isLateCancel: Number(isLate),
  });
  tx.raise('booking.cancelled', row.siteId, {
    ...names(row),
    status: 'CANCELLED',
    previousStatus: upperSnake(statusOf(row)),
    cancelledAt: tx.now,
    cancelledBy: upperSnake(by),
    cancelReason: upperSnake(reason),
    isLateCancel: isLate,
    creditOutcome: 'NOT_APPLICABLE',
  });
  return next;
};

/** Cancels a booking and gives its seat back to the session. */
const cancelOne = (tx: Tx, row: BookingRecord, cancellation: Cancellation): BookingRecord => {
  const seats = SEATED.has(statusOf(row)) ? seatsOf(tx, row.sessionId) : undefined;
  const next = cancelAs(tx, row, cancellation);
  if (seats !== undefined) tellSeats(tx, seats, -1);
  return next;
};

/**
 * Cancels a booking for the caller; late when it was confirmed and the free time is over, unless the body decides.
 * @throws Problem 409 `already_cancelled`, `session_started`.
 */
export const cancel = (tx: Tx, row: BookingRecord, body: CancelBookingBody): BookingRecord => {
  transition<BookingStatus>(verbs.cancel, statusOf(row));
  if (tx.now >= row.startTime) {
    throw conflict('session_started', 'The session has started. Check the client in, or mark a no-show.');
  }
  const isLate = body.isLateCancel ?? (row.status === 'confirmed' && tx.now > freeCancelUntil(tx, row));
  return cancelOne(tx, row, { by: 'api', reason: body.reason ?? 'requested', isLate });
};

/**
 * Records that the client is there; after a no-show it takes that back.
 * @throws Problem 409 `already_checked_in`, `booking_cancelled`; 400 for a time too far ahead.
 */
export const checkIn = (tx: Tx, row: BookingRecord, body: CheckInBookingBody): BookingRecord => {
  const status = transition<BookingStatus>(verbs.checkIn, statusOf(row));
  const at = body.checkedInAt === undefined ? tx.nowMs : epochOf(body.checkedInAt);
  if (at > tx.nowMs + AHEAD_MS) {
    throw invalidParam('checkedInAt', "'checkedInAt' lies ahead. Send an instant that is past, or leave it out.");
  }
  const checkedInAt = isoInstant(at);
  const seats = SEATED.has(statusOf(row)) ? undefined : seatsOf(tx, row.sessionId);
  const next = turn(tx, row, { status, checkedInAt, noShowAt: null });
  tx.raise('booking.checked_in', row.siteId, { ...names(row), status: 'ATTENDED', checkedInAt, checkinId: null });
  if (seats !== undefined) tellSeats(tx, seats, 1);
  return next;
};

/**
 * Records that the client did not come.
 * @throws Problem 409 `already_processed`.
 */
export const markNoShow = (tx: Tx, row: BookingRecord): BookingRecord => {
  const status = transition<BookingStatus>(verbs.markNoShow, statusOf(row));
  const next = turn(tx, row, { status, noShowAt: tx.now });
  const { currency } = paymentSettings(tx, row.siteId);
  const told = { status: 'NOSHOW', noShowAt: tx.now, penaltyAmount: 0, currency } as const;
  tx.raise('booking.noshow', row.siteId, { ...names(row), ...told });
  return next;
};

/** Cancels everything that is booked in a session which is itself cancelled, free of charge; answers how much. */
export const cancelSessionBookings = (tx: Tx, session: Pick<SessionRow, 'id'>, reason: CancelReason): number => {
  const rows = liveBookingsIn(tx, session.id);
  for (const row of rows) cancelAs(tx, row, { by: 'system', reason, isLate: false });
  return rows.length;
};

/** Cancels everything a client has booked ahead, free of charge, because the client is archived; answers how much. */
export const cancelFutureBookings = (tx: Tx, clientId: string): number => {
  const rows = bookingsAhead(tx, clientId);
  for (const row of rows) cancelOne(tx, row, { by: 'system', reason: 'client_archived', isLate: false });
  return rows.length;
};

/** What bookings keep of their session follows it to another time or site. */
export const moveBookings = followSession;
