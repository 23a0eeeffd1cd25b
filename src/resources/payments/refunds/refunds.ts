import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { type Caller, type SiteAccess, staffIdOf } from '../../../kernel/caller.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { conflict, forbidden, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { unpack } from '../../../records/json.ts';
import { cancelPackage } from '../../packages/lifecycle/cancel.ts';
import { Package, REFUNDED } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import type { Reactions, RefundReactions } from '../../reactions.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { reduceArrears } from '../charging/arrears.ts';
import { setRefundDue } from '../charging/queries.ts';
import { leaveToClient } from '../disputes/given-back.ts';
import { takenOf } from '../disputes/stored.ts';
import { dropInPayments, type PaymentRecord, paymentById } from '../queries.ts';
import { isReturned, Payment, type ProcessorCharge, refundable } from '../record.ts';
import type { RefundPaymentBody } from '../shapes.ts';
import { CANCELS_PACKAGE, KEEPS, type RefundRow, VOIDS } from '../tables.ts';
import { refundMadeThere, refundRows } from './queries.ts';
import { verbs } from './states.ts';
import { requireSettled, takeBackSale } from './void.ts';

const notRefundable = (message: string): Problem => conflict('payment_not_refundable', message);

const paymentOf = (tx: Tx, refund: RefundRow): PaymentRecord => {
  const payment = paymentById(tx, refund.paymentId);
  if (payment === undefined) throw new Error(`the refund '${refund.id}' belongs to no payment`);
  return payment;
};

/** @throws Problem 409 in the order of rules.md "Payment". */
const checkRefundable = (tx: Tx, payment: PaymentRecord): void => {
  requireSettled(payment);
  applyTransition(verbs.refund, payment.status);
  if (payment.amount === 0) throw notRefundable('The amount of this payment is 0. Nothing can be refunded.');
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

/** Inserts a pending refund. Its amount counts against the balance. */
const insertRefund = (tx: Tx, payment: PaymentRecord, row: RefundRow): RefundRow => {
  refundRows.insert(tx, row);
  const amountRefunding = payment.amountRefunding + row.amount;
  Payment.rows.update(tx, payment.id, { amountRefunding, updatedAt: tx.now });
  return row;
};

/** For refunds of what is cancelled already, or of what is not sold. */
export const NO_REACTIONS: RefundReactions = { packageCancelled() {}, dropInChanged() {} };

export type Charge = ProcessorCharge & { readonly chargeId: string };

/** The charge of a payment; null for a payment without one, such as cash. */
export const chargeOf = (payment: PaymentRecord): Charge | null => {
  const processor = unpack<ProcessorCharge>(payment.processor);
  return processor === null || processor.chargeId === null ? null : { ...processor, chargeId: processor.chargeId };
};

/** Who requested a refund, and the idempotency key of the request when the refund takes several transactions. */
interface Requester {
  /** null for the program itself. */
  readonly caller: Caller | null;
  readonly requestKey?: string | undefined;
  readonly isVoid?: boolean | undefined;
}

/**
 * Checks that the package of a payment, if it has one, is of a site of the caller. Before, the operation has checked that
 * the caller may cancel packages.
 * @throws Problem 403 `site_not_allowed`.
 */
const requireOwnPackage = (tx: Tx, caller: SiteAccess, { packageId }: PaymentRecord): void => {
  const row = packageId === null ? undefined : Package.rows.find(tx, packageId);
  if (row === undefined || Package.canAccess(caller, row)) return;
  throw forbidden(
    "This credential cannot access the package of this payment. Leave out 'cancelPackage', or use a credential for its site.",
    'site_not_allowed',
  );
};

/**
 * Inserts a pending refund. Its amount counts against the balance, so that concurrent refunds never exceed the payment.
 * @throws Problem 403 for a package to cancel at a site that is not the caller's; 409 `payment_already_refunded`,
 *   `payment_not_refundable`, `refund_exceeds_balance`; 400 when there is no package to cancel.
 */
export const reserveRefund = (
  tx: Tx,
  payment: PaymentRecord,
  body: RefundPaymentBody,
  { caller, requestKey, isVoid = false }: Requester,
): RefundRow => {
  if (typeof body.notes === 'string' && body.notes !== '')
    requireNotErased(tx, payment.clientId, 'Leave out the notes.');
  if (body.cancelPackage === true && caller !== null) requireOwnPackage(tx, caller, payment);
  checkRefundable(tx, payment);
  const left = refundable(payment);
  const amount = body.amount ?? left;
  if (amount > left || left === 0) {
    const message = `At most ${left} ${payment.currency} of this payment can be refunded, not ${amount}.`;
    throw conflict('refund_exceeds_balance', message, [{ param: 'amount', code: 'refund_exceeds_balance', message }]);
  }
  if (body.cancelPackage === true && payment.packageId === null) {
    throw invalidParam('cancelPackage', "This payment did not pay for a package. Leave out 'cancelPackage'.", {
      reason: 'no_pass_paid',
    });
  }
  return insertRefund(tx, payment, {
    ...newRefund(tx, payment, amount),
    reason: body.reason ?? null,
    notes: body.notes ?? null,
    cancelPackage: isVoid ? VOIDS : body.cancelPackage === true ? CANCELS_PACKAGE : KEEPS,
    createdByStaffId: caller === null ? null : staffIdOf(caller),
    requestKey: requestKey ?? null,
  });
};

/** What a bank has returned is owed no more, as far as it was not paid in another way. */
const forgiveReturned = (tx: Tx, { id, clientId, bookingId, amount, currency }: PaymentRecord): void => {
  Payment.rows.update(tx, id, { returned: 0, updatedAt: tx.now });
  const others = bookingId === null ? [] : dropInPayments(tx, bookingId).filter((each) => each.paidAt !== null);
  const paid = others.reduce((sum, each) => sum + (each.currency === currency ? each.amount : 0), 0);
  if (paid < amount) reduceArrears(tx, clientId, { amount: amount - paid, currency });
};

/**
 * Refunds what is left of a payment, or `most` of it, because a rule says so, whatever the days in which staff may refund. Without a card
 * the refund is complete immediately; a refund of a card stays pending until it is settled with the processor. A card that was
 * charged elsewhere, as an imported payment says, is left to staff. What is being charged is refunded once it has come. What a bank has returned is owed no more, and what the client
 * disputes is not refunded: the bank has given it back already, or may do so.
 */
export const refundByRule = (
  tx: Tx,
  payment: PaymentRecord,
  reason: NonNullable<RefundRow['reason']>,
  most?: number,
): void => {
  if (payment.status === 'pending') {
    setRefundDue(tx, payment.id, true);
    return;
  }
  if (isReturned(payment)) forgiveReturned(tx, payment);
  if (most === undefined) leaveToClient(tx, payment);
  const left = Math.min(most ?? payment.amount, refundable(payment) - takenOf(payment));
  const isCard = payment.paymentMethod === 'card';
  if (left <= 0 || (isCard && chargeOf(payment) === null)) return;
  const refund = insertRefund(tx, payment, { ...newRefund(tx, payment, left), reason });
  if (!isCard) completeRefund(tx, refund.id, null, NO_REACTIONS);
};

/** Stores the processor's id of a pending refund, which its events name. */
export const setProcessorRefund = (tx: Tx, refundId: string, processorRefundId: string): void =>
  refundRows.update(tx, refundId, { processorRefundId });

/** Cancels the package of a refunded payment, unless it has ended. */
const cancelPackageOf = (tx: Tx, packageId: string, reactions: Pick<Reactions, 'packageCancelled'>): void => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined) return;
  const status = statusAt(row, tx.now);
  if (status === 'cancelled' || status === 'expired') return;
  cancelPackage(tx, row, reactions, { reason: REFUNDED, ledger: 'refund' });
};

const afterRefund = (tx: Tx, { purpose, bookingId }: PaymentRecord, { dropInChanged }: RefundReactions): void => {
  if (purpose === 'drop_in' && bookingId !== null) dropInChanged(tx, bookingId);
};

/** Takes back a sale for which nothing was paid. */
export const voidFree = (tx: Tx, payment: PaymentRecord, reactions: RefundReactions): void => {
  takeBackSale(tx, payment, reactions);
  if (payment.packageId !== null) cancelPackageOf(tx, payment.packageId, reactions);
  afterRefund(tx, payment, reactions);
};

/** Completes a pending refund. Completing it again changes nothing. */
export const completeRefund = (
  tx: Tx,
  refundId: string,
  processorRefundId: string | null,
  reactions: RefundReactions,
): void => {
  const refund = refundRows.find(tx, refundId);
  if (refund?.status !== 'pending') return;
  refundRows.update(tx, refundId, { status: 'succeeded', processorRefundId, updatedAt: tx.now });
  const payment = paymentOf(tx, refund);
  const amountRefunded = payment.amountRefunded + refund.amount;
  const status = amountRefunded === payment.amount ? 'refunded' : 'partially_refunded';
  const amountRefunding = payment.amountRefunding - refund.amount;
  Payment.rows.update(tx, payment.id, { amountRefunded, amountRefunding, status, updatedAt: tx.now });
  tx.raise('payment.refunded', payment.siteId, {
    paymentId: payment.id,
    clientId: payment.clientId,
    refundId,
    amount: refund.amount,
    amountRefunded,
    currency: payment.currency,
    status: upperSnake(status),
  });
  if (refund.cancelPackage === VOIDS) takeBackSale(tx, payment, reactions);
  if (refund.cancelPackage !== KEEPS && payment.packageId !== null) cancelPackageOf(tx, payment.packageId, reactions);
  afterRefund(tx, payment, reactions);
};

export const failRefund = (tx: Tx, refundId: string, failureCode: string): void => {
  const refund = refundRows.find(tx, refundId);
  if (refund?.status !== 'pending') return;
  refundRows.update(tx, refundId, { status: 'failed', failureCode, updatedAt: tx.now });
  const payment = paymentOf(tx, refund);
  const amountRefunding = payment.amountRefunding - refund.amount;
  Payment.rows.update(tx, payment.id, { amountRefunding, updatedAt: tx.now });
};

/** Fails a refund that had succeeded: the bank of the card may still return the money to the business. */
export const reverseRefund = (tx: Tx, refundId: string, failureCode: string, reactions: RefundReactions): void => {
  const refund = refundRows.find(tx, refundId);
  if (refund?.status !== 'succeeded') return;
  refundRows.update(tx, refundId, { status: 'failed', failureCode, updatedAt: tx.now });
  const payment = paymentOf(tx, refund);
  const amountRefunded = payment.amountRefunded - refund.amount;
  const status = amountRefunded === 0 ? 'completed' : 'partially_refunded';
  Payment.rows.update(tx, payment.id, { amountRefunded, status, updatedAt: tx.now });
  afterRefund(tx, payment, reactions);
};

/** Records a refund that was made at the processor itself. */
const recordMadeThere = (tx: Tx, payment: PaymentRecord, amount: number, reactions: RefundReactions): void => {
  const row: RefundRow = { ...newRefund(tx, payment, amount), reason: 'other', notes: 'Refunded at the processor.' };
  insertRefund(tx, payment, row);
  completeRefund(tx, row.id, null, reactions);
};

/** Records refunds that were made at the processor itself: `processorAmount` is all that it has refunded. */
export const recordProcessorRefund = (
  tx: Tx,
  paymentId: string,
  processorAmount: number,
  reactions: RefundReactions,
): void => {
  const payment = paymentById(tx, paymentId);
  if (payment === undefined) return;
  const amount = processorAmount - payment.amountRefunded - payment.amountRefunding;
  if (amount > 0 && amount <= refundable(payment)) recordMadeThere(tx, payment, amount, reactions);
};

/**
 * Fails a refund that was made at the processor itself, and was recorded as succeeded.
 * @returns the id of the record; undefined where there is none.
 */
export const failProcessorRefund = (
  tx: Tx,
  paymentId: string,
  { id, amount, failureCode }: { readonly id: string; readonly amount: number; readonly failureCode: string },
  reactions: RefundReactions,
): string | undefined => {
  const recorded = refundMadeThere(tx, paymentId, amount);
  if (recorded === undefined) return undefined;
  setProcessorRefund(tx, recorded.id, id);
  reverseRefund(tx, recorded.id, failureCode, reactions);
  // Others may have been recorded with it.
  const others = recorded.amount - amount;
  if (others > 0) recordMadeThere(tx, paymentOf(tx, recorded), others, reactions);
  return recorded.id;
};
