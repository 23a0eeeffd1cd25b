import type { Tx } from '../../../database/database.ts';
import type { RefundRow } from '../../../database/tables/payments.ts';
import { upperSnake } from '../../../events/catalogue.ts';
import { transition } from '../../../kernel/machine.ts';
import { conflict, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { cancelPackage } from '../../packages/lifecycle/cancel.ts';
import { Package } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import type { Reactions } from '../../reactions.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { type PaymentRecord, paymentById, refundRows, setPayment } from '../queries.ts';
import type { PaymentWire, RefundPaymentBody } from '../shapes.ts';
import { verbs } from '../states.ts';
import { refundable } from '../view.ts';

const DAY_MS = 86_400_000;

const notRefundable = (message: string): Problem => conflict('payment_not_refundable', message);

/** The payment of a refund, as it is now. */
const paymentOf = (tx: Tx, refund: RefundRow): PaymentRecord => {
  const payment = paymentById(tx, refund.paymentId);
  if (payment === undefined) throw new Error(`the refund '${refund.id}' belongs to no payment`);
  return payment;
};

/** @throws Problem 409 in the order of rules.md "Payment". */
const checkRefundable = (tx: Tx, payment: PaymentRecord): void => {
  transition(verbs.refund, payment.status as PaymentWire['status']);
  if (payment.amount === 0) throw notRefundable('Nothing was paid with this payment, so that nothing can be refunded.');
  const { refundWindowDays } = paymentSettings(tx, payment.siteId);
  if (refundWindowDays === null || payment.paidAt === null) return;
  if (tx.nowMs > Date.parse(payment.paidAt) + refundWindowDays * DAY_MS) {
    throw notRefundable(`This payment is older than the ${refundWindowDays} days in which refunds are possible.`);
  }
};

const newRefund = (tx: Tx, payment: PaymentRecord, amount: number): RefundRow => ({
  id: tx.id(),
  paymentId: payment.id,
  amount,
  currency: payment.currency,
  reason: null,
  status: 'pending',
  notes: null,
  createdByStaffId: null,
  cancelPackage: 0,
  requestKey: null,
  processorRefundId: null,
  failureCode: null,
  createdAt: tx.now,
  updatedAt: tx.now,
});

/** Who asked for a refund, and by which request that takes several transactions. */
interface Asked {
  readonly staffId: string | null;
  readonly requestKey?: string | undefined;
}

/**
 * Reserves money to be given back: a pending refund counts against the balance, so that two at once never exceed it.
 * @throws Problem 409 `payment_already_refunded`, `payment_not_refundable`, `refund_exceeds_balance`; 400 when there
 *   is no package to cancel.
 */
export const reserve = (tx: Tx, payment: PaymentRecord, body: RefundPaymentBody, asked: Asked): RefundRow => {
  checkRefundable(tx, payment);
  const left = refundable(payment);
  const amount = body.amount ?? left;
  if (amount > left || left === 0) {
    const message = `Of this payment ${left} ${payment.currency} are left to refund, and ${amount} were asked for.`;
    throw conflict('refund_exceeds_balance', message, [{ param: 'amount', code: 'refund_exceeds_balance', message }]);
  }
  if (body.cancelPackage === true && payment.packageId === null) {
    throw invalidParam('cancelPackage', "This payment paid no package. Leave 'cancelPackage' out.");
  }
  const row: RefundRow = {
    ...newRefund(tx, payment, amount),
    reason: body.reason ?? null,
    notes: body.notes ?? null,
    cancelPackage: Number(body.cancelPackage === true),
    createdByStaffId: asked.staffId,
    requestKey: asked.requestKey ?? null,
  };
  refundRows.insert(tx, row);
  setPayment(tx, payment.id, { amountRefunding: payment.amountRefunding + amount, updatedAt: tx.now });
  return row;
};

/** Notes by what id the processor knows a refund whose end is not known. */
export const noteThere = (tx: Tx, refundId: string, processorRefundId: string): void =>
  refundRows.update(tx, refundId, { processorRefundId });

/** Cancels what was paid, unless it is over already. */
const cancelPaid = (tx: Tx, packageId: string, reactions: Pick<Reactions, 'packageCancelled'>): void => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined) return;
  const status = statusAt(row, tx.now);
  if (status === 'cancelled' || status === 'expired') return;
  cancelPackage(tx, row, reactions, { reason: 'refunded', ledger: 'refund' });
};

/**
 * The money has gone back. A refund that is settled already stays as it is, so that two who learn of the same answer
 * count it once.
 */
export const succeed = (
  tx: Tx,
  refundId: string,
  processorRefundId: string | null,
  reactions: Pick<Reactions, 'packageCancelled'>,
): void => {
  const refund = refundRows.find(tx, refundId);
  if (refund?.status !== 'pending') return;
  refundRows.update(tx, refundId, { status: 'succeeded', processorRefundId, updatedAt: tx.now });
  const payment = paymentOf(tx, refund);
  const amountRefunded = payment.amountRefunded + refund.amount;
  const status = amountRefunded === payment.amount ? 'refunded' : 'partially_refunded';
  const amountRefunding = payment.amountRefunding - refund.amount;
  setPayment(tx, payment.id, { amountRefunded, amountRefunding, status, updatedAt: tx.now });
  tx.raise('payment.refunded', payment.siteId, {
    paymentId: payment.id,
    clientId: payment.clientId,
    refundId,
    amount: refund.amount,
    amountRefunded,
    currency: payment.currency,
    status: upperSnake(status),
  });
  if (refund.cancelPackage === 1 && payment.packageId !== null) cancelPaid(tx, payment.packageId, reactions);
};

/** The money has not gone back and will not: what was reserved is free again. */
export const fail = (tx: Tx, refundId: string, failureCode: string): void => {
  const refund = refundRows.find(tx, refundId);
  if (refund?.status !== 'pending') return;
  refundRows.update(tx, refundId, { status: 'failed', failureCode, updatedAt: tx.now });
  const payment = paymentOf(tx, refund);
  setPayment(tx, payment.id, { amountRefunding: payment.amountRefunding - refund.amount, updatedAt: tx.now });
};

/**
 * The money came back although it had gone: a refund may still fail later, at the bank of the card. Nothing is given
 * back then.
 */
export const undo = (tx: Tx, refundId: string, failureCode: string): void => {
  const refund = refundRows.find(tx, refundId);
  if (refund?.status !== 'succeeded') return;
  refundRows.update(tx, refundId, { status: 'failed', failureCode, updatedAt: tx.now });
  const payment = paymentOf(tx, refund);
  const amountRefunded = payment.amountRefunded - refund.amount;
  const status = amountRefunded === 0 ? 'completed' : 'partially_refunded';
  setPayment(tx, payment.id, { amountRefunded, status, updatedAt: tx.now });
};

/** Money was given back at the processor itself: notes what of it is not known here yet. */
export const noteRefundedThere = (tx: Tx, given: PaymentRecord, amountThere: number): void => {
  const payment = paymentById(tx, given.id);
  if (payment === undefined) return;
  const amount = amountThere - payment.amountRefunded - payment.amountRefunding;
  if (amount <= 0 || amount > refundable(payment)) return;
  const row: RefundRow = { ...newRefund(tx, payment, amount), reason: 'other', notes: 'Given back at the processor.' };
  refundRows.insert(tx, row);
  setPayment(tx, payment.id, { amountRefunding: payment.amountRefunding + amount });
  succeed(tx, row.id, null, { packageCancelled() {} });
};
