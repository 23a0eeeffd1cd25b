import type { Tx } from '../../../database/database.ts';
import { changePackage } from '../../packages/change.ts';
import { packagesOfClients } from '../../packages/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { owe } from '../queries.ts';

/** Why a package is on hold while its client owes something. */
export const ARREARS = 'arrears';

/**
 * A renewal or a fee could not be charged: the client owes it, and where the settings of the site say so, the client's
 * packages are on hold until it is paid (rules.md "Package").
 */
export const goIntoArrears = (tx: Tx, clientId: string, siteId: string, amount: number): void => {
  owe(tx, clientId, amount);
  if (!paymentSettings(tx, siteId).holdCreditsInArrears) return;
  for (const row of packagesOfClients(tx, [clientId])) {
    const isOpen = row.status === 'active' || row.status === 'depleted';
    if (isOpen && row.onHold === 0) changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
  }
};

/** Something of what is owed was paid or waived; once nothing is left, the client's packages can be used again. */
export const leaveArrears = (tx: Tx, clientId: string, amount: number): void => {
  if (owe(tx, clientId, -amount) > 0) return;
  for (const row of packagesOfClients(tx, [clientId])) {
    if (row.onHold === 1 && row.holdReason === ARREARS) changePackage(tx, row, { onHold: 0, holdReason: null });
  }
};
