import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import { conflict } from '../../../kernel/problem.ts';
import type { Dispute } from '../../../payments-processor/port.ts';
import { addArrears, reduceArrears } from '../charging/arrears.ts';
import { type PaymentRecord, paymentById, paymentOfCharge } from '../queries.ts';
import type { PaymentDispute } from '../record.ts';
import { refundByRule } from '../refunds/refunds.ts';
import { unpaidClaims } from './claims.ts';
import { holdDisputed, releaseDisputed } from './holds.ts';
import { choicesOf, type DisputeDecision, disputesOf, isUndecided, setDispute } from './stored.ts';

const UNDECIDED = { decision: null, decidedAt: null, decidedByStaffId: null };

const raiseDisputed = (tx: Tx, { id, clientId, siteId, packageId }: PaymentRecord, dispute: PaymentDispute): void => {
  const { amount, currency, reason, status } = dispute;
  tx.raise('payment.disputed', siteId, {
    paymentId: id,
    clientId,
    packageId,
    amount,
    currency,
    reason,
    status: upperSnake(status),
  });
};

/**
 * Stores what a client disputes: its package is on hold until the desk has decided, unless the bank has done so before. Doing so again
 * changes nothing; what the bank has decided for the studio ends the hold. A charge may have several disputes.
 * @returns whether it is new.
 */
export const storeDispute = (tx: Tx, { id, chargeId, amount, currency, reason, status }: Dispute): boolean => {
  const payment = paymentOfCharge(tx, chargeId);
  if (payment === undefined) return false;
  const before = disputesOf(payment).find((each) => each.id === id);
  if (before === undefined) {
    const dispute: PaymentDispute = { id, amount, currency, reason, status, openedAt: tx.now, ...UNDECIDED };
    const disputed = setDispute(tx, payment, dispute);
    if (status !== 'won') holdDisputed(tx, disputed);
    raiseDisputed(tx, payment, dispute);
    return true;
  }
  if (before.status === status) return false;
  const dispute: PaymentDispute = { ...before, status };
  const claimed = unpaidClaims(tx, payment).get(id) ?? 0;
  const decided = setDispute(tx, payment, dispute);
  if (status === 'won') settleWon(tx, decided, dispute, claimed);
  return false;
};

/**
 * The money stays here: nothing is on hold, and what was claimed is owed no more. What was paid for it meanwhile is decided anew. What
 * was given back to the client goes back.
 */
const settleWon = (tx: Tx, payment: PaymentRecord, dispute: PaymentDispute, claimed: number): void => {
  const { decision, amount, currency } = dispute;
  releaseDisputed(tx, payment);
  if (decision === 'refund') refundByRule(tx, payment, 'requested_by_customer', amount);
  if (decision !== 'claim') return;
  const paidTwice = amount - reduceArrears(tx, payment.clientId, { amount: claimed, currency });
  if (paidTwice > 0) setDispute(tx, payment, { ...dispute, paidTwice, ...UNDECIDED });
};

interface Decision {
  readonly decision: DisputeDecision;
  /** The dispute that it is about: the one that the payment shows. */
  readonly disputeId?: string | undefined;
}

/**
 * What the desk decides of a dispute. With `claim` the client owes the amount, and the package is on hold until that is paid; with `waive`
 * the studio bears it, and the package can be used again. What was claimed and paid before the bank decided for the studio goes back with
 * `refund`, and stays with `waive`. Of several disputes, each is decided by itself.
 * @throws Problem 409 `dispute_decided` without a dispute that waits for this.
 */
export const decideDispute = (
  tx: Tx,
  caller: Caller,
  payment: PaymentRecord,
  { decision, disputeId }: Decision,
): PaymentRecord => {
  const dispute = disputesOf(payment).find(isUndecided);
  const isOther = disputeId !== undefined && disputeId !== dispute?.id;
  if (dispute === undefined || isOther || !choicesOf(dispute).includes(decision)) {
    throw conflict('dispute_decided', 'Nothing is disputed that waits for this decision. Look at the payment again.');
  }
  const { amount, currency, paidTwice } = dispute;
  const decidedByStaffId = staffIdOf(caller);
  const decided = setDispute(tx, payment, { ...dispute, decision, decidedAt: tx.now, decidedByStaffId });
  if (decision === 'refund') refundByRule(tx, decided, 'duplicate', paidTwice);
  if (decision === 'claim') addArrears(tx, payment.clientId, { amount, currency });
  releaseDisputed(tx, decided);
  return paymentById(tx, payment.id) ?? payment;
};
