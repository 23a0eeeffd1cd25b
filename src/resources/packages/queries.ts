import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { type MethodRow, paymentMethods } from '../../database/tables/methods.ts';
import {
  creditLedger,
  type LedgerRow,
  type PackageRow,
  type PackageUseRow,
  packages,
  packageUses,
} from '../../database/tables/packages.ts';
import { Site } from '../sites/record.ts';

export const packageRows = tableRows(packages);
const ledgerRows = tableRows(creditLedger);

/** Appends to the ledger; nothing ever changes what is there. */
export const appendToLedger = (tx: Tx, row: LedgerRow): void => {
  ledgerRows.insert(tx, row);
};

/** A condition beside the way in: without an index of its own, so that the list's order stays behind the page. */
const beside = (column: SQLiteColumn, name: string): SQL => sql`+${eq(column, named(name))}`;

// The words of the partial indexes stand in the statements as they are, so that SQLite recognises them.
const activeAsText = sql`${packages.status} = 'active'`;
/** What renews is paid on at its end, or put on hold, and never expires by itself. */
const ends = sql`${packages.autoRenews} = 0`;
const current = or(isNull(packages.expiresAt), sql`${packages.autoRenews} = 1`, gt(packages.expiresAt, named('now')));
/**
 * What is no longer what its status says. Its index is named: of itself SQLite would rather walk the whole table in
 * the list's order, since it cannot know how few these are.
 */
const overdue = sql`${packages.id} in (select "id" from "packages" indexed by "packagesToExpire"
  where "status" in ('active', 'depleted') and "expiresAt" is not null and "autoRenews" = 0
    and "expiresAt" <= ${named('now')})`;
/** Begins by now and is not marked so; its index is named for the same reason. */
const beginning = sql`${packages.id} in (select "id" from "packages" indexed by "packagesToActivate"
  where "status" = 'active' and "activatedAt" is null and "startsAt" is not null and "startsAt" <= ${named('now')})`;
const isExpired = sql`(+${packages.status} = 'expired' or (+${packages.status} in ('active', 'depleted')
  and ${ends} and +${packages.expiresAt} <= ${named('now')}))`;

/**
 * Every way in has an index with the list's order behind it. `current` leaves out what is expired and not swept yet,
 * and `overdue` is exactly that, which is never more than what expired since the last sweep.
 */
export const packagePage = pagesOf<PackageRow>(packages, {
  direction: 'descending',
  filters: {
    externalId: eq(packages.externalId, named('externalId')),
    clientId: eq(packages.clientId, named('clientId')),
    siteId: eq(packages.siteId, named('siteId')),
    status: eq(packages.status, named('status')),
    besideClientId: beside(packages.clientId, 'besideClientId'),
    besideSiteId: beside(packages.siteId, 'besideSiteId'),
    besideStatus: beside(packages.status, 'besideStatus'),
    besideExpired: isExpired,
    current: sql`(+${current})`,
    overdue,
    reachable: sql`+${inList(packages.siteId, 'reachable')}`,
  },
});

const usable = query<PackageRow>(
  select
    .select()
    .from(packages)
    .where(and(eq(packages.clientId, named('clientId')), activeAsText))
    .orderBy(
      sql`${packages.type} in ('unlimited', 'limited_membership') or ${packages.creditsTotal} is null desc`,
      sql`${packages.expiresAt} is null`,
      asc(packages.expiresAt),
      sql`${packages.creditsRemaining} - ${packages.creditsHeld}`,
      asc(packages.id),
    ),
);

/** A client's active packages in the order of rules.md "Which credit": one seek, sorted as they come. */
export const activePackages = (read: Read, clientId: string): PackageRow[] => usable.all(read, { clientId });

const uses = query<PackageUseRow>(
  select
    .select()
    .from(packageUses)
    .where(eq(packageUses.bookingId, named('bookingId'))),
);

/** What a booking took. */
export const useOf = (read: Read, bookingId: string): PackageUseRow | undefined => uses.get(read, { bookingId });

const SAVE_USE = `insert or replace into "packageUses" ("bookingId", "packageId", "credits", "startTime", "state")
  values (?, ?, ?, ?, ?)`;

/** Writes what a booking takes, in place of what was written of it before. */
export const saveUse = (tx: Tx, use: PackageUseRow): void => {
  tx.db.query(SAVE_USE).run(use.bookingId, use.packageId, use.credits, use.startTime, use.state);
};

export const removeUse = (tx: Tx, bookingId: string): void => {
  tx.db.query('delete from "packageUses" where "bookingId" = ?').run(bookingId);
};

/** A stretch of time in which the uses of a package are counted; `to` is not included. */
export interface Counted {
  /** Tells it apart from the other stretches. */
  readonly key: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const COUNT_USES = `select "value" ->> 'key' as "key", (
    select count(*) from "packageUses" where "packageId" = "value" ->> 'id'
      and "startTime" >= "value" ->> 'from' and "startTime" < "value" ->> 'to'
  ) as "used" from json_each(?)`;

/** How often each package is used in its stretches, by their keys, for a whole page in one query. */
export const countUses = (read: Read, stretches: readonly Counted[]): Map<string, number> => {
  if (stretches.length === 0) return new Map();
  const rows = read.db.query(COUNT_USES).all(JSON.stringify(stretches)) as { key: string; used: number }[];
  return new Map(rows.map(({ key, used }) => [key, used]));
};

const ledger = query<LedgerRow>(
  select
    .select()
    .from(creditLedger)
    .where(inList(creditLedger.packageId, 'packageIds'))
    .orderBy(asc(creditLedger.packageId), asc(creditLedger.id)),
);

/** The ledgers of some packages, each in the order in which it was written. */
export const ledgersOf = (read: Read, packageIds: readonly string[]): LedgerRow[] =>
  ledger.all(read, { packageIds: JSON.stringify(packageIds) });

const ofClients = query<PackageRow>(
  select
    .select()
    .from(packages)
    .where(inList(packages.clientId, 'clientIds'))
    .orderBy(asc(packages.clientId), sql`${packages.id} desc`),
);

/** Every package of some clients, newest first. */
export const packagesOfClients = (read: Read, clientIds: readonly string[]): PackageRow[] =>
  ofClients.all(read, { clientIds: JSON.stringify(clientIds) });

const due = (condition: SQL, by: SQLiteColumn) => {
  const statement = query<PackageRow>(
    select.select().from(packages).where(condition).orderBy(asc(by)).limit(named('limit')),
  );
  return (read: Read, limit: number): PackageRow[] => statement.all(read, { now: read.now, limit });
};

/** What has expired, what begins, and what thaws by now, each the longest overdue first. */
export const dueToExpire = due(overdue, packages.expiresAt);
export const dueToActivate = due(beginning, packages.startsAt);
export const dueToThaw = due(lte(packages.frozenUntil, named('now')), packages.frozenUntil);

const cards = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.id, named('id'))),
);

/** A card that was saved, whatever has become of it. */
export const cardById = (read: Read, id: string): MethodRow | undefined => cards.get(read, { id });

const defaultCards = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.clientId, named('clientId')), sql`${paymentMethods.isDefault} = 1`)),
);

/** The card that a client pays with unless another one is named. */
export const defaultCardOf = (read: Read, clientId: string): MethodRow | undefined =>
  defaultCards.get(read, { clientId });

/** Renews by now; its index is named for the same reason. */
const renewing = sql`${packages.id} in (select "id" from "packages" indexed by "packagesToRenew"
  where "nextRenewalAt" is not null and "nextRenewalAt" <= ${named('now')})`;

/** What has to be paid on by now, the longest due first. */
export const dueToRenew = due(renewing, packages.nextRenewalAt);

const boundTo = query<{ id: string }>(
  select
    .select({ id: packages.id })
    .from(packages)
    .where(
      and(
        eq(packages.paymentMethodId, named('methodId')),
        sql`+${packages.autoRenews} = 1`,
        sql`+${packages.status} in ('active', 'depleted')`,
      ),
    ),
);

/** The package that renews by a card, if any. */
export const renewedBy = (read: Read, methodId: string): string | undefined => boundTo.get(read, { methodId })?.id;

const siteIds = query<{ id: string }>(select.select({ id: Site.table.id }).from(Site.table));

export const allSiteIds = (read: Read): string[] => siteIds.all(read).map(({ id }) => id);

const expiring = query<PackageRow>(
  select
    .select()
    .from(packages)
    .where(
      and(
        eq(packages.siteId, named('siteId')),
        activeAsText,
        ends,
        isNull(packages.expiryToldAt),
        gt(packages.expiresAt, named('now')),
        lte(packages.expiresAt, named('until')),
      ),
    )
    .orderBy(asc(packages.expiresAt))
    .limit(named('limit')),
);

/** Active packages of a site that expire until `until` and of which nothing was told yet. */
export const expiringUntil = (read: Read, siteId: string, until: string, limit: number): PackageRow[] =>
  expiring.all(read, { siteId, until, now: read.now, limit });
