import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite, hasPermission, hasScope } from '../../kernel/caller.ts';
import { type Filters, mergePages, type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { byColumn, inList, NOW, named, query, select, selectColumns, selectRows } from '../../records/query.ts';
import { Package, type PackageRow } from './record.ts';
import type { PackageQuery } from './shapes.ts';

const { table: packages } = Package;

/** Whether the caller may read a package: a member their own, which is all that they are told of. */
export const mayReadPackage = (caller: Caller, { siteId }: PackageRow): boolean => {
  if (caller.kind === 'member' && caller.through === 'sign-in') return true;
  const hasRight = hasScope(caller, 'packages:read') || hasScope(caller, 'manage');
  return hasRight && hasPermission(caller, 'packages:sell') && canAccessSite(caller, siteId);
};

/**
 * Whether the caller may name a package for a client: any of that client, since packages of every site pay for bookings;
 * of others, only what the caller may see. One that the caller may not name is answered as an unknown one.
 */
export const mayNamePackage = (caller: Caller, clientId: string | undefined, row: PackageRow): boolean =>
  row.clientId === clientId || (caller.kind !== 'member' && Package.canAccess(caller, row));

/** When a package expires, as the index has it (`expiryOf` in states.ts). */
export const EXPIRY = `case "autoRenews" when 0 then "expiresAt" else "renewalEndsAt" end`;
const expiry = sql.raw(EXPIRY);
/** The packages that expire at some time, as the index has them. */
export const EXPIRING = `"status" in ('active', 'depleted') and "expiresAt" is not null
  and ("autoRenews" = 0 or "renewalEndsAt" is not null)`;
/** Not past its end, whether or not its status column says so. */
const current = (): SQL => sql`(+(${packages.expiresAt} is null or (${expiry}) is null or (${expiry}) > ${NOW}))`;
/** Past its end while its status column does not say so yet. SQLite would not choose this index by itself. */
const overdue = () => sql`${packages.id} in (select "id" from "packages" indexed by "packagesToExpire"
  where ${sql.raw(EXPIRING)} and (${expiry}) <= ${NOW})`;
const expired = () => sql`(+${packages.status} = 'expired' or (+${packages.status} in ('active', 'depleted')
  and +${packages.expiresAt} is not null and +(${expiry}) <= ${NOW}))`;

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

/**
 * The filters of the pages that a list is merged from, so that each uses an index in the order of the list. Overdue
 * packages count as expired, although their status column says so only after the next `applyPackageDates`.
 */
const filtersOf = ({ external_id: externalId, client_id: clientId, status }: PackageQuery): readonly Filters[] => {
  const isNarrowed = externalId !== undefined || clientId !== undefined;
  if (status !== 'expired') {
    return [{ externalId, clientId, status, current: status === 'active' || status === 'depleted' ? YES : undefined }];
  }
  return isNarrowed ? [{ externalId, clientId, expired: YES }] : [{ status }, { overdue: YES }];
};

/** A page of the packages with a status at this moment. */
export const packagesPage = (
  read: Read,
  request: PageRequest,
  filters: PackageQuery,
  siteIds: readonly string[] | null,
): Page<PackageRow> => {
  const pages = filtersOf(filters).map((each) => packagePage(read, request, each, siteIds));
  return mergePages(request, pages);
};

const active = query<PackageRow>(() =>
  select
    .select()
    .from(packages)
    // The condition of the partial index, written as it is there.
    .where(and(eq(packages.clientId, named('clientId')), sql`${packages.status} = 'active'`))
    .orderBy(
      sql`${packages.type} in ('unlimited', 'limited_membership') or ${packages.creditsTotal} is null desc`,
      sql`${packages.expiresAt} is null`,
      asc(packages.expiresAt),
      sql`${packages.creditsRemaining} - ${packages.creditsHeld}`,
      asc(packages.id),
    ),
);

/** A client's active packages in the order in which they are used (rules.md "Which credit"). */
export const activePackages = (read: Read, clientId: string): PackageRow[] => active.all(read, { clientId });

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

/** The id of the package that renews by a card, if any. */
export const renewedBy = (read: Read, methodId: string): string | undefined => byCard.get(read, { methodId })?.id;
