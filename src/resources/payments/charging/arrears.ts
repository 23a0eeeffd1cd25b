import type { Tx } from '../../../database/database.ts';
import { pack } from '../../../records/json.ts';
import { balancesOf } from '../../clients/queries.ts';
import type { Balance } from '../../clients/record.ts';
import { arrearsHold } from '../../packages/arrears.ts';
import { changePackage } from '../../packages/change.ts';
import { packagesOfClients } from '../../packages/queries.ts';
import { ARREARS } from '../../packages/record.ts';
import { brandCurrency } from '../../settings/queries.ts';
import { settleOwedRenewals } from './queries.ts';

const SET = 'update "clients" set "accountBalances" = ? where "id" = ?';

/** Sets what a client owes: the currency of the business comes first, then the others in the order of their codes. */
export const setBalances = (tx: Tx, clientId: string, balances: readonly Balance[]): void => {
  const own = brandCurrency(tx);
  const place = ({ currency }: Balance) => (currency === own ? '' : currency);
  const owed = balances.filter(({ amount }) => amount < 0);
  const sorted = owed.toSorted((left, right) => (place(left) < place(right) ? -1 : 1));
  const kept = sorted.map(({ amount, currency }): Balance => ({ amount, currency }));
  tx.db.query(SET).run(pack(kept), clientId);
};

/** What is owed is never below nothing. Returns it in minor units, before and after, and whether another currency is owed. */
const addToOwed = (
  tx: Tx,
  clientId: string,
  { amount, currency }: Balance,
): { before: number; owed: number; isOwedElse: boolean } => {
  const balances = balancesOf(tx, clientId);
  const others = balances.filter((each) => each.currency !== currency);
  const before = 0 - (balances.find((each) => each.currency === currency)?.amount ?? 0);
  const owed = Math.max(0, amount + before);
  setBalances(tx, clientId, [...others, { amount: 0 - owed, currency }]);
  return { before, owed, isOwedElse: others.length > 0 };
};

/** Adds a failed renewal or fee. Holds the client's packages where the sites' settings say so (rules.md "Package"). */
export const addArrears = (tx: Tx, clientId: string, debt: Balance): void => {
  addToOwed(tx, clientId, debt);
  for (const row of packagesOfClients(tx, [clientId])) {
    const isOpen = row.status === 'active' || row.status === 'depleted';
    const hold = isOpen && row.onHold === 0 ? arrearsHold(tx, row) : undefined;
    if (hold !== undefined) changePackage(tx, row, hold);
  }
};

const SETTLED = `update "payments" set "returned" = 0, "updatedAt" = ?1
  where "clientId" = ?2 and "returned" = 1 and "status" = 'failed' and "currency" = ?3`;

/**
 * Subtracts a paid or waived amount from what a client owes in its currency. When nothing is owed in that, no debit that was returned
 * is; when nothing is owed in any, it releases the client's packages.
 * @param forRenewals how much of it pays renewals that are owed, the oldest first.
 * @returns how much of it was owed.
 */
export const reduceArrears = (tx: Tx, clientId: string, { amount, currency }: Balance, forRenewals = 0): number => {
  const { before, owed, isOwedElse } = addToOwed(tx, clientId, { amount: -amount, currency });
  settleOwedRenewals(tx, clientId, { currency, paid: forRenewals, owed });
  const reduced = before - owed;
  if (owed === 0) tx.db.query(SETTLED).run(tx.now, clientId, currency);
  if (owed > 0 || isOwedElse) return reduced;
  for (const row of packagesOfClients(tx, [clientId])) {
    if (row.onHold === 1 && row.holdReason === ARREARS) changePackage(tx, row, { onHold: 0, holdReason: null });
  }
  return reduced;
};
