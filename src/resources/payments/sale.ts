import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { conflict, invalidParam, missingResource } from '../../kernel/problem.ts';
import type { Read, Tx } from '../../store/database.ts';
import type { PackageRow } from '../../store/tables/packages.ts';
import type { PlanRow } from '../../store/tables/plans.ts';
import { mergeMetadata } from '../../web/metadata.ts';
import { change } from '../packages/ledger.ts';
import { issue } from '../packages/packages.ts';
import { planRows } from '../plans/rows.ts';
import { paymentSettings } from '../settings/effective.ts';
import { amountsOf } from './amounts.ts';
import { checkCurrency, checkMethod, take, tillOf } from './payments.ts';
import type { PaymentRecord } from './rows.ts';
import type { SellPackageBody } from './shapes.ts';

const planOf = (read: Read, id: string): PlanRow => {
  const plan = planRows.find(read, id);
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

/**
 * Sells a plan to a client: the payment and the package in one transaction (manage.md).
 * @throws Problem 400 when client, plan or site do not go together; 409 `client_archived`, `site_inactive`,
 *   `card_payments_not_enabled`.
 */
export const sell = (
  tx: Tx,
  caller: Caller,
  body: SellPackageBody,
  ids: { readonly packageId: string; readonly paymentId: string } = { packageId: tx.id(), paymentId: tx.id() },
): { package: PackageRow; payment: PaymentRecord } => {
  const plan = planOf(tx, body.planId);
  const till = tillOf(tx, caller, body);
  if (till.client.archivedAt !== null) {
    throw conflict('client_archived', 'The client is archived. Restore the client first.');
  }
  const method = body.paymentMethod ?? 'external';
  checkMethod(method, body.paymentMethodId);
  checkCurrency(till.site, plan.currency, 'planId');
  const startsAt = startOf(plan, body.startsAt);
  const { packageId, paymentId } = ids;
  const price = body.price ?? plan.price;
  const { taxInclusive } = paymentSettings(tx, till.site.id);
  const payment = take(tx, {
    ...till,
    ...amountsOf([lineOf(plan, packageId, price, method === 'comp')], taxInclusive, 'package'),
    id: paymentId,
    paymentMethod: method as 'cash' | 'external' | 'comp',
    purpose: 'package',
    description: plan.name,
    packageId,
    bookingId: null,
    metadata: null,
    externalId: null,
  });
  const { id: clientId } = till.client;
  const sold = issue(tx, { id: packageId, clientId, siteId: till.site.id, plan, price, paymentId, startsAt });
  const own = {
    ...(body.metadata === undefined ? {} : { metadata: mergeMetadata(null, body.metadata) }),
    ...(body.externalId === undefined ? {} : { externalId: body.externalId }),
  };
  return { package: change(tx, sold, own), payment };
};
