import type { Tx } from '../../../database/database.ts';
import { changePackage } from '../../packages/change.ts';
import { packagesOfClients } from '../../packages/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { settleOwedRenewals } from './queries.ts';

/** The `holdReason` of a package that is on hold because its client is in arrears. */
export const ARREARS = 'arrears';

const ADD = 'update "clients" set "owed" = max(0, "owed" + ?) where "id" = ? returning "owed"';

/** Adds to what a client owes. Returns the new sum, minor units, which is never negative. */
const addToOwed = (tx: Tx, clientId: string, amount: number): number =>
  tx.db.query<{ owed: number }, [number, string]>(ADD).get(amount, clientId)?.owed ?? 0;

/**
 * Adds a renewal or a fee that could not be charged to what the client owes. When the settings of the site say so, it
 * puts the client's packages on hold (rules.md "Package").
 */
export const addArrears = (tx: Tx, clientId: string, siteId: string, amount: number): void => {
  addToOwed(tx, clientId, amount);
  if (!paymentSettings(tx, siteId).holdCreditsInArrears) return;
  for (const row of packagesOfClients(tx, [clientId])) {
    const isOpen = row.status === 'active' || row.status === 'depleted';
    if (isOpen && row.onHold === 0) changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
  }
};

/** Subtracts a paid or waived amount from what a client owes. At 0 it releases the client's packages. */
export const reduceArrears = (tx: Tx, clientId: string, amount: number): void => {
  if (addToOwed(tx, clientId, -amount) > 0) return;
  settleOwedRenewals(tx, clientId);
  for (const row of packagesOfClients(tx, [clientId])) {
    if (row.onHold === 1 && row.holdReason === ARREARS) changePackage(tx, row, { onHold: 0, holdReason: null });
  }
};
