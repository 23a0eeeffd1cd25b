// What banks have taken back, and clients owe until it is paid in another way: debits that were returned, and claims of what was disputed.

import type { Tx } from '../../../database/database.ts';
import { balancesOf } from '../../clients/queries.ts';
import type { Balance } from '../../clients/record.ts';
import { reduceArrears } from '../charging/arrears.ts';
import { owedRenewals } from '../charging/queries.ts';
import { dropInPayments, type PaymentRecord, takenBackPayments } from '../queries.ts';
import { isReturned, Payment } from '../record.ts';
import { unpaidClaims } from './claims.ts';

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const settleReturned = (tx: Tx, { id }: PaymentRecord): void =>
  Payment.rows.update(tx, id, { returned: 0, updatedAt: tx.now });

/** The payment of a visit pays what is owed of an earlier payment of the same visit. */
export const payOwedVisit = (tx: Tx, { id, bookingId, clientId, amount, currency }: PaymentRecord): void => {
  if (bookingId === null) return;
  const others = dropInPayments(tx, bookingId).filter((each) => each.id !== id && each.currency === currency);
  const returned = others.filter(isReturned);
  for (const each of returned) if (amount >= each.amount) settleReturned(tx, each);
  const claimed = others.flatMap((each) => [...unpaidClaims(tx, each, id).values()]);
  const owed = sumOf([...returned.map((each) => each.amount), ...claimed]);
  if (owed > 0) reduceArrears(tx, clientId, { amount: Math.min(amount, owed), currency });
};

/**
 * Pays what is owed for anything but renewals, which can be paid by the name of their package: of debits that were returned, one of exactly
 * this amount, or else the oldest. The balance stays as it is.
 * @returns how much of the amount that is, in minor units.
 */
export const payTakenBack = (tx: Tx, clientId: string, { amount, currency }: Balance): number => {
  const all = takenBackPayments(tx, clientId).filter(
    (each) => each.currency === currency && !(isReturned(each) && each.purpose === 'membership_renewal'),
  );
  const claimed = sumOf(all.flatMap((each) => [...unpaidClaims(tx, each).values()]));
  const returned = all.filter(isReturned);
  const renewals = sumOf(owedRenewals(tx, clientId, currency).map(({ owed }) => owed));
  const balance = balancesOf(tx, clientId).find((each) => each.currency === currency)?.amount ?? 0;
  const owed = Math.min(claimed + sumOf(returned.map((each) => each.amount)), Math.max(0, 0 - balance - renewals));
  const exact = returned.find((each) => each.amount === amount);
  let left = Math.min(amount, owed);
  for (const each of exact === undefined ? returned : [exact]) {
    if (left < each.amount) break;
    settleReturned(tx, each);
    left -= each.amount;
  }
  return Math.min(amount, owed);
};
