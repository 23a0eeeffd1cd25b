import type { Read, Tx } from '../../database/database.ts';
import { percentOf } from '../../kernel/money.ts';
import { conflict, type Problem } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import { reachesOneOf } from '../../records/site-scope.ts';
import type { ClientRecord } from '../clients/queries.ts';
import { codeWritten, hasHadPackage, isUsedUp, redemptionsOf } from './queries.ts';
import type { DiscountCodeRow } from './record.ts';

/** A sale of a plan, or of one visit, to which a code is applied. */
export interface CodeSale {
  readonly client: Pick<ClientRecord, 'id' | 'visits'>;
  readonly siteId: string;
  /** Null for a single visit that is paid separately. */
  readonly planId: string | null;
  readonly currency: string;
  /** Minor units. */
  readonly price: number;
}

/** What is taken off the price of a sale. */
export interface Discount {
  /** Minor units. */
  readonly amount: number;
  /** Of a code, the code as the studio writes it. */
  readonly reason: string | null;
  /** The code that takes it off, which is redeemed with the sale. */
  readonly codeId: string | null;
}

const refusal = (code: string, message: string): Problem =>
  conflict(code, message, [{ param: 'discountCode', code, message }]);

type Terms = Pick<DiscountCodeRow, 'percentOff' | 'amountOff'>;

/** What a code takes off a price: never more than the price. */
export const takenOff = ({ percentOff, amountOff }: Terms, price: number): number =>
  Math.min(price, percentOff === null ? (amountOff ?? 0) : percentOf(price, percentOff));

const isForPlan = ({ appliesTo, planIds }: DiscountCodeRow, planId: string): boolean => {
  const ids = unpackList<string>(planIds);
  return appliesTo !== 'visits' && (ids.length === 0 || ids.includes(planId));
};

const isFor = (row: DiscountCodeRow, { siteId, planId, currency, price }: CodeSale): boolean => {
  const isUse = planId === null ? row.appliesTo !== 'plans' : isForPlan(row, planId);
  const isCurrency = row.currency === null || row.currency === currency;
  return isUse && isCurrency && price > 0 && reachesOneOf({ siteIds: [siteId] }, row.eligibleSiteIds);
};

/** Why a code cannot be used for a sale; undefined when it can. */
const reasonAgainst = (read: Read, row: DiscountCodeRow, sale: CodeSale): Problem | undefined => {
  const { client } = sale;
  if (row.startsAt !== null && row.startsAt > read.now) {
    return refusal('discount_code_not_started', 'This code is not valid yet. Try it later.');
  }
  if (row.endsAt !== null && row.endsAt <= read.now) {
    return refusal('discount_code_ended', 'This code has expired. Leave it out, or send another one.');
  }
  if (!isFor(row, sale)) {
    const advice =
      sale.planId === null
        ? 'This code is not valid for a drop-in here. Leave it out, or choose a plan it is valid for.'
        : 'This code is not valid for this plan here. Choose a plan it is valid for.';
    return refusal('discount_code_not_for_plan', advice);
  }
  if (row.newClientsOnly === 1 && (client.visits > 0 || hasHadPackage(read, client.id))) {
    return refusal('discount_code_new_clients_only', 'This code is for new clients. Leave it out.');
  }
  if (row.maxPerClient !== null && redemptionsOf(read, client.id, row.id) >= row.maxPerClient) {
    return refusal('discount_code_already_used', 'The client has reached the limit for this code. Leave it out.');
  }
  if (isUsedUp(row)) return refusal('discount_code_used_up', 'This code has reached its limit. Leave it out.');
  return undefined;
};

/**
 * What a code takes off the price of a sale: the one rule for members and for the desk.
 * @param earlier the payment that the same request has begun before: it has redeemed the code, and its discount stays as it was.
 * @throws Problem 409 `discount_code_unknown` for an unknown and for an archived code, `discount_code_not_started`,
 *   `discount_code_ended`, `discount_code_not_for_plan`, `discount_code_new_clients_only`, `discount_code_already_used`,
 *   `discount_code_used_up`.
 */
export const discountByCode = (
  read: Read,
  text: string,
  sale: CodeSale,
  earlier: { readonly discountAmount: number } | undefined,
): Discount => {
  if (earlier !== undefined) return { amount: earlier.discountAmount, reason: text, codeId: null };
  const row = codeWritten(read, text);
  if (row === undefined) {
    throw refusal('discount_code_unknown', 'Unknown code. Check the spelling, or leave it out.');
  }
  const reason = reasonAgainst(read, row, sale);
  if (reason !== undefined) throw reason;
  return { amount: takenOff(row, sale.price), reason: row.code, codeId: row.id };
};

const INSERT = `insert into "discountRedemptions" ("paymentId", "codeId", "clientId", "createdAt", "givenBackAt")
  values (?, ?, ?, ?, ?)`;
const COUNT = 'update "discountCodes" set "redemptions" = "redemptions" + ? where "id" = ?';
const GIVE_BACK = `update "discountRedemptions" set "givenBackAt" = ?
  where "paymentId" = ? and "givenBackAt" is null returning "codeId"`;
const TAKE_AGAIN = `update "discountRedemptions" set "givenBackAt" = null
  where "paymentId" = ? and "givenBackAt" is not null returning "codeId"`;

type Changed = { codeId: string };

interface Redeeming {
  readonly id: string;
  readonly clientId: string;
  /** By default now. */
  readonly createdAt?: string;
  readonly givenBackAt?: string | null;
}

/** Counts the redemption of a code by a payment. */
export const redeem = (
  tx: Tx,
  codeId: string,
  { id, clientId, createdAt = tx.now, givenBackAt = null }: Redeeming,
): void => {
  tx.db.query(INSERT).run(id, codeId, clientId, createdAt, givenBackAt);
  if (givenBackAt === null) tx.db.query(COUNT).run(1, codeId);
};

/** Takes back the redemption of a payment with which nothing was sold, if it has one. */
export const giveBack = (tx: Tx, paymentId: string): void => {
  const freed = tx.db.query<Changed, [string, string]>(GIVE_BACK).get(tx.now, paymentId);
  if (freed !== null) tx.db.query(COUNT).run(-1, freed.codeId);
};

/** Counts the redemption of a payment again that had failed and was paid after all, if it has one. */
export const redeemAgain = (tx: Tx, paymentId: string): void => {
  const taken = tx.db.query<Changed, [string]>(TAKE_AGAIN).get(paymentId);
  if (taken !== null) tx.db.query(COUNT).run(1, taken.codeId);
};
