// Cards, customers at the processor, and debts.

import type { Tx } from '../../database/database.ts';
import { unpackList } from '../../records/json.ts';
import { clientById } from '../clients/queries.ts';
import type { Balance } from '../clients/record.ts';
import { addArrears } from '../payments/charging/arrears.ts';
import type { Pair } from './pair.ts';

const CARDS = [
  // The default card of the client who stays is the default, unless they have none.
  `update "paymentMethods" set "isDefault" = 0 where "clientId" = ?2 and "isDefault" = 1
     and exists (select 1 from "paymentMethods" where "clientId" = ?1 and "isDefault" = 1)`,
  'update "paymentMethods" set "clientId" = ?1 where "clientId" = ?2',
  `update "processorCustomers" AS "other" set "mergedAt" = ?3 where "clientId" = ?2 and "mergedAt" is null and exists (
     select 1 from "processorCustomers" "own" where "own"."clientId" = ?1 and "own"."mergedAt" is null
       and "own"."processor" = "other"."processor" and "own"."mode" = "other"."mode" and "own"."account" = "other"."account")`,
  'update "processorCustomers" set "clientId" = ?1 where "clientId" = ?2',
  'update "clients" set "defaultCard" = coalesce("defaultCard", (select "defaultCard" from "clients" where "id" = ?2)) where "id" = ?1',
];

/** Moves the saved cards, and the customers that they belong to at the processor. */
export const mergeCards = (tx: Tx, { kept, merged }: Pair): void => {
  for (const statement of CARDS) {
    const values = [kept.id, merged.id, tx.now].slice(0, statement.includes('?3') ? 3 : 2);
    tx.db.query(statement).run(...values);
  }
};

/** Adds up what both owe; packages are on hold where the settings say so. Call it when the packages have moved. */
export const mergeDebts = (tx: Tx, { kept, merged }: Pair): void => {
  const owed = unpackList<Balance>(clientById(tx, merged.id)?.accountBalances ?? null);
  for (const { amount, currency } of owed) addArrears(tx, kept.id, { amount: -amount, currency });
  const [own] = unpackList<Balance>(kept.accountBalances);
  if (own !== undefined) addArrears(tx, kept.id, { amount: 0, currency: own.currency });
};
