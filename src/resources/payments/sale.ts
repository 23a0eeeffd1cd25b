import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requirePermission, staffIdOf } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { allOf, conflict, invalidParam, missingResource } from '../../kernel/problem.ts';
import { requireNotErased } from '../../records/erased.ts';
import { hasExternalId, requireFreeExternalId } from '../../records/external-ids.ts';
import { mergeMetadata } from '../../records/merges.ts';
import { type Discount, discountByCode, giveBack, redeem, redeemAgain } from '../discount-codes/redemptions.ts';
import { changePackage } from '../packages/change.ts';
import { checkDates, issuePackage, type NewPackage } from '../packages/issue.ts';
import { Package, type PackageRow } from '../packages/record.ts';
import type { PaymentMethodRow } from '../payment-methods/record.ts';
import { Plan, type PlanRow } from '../plans/record.ts';
import { paymentSettings } from '../settings/queries.ts';
import { amountsOf } from './amounts.ts';
import type { ChargeDeps } from './charging/call-processor.ts';
import { cardToCharge, requireCardsAccepted } from './charging/cards.ts';
import type { ChargeHandler, NewCharge } from './charging/charges.ts';
import {
  checkCurrency,
  checkMethod,
  findPayer,
  insertCompletedPayment,
  type NewPayment,
  type Payer,
  packageColumns,
} from './payments.ts';
import type { PaymentRecord } from './queries.ts';
import { Payment } from './record.ts';
import type { SellPackageBody } from './shapes.ts';

/** @throws Problem 400 when there is no such plan, it is not for the caller's sites, or it is archived. */
const planOf = (read: Read, caller: Caller, id: string): PlanRow => {
  const plan = Plan.lookUp(read, caller, id);
  if (plan === undefined) throw missingResource('planId', 'plan', id);
  if (plan.archivedAt !== null)
    throw invalidParam('planId', 'This plan is no longer on sale. Choose another plan.', { reason: 'not_on_sale' });
  return plan;
};

const startOf = (plan: PlanRow, startsAt: string | undefined): string | undefined => {
  if (startsAt !== undefined) return isoInstant(epochOf(startsAt));
  if (plan.activationType !== 'on_date') return undefined;
  throw invalidParam('startsAt', "This plan starts on a fixed date. Send it in 'startsAt'.", 'parameter_missing');
};

interface Terms {
  readonly payer: Payer;
  readonly plan: PlanRow;
  readonly price: number;
  readonly method: NewPayment['paymentMethod'];
  readonly body: SellPackageBody;
  /** The payment that the same request has begun before. */
  readonly earlier: PaymentRecord | undefined;
}

/** @throws Problem 400 beside another discount; 409 as `discountByCode`. */
const discountOfCode = (read: Read, text: string, terms: Terms): Discount => {
  const { payer, plan, price, method, body, earlier } = terms;
  if (body.discountAmount !== undefined && body.discountAmount > 0) {
    throw invalidParam(
      'discountCode',
      "A sale takes either a code or a discount. Leave out 'discountCode' or the other one.",
      { reason: 'not_both' },
    );
  }
  const sale = { client: payer.client, siteId: payer.site.id, planId: plan.id, currency: plan.currency, price };
  const discount = discountByCode(read, text, sale, earlier);
  if (method === 'comp' && discount.amount < price) {
    throw invalidParam('discountCode', "A comp is already free. Leave out 'discountCode'.", { reason: 'comp_is_free' });
  }
  return discount;
};

/** What a sale takes off the price. A comp takes off all of it, so that payments add up to the received money. */
const discountOf = (read: Read, terms: Terms): Discount => {
  const { price, method, body } = terms;
  const { discountAmount = 0, discountReason = null, discountCode } = body;
  if (typeof discountCode === 'string') return discountOfCode(read, discountCode, terms);
  if (method === 'comp') {
    if (discountAmount > 0)
      throw invalidParam('discountAmount', "A comp is already free. Leave out 'discountAmount'.", {
        reason: 'comp_is_free',
      });
    return { amount: price, reason: discountReason, codeId: null };
  }
  if (discountAmount > price) {
    throw invalidParam('discountAmount', `The discount is more than the price, ${price}. Send ${price} or less.`, {
      reason: 'more_than_price',
    });
  }
  return { amount: discountAmount, reason: discountReason, codeId: null };
};

const lineOf = (plan: PlanRow, packageId: string, price: number, { amount, reason }: Discount) => ({
  description: plan.name,
  unitAmount: price,
  discountAmount: amount,
  ...(reason !== null && amount > 0 ? { discountReason: reason } : {}),
  referenceId: packageId,
});

const PACKAGES = { table: 'packages', label: Package.object } as const;

interface Sale {
  readonly payment: NewPayment;
  readonly newPackage: NewPackage;
  /** The columns of the package that the body sets. */
  readonly own: Partial<PackageRow>;
  readonly codeId: string | null;
}

export const methodOf = ({ paymentMethod, paymentMethodId }: SellPackageBody): NewPayment['paymentMethod'] =>
  paymentMethod ?? (typeof paymentMethodId === 'string' ? 'card' : 'external');

interface SaleIds {
  readonly packageId: string;
  readonly paymentId: string;
}

const newIds = (tx: Tx): SaleIds => ({ packageId: tx.id(), paymentId: tx.id() });

const ownOf = (body: SellPackageBody): Partial<PackageRow> => ({
  ...(body.metadata === undefined ? {} : { metadata: mergeMetadata(null, body.metadata) }),
  ...(body.externalId === undefined ? {} : { externalId: body.externalId }),
});

const saleOf = (
  tx: Tx,
  caller: Caller,
  body: SellPackageBody,
  { packageId, paymentId }: SaleIds,
  earlier?: PaymentRecord,
): Sale => {
  const [plan, payer] = allOf(
    () => planOf(tx, caller, body.planId),
    () => findPayer(tx, caller, body),
  );
  requireNotErased(tx, payer.client.id, 'Sell to another client.');
  if (payer.client.archivedAt !== null) {
    throw conflict('client_archived', 'The client is archived. Restore the client first.');
  }
  const method = methodOf(body);
  checkMethod(method, body.paymentMethodId);
  checkCurrency(payer.site, plan.currency, 'planId');
  const startsAt = startOf(plan, body.startsAt);
  const price = body.price ?? plan.price;
  const discount = discountOf(tx, { payer, plan, price, method, body, earlier });
  // Whoever sells does so at the price of the plan; to give something away takes more.
  const isGiven = discount.amount > 0 && typeof body.discountCode !== 'string';
  if (price !== plan.price || isGiven) requirePermission(caller, 'packages:adjust');
  const { taxInclusive } = paymentSettings(tx, payer.site.id);
  const payment = {
    ...payer,
    ...amountsOf([lineOf(plan, packageId, price, discount)], taxInclusive, 'package'),
    id: paymentId,
    paymentMethod: method,
    purpose: 'package' as const,
    description: plan.name,
    package: { id: packageId, planId: plan.id },
    soldByStaffId: staffIdOf(caller),
  };
  const { id: clientId } = payer.client;
  // A repeat may find the package that it has sold.
  if (earlier === undefined) requireFreeExternalId(tx, PACKAGES, { externalId: body.externalId ?? null });
  const newPackage = { id: packageId, clientId, siteId: payer.site.id, plan, price, paymentId, startsAt };
  return { payment, newPackage, own: ownOf(body), codeId: discount.codeId };
};

interface SaleOptions {
  readonly ids?: SaleIds;
  /** The card by which the package renews, if its plan does. */
  readonly cardId?: string | undefined;
}

export interface Sold {
  readonly package: PackageRow;
  readonly payment: PaymentRecord;
}

/**
 * Sells a plan to a client: inserts the complete payment and the package in one transaction. It charges no card.
 * @throws Problem 400 when client, plan or site contradict each other; 403 for a price that differs from the plan's; 409
 *   `client_archived`, `site_inactive`, and as `discountByCode`.
 */
export const sell = (tx: Tx, caller: Caller, body: SellPackageBody, options: SaleOptions = {}): Sold => {
  const { payment: paid, newPackage, own, codeId } = saleOf(tx, caller, body, options.ids ?? newIds(tx));
  const terms = { ...newPackage, cardId: newPackage.plan.autoRenews === 1 ? options.cardId : undefined };
  checkDates(tx, terms);
  const payment = insertCompletedPayment(tx, paid);
  if (codeId !== null) redeem(tx, codeId, payment);
  return { package: changePackage(tx, issuePackage(tx, terms), own), payment };
};

/** The sale that a charge stores until it is paid. */
export interface SaleContext extends Omit<NewPackage, 'plan' | 'startsAt' | 'cardId'> {
  readonly planId: string;
  /** What was sold: the plan may change until the sale is paid. Sales that an earlier version began have none. */
  readonly terms?: Pick<PlanRow, 'creditsTotal' | 'validityDays' | 'validityMonths'>;
  readonly startsAt: string | null;
  readonly cardId: string | null;
  readonly own: Partial<PackageRow>;
}

interface SaleCharge extends NewCharge {
  readonly context: SaleContext;
  /** The discount code of the sale, which is redeemed before the card is charged. */
  readonly codeId: string | null;
}

/**
 * A plan that renews binds its package to the card.
 * @param options `earlier`: the payment that the same request has begun before; `method`: what the member is to choose on the device.
 * @throws Problem as `sell`, and as `cardToCharge`.
 */
export const chargeOfSale = (
  tx: Tx,
  caller: Caller,
  body: SellPackageBody,
  deps: ChargeDeps,
  {
    earlier,
    method,
  }: { readonly earlier?: PaymentRecord | undefined; readonly method?: PaymentMethodRow | undefined } = {},
): SaleCharge => {
  const { payment, newPackage, own, codeId } = saleOf(tx, caller, body, newIds(tx), earlier);
  requireCardsAccepted(tx, payment.site.id);
  const card = method ?? cardToCharge(tx, caller, payment.client.id, body.paymentMethodId, deps);
  checkDates(tx, newPackage);
  const { plan, startsAt, ...rest } = newPackage;
  const cardId = plan.autoRenews === 1 ? card.id : null;
  const { creditsTotal, validityDays, validityMonths } = plan;
  const terms = { creditsTotal, validityDays, validityMonths };
  const context: SaleContext = { ...rest, planId: plan.id, terms, startsAt: startsAt ?? null, cardId, own };
  const { paymentMethod: _, ...charged } = payment;
  // The package does not exist before it is paid.
  return { ...charged, package: null, card, handler: 'sale', context, isAutomatic: false, codeId };
};

/** The card that a sale would charge; undefined for another method. @throws Problem as `chargeOfSale`. */
export const cardOfSale = (tx: Tx, caller: Caller, body: SellPackageBody, deps: ChargeDeps): string | undefined =>
  methodOf(body) === 'card' ? chargeOfSale(tx, caller, body, deps).card.id : undefined;

/** Issues the package of a sale that was paid by card. */
export const issueSold = (tx: Tx, payment: PaymentRecord, context: SaleContext): PackageRow => {
  const { planId, terms: soldTerms, startsAt, cardId, own, ...sold } = context;
  const row = Plan.rows.find(tx, planId);
  if (row === undefined) throw new Error(`the payment '${payment.id}' is for a plan that does not exist`);
  const plan = { ...row, ...soldTerms };
  Payment.rows.update(tx, payment.id, packageColumns({ id: sold.id, planId }));
  redeemAgain(tx, payment.id);
  const terms = { ...sold, plan, startsAt: startsAt ?? undefined, cardId: cardId ?? undefined };
  const { externalId, ...others } = own;
  // Another package may have got the external id while the card was charged.
  const isFree = typeof externalId !== 'string' || !hasExternalId(tx, PACKAGES.table, externalId);
  return changePackage(tx, issuePackage(tx, terms), isFree ? own : others);
};

export const saleHandler: ChargeHandler<SaleContext> = {
  completed: (tx, payment, context) => void issueSold(tx, payment, context),
  failed: (tx, payment) => giveBack(tx, payment.id),
  ahead(tx, payment, context) {
    issueSold(tx, payment, context);
    return true;
  },
};
