// What renews by the card of someone who does not pay for its client.

import type { Read, Tx } from '../../../database/database.ts';
import { changePackage } from '../../packages/change.ts';
import { NO_RENEWAL } from '../../packages/lifecycle/dates.ts';
import { packagesOfClients } from '../../packages/queries.ts';
import type { PackageRow } from '../../packages/record.ts';
import { paysFor } from '../../payment-methods/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';

const isForeign = (read: Read, row: PackageRow): boolean => {
  const card = row.paymentMethodId === null ? undefined : PaymentMethod.rows.find(read, row.paymentMethodId);
  return card !== undefined && !paysFor(read, card, row.clientId);
};

/** The packages of some clients that are charged to a card of someone who does not pay for them. */
const foreignRenewals = (read: Read, clientIds: readonly string[]): PackageRow[] =>
  packagesOfClients(read, clientIds).filter(
    (row) => row.autoRenews === 1 && (row.status === 'active' || row.status === 'depleted') && isForeign(read, row),
  );

/** Ends these renewals: the period that is paid stays, and no one is charged for the next one. */
export const stopForeignRenewals = (tx: Tx, clientIds: readonly string[]): void => {
  for (const row of foreignRenewals(tx, clientIds)) changePackage(tx, row, { ...NO_RENEWAL, paymentMethodId: null });
};
