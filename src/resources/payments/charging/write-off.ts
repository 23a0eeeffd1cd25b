import type { Tx } from '../../../database/database.ts';
import { Package } from '../../packages/record.ts';
import { failedPayments } from '../queries.ts';
import { isReturned, Payment } from '../record.ts';
import { reduceArrears } from './arrears.ts';
import { debtOfPackage, takeOwed } from './queries.ts';

/** Writes off what is owed for a package: payments that a bank has returned, and renewals that were declined. */
export const writeOffDebt = (tx: Tx, packageId: string): void => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined) return;
  const debt = debtOfPackage(tx, row);
  for (const payment of failedPayments(tx, packageId)) {
    takeOwed(tx, payment.id);
    if (isReturned(payment)) Payment.rows.update(tx, payment.id, { returned: 0, updatedAt: tx.now });
  }
  if (debt !== null) reduceArrears(tx, row.clientId, debt);
};
