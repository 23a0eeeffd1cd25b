import type { Read } from '../../database/database.ts';
import { unpackList, unpackPairs } from '../../database/json.ts';
import type { LedgerRow, PackageRow } from '../../database/tables/packages.ts';
import type { Expansion } from '../../http/expansions.ts';
import { allowances } from './credits/usage.ts';
import { statusAt } from './lifecycle/dates.ts';
import { activePackages, ledgersOf, packageRows, packagesOfClients } from './queries.ts';
import type { LedgerEntry, MemberPackageWire, PackageWire } from './shapes.ts';

const freezeOf = (row: PackageRow, now: string): PackageWire['freeze'] => {
  const { frozenFrom, frozenUntil } = row;
  if (frozenFrom === null || frozenUntil === null || frozenUntil <= now) return null;
  return {
    startsAt: frozenFrom,
    endsAt: frozenUntil,
    daysUsed: row.freezeDaysUsed,
    daysAllowed: row.freezeDaysAllowed,
    reason: row.freezeReason,
  };
};

/** When it began: also where the sweep has not yet written it down. */
const activatedAt = ({ activatedAt: written, startsAt, status }: PackageRow, now: string): string | null =>
  written ?? (status === 'active' && startsAt !== null && startsAt <= now ? startsAt : null);

/** The view of the packages of one answer: how often each is used is counted once for all of them. */
export const packageViews = (read: Read, rows: readonly PackageRow[]): ((row: PackageRow) => PackageWire) => {
  const limits = allowances(read, rows, read.nowMs);
  return (row) => {
    const freeze = freezeOf(row, read.now);
    return {
      id: row.id,
      object: 'package',
      clientId: row.clientId,
      siteId: row.siteId,
      locationId: row.siteId,
      planId: row.planId,
      name: row.name,
      category: row.category,
      description: row.description,
      type: row.type as PackageWire['type'],
      status: statusAt(row, read.now),
      creditsTotal: row.creditsTotal,
      creditsRemaining: row.creditsRemaining,
      creditsUsed: row.creditsUsed,
      creditsHeld: row.creditsHeld,
      usageLimit: limits.get(row.id) ?? null,
      startsAt: row.startsAt,
      activatedAt: activatedAt(row, read.now),
      expiresAt: row.expiresAt,
      activationType: row.activationType as PackageWire['activationType'],
      validityDays: row.validityDays,
      price: row.price,
      currency: row.currency,
      paymentId: row.paymentId,
      autoRenews: row.autoRenews === 1,
      nextRenewalAt: row.nextRenewalAt,
      paymentMethodId: row.paymentMethodId,
      isFrozen: freeze !== null && freeze.startsAt <= read.now,
      freeze,
      onHold: row.onHold === 1,
      holdReason: row.holdReason,
      eligibleSiteIds: unpackList(row.eligibleSiteIds),
      eligibleCategories: unpackList(row.eligibleCategories),
      cancelledAt: row.cancelledAt,
      cancelReason: row.cancelReason,
      metadata: unpackPairs(row.metadata),
      externalId: row.externalId,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  };
};

/** The view of one package. */
export const packageView = (read: Read, row: PackageRow): PackageWire => packageViews(read, [row])(row);

/** A movement of credits as its package tells it. */
export const entryView = ({ packageId: _, ...entry }: LedgerRow): LedgerEntry => ({
  ...entry,
  reason: entry.reason as LedgerEntry['reason'],
});

/** Includes every movement of credits. */
export const ledgerExpansion: Expansion = {
  from: 'id',
  load: (read, ids) => {
    const ledgers = new Map<string, LedgerEntry[]>(ids.map((id) => [id, []]));
    for (const row of ledgersOf(read, ids)) ledgers.get(row.packageId)?.push(entryView(row));
    return ledgers;
  },
};

const reaches = (siteIds: readonly string[] | null, row: PackageRow): boolean =>
  siteIds === null || siteIds.includes(row.siteId);

/**
 * Includes the package that `from` points to.
 * @param siteIds the sites a restricted caller reaches; packages of other sites stay null.
 */
export const packageExpansion = (from: string, siteIds: readonly string[] | null): Expansion => ({
  from,
  load: (read, ids) => {
    const rows = packageRows.findAll(read, ids).filter((row) => reaches(siteIds, row));
    const view = packageViews(read, rows);
    return new Map(rows.map((row) => [row.id, view(row)]));
  },
});

/** Includes a client's packages, newest first. */
export const clientPackagesExpansion = (siteIds: readonly string[] | null): Expansion => ({
  from: 'id',
  load: (read, ids) => {
    const rows = packagesOfClients(read, ids).filter((row) => reaches(siteIds, row));
    const view = packageViews(read, rows);
    const lists = new Map<string, PackageWire[]>(ids.map((id) => [id, []]));
    for (const row of rows) lists.get(row.clientId)?.push(view(row));
    return lists;
  },
});

const withoutNotes = ({ metadata: _, ...told }: PackageWire): MemberPackageWire => told;

/** What a client can come in with now, in the order in which it is spent, as the holder sees it. */
export const activePackagesOf = (read: Read, clientId: string): MemberPackageWire[] => {
  const rows = activePackages(read, clientId).filter((row) => statusAt(row, read.now) === 'active');
  const view = packageViews(read, rows);
  return rows.map((row) => withoutNotes(view(row)));
};

/** Includes the package that `from` points to as its holder sees it. */
export const memberPackageExpansion = (from: string): Expansion => ({
  from,
  load: (read, ids) => {
    const rows = packageRows.findAll(read, ids);
    const view = packageViews(read, rows);
    return new Map(rows.map((row) => [row.id, withoutNotes(view(row))]));
  },
});
