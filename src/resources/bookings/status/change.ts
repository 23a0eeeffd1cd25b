import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { setColumns } from '../../../records/store-changes.ts';
import { forfeit } from '../../packages/credits/spend.ts';
import { dropInPayments } from '../../payments/queries.ts';
import { refundByRule } from '../../payments/refunds/refunds.ts';
import type { FactReactions } from '../../reactions.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { restoreCredit } from '../credits.ts';
import {
  dropOpenPenalty,
  hasTakenFee,
  penaltyColumns,
  penaltyFor,
  raiseIfWaived,
  type Waiver,
} from '../fees/penalties.ts';
import { Booking, type BookingRow, type BookingStatus, type CancelReason } from '../record.ts';
import { countBooking, countSeats } from './counters.ts';
import type { CurrentBooking } from './current.ts';
import { hasSeat, transitions } from './states.ts';
import { removeBookedVisit } from './visits.ts';

/** The ids in every event of a booking. */
export const bookingIds = (row: Pick<BookingRow, 'id' | 'clientId' | 'sessionId'>) => ({
  bookingId: row.id,
  clientId: row.clientId,
  sessionId: row.sessionId,
});

/** The status as which a session counts a booking; undefined for a no-show without a seat. */
const countedAs = (row: BookingRow): BookingStatus | undefined =>
  row.status === 'noshow' && !hasSeat(row) ? undefined : row.status;

/**
 * Changes the status of a booking, or its offer while it stays waitlisted, and with it the counters of its session and
 * client. A booking that does not wait holds no seat by an offer.
 */
export const changeStatus = (
  tx: Tx,
  row: CurrentBooking,
  change: Partial<BookingRow> & { readonly status: BookingStatus },
): CurrentBooking => {
  const [from, to] = [row.status, change.status];
  const next = setColumns(tx, Booking, row, { ...change, ...(to === 'waitlisted' ? {} : { holdsSeat: 0 }) });
  countSeats(tx, row.sessionId, countedAs(row), countedAs(next), next.holdsSeat - row.holdsSeat);
  if (from !== to) countBooking(tx, from, next);
  return next;
};

export interface Cancellation {
  readonly by: 'api' | 'client' | 'staff' | 'system';
  readonly reason: CancelReason;
  /** Late: the credit is forfeited, or a fee is due. */
  readonly isLate?: boolean;
  /** The studio is the cause: the credit is restored whatever the policy. */
  readonly byStudio?: boolean;
  readonly waivedBy?: Waiver | undefined;
}

/** What happens to the credit, and the penalty. */
const settle = (tx: Tx, row: CurrentBooking, { isLate, byStudio, waivedBy }: Cancellation): Partial<BookingRow> => {
  if (isLate !== true) return { ...restoreCredit(tx, row, byStudio), penalty: dropOpenPenalty(tx, row) };
  const creditOutcome = row.packageId === null ? 'not_applicable' : forfeit(tx, row.id, 'late_forfeit');
  // A fee for a no-show that is not paid yet gives way; one that is paid stays, since a booking costs one fee.
  const left = dropOpenPenalty(tx, row);
  const penalty = hasTakenFee(row) ? null : penaltyFor(tx, row, 'late_cancel', waivedBy);
  if (penalty === null) return { creditOutcome, penalty: left };
  return { creditOutcome, ...penaltyColumns(row, penalty, waivedBy) };
};

/** Refunds when the studio or the system cancels; by the settings when the client cancels in time. */
const refundDropIn = (tx: Tx, row: CurrentBooking, { by, isLate, byStudio }: Cancellation): void => {
  const isCausedByStudio = byStudio === true || by === 'system';
  if (!isCausedByStudio && isLate === true) return;
  const paid = dropInPayments(tx, row.id);
  if (paid.length === 0) return;
  if (!isCausedByStudio && bookingSettings(tx, row.siteId, row.overrides).refundDropIns === 'none') return;
  for (const payment of paid) refundByRule(tx, payment, isCausedByStudio ? 'service_issue' : 'requested_by_customer');
};

const makeCancelled = (tx: Tx, row: CurrentBooking, cancellation: Cancellation): CurrentBooking => {
  const { by, reason, isLate = false } = cancellation;
  const status = applyTransition<BookingStatus>(transitions.cancel, row.status);
  const next = changeStatus(tx, row, {
    ...settle(tx, row, cancellation),
    status,
    cancelledAt: tx.now,
    cancelledBy: by,
    cancelReason: reason,
    isLateCancel: Number(isLate),
  });
  tx.raise('booking.cancelled', row.siteId, {
    ...bookingIds(row),
    status: 'CANCELLED',
    previousStatus: upperSnake(row.status),
    cancelledAt: tx.now,
    cancelledBy: upperSnake(by),
    cancelReason: upperSnake(reason),
    isLateCancel: isLate,
    creditOutcome: upperSnake(next.creditOutcome),
  });
  raiseIfWaived(tx, row, next);
  refundDropIn(tx, next, cancellation);
  return next;
};

/**
 * Makes a booking canceled: its seat is free, its credit restored or forfeited, a paid drop-in refunded, and the visit
 * of an attended one taken back. The caller gives the seat to the waitlist, if anyone.
 * @throws Problem 409 `already_cancelled`.
 */
export const setCancelled = (
  tx: Tx,
  row: CurrentBooking,
  cancellation: Cancellation,
  reactions: FactReactions,
): CurrentBooking => {
  const next = makeCancelled(tx, row, cancellation);
  if (row.status === 'attended') removeBookedVisit(tx, next, reactions);
  return next;
};

/** Takes a waitlisted booking off its waitlist, at no cost. */
export const leaveWaitlist = (tx: Tx, row: CurrentBooking, reason: CancelReason): CurrentBooking =>
  makeCancelled(tx, row, { by: 'system', reason });
