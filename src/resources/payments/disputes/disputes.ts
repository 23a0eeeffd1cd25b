import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import { conflict } from '../../../kernel/problem.ts';
import type { Dispute } from '../../../payments-processor/port.ts';
import { pack, unpack } from '../../../records/json.ts';
import { setColumns } from '../../../records/store-changes.ts';
import { arrearsHold } from '../../packages/arrears.ts';
import { changePackage } from '../../packages/change.ts';
import { ARREARS, Package, type PackageRow } from '../../packages/record.ts';
import { addArrears, reduceArrears } from '../charging/arrears.ts';
import { type PaymentRecord, paymentById, paymentOfCharge } from '../queries.ts';
import { Payment, type PaymentDispute } from '../record.ts';
import { refundByRule } from '../refunds/refunds.ts';

/** The `holdReason` of a package whose payment is disputed. */
const DISPUTED = 'disputed';

const UNDECIDED = { decision: null, decidedAt: null, decidedByStaffId: null };

/** The package that a payment has paid for, while it can be used. */
const openPackage = (tx: Tx, { packageId }: PaymentRecord): PackageRow | undefined => {
  const row = packageId === null ? undefined : Package.rows.find(tx, packageId);
  return row?.status === 'active' || row?.status === 'depleted' ? row : undefined;
};

const hold = (tx: Tx, payment: PaymentRecord): void => {
  const row = openPackage(tx, payment);
  // What is owed may be paid before the dispute is decided.
  const mayHold = row?.onHold === 0 || row?.holdReason === ARREARS;
  if (row !== undefined && mayHold) changePackage(tx, row, { onHold: 1, holdReason: DISPUTED });
};

const release = (tx: Tx, payment: PaymentRecord): void => {
  const row = openPackage(tx, payment);
  if (row?.onHold !== 1 || row.holdReason !== DISPUTED) return;
  changePackage(tx, row, arrearsHold(tx, row) ?? { onHold: 0, holdReason: null });
};

const setDispute = (tx: Tx, payment: PaymentRecord, dispute: PaymentDispute): PaymentRecord =>
  setColumns(tx, Payment, payment, { dispute: pack(dispute) });

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
 * changes nothing; what the bank has decided for the studio ends the hold.
 * @returns whether it is new.
 */
export const storeDispute = (tx: Tx, { id, chargeId, amount, currency, reason, status }: Dispute): boolean => {
  const payment = paymentOfCharge(tx, chargeId);
  if (payment === undefined) return false;
  const before = unpack<PaymentDispute>(payment.dispute);
  if (before === null || before.id !== id) {
    const dispute: PaymentDispute = { id, amount, currency, reason, status, openedAt: tx.now, ...UNDECIDED };
    setDispute(tx, payment, dispute);
    if (status !== 'won') hold(tx, payment);
    raiseDisputed(tx, payment, dispute);
    return true;
  }
  if (before.status === status) return false;
  setDispute(tx, payment, { ...before, status });
  if (status === 'won') settleWon(tx, payment, before);
  return false;
};

/** The money stays here: nothing is on hold, and what was claimed is owed no more. What was paid for it meanwhile is decided anew. */
const settleWon = (tx: Tx, payment: PaymentRecord, before: PaymentDispute): void => {
  const { decision, amount, currency } = before;
  release(tx, payment);
  if (decision !== 'claim') return;
  const paidTwice = amount - reduceArrears(tx, payment.clientId, { amount, currency });
  if (paidTwice > 0) setDispute(tx, payment, { ...before, status: 'won', paidTwice, ...UNDECIDED });
};

type DisputeDecision = NonNullable<PaymentDispute['decision']>;

/** What can be decided: who bears what the bank has taken, or what becomes of what was paid for it before the bank gave it back. */
const choicesOf = ({ status, paidTwice }: PaymentDispute): readonly DisputeDecision[] => {
  if (status !== 'won') return ['claim', 'waive'];
  return paidTwice === undefined ? [] : ['refund', 'waive'];
};

/**
 * What the desk decides of a dispute. With `claim` the client owes the amount, and the package is on hold until that is paid; with `waive`
 * the studio bears it, and the package can be used again. What was claimed and paid before the bank decided for the studio goes back with
 * `refund`, and stays with `waive`.
 * @throws Problem 409 `dispute_decided` without a dispute that waits for this.
 */
export const decideDispute = (
  tx: Tx,
  caller: Caller,
  payment: PaymentRecord,
  decision: DisputeDecision,
): PaymentRecord => {
  const dispute = unpack<PaymentDispute>(payment.dispute);
  if (dispute === null || dispute.decision !== null || !choicesOf(dispute).includes(decision)) {
    throw conflict('dispute_decided', 'Nothing is disputed that waits for this decision. Look at the payment again.');
  }
  const { amount, currency, paidTwice } = dispute;
  setDispute(tx, payment, { ...dispute, decision, decidedAt: tx.now, decidedByStaffId: staffIdOf(caller) });
  if (decision === 'refund') refundByRule(tx, payment, 'duplicate', paidTwice);
  if (decision === 'waive') release(tx, payment);
  if (decision === 'claim') {
    const row = openPackage(tx, payment);
    if (row?.holdReason === DISPUTED) changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
    addArrears(tx, payment.clientId, { amount, currency });
  }
  return paymentById(tx, payment.id) ?? payment;
};
