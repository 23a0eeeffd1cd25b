import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { searchTerm } from '../../../kernel/folding.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { defined } from '../../../kernel/objects.ts';
import { missingResource } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { pack, unpackList } from '../../../records/json.ts';
import { requireNamedSites } from '../../named-sites.ts';
import { arrearsHold } from '../../packages/arrears.ts';
import { billingDayFrom, expiryFrom, zoneOf } from '../../packages/lifecycle/dates.ts';
import { requireRenewable } from '../../packages/lifecycle/renew.ts';
import { packagePage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { updatePackage } from '../../packages/update.ts';
import { packageView } from '../../packages/view.ts';
import { paysFor } from '../../payment-methods/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { checkTerms } from '../../plans/plans.ts';
import { planPage } from '../../plans/queries.ts';
import { Plan, type PlanRow } from '../../plans/record.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { checkValidity, type Validity } from '../../validity.ts';
import { noteOf } from '../notes.ts';
import { ImportPackage } from '../shapes.ts';
import { atCreation, utc } from './dates.ts';
import { importFamily, ownFields } from './family.ts';
import { finderOf, idOf, required, requireIdentity } from './identity.ts';
import { insertWithCredits } from './package-credits.ts';
import { bestNamed, clientOf, optionalReference, siteOf } from './references.ts';
import { requireNoNewWords } from './words.ts';

type Row = Static<typeof ImportPackage>;

const find = finderOf(Package.rows.find, packagePage);

const namedPlan = optionalReference('plan', Plan, planPage);

const LIVE_PLANS = 'select "id", "name" from "plans" where "archivedAt" is null';

/** The plan that a row of another system means, which has its name alone. */
const planCalled = (tx: Tx, caller: Caller, { name, type }: Row): PlanRow | undefined => {
  if (name === undefined || type !== undefined) return undefined;
  const called = searchTerm(name);
  const plans = tx.db.query<{ id: string; name: string }, []>(LIVE_PLANS).all();
  const [only, other] = bestNamed(
    plans.filter((each) => searchTerm(each.name) === called),
    name,
    (each) => each.name,
  );
  const plan = only === undefined || other !== undefined ? undefined : Plan.rows.find(tx, only.id);
  return plan !== undefined && Plan.canAccess(caller, plan) ? plan : undefined;
};

/** For how long: as the row says, in days or months, or as its plan. @throws Problem 400 for both. */
const validityOf = ({ validityDays, validityMonths }: Row, plan: PlanRow | undefined): Validity => {
  if (validityDays === undefined && validityMonths === undefined) {
    return { validityDays: plan?.validityDays ?? null, validityMonths: plan?.validityMonths ?? null };
  }
  const validity = { validityDays: validityDays ?? null, validityMonths: validityMonths ?? null };
  checkValidity(validity);
  return validity;
};

/** The terms of the plan, which the terms of the row replace. @throws Problem 400 when they do not go together. */
const termsOf = (row: Row, plan: PlanRow | undefined) => {
  const creditsTotal = row.creditsTotal === undefined ? (plan?.creditsTotal ?? null) : row.creditsTotal;
  const usageLimit = row.usageLimit === undefined ? (plan?.usageLimit ?? null) : pack(row.usageLimit);
  const needed = { name: row.name ?? plan?.name, type: row.type ?? plan?.type, price: row.price ?? plan?.price };
  const terms = {
    ...required(needed, "Send it, or the plan in 'planId', or the name of a plan."),
    creditsTotal,
    usageLimit,
  };
  checkTerms(terms);
  return {
    category: plan?.category ?? null,
    description: plan?.description ?? null,
    eligibleSiteIds: plan?.eligibleSiteIds ?? null,
    eligibleCategories: plan?.eligibleCategories ?? null,
    activationType: row.activationType ?? plan?.activationType ?? 'on_purchase',
    ...validityOf(row, plan),
    ...terms,
  };
};

const datesOf = (
  tx: Tx,
  row: Row,
  { soldAt, ...terms }: Pick<PackageRow, 'siteId' | 'activationType'> & Validity & { readonly soldAt: string },
) => {
  const defaultStart = terms.activationType === 'on_purchase' ? soldAt : null;
  const startsAt = row.startsAt === undefined ? defaultStart : utc(row.startsAt);
  const hasStarted = startsAt !== null && startsAt <= tx.now;
  const begun = startsAt === null ? undefined : Date.parse(startsAt);
  return {
    startsAt,
    activatedAt: row.activatedAt === undefined ? (hasStarted ? startsAt : null) : utc(row.activatedAt),
    expiresAt: begun === undefined ? null : expiryFrom(tx, terms, begun),
    billingDay: begun === undefined ? null : billingDayFrom(tx, terms, begun),
    cancelledAt: utc(row.cancelledAt) ?? null,
  };
};

const freezeColumns = (tx: Tx, siteId: string, freeze: Row['freeze']): Partial<PackageRow> => {
  if (freeze === undefined || freeze === null) return {};
  const startsAt = utc(freeze.startsAt);
  const year = localDateAt(Date.parse(startsAt), zoneOf(tx, siteId)).slice(0, 4);
  const days = Math.round((Date.parse(freeze.endsAt) - Date.parse(startsAt)) / DAY_MS);
  const daysAdded = membershipSettings(tx, siteId).freezeExtendsExpiry ? days : 0;
  return {
    frozenFrom: startsAt,
    frozenUntil: utc(freeze.endsAt),
    freezeReason: freeze.reason ?? null,
    freezeYear: Number(year),
    freezeDays: pack({ [year]: freeze.daysUsed ?? days }),
    freezeDaysAllowed: freeze.daysAllowed ?? days,
    // An early end of the freeze takes these back.
    freezeDaysAdded: daysAdded,
    termDaysAdded: daysAdded,
  };
};

/** @throws Problem 400 for a card that does not pay for the client, or renewal without a card or a period. */
const checkRenewal = (tx: Tx, { clientId, autoRenews, paymentMethodId, ...made }: PackageRow): void => {
  const card = paymentMethodId === null ? undefined : PaymentMethod.rows.find(tx, paymentMethodId);
  if (paymentMethodId !== null && (card === undefined || !paysFor(tx, card, clientId))) {
    throw missingResource('paymentMethodId', 'saved card of this client', paymentMethodId);
  }
  if (autoRenews === 1) requireRenewable(paymentMethodId, made);
};

/** @throws Problem 400 for an unknown site, 403 for others' sites, unless the plan is valid there, as in a sale. */
const checkSites = (tx: Tx, caller: Caller, { eligibleSiteIds }: PackageRow, plan: PlanRow | undefined): void => {
  if (plan !== undefined && plan.eligibleSiteIds === eligibleSiteIds) return;
  requireNamedSites(tx, caller, unpackList(eligibleSiteIds), 'eligibleSiteIds');
};

/** When a package renews next: as its row says, or at its end where that is from another system. */
const nextRenewalOf = ({ nextRenewalAt, state }: Row, { autoRenews, expiresAt }: PackageRow): string | null => {
  if (autoRenews === 0) return null;
  return nextRenewalAt === undefined && state === undefined ? expiresAt : (utc(nextRenewalAt) ?? null);
};

const isOver = ({ status }: Pick<PackageRow, 'status'>): boolean => status === 'expired' || status === 'cancelled';

const newRow = (tx: Tx, caller: Caller, row: Row): PackageRow => {
  const client = clientOf(tx, caller, row);
  const site = siteOf(tx, caller, row, client);
  const plan = namedPlan.find(tx, caller, row) ?? planCalled(tx, caller, row);
  // The name of a plan says what was sold, and nothing of the client.
  const isNamedSo = row.name !== undefined && searchTerm(row.name) === searchTerm(plan?.name ?? '');
  requireNoNewWords(tx, client.id, row, [isNamedSo ? undefined : row.name, row.category, row.description]);
  const at = atCreation(tx, row.createdAt);
  // A row with `state` has all terms; what the plan has changed since does not apply to it.
  const terms = termsOf(row, row.state === undefined ? plan : undefined);
  const isOpen = row.status === undefined || row.status === 'active' || row.status === 'depleted';
  const made: PackageRow = {
    ...Package.initial(at, idOf(tx, row.id)),
    clientId: client.id,
    siteId: site.id,
    planId: plan?.id ?? null,
    ...terms,
    status: row.status ?? 'active',
    creditsRemaining: terms.creditsTotal === null ? null : 0,
    ...datesOf(tx, row, { ...terms, siteId: site.id, soldAt: at.now }),
    currency: row.currency ?? plan?.currency ?? site.currency,
    ...freezeColumns(tx, site.id, row.freeze),
    cancelReason: row.cancelReason ?? null,
    // A row that says whether it is on hold keeps that.
    ...(row.onHold === undefined && isOpen ? arrearsHold(tx, { clientId: client.id, siteId: site.id }) : undefined),
    isShareable: Number(row.isShareable ?? plan?.isShareable === 1),
    ...Package.columns(row),
    // Its balance decides its status.
    ...Package.restored({ ...row.state, status: undefined }),
    updatedAt: utc(row.updatedAt) ?? at.now,
  };
  checkSites(tx, caller, made, plan);
  checkRenewal(tx, made);
  return { ...made, nextRenewalAt: nextRenewalOf(row, made) };
};

const ADD_FREEZE = `insert into "packageFreezes" ("packageId", "startsAt", "endsAt") values (?, ?, ?)
  on conflict do update set "endsAt" = excluded."endsAt"`;

function* create(tx: Tx, caller: Caller, row: Row): Generator<void, string> {
  requireIdentity(row);
  const record = newRow(tx, caller, row);
  yield* insertWithCredits(tx, record, row);
  for (const { startsAt, endsAt } of row.state?.freezes ?? []) {
    tx.db.query(ADD_FREEZE).run(record.id, utc(startsAt), utc(endsAt));
  }
  return record.id;
}

/** Packages are identified by id or external id. They keep the credits that their row has. */
export const importPackages = importFamily(ImportPackage, {
  rights: {
    // What is left of a package is what its row says.
    create: ['sellPackage', 'adjustPackage'],
    also: ({ status, freeze, autoRenews }) => [
      ...(autoRenews === true ? ['updatePackage'] : []),
      ...(status === 'cancelled' ? ['cancelPackage'] : []),
      ...(freeze === undefined || freeze === null ? [] : ['freezePackage']),
    ],
    update: ['updatePackage'],
  },
  find,
  create,
  references: [namedPlan],
  reach: (tx, caller, { id }) => Package.find(tx, caller, id),
  shown: packageView,
  compared(_tx, _caller, row, { status }) {
    const { ledger: _ledger, creditsRemaining, autoRenews, nextRenewalAt, ...fields } = ownFields(row);
    // An expired or canceled package has no credits and does not renew, whatever its row has.
    return isOver({ status }) ? fields : { ...fields, ...defined({ creditsRemaining, autoRenews, nextRenewalAt }) };
  },
  note(tx, id, row) {
    const made = Package.rows.find(tx, id);
    if (made === undefined) return undefined;
    if (isOver(made)) {
      if (row().autoRenews !== true) return undefined;
      return noteOf('renewal_left_out', 'autoRenews', 'This package has ended, so it does not renew.');
    }
    if (made.nextRenewalAt === null || made.nextRenewalAt > tx.now) return undefined;
    const message =
      "This package renews right after the import, because its period has ended. If it has ended for good, send 'status': 'expired'.";
    return noteOf('renews_at_once', 'autoRenews', message);
  },
  // Operations of their own change the rest.
  changeable: [
    'name',
    'category',
    'description',
    'expiresAt',
    'onHold',
    'holdReason',
    'eligibleSiteIds',
    'eligibleCategories',
    'metadata',
    'externalId',
  ],
  change: updatePackage,
});
