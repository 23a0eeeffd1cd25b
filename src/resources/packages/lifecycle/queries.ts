import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { NOW, named, query, select } from '../../../records/query.ts';
import { EXPIRING, EXPIRY } from '../queries.ts';
import { Package, type PackageRow } from '../record.ts';
import type { Expiring } from '../states.ts';

const { table: packages } = Package;

type Due<Row> = (read: Read, limit: number) => Row[];

/**
 * The packages that a partial index has, in its order: it has the condition and the instant. It is named because SQLite
 * cannot know how few rows are due, and would walk the table in its order.
 */
const due = (index: string, condition: string, by: string): Due<PackageRow> => {
  const statement = `select * from "packages" indexed by "${index}" where ${condition} and ${by} <= ? order by ${by}
    limit ? + 0`;
  return (read, limit) => read.db.query<PackageRow, [string, number]>(statement).all(read.now, limit);
};

export const dueToExpire = due('packagesToExpire', EXPIRING, EXPIRY);
export const dueToActivate = due(
  'packagesToActivate',
  `"status" = 'active' and "activatedAt" is null and "startsAt" is not null`,
  '"startsAt"',
);
export const dueToUnfreeze = due('packagesToThaw', '"frozenUntil" is not null', '"frozenUntil"');

const RENEWING = `select "id", "nextRenewalAt", "rowid" as "number" from "packages"
  where "nextRenewalAt" is not null and "nextRenewalAt" <= ? and ("nextRenewalAt", "rowid") > (?, ?)
  order by "nextRenewalAt", "rowid" limit ? + 0`;

export interface Renewing {
  readonly id: string;
  readonly nextRenewalAt: string;
  readonly number: number;
}

/** Up to `limit` packages after another one that are due to be renewed by now, the longest overdue first. */
export const dueToRenew = (read: Read, after: Renewing | undefined, limit: number): Renewing[] =>
  read.db
    .query<Renewing, [string, string, number, number]>(RENEWING)
    .all(read.now, after?.nextRenewalAt ?? '', after?.number ?? 0, limit);

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
        isNull(packages.expiryNotifiedAt),
        gt(packages.expiresAt, NOW),
        lte(packages.expiresAt, named('until')),
      ),
    )
    .orderBy(asc(packages.expiresAt))
    .limit(named('limit')),
);

/** Active packages of a site that expire until `until` and for which `package.expiring` was not raised yet. */
export const expiringUntil = (read: Read, siteId: string, until: string, limit: number): Expiring[] =>
  expiring.all(read, { siteId, until, limit });
