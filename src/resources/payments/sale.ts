import type { Read, Tx } from '../../database/database.ts';
import type { Conclude, Concluded } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { allOf, conflict, invalidParam, missingResource } from '../../kernel/problem.ts';
import { hasExternalId, requireFreeExternalId } from '../../records/external-ids.ts';
import { mergeMetadata } from '../../records/merges.ts';
import { changePackage } from '../packages/change.ts';
import { checkDates, issuePackage, type NewPackage } from '../packages/issue.ts';
import { Package, type PackageRow } from '../packages/record.ts';
import { packageView } from '../packages/view.ts';
import { Plan, type PlanRow } from '../plans/record.ts';
import { paymentSettings } from '../settings/queries.ts';
import { amountsOf } from './amounts.ts';
import type { ChargeDeps } from './charging/call-processor.ts';
import { cardToCharge, requireCardsAccepted } from './charging/cards.ts';
import { chargeCard } from './charging/charge-card.ts';
import type { ChargeHandler, NewCharge } from './charging/charges.ts';
import { checkCurrency, checkMethod, findPayer, insertCompletedPayment, type NewPayment } from './payments.ts';
import type { PaymentRecord } from './queries.ts';
import { Payment } from './record.ts';
import type { SellPackageBody } from './shapes.ts';
import { paymentView } from './view.ts';

/** @throws Problem 400 when there is no such plan, it is not for the caller's sites, or it is archived. */
const planOf = (read: Read, caller: Caller, id: string): PlanRow => {
  const plan = Plan.lookUp(read, caller, id);
  if (plan === undefined) throw missingResource('planId', 'plan', id);
  if (plan.archivedAt !== null) throw invalidParam('planId', 'This plan is no longer on sale. Choose another plan.');
  return plan;
};

const startOf = (plan: PlanRow, startsAt: string | undefined): string | undefined => {
  if (startsAt !== undefined) return isoInstant(epochOf(startsAt));
  if (plan.activationType !== 'on_date') return undefined;
  throw invalidParam('startsAt', "This plan begins on a date. Send it as 'startsAt'.", 'parameter_missing');
};

/** The line item of a sale. A comp discounts its whole price, so that payments add up to the received money. */
const lineOf = (plan: PlanRow, packageId: string, price: number, isComp: boolean) => ({
  description: plan.name,
  unitAmount: price,
  discountAmount: isComp ? price : 0,
  referenceId: packageId,
});

const PACKAGES = { table: 'packages', label: Package.object } as const;

/** A sale before it is inserted. */
interface Sale {
  readonly payment: NewPayment;
  readonly newPackage: NewPackage;
  /** The columns of the package that the body sets. */
  readonly own: Partial<PackageRow>;
}

const methodOf = ({ paymentMethod, paymentMethodId }: SellPackageBody): NewPayment['paymentMethod'] =>
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

const saleOf = (tx: Tx, caller: Caller, body: SellPackageBody, { packageId, paymentId }: SaleIds): Sale => {
  const [plan, payer] = allOf(
    () => planOf(tx, caller, body.planId),
    () => findPayer(tx, caller, body),
  );
  if (payer.client.archivedAt !== null) {
    throw conflict('client_archived', 'The client is archived. Restore the client first.');
  }
  const method = methodOf(body);
  checkMethod(method, body.paymentMethodId);
  checkCurrency(payer.site, plan.currency, 'planId');
  const startsAt = startOf(plan, body.startsAt);
  const price = body.price ?? plan.price;
  const { taxInclusive } = paymentSettings(tx, payer.site.id);
  const payment = {
    ...payer,
    ...amountsOf([lineOf(plan, packageId, price, method === 'comp')], taxInclusive, 'package'),
    id: paymentId,
    paymentMethod: method,
    purpose: 'package' as const,
    description: plan.name,
    packageId,
  };
  const { id: clientId } = payer.client;
  requireFreeExternalId(tx, PACKAGES, { externalId: body.externalId ?? null });
  const newPackage = { id: packageId, clientId, siteId: payer.site.id, plan, price, paymentId, startsAt };
  return { payment, newPackage, own: ownOf(body) };
};

/**
 * Sells a plan to a client without charging a card: inserts the payment and the package in one transaction.
 * @throws Problem 400 when client, plan or site contradict each other; 409 `client_archived`, `site_inactive`.
 */
export const sell = (
  tx: Tx,
  caller: Caller,
  body: SellPackageBody,
  ids: SaleIds = newIds(tx),
): { package: PackageRow; payment: PaymentRecord } => {
  const sale = saleOf(tx, caller, body, ids);
  checkDates(tx, sale.newPackage);
  const payment = insertCompletedPayment(tx, sale.payment);
  return { package: changePackage(tx, issuePackage(tx, sale.newPackage), sale.own), payment };
};

/** The sale that a charge stores until it is paid. */
interface SaleContext extends Omit<NewPackage, 'plan' | 'startsAt' | 'cardId'> {
  readonly planId: string;
  readonly startsAt: string | null;
  readonly cardId: string | null;
  readonly own: Partial<PackageRow>;
}

/**
 * The charge of a sale to a saved card. A plan that renews binds its package to the card.
 * @throws Problem as `sell`, and as `cardToCharge`.
 */
const chargeOf = (tx: Tx, caller: Caller, body: SellPackageBody, deps: ChargeDeps): NewCharge => {
  const { payment, newPackage, own } = saleOf(tx, caller, body, newIds(tx));
  requireCardsAccepted(tx, payment.site.id);
  const card = cardToCharge(tx, payment.client.id, body.paymentMethodId, deps);
  checkDates(tx, newPackage);
  const { plan, startsAt, ...rest } = newPackage;
  const cardId = plan.autoRenews === 1 ? card.id : null;
  const facts: SaleContext = { ...rest, planId: plan.id, startsAt: startsAt ?? null, cardId, own };
  const { paymentMethod: _, ...charged } = payment;
  // The package does not exist before it is paid.
  return { ...charged, packageId: null, card, handler: 'sale', facts, isAutomatic: false };
};

/** Issues the package of a sale that was paid by card. */
export const saleHandler: ChargeHandler<SaleContext> = {
  completed(tx, payment, { planId, startsAt, cardId, own, ...sold }) {
    const plan = Plan.rows.find(tx, planId);
    if (plan === undefined) throw new Error(`the payment '${payment.id}' is for a plan that does not exist`);
    Payment.rows.update(tx, payment.id, { packageId: sold.id });
    const terms = { ...sold, plan, startsAt: startsAt ?? undefined, cardId: cardId ?? undefined };
    const { externalId, ...others } = own;
    // Another package may have got the external id while the card was charged.
    const isFree = typeof externalId !== 'string' || !hasExternalId(tx, PACKAGES.table, externalId);
    changePackage(tx, issuePackage(tx, terms), isFree ? own : others);
  },
  failed() {},
};

/** A request to sell a package, with its idempotency key. */
interface SellCall {
  readonly caller: Caller;
  readonly body: SellPackageBody;
  readonly requestKey?: string | undefined;
}

/**
 * Sells a plan (`sellPackage`): the payment is complete at once, or a saved card is charged.
 * @throws Problem as `sell`; for a card as `chargeCard` and `cardToCharge`.
 */
export const sellPackage = (deps: ChargeDeps, call: SellCall, conclude: Conclude): Promise<Concluded> => {
  const { caller, body, requestKey } = call;
  if (methodOf(body) !== 'card') {
    return conclude((tx) => {
      const sold = sell(tx, caller, body);
      return { ...packageView(tx, sold.package), payment: paymentView(sold.payment) };
    });
  }
  const response = (tx: Tx, payment: PaymentRecord) => {
    const sold = payment.packageId === null ? undefined : Package.rows.find(tx, payment.packageId);
    if (sold === undefined) throw new Error(`the payment '${payment.id}' is complete and has no package`);
    return { ...packageView(tx, sold), payment: paymentView(payment) };
  };
  return chargeCard(deps, (tx) => ({ ...chargeOf(tx, caller, body, deps), requestKey }), response, conclude);
};
