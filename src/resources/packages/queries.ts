import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite, hasPermission, hasScope } from '../../kernel/caller.ts';
import { type Filters, mergePages, type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { byColumn, inList, NOW, named, query, select, selectColumns, selectRows } from '../../records/query.ts';
import { Package, type PackageRow } from './record.ts';
import type { PackageQuery } from './shapes.ts';

const { table: packages } = Package;

/** Whether the caller may read a package: a member their own, which is all that they can see. */
export const mayReadPackage = (caller: Caller, { siteId }: PackageRow): boolean => {
  if (caller.kind === 'member' && caller.through === 'sign-in') return true;
  const hasRight = hasScope(caller, 'packages:read') || hasScope(caller, 'manage');
  return hasRight && hasPermission(caller, 'packages:sell') && canAccessSite(caller, siteId);
};

const SHARED = `select "other"."archivedAt" is null "isActive" from "clients" "own" cross join "clients" "other" on "other"."householdId" = "own"."householdId"
  where "own"."id" = ? and "other"."id" = ?`;

type Owned = Pick<PackageRow, 'clientId' | 'isShareable'>;

const sharedBy = (read: Read, clientId: string, row: Owned): { readonly isActive: number } | undefined =>
  row.isShareable === 1
    ? (read.db.query<{ isActive: number }, [string, string]>(SHARED).get(clientId, row.clientId) ?? undefined)
    : undefined;

/** Whether a package is a client's own, or shared by someone in the household who is not archived. */
export const mayUsePackage = (read: Read, clientId: string, row: Owned): boolean =>
  row.clientId === clientId || sharedBy(read, clientId, row)?.isActive === 1;

/** Whether a client may have used a package before: also one of someone in the household who is archived by now. */
export const mayHaveUsedPackage = (read: Read, clientId: string, row: Owned): boolean =>
  row.clientId === clientId || sharedBy(read, clientId, row) !== undefined;

/**
 * Whether the caller may name a package for a client: any that the client can use, since packages of every site pay for bookings;
 * of others, only what the caller may see. One that the caller may not name is answered as an unknown one.
 */
export const mayNamePackage = (read: Read, caller: Caller, clientId: string | undefined, row: PackageRow): boolean =>
  (clientId !== undefined && mayUsePackage(read, clientId, row)) ||
  (caller.kind !== 'member' && Package.canAccess(caller, row));

/** When a package expires, as the index has it (`expiryOf` in states.ts). */
export const EXPIRY = `case "autoRenews" when 0 then "expiresAt" else "renewalEndsAt" end`;
const expiry = sql.raw(EXPIRY);
/** The packages that expire at some time, as the index has them. */
export const EXPIRING = `"status" in ('active', 'depleted') and "expiresAt" is not null
  and ("autoRenews" = 0 or "renewalEndsAt" is not null)`;
/** Not past its end, whether or not its status column says so. */
export const current = (): SQL =>
  sql`(+(${packages.expiresAt} is null or (${expiry}) is null or (${expiry}) > ${NOW}))`;
/** Past its end while its status column does not say so yet. SQLite would not choose this index on its own. */
const overdue = () => sql`${packages.id} in (select "id" from "packages" indexed by "packagesToExpire"
  where ${sql.raw(EXPIRING)} and (${expiry}) <= ${NOW})`;
export const expired = () => sql`(+${packages.status} = 'expired' or (+${packages.status} in ('active', 'depleted')
  and +${packages.expiresAt} is not null and +(${expiry}) <= ${NOW}))`;

const OF_PLAN = `select count(*) "count" from "packages"
  where "clientId" = ? and "planId" = ? and "status" <> 'cancelled'`;

/** How many packages of a plan a client has had; canceled ones do not count. */
export const packagesOfPlan = (read: Read, clientId: string, planId: string): number =>
  read.db.query<{ count: number }, [string, string]>(OF_PLAN).get(clientId, planId)?.count ?? 0;

export const packagePage = pagesOf<PackageRow>(packages, () => ({
  direction: 'descending',
  indexed: {
    ...byColumn(packages, 'externalId', 'clientId'),
    overdue: overdue(),
    status: eq(packages.status, named('status')),
  },
  indexedBySite: ['status'],
  filters: { expired: expired(), current: current() },
  sites: Package.sites,
}));

const YES = 1;

/** Each page uses an index in the list's order. Overdue packages count as expired before the job stores it. */
const filtersOf = ({ external_id: externalId, client_id: clientId, status }: PackageQuery): readonly Filters[] => {
  const isNarrowed = externalId !== undefined || clientId !== undefined;
  if (status !== 'expired') {
    return [{ externalId, clientId, status, current: status === 'active' || status === 'depleted' ? YES : undefined }];
  }
  return isNarrowed ? [{ externalId, clientId, expired: YES }] : [{ status }, { overdue: YES }];
};

export const packagesPage = (
  read: Read,
  request: PageRequest,
  filters: PackageQuery,
  siteIds: readonly string[] | null,
): Page<PackageRow> => {
  const pages = filtersOf(filters).map((each) => packagePage(read, request, each, siteIds));
  return mergePages(request, pages);
};

/** The order in which packages are used (rules.md "Which credit"). */
const inOrderOfUse = () => [
  sql`${packages.type} in ('unlimited', 'limited_membership') or ${packages.creditsTotal} is null desc`,
  sql`${packages.expiresAt} is null`,
  asc(packages.expiresAt),
  sql`${packages.creditsRemaining} - ${packages.creditsHeld}`,
  asc(packages.id),
];

/**
 * The packages of a client and the shared ones of the household (rules.md "Households"), in one statement: without a
 * household it reads the client's row and nothing else of anyone.
 */
const usablePackages = (condition: () => SQL) =>
  query<PackageRow>(() =>
    select
      .select(getTableColumns(packages))
      .from(sql`(select ${named('clientId')} as "id", 0 as "isOther" union all
        select "other"."id", 1 from "clients" "own" cross join "clients" "other" on "other"."householdId" = "own"."householdId"
        where "own"."id" = ${named('clientId')} and "other"."id" <> "own"."id" and "other"."archivedAt" is null) "people"`)
      .crossJoin(packages)
      .where(
        and(
          sql`${packages.clientId} = "people"."id"`,
          sql`("people"."isOther" = 0 or ${packages.isShareable} = 1)`,
          condition(),
        ),
      )
      .orderBy(...inOrderOfUse()),
  );

/** The active packages of `client`. The condition of the partial index is written as it is there. */
const activeOf = (client: () => SQL) =>
  query<PackageRow>(() =>
    select
      .select()
      .from(packages)
      .where(and(client(), sql`${packages.status} = 'active'`))
      .orderBy(...inOrderOfUse()),
  );

const active = usablePackages(() => sql`${packages.status} = 'active'`);
const activeOfClients = activeOf(() => inList(packages.clientId, 'clientIds'));

/** The active packages that a client can use, shared ones of the household too, in their order (rules.md "Which credit"). */
export const activePackages = (read: Read, clientId: string): PackageRow[] => active.all(read, { clientId });

const activeOrExpired = usablePackages(
  () =>
    sql`(${packages.status} = 'active' or (${packages.status} = 'expired' and ${packages.expiresAt} > ${named('since')}))`,
);

/** The same with those that have expired since an instant: they pay for what was before. */
export const packagesActiveSince = (read: Read, clientId: string, since: string): PackageRow[] =>
  activeOrExpired.all(read, { clientId, since });

/** The active packages of some clients, in one query; each client's packages in the order in which they are used. */
export const activePackagesOfClients = (read: Read, clientIds: readonly string[]): PackageRow[] =>
  clientIds.length === 0 ? [] : activeOfClients.all(read, { clientIds: JSON.stringify(clientIds) });

const ofClients = query<PackageRow>(() =>
  selectRows(packages, inList(packages.clientId, 'clientIds')).orderBy(desc(packages.clientId), desc(packages.id)),
);

/** Every package of some clients, newest first for each client. */
export const packagesOfClients = (read: Read, clientIds: readonly string[]): PackageRow[] =>
  ofClients.all(read, { clientIds: JSON.stringify(clientIds) });

/** The same, read one by one. */
export const eachPackageOfClients = (read: Read, clientIds: readonly string[]): Iterable<PackageRow> =>
  ofClients.iterate(read, { clientIds: JSON.stringify(clientIds) });

const byCard = query<{ id: string }>(() =>
  selectColumns(
    packages,
    ['id'],
    eq(packages.paymentMethodId, named('methodId')),
    sql`+${packages.autoRenews} = 1`,
    sql`+${packages.status} in ('active', 'depleted')`,
  ),
);

export const renewedBy = (read: Read, methodId: string): string | undefined => byCard.get(read, { methodId })?.id;
