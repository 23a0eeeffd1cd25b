import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import type { PackageRow } from '../../database/tables/packages.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { type Caller, reachesSite, staffOf } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { transition } from '../../kernel/machine.ts';
import { conflict, invalidParam, notFound } from '../../kernel/problem.ts';
import type { PlanRow } from '../plans/record.ts';
import type { Reactions } from '../reactions.ts';
import { membershipSettings } from '../settings/effective.ts';
import { requireKnownSites } from '../sites/named-sites.ts';
import { change, credit, lifeOf, voidCredits } from './credits/ledger.ts';
import { activate, expiryFrom, settled } from './lifecycle/dates.ts';
import { renewalColumns } from './lifecycle/renew.ts';
import { packageRows } from './queries.ts';
import type { AdjustPackageBody, LedgerReason, PackageWire, UpdatePackageBody } from './shapes.ts';
import { verbs } from './states.ts';

/** @throws Problem 404 when there is no such package or the caller may not see it. */
export const findPackage = (read: Read, caller: Caller, id: string): PackageRow => {
  const row = packageRows.find(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('package', id);
  return row;
};

/** What a package is made of when it is sold. */
export interface Issue {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly plan: PlanRow;
  /** What it was sold for, minor units. */
  readonly price: number;
  readonly paymentId: string;
  /** When it begins, an instant; at once, at the first booking or the first visit when absent. */
  readonly startsAt: string | undefined;
  /** The card by which it renews. */
  readonly cardId?: string | undefined;
}

const startOf = (tx: Tx, { plan, startsAt }: Issue): string | null => {
  if (startsAt !== undefined) return startsAt;
  return plan.activationType === 'on_purchase' ? tx.now : null;
};

const newPackage = (tx: Tx, issue: Issue): PackageRow => {
  const { id, clientId, siteId, plan, price, paymentId, cardId } = issue;
  const { validityDays, creditsTotal } = plan;
  const startsAt = startOf(tx, issue);
  const expiresAt = startsAt === null ? null : expiryFrom(tx, { siteId, validityDays }, epochOf(startsAt));
  return {
    id,
    clientId,
    siteId,
    planId: plan.id,
    name: plan.name,
    category: plan.category,
    description: plan.description,
    type: plan.type,
    status: 'active',
    creditsTotal,
    creditsRemaining: creditsTotal === null ? null : 0,
    creditsUsed: 0,
    creditsHeld: 0,
    usageLimit: plan.usageLimit,
    startsAt,
    activatedAt: null,
    expiresAt,
    activationType: plan.activationType,
    validityDays,
    price,
    currency: plan.currency,
    paymentId,
    frozenFrom: null,
    frozenUntil: null,
    freezeReason: null,
    freezeYear: null,
    freezeDaysUsed: 0,
    freezeDaysAllowed: 0,
    freezeDaysAdded: 0,
    onHold: 0,
    holdReason: null,
    eligibleSiteIds: plan.eligibleSiteIds,
    eligibleCategories: plan.eligibleCategories,
    expiryToldAt: null,
    cancelledAt: null,
    cancelReason: null,
    metadata: null,
    externalId: null,
    createdAt: tx.now,
    updatedAt: tx.now,
    autoRenews: Number(cardId !== undefined),
    nextRenewalAt: cardId === undefined ? null : expiresAt,
    paymentMethodId: cardId ?? null,
    renewalAttempts: 0,
  };
};

/** @throws Problem 400 when a package would have expired before it is sold. */
export const checkSpan = (tx: Tx, sold: Issue): void => {
  const { expiresAt } = newPackage(tx, sold);
  if (expiresAt !== null && expiresAt <= tx.now) {
    throw invalidParam('startsAt', 'The package would have expired already. Send a later start.');
  }
};

/** Gives a client what a plan sells; its payment is written already, and its span was checked before that. */
export const issue = (tx: Tx, sold: Issue): PackageRow => {
  const row = newPackage(tx, sold);
  const { expiresAt, creditsTotal } = row;
  packageRows.insert(tx, row);
  tx.raise('package.purchased', row.siteId, {
    packageId: row.id,
    clientId: row.clientId,
    name: row.name,
    packageType: upperSnake(row.type as PackageWire['type']),
    amount: row.price,
    currency: row.currency,
    paymentId: row.paymentId,
    creditsTotal,
    expiresAt,
  });
  const filled = creditsTotal === null ? row : credit(tx, row, creditsTotal, 'purchase');
  return row.startsAt !== null && row.startsAt <= tx.now ? activate(tx, filled) : filled;
};

/**
 * Cancels a package (rules.md "Package"): what is left is void, nothing is refunded, and what is booked stays unless
 * the settings say otherwise.
 * @throws Problem 409 `package_already_cancelled`, `package_expired`.
 */
export const cancelPackage = (
  tx: Tx,
  given: PackageRow,
  reactions: Pick<Reactions, 'packageCancelled'>,
  cause: { readonly reason?: string | null | undefined; readonly ledger?: LedgerReason } = {},
): PackageRow => {
  const row = settled(tx, given);
  const status = transition(verbs.cancel, row.status as PackageWire['status']);
  const cancelReason = cause.reason ?? null;
  const stopped = { autoRenews: 0, nextRenewalAt: null };
  const cancelled = change(tx, row, { status, cancelledAt: tx.now, cancelReason, creditsHeld: 0, ...stopped });
  tx.raise('package.cancelled', row.siteId, { ...lifeOf(cancelled), cancelledAt: tx.now, cancelReason });
  const emptied = voidCredits(tx, cancelled, cause.ledger ?? 'adjustment');
  if (membershipSettings(tx, row.siteId).cancelFutureBookingsOnPackageCancel) reactions.packageCancelled(tx, row.id);
  return emptied;
};

/**
 * Gives credits to a package or takes some away, by the desk.
 * @throws Problem 400 for a package without a number of credits; 409 when fewer than 0 would be left, or it is over.
 */
export const adjust = (tx: Tx, caller: Caller, given: PackageRow, { delta, reason }: AdjustPackageBody): PackageRow => {
  const row = settled(tx, given);
  transition(verbs.change, row.status as PackageWire['status']);
  if (delta === 0) throw invalidParam('delta', "'delta' must not be 0. Send how many credits to add or to take away.");
  if (row.creditsRemaining === null) {
    throw invalidParam('delta', 'This package is unlimited. Only packages with a number of credits can be adjusted.');
  }
  if (delta < 0 && row.creditsRemaining - row.creditsHeld + delta < 0) {
    const message = `Only ${row.creditsRemaining - row.creditsHeld} credits can be taken away; others are held.`;
    throw conflict('package_not_eligible', message, [{ param: 'delta', code: 'no_credits', message }]);
  }
  return credit(tx, row, delta, 'adjustment', { note: reason ?? undefined, staffId: staffOf(caller) ?? undefined });
};

const columnsOf = (body: UpdatePackageBody, row: PackageRow): Partial<PackageRow> => {
  const { expiresAt, eligibleSiteIds, eligibleCategories, onHold, holdReason, metadata, ...rest } = body;
  const { autoRenews: _renews, paymentMethodId: _card, ...plain } = rest;
  return {
    ...plain,
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt && isoInstant(epochOf(expiresAt)) }),
    ...(eligibleSiteIds === undefined ? {} : { eligibleSiteIds: pack(eligibleSiteIds) }),
    ...(eligibleCategories === undefined ? {} : { eligibleCategories: pack(eligibleCategories) }),
    ...(onHold === undefined ? {} : { onHold: Number(onHold), ...(onHold ? {} : { holdReason: null }) }),
    ...(holdReason === undefined ? {} : { holdReason }),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(row.metadata, metadata) }),
  };
};

/**
 * Changes the terms of a package that was sold, or puts it on hold. No event tells of it.
 * @throws Problem 400 for an end that is past; 409 `package_expired` or `package_already_cancelled` for new terms of
 *   a package that is over.
 */
export const updatePackage = (tx: Tx, given: PackageRow, body: UpdatePackageBody): PackageRow => {
  const row = settled(tx, given);
  const { metadata: _metadata, externalId: _externalId, ...terms } = body;
  if (Object.keys(terms).length > 0) transition(verbs.change, row.status as PackageWire['status']);
  requireKnownSites(tx, body.eligibleSiteIds ?? [], 'eligibleSiteIds');
  const edited = columnsOf(body, row);
  const columns = { ...edited, ...renewalColumns(tx, { ...row, ...edited }, body) };
  if (typeof columns.expiresAt === 'string' && columns.expiresAt <= tx.now) {
    throw invalidParam('expiresAt', 'The package would have expired already. Send a later instant, or cancel it.');
  }
  const next = { ...row, ...columns };
  if (!isChanged(changesBetween(row, next))) return row;
  if (next.expiresAt !== row.expiresAt) {
    columns.expiryToldAt = null;
    if (next.autoRenews === 1 && next.renewalAttempts === 0) columns.nextRenewalAt = next.expiresAt;
  }
  return change(tx, row, columns);
};
