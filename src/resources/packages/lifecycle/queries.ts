import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../../database/database.ts';
import { named, query, select } from '../../../database/query.ts';
import { overdue } from '../queries.ts';
import { Package, type PackageRow } from '../record.ts';
import type { Expiring } from '../states.ts';

const { table: packages } = Package;

// The conditions name their indexes: SQLite cannot know how few rows are due, and would walk the table in its order.
const starting = sql`${packages.id} in (select "id" from "packages" indexed by "packagesToActivate"
  where "status" = 'active' and "activatedAt" is null and "startsAt" is not null and "startsAt" <= ${named('now')})`;
const renewing = sql`${packages.id} in (select "id" from "packages" indexed by "packagesToRenew"
  where "nextRenewalAt" is not null and "nextRenewalAt" <= ${named('now')})`;

/** Reads up to `limit` packages that are due by now, the longest overdue first. */
export type Due<Row> = (read: Read, limit: number) => Row[];

const due = (condition: SQL, by: SQLiteColumn): Due<PackageRow> => {
  const statement = query<PackageRow>(() =>
    select.select().from(packages).where(condition).orderBy(asc(by)).limit(named('limit')),
  );
  return (read, limit) => statement.all(read, { now: read.now, limit });
};

export const dueToExpire = due(overdue, packages.expiresAt);
export const dueToActivate = due(starting, packages.startsAt);
export const dueToUnfreeze = due(lte(packages.frozenUntil, named('now')), packages.frozenUntil);
export const dueToRenew = due(renewing, packages.nextRenewalAt);

const expiring = query<Expiring>(() =>
  select
    .select()
    .from(packages)
    .where(
      and(
        eq(packages.siteId, named('siteId')),
        // These three as the partial index has them.
        sql`${packages.status} = 'active'`,
        sql`${packages.autoRenews} = 0`,
        isNull(packages.expiryToldAt),
        gt(packages.expiresAt, named('now')),
        lte(packages.expiresAt, named('until')),
      ),
    )
    .orderBy(asc(packages.expiresAt))
    .limit(named('limit')),
);

/** Active packages of a site that expire until `until` and for which `package.expiring` was not raised yet. */
export const expiringUntil = (read: Read, siteId: string, until: string, limit: number): Expiring[] =>
  expiring.all(read, { siteId, until, now: read.now, limit });
