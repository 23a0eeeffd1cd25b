import type { Read, Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { conflict, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { pack } from '../../../records/json.ts';
import { reduceArrears } from '../../payments/charging/arrears.ts';
import type { ChargeHandler } from '../../payments/charging/charges.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { refundByRule } from '../../payments/refunds/refunds.ts';
import type { FeeContext, FeePayment } from '../../reactions.ts';
import { type BookingRecord, bookingById } from '../queries.ts';
import { Booking, type Penalty } from '../record.ts';
import { isBeingCharged, isPenalized, penaltyOf } from './penalties.ts';

/** The purpose of a payment for each type of penalty. */
export const PURPOSES = { late_cancel: 'late_cancel_fee', no_show: 'no_show_fee' } as const;

export const setPenalty = (tx: Tx, row: BookingRecord, penalty: Penalty | null): void =>
  Booking.rows.update(tx, row.id, { penalty: pack(penalty), updatedAt: tx.now });

const setCharged = (tx: Tx, row: BookingRecord, penalty: Penalty, paymentId: string): void => {
  setPenalty(tx, row, { ...penalty, status: 'charged', paymentId });
  const { type, amount, currency } = penalty;
  tx.raise('booking.penalty_charged', row.siteId, {
    bookingId: row.id,
    clientId: row.clientId,
    type: upperSnake(type),
    amount,
    currency,
    paymentId,
  });
};

const settled = (why: string): Problem =>
  conflict('penalty_already_settled', `Nothing is due for this booking: its penalty ${why}.`);

/** @throws Problem 409 `penalty_already_settled` for a penalty that is no longer owed. */
const requireOpen = (penalty: Penalty): void => {
  if (penalty.status === 'charged') throw settled(`was paid with the payment '${penalty.paymentId}'`);
  if (penalty.status === 'waived') throw settled('was waived');
  if (isBeingCharged(penalty)) throw settled(`is being charged with the payment '${penalty.paymentId}'`);
};

/** @throws Problem 400 for a payment that is not exactly the fee. */
const requireSame = (penalty: Penalty, { purpose, amount, currency }: FeePayment): void => {
  const expected = PURPOSES[penalty.type];
  if (purpose !== expected)
    throw invalidParam('purpose', `The penalty of this booking is a ${expected}. Send that.`, {
      reason: 'not_a_choice',
    });
  if (amount === penalty.amount && currency === penalty.currency) return;
  const fee = `${penalty.amount} ${penalty.currency}`;
  throw invalidParam('amount', `The fee is ${fee}. Send that in 'amount' and 'currency', or waive the penalty.`, {
    reason: 'not_what_is_due',
  });
};

interface Fee {
  readonly row: BookingRecord;
  readonly penalty: Penalty;
}

export const findFee = (read: Read, bookingId: string): Fee | undefined => {
  const row = bookingById(read, bookingId);
  const penalty = row === undefined ? null : penaltyOf(row);
  return row === undefined || penalty === null ? undefined : { row, penalty };
};

/** The same, while that payment is what the penalty is charged with. */
export const chargedFee = (read: Read, payment: PaymentRecord, bookingId: string): Fee | undefined => {
  const fee = findFee(read, bookingId);
  return fee?.penalty.paymentId === payment.id ? fee : undefined;
};

const openFee = (tx: Tx, payment: FeePayment): Fee | undefined => {
  const fee = findFee(tx, payment.bookingId);
  if (fee === undefined) return undefined;
  requireOpen(fee.penalty);
  requireSame(fee.penalty, payment);
  return fee;
};

/**
 * Settles the penalty of a booking with a completed payment (rules.md "Payment"). Returns whether it has a penalty.
 * @throws Problem 409 `penalty_already_settled`; 400 for another amount, currency or purpose than the penalty's.
 */
export const settleFee = (tx: Tx, payment: FeePayment): boolean => {
  const fee = openFee(tx, payment);
  if (fee === undefined) return false;
  if (fee.penalty.status === 'failed') reduceArrears(tx, fee.row.clientId, fee.penalty);
  setCharged(tx, fee.row, fee.penalty, payment.paymentId);
  return true;
};

/**
 * Reserves the penalty of a booking for a card payment that staff begin, so that it is neither charged nor waived
 * meanwhile. Returns what `staffFeeHandler` needs; undefined when the booking has no penalty.
 * @throws Problem as `settleFee`.
 */
export const reserveFee = (tx: Tx, payment: FeePayment): FeeContext | undefined => {
  const fee = openFee(tx, payment);
  if (fee === undefined) return undefined;
  setPenalty(tx, fee.row, { ...fee.penalty, status: 'pending', paymentId: payment.paymentId });
  return { bookingId: fee.row.id, isOwed: fee.penalty.status === 'failed' };
};

/**
 * Settles the penalty whose charge came through, or gives the money back when its cause is gone: the client was checked in
 * meanwhile, or the booking counts as canceled in time.
 * @param isOwed whether the fee is among what the client owes.
 */
export const settleCharged = (tx: Tx, { row, penalty }: Fee, payment: PaymentRecord, isOwed: boolean): void => {
  if (isOwed) reduceArrears(tx, row.clientId, penalty);
  if (isPenalized(row)) setCharged(tx, row, penalty, payment.id);
  else {
    setPenalty(tx, row, null);
    refundByRule(tx, payment, 'service_issue');
  }
};

/** The penalty as it is once its charge has failed: none, and no debt, when its cause is gone meanwhile. */
const reopened = (tx: Tx, row: BookingRecord, penalty: Penalty, { isOwed }: FeeContext): Penalty | null => {
  if (isPenalized(row)) return { ...penalty, status: isOwed ? 'failed' : 'pending', paymentId: null };
  if (isOwed) reduceArrears(tx, row.clientId, penalty);
  return null;
};

/** Continues with the charge of a fee to the card that staff named. */
export const staffFeeHandler: ChargeHandler<FeeContext> = {
  completed(tx, payment, { bookingId, isOwed }) {
    const fee = chargedFee(tx, payment, bookingId);
    if (fee !== undefined) settleCharged(tx, fee, payment, isOwed);
  },
  failed(tx, payment, context) {
    const fee = chargedFee(tx, payment, context.bookingId);
    if (fee !== undefined) setPenalty(tx, fee.row, reopened(tx, fee.row, fee.penalty, context));
  },
};
