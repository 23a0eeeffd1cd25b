// A renewal that a card did not pay, and that the client pays at the desk.

import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource, type Problem } from '../../../kernel/problem.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import { isRenewalBeingPaid, lastRenewal, type PaymentRecord } from '../queries.ts';
import type { RecordPaymentBody } from '../shapes.ts';
import type { ChargeHandler } from './charges.ts';
import { renewalSubject } from './lost.ts';
import { owedFor, takeOwed } from './queries.ts';
import { renewalHandler } from './renewals.ts';

/** A renewal that was declined: its package, the payment that failed, and what is left to pay. */
export interface DeclinedRenewal {
  readonly row: PackageRow;
  readonly paymentId: string;
  readonly amount: number;
}

const notOwed = (message: string): Problem => conflict('renewal_not_owed', message);

/** What is left to pay for a renewal that was declined. */
const amountDue = (read: Read, { price }: PackageRow, paymentId: string): number => {
  const owed = owedFor(read, paymentId);
  return owed > 0 ? owed : price;
};

/**
 * The declined renewal that a payment is for; undefined for a payment that names no package.
 * @throws Problem 400 for a package that is not the client's, or another purpose; 409 `renewal_not_owed`.
 */
export const declinedRenewal = (
  read: Read,
  caller: Caller,
  { clientId, packageId, purpose }: RecordPaymentBody,
): DeclinedRenewal | undefined => {
  if (packageId === undefined || packageId === null) return undefined;
  if (purpose !== 'membership_renewal') {
    throw invalidParam('packageId', "Only a renewal payment can name its package. Send 'membership_renewal'.", {
      reason: 'not_applicable',
    });
  }
  const row = Package.rows.find(read, packageId);
  if (row === undefined || row.clientId !== clientId || !Package.canAccess(caller, row)) {
    throw missingResource('packageId', 'package of this client', packageId);
  }
  const isOpen = ['active', 'depleted'].includes(statusAt(row, read.now)) && row.renewalAttempts > 0;
  const last = isOpen ? lastRenewal(read, row.id) : undefined;
  if (last === undefined) throw notOwed('No renewal of this package was declined, so nothing is left to pay for it.');
  if (isRenewalBeingPaid(read, row.id)) {
    throw notOwed('The renewal of this package is being charged at this moment. Look at its payment in a minute.');
  }
  return { row, paymentId: last.id, amount: amountDue(read, row, last.id) };
};

/** @throws Problem 400 for a payment that is not exactly what is left to pay. */
export const requireWhole = (
  { row, amount }: DeclinedRenewal,
  paid: { readonly amount: number; readonly currency: string },
): void => {
  if (paid.amount === amount && paid.currency === row.currency) return;
  throw invalidParam('amount', `${amount} ${row.currency} is due for this renewal. Send exactly that.`, {
    reason: 'not_what_is_due',
  });
};

/** What the charge of a declined renewal stores. */
interface DeskRenewal {
  readonly packageId: string;
  /** The payment that failed. */
  readonly declinedId: string;
  readonly subject?: string;
}

export const contextOf = ({ row, paymentId }: DeclinedRenewal): DeskRenewal => ({
  packageId: row.id,
  declinedId: paymentId,
  subject: renewalSubject(row),
});

/** Starts the next period: what was owed for the renewal is paid by this payment, and the card is not tried again. */
export const payRenewal = (tx: Tx, payment: PaymentRecord, { packageId, declinedId }: DeskRenewal): void =>
  renewalHandler.completed(tx, payment, { packageId, ...takeOwed(tx, declinedId) });

/** Continues with the charge of a declined renewal at the desk. A failure changes nothing of the renewal. */
export const deskRenewalHandler: ChargeHandler<DeskRenewal> = {
  completed: payRenewal,
  failed() {},
};
