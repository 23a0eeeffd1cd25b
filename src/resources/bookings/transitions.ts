import type { Tx } from '../../database/database.ts';
import type { BookingRow } from '../../database/tables/bookings.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { transition } from '../../kernel/machine.ts';
import { type CreditOutcome, forfeit } from '../packages/credits/spend.ts';
import { giveBack } from './credits.ts';
import { penaltyColumns, penaltyFor, tellIfWaived, type Waiver, withoutOpenPenalty } from './fees/penalties.ts';
import {
  type BookingRecord,
  countForClient,
  countSeats,
  extendVisits,
  type Seats,
  setBooking,
  tellVisits,
} from './queries.ts';
import type { CancelReason } from './shapes.ts';
import { type BookingStatus, verbs } from './states.ts';

export const statusOf = (row: BookingRow): BookingStatus => row.status as BookingStatus;

/** What every event of a booking tells. */
export const names = (row: BookingRow) => ({ bookingId: row.id, clientId: row.clientId, sessionId: row.sessionId });

/** How many seats are taken; those that open offers hold are not among them. */
const bookedCount = (seats: Seats): number => seats.confirmedCount + seats.attendedCount + seats.noShowCount;

/** How many seats are free; null when there is no limit. */
export const freeSeats = (seats: Seats): number | null =>
  seats.capacity === null ? null : Math.max(0, seats.capacity - bookedCount(seats) - seats.offersHeld);

/** Tells that the last free seat went, or that the first one came back. */
export const tellSeats = (tx: Tx, before: Seats, after: Seats): void => {
  const availableSpots = freeSeats(after);
  if ((freeSeats(before) === 0) === (availableSpots === 0)) return;
  tx.raise(availableSpots === 0 ? 'session.full' : 'session.spot_available', after.siteId, {
    sessionId: after.id,
    bookedCount: bookedCount(after),
    capacity: after.capacity,
    availableSpots,
  });
};

/**
 * Turns a booking to another state, or to an offer and back, with the counters of its session and the numbers of its
 * client. Whoever no longer waits holds no seat by an offer.
 */
export const turn = (tx: Tx, row: BookingRecord, patch: Partial<BookingRow> & { readonly status: BookingStatus }) => {
  const [from, to] = [statusOf(row), patch.status];
  const columns = { ...patch, ...(to === 'waitlisted' ? {} : { holdsSeat: 0 }), updatedAt: tx.now };
  const next: BookingRecord = { ...row, ...columns };
  setBooking(tx, row.id, columns);
  countSeats(tx, row.sessionId, from, to, next.holdsSeat - row.holdsSeat);
  if (from === to) return next;
  countForClient(tx, row.clientId, from, to, next.isLateCancel === 1);
  if (to === 'attended') extendVisits(tx, row.clientId, String(next.checkedInAt));
  else if (from === 'attended') tellVisits(tx, row.clientId);
  return next;
};

/** How and why a booking ends. */
export interface Cancellation {
  readonly by: 'api' | 'client' | 'staff' | 'system';
  readonly reason: CancelReason;
  /** Late: the credit is forfeited, or a fee falls due. */
  readonly isLate?: boolean;
  /** The studio is the cause, so that the credit goes back whatever the policy. */
  readonly byStudio?: boolean;
  /** Who waives the fee. */
  readonly waivedBy?: Waiver | undefined;
}

/** What a cancellation costs, and what comes back. */
const settle = (tx: Tx, row: BookingRecord, { isLate, byStudio, waivedBy }: Cancellation): Partial<BookingRow> => {
  if (isLate !== true) return { ...giveBack(tx, row, byStudio), penalty: withoutOpenPenalty(tx, row) };
  const creditOutcome = row.packageId === null ? 'not_applicable' : forfeit(tx, row.id, 'late_forfeit');
  const penalty = penaltyFor(tx, row, 'late_cancel', waivedBy);
  if (penalty === null) return { creditOutcome, penalty: withoutOpenPenalty(tx, row) };
  return { creditOutcome, ...penaltyColumns(row, penalty, waivedBy) };
};

/**
 * Ends a booking: its seat is free, its credit back or forfeited. Who may have the seat next is another matter.
 * @throws Problem 409 `already_cancelled`.
 */
export const endBooking = (tx: Tx, row: BookingRecord, cancellation: Cancellation): BookingRecord => {
  const { by, reason, isLate = false } = cancellation;
  const status = transition<BookingStatus>(verbs.cancel, statusOf(row));
  const next = turn(tx, row, {
    ...settle(tx, row, cancellation),
    status,
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
    creditOutcome: upperSnake(next.creditOutcome as CreditOutcome),
  });
  tellIfWaived(tx, row, next);
  return next;
};
