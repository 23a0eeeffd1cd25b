import type { Read, Tx } from '../../database/database.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { conflict, invalidParam, missingResource } from '../../kernel/problem.ts';
import { changePackage } from '../packages/change.ts';
import { checkDates, issuePackage, type NewPackage } from '../packages/issue.ts';
import type { PackageRow } from '../packages/record.ts';
import { Plan, type PlanRow } from '../plans/record.ts';
import { paymentSettings } from '../settings/queries.ts';
import { amountsOf } from './amounts.ts';
import { type CardPlace, type Charging, cardToCharge, type Follower, requireAccepted } from './charging/charges.ts';
import { checkCurrency, checkMethod, type Taking, take, tillOf } from './payments.ts';
import { type PaymentRecord, setPayment } from './queries.ts';
import type { SellPackageBody } from './shapes.ts';

const planOf = (read: Read, id: string): PlanRow => {
  const plan = Plan.rows.find(read, id);
  if (plan === undefined) throw missingResource('planId', 'plan', id);
  if (plan.archivedAt !== null) throw invalidParam('planId', 'This plan is no longer on sale. Choose another plan.');
  return plan;
};

const startOf = (plan: PlanRow, startsAt: string | undefined): string | undefined => {
  if (startsAt !== undefined) return isoInstant(epochOf(startsAt));
  if (plan.activationType !== 'on_date') return undefined;
  throw invalidParam('startsAt', "This plan begins on a date. Send it as 'startsAt'.", 'parameter_missing');
};

/** What is given away is told as a discount, so that the sums of payments stay what came in. */
const lineOf = (plan: PlanRow, packageId: string, price: number, isComp: boolean) => ({
  description: plan.name,
  unitAmount: price,
  discountAmount: isComp ? price : 0,
  referenceId: packageId,
});

/** A sale before anything is written. */
interface Sale {
  readonly taking: Taking;
  readonly issue: NewPackage;
  /** What the body says of the package itself. */
  readonly own: Partial<PackageRow>;
}

const methodOf = ({ paymentMethod, paymentMethodId }: SellPackageBody): Taking['paymentMethod'] =>
  paymentMethod ?? (typeof paymentMethodId === 'string' ? 'card' : 'external');

/** Whether a sale charges a saved card. */
export const isByCard = (body: SellPackageBody): boolean => methodOf(body) === 'card';

interface SaleIds {
  readonly packageId: string;
  readonly paymentId: string;
}

const ownOf = (body: SellPackageBody): Partial<PackageRow> => ({
  ...(body.metadata === undefined ? {} : { metadata: mergeMetadata(null, body.metadata) }),
  ...(body.externalId === undefined ? {} : { externalId: body.externalId }),
});

const saleOf = (tx: Tx, caller: Caller, body: SellPackageBody, { packageId, paymentId }: SaleIds): Sale => {
  const plan = planOf(tx, body.planId);
  const till = tillOf(tx, caller, body);
  if (till.client.archivedAt !== null) {
    throw conflict('client_archived', 'The client is archived. Restore the client first.');
  }
  const method = methodOf(body);
  checkMethod(method, body.paymentMethodId);
  checkCurrency(till.site, plan.currency, 'planId');
  const startsAt = startOf(plan, body.startsAt);
  const price = body.price ?? plan.price;
  const { taxInclusive } = paymentSettings(tx, till.site.id);
  const taking = {
    ...till,
    ...amountsOf([lineOf(plan, packageId, price, method === 'comp')], taxInclusive, 'package'),
    id: paymentId,
    paymentMethod: method,
    purpose: 'package' as const,
    description: plan.name,
    packageId,
    bookingId: null,
    metadata: null,
    externalId: null,
  };
  const { id: clientId } = till.client;
  const issue = { id: packageId, clientId, siteId: till.site.id, plan, price, paymentId, startsAt };
  return { taking, issue, own: ownOf(body) };
};

/**
 * Sells a plan to a client: the payment and the package in one transaction (manage.md).
 * @throws Problem 400 when client, plan or site do not go together; 409 `client_archived`, `site_inactive`.
 */
export const sell = (
  tx: Tx,
  caller: Caller,
  body: SellPackageBody,
  ids: SaleIds = { packageId: tx.id(), paymentId: tx.id() },
): { package: PackageRow; payment: PaymentRecord } => {
  const { taking, issue: sold, own } = saleOf(tx, caller, body, ids);
  checkDates(tx, sold);
  const payment = take(tx, taking);
  return { package: changePackage(tx, issuePackage(tx, sold), own), payment };
};

/** What a sale by card keeps until it is paid. */
interface SoldByCard extends Omit<NewPackage, 'plan' | 'startsAt' | 'cardId'> {
  readonly planId: string;
  readonly startsAt: string | null;
  readonly cardId: string | null;
  readonly own: Partial<PackageRow>;
}

/**
 * The same sale through a saved card, before it is charged. A plan that renews binds the package to the card.
 * @throws Problem as `sell`, and as `cardToCharge`.
 */
export const sellByCard = (tx: Tx, caller: Caller, body: SellPackageBody, at: CardPlace): Charging => {
  const { taking, issue: sold, own } = saleOf(tx, caller, body, { packageId: tx.id(), paymentId: tx.id() });
  requireAccepted(tx, taking.site.id);
  const card = cardToCharge(tx, taking.client.id, body.paymentMethodId, at);
  checkDates(tx, sold);
  const { plan, startsAt, ...rest } = sold;
  const cardId = plan.autoRenews === 1 ? card.id : null;
  const facts: SoldByCard = { ...rest, planId: plan.id, startsAt: startsAt ?? null, cardId, own };
  const { paymentMethod: _, ...charged } = taking;
  // The package is not there before it is paid.
  return { ...charged, packageId: null, card, follows: 'sale', facts, isAutomatic: false };
};

/** Gives the client what was paid for. */
export const saleFollower: Follower = {
  paid(tx, payment, facts) {
    const { planId, startsAt, cardId, own, ...sold } = facts as SoldByCard;
    const plan = Plan.rows.find(tx, planId);
    if (plan === undefined) throw new Error(`the payment '${payment.id}' is for a plan that does not exist`);
    setPayment(tx, payment.id, { packageId: sold.id });
    changePackage(
      tx,
      issuePackage(tx, { ...sold, plan, startsAt: startsAt ?? undefined, cardId: cardId ?? undefined }),
      own,
    );
  },
  unpaid() {},
};
