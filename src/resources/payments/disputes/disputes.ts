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

/** The `holdReason` of a package whose payment is disputed. */
const DISPUTED = 'disputed';

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
 * Stores what a client disputes: its package is on hold until the desk has decided. Doing so again changes nothing; what the bank has
 * decided for the studio ends the hold.
 * @returns whether it is new.
 */
export const storeDispute = (tx: Tx, { id, chargeId, amount, currency, reason, status }: Dispute): boolean => {
  const payment = paymentOfCharge(tx, chargeId);
  if (payment === undefined) return false;
  const before = unpack<PaymentDispute>(payment.dispute);
  if (before === null || before.id !== id) {
    const decision = { decision: null, decidedAt: null, decidedByStaffId: null };
    const dispute = { id, amount, currency, reason, status, openedAt: tx.now, ...decision };
    setDispute(tx, payment, dispute);
    hold(tx, payment);
    raiseDisputed(tx, payment, dispute);
    return true;
  }
  if (before.status === status) return false;
  setDispute(tx, payment, { ...before, status });
  if (status === 'won') settleWon(tx, payment, before);
  return false;
};

/** The money stays here: nothing is on hold, and what was claimed is owed no more. */
const settleWon = (tx: Tx, payment: PaymentRecord, { decision, amount, currency }: PaymentDispute): void => {
  release(tx, payment);
  if (decision === 'claim') reduceArrears(tx, payment.clientId, { amount, currency });
};

/**
 * What the desk decides of a dispute. With `claim` the client owes the amount, and the package is on hold until that is paid; with `waive`
 * the studio bears it, and the package can be used again.
 * @throws Problem 409 `dispute_decided` without a dispute that waits.
 */
export const decideDispute = (
  tx: Tx,
  caller: Caller,
  payment: PaymentRecord,
  decision: NonNullable<PaymentDispute['decision']>,
): PaymentRecord => {
  const dispute = unpack<PaymentDispute>(payment.dispute);
  if (dispute === null || dispute.decision !== null || dispute.status === 'won') {
    throw conflict('dispute_decided', 'Nothing is disputed that waits for a decision. Look at the payment again.');
  }
  const { amount, currency } = dispute;
  setDispute(tx, payment, { ...dispute, decision, decidedAt: tx.now, decidedByStaffId: staffIdOf(caller) });
  const row = openPackage(tx, payment);
  if (decision === 'waive') release(tx, payment);
  else {
    if (row?.holdReason === DISPUTED) changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
    addArrears(tx, payment.clientId, { amount, currency });
  }
  return paymentById(tx, payment.id) ?? payment;
};
