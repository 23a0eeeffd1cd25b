import type { Read } from '../../../database/database.ts';
import { CLIENT_STATUSES } from '../../../events/enumerations.ts';
import { EXPIRY } from '../../packages/queries.ts';
import { searchSource } from '../search.ts';
import type { ClientFilterValues } from './shapes.ts';

export type Bound = Record<string, string | number>;

interface Part {
  readonly sql: string;
  readonly values?: Bound;
}

/** Whom a list may show: its filters, and the sites of a restricted caller. */
export interface Listed {
  readonly filters: ClientFilterValues;
  readonly siteIds: readonly string[] | null;
  /** Columns that only one client has with these values. */
  readonly exact?: Bound;
}

/** The last visit in the form of its index: '' for clients who never came. */
export const LAST_VISIT = `coalesce("clients"."lastVisitAt", '')`;
const WAIVER = `coalesce("clients"."waiver" ->> '$.status', 'none')`;
/** Every client: the index of all filters begins with the status. */
const ANY_STATUS = `"clients"."status" in (${CLIENT_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** A condition with the index that finds the clients whom it leaves; several conditions may share one. */
interface Condition extends Part {
  readonly index?: string;
}

const columnConditions = (filters: ClientFilterValues): Condition[] => {
  const all: Condition[] = [];
  const add = (index: string | undefined, sql: string, values: Bound = {}): void => {
    all.push({ sql, values, ...(index === undefined ? {} : { index }) });
  };
  const { status, homeSiteId, lastVisitBefore, lastVisitAfter, neverVisited, owes } = filters;
  const { joinedAfter, joinedBefore, waiverStatus } = filters;
  if (status !== undefined) add('clientsListed', '"clients"."status" = $status', { status });
  if (homeSiteId !== undefined) add('clientsByHome', '"clients"."homeLocationId" = $homeSiteId', { homeSiteId });
  if (lastVisitBefore !== undefined) {
    add('clientsByLastVisit', `${LAST_VISIT} > '' and ${LAST_VISIT} < $lastVisitBefore`, { lastVisitBefore });
  }
  if (lastVisitAfter !== undefined) add('clientsByLastVisit', `${LAST_VISIT} >= $lastVisitAfter`, { lastVisitAfter });
  if (neverVisited !== undefined) add('clientsByLastVisit', `${LAST_VISIT} ${neverVisited ? '=' : '>'} ''`);
  if (owes === true) add('clientsInArrears', '"clients"."accountBalances" is not null');
  if (owes === false) add(undefined, '"clients"."accountBalances" is null');
  if (joinedAfter !== undefined) add('clientsByJoining', '"clients"."joinedAt" >= $joinedAfter', { joinedAfter });
  if (joinedBefore !== undefined) add('clientsByJoining', '"clients"."joinedAt" < $joinedBefore', { joinedBefore });
  if (waiverStatus !== undefined) {
    add('clientsListed', `${ANY_STATUS} and ${WAIVER} = $waiverStatus`, { waiverStatus });
  }
  return all;
};

/** An active package that the filters name. The sweep of expired packages may not have reached it yet. */
const packageOf = (read: Read, { planId, packageEndsBefore }: ClientFilterValues): Part | undefined => {
  if (planId === undefined && packageEndsBefore === undefined) return undefined;
  const parts = [`"status" = 'active'`];
  const values: Bound = { now: read.now };
  if (planId !== undefined) {
    parts.push('"planId" = $planId');
    values.planId = planId;
  }
  // What renews continues after the end of its period.
  if (packageEndsBefore === undefined) parts.push(`("expiresAt" is null or coalesce(${EXPIRY}, '~') > $now)`);
  else {
    parts.push('"expiresAt" > $now and "expiresAt" < $packageEndsBefore and "autoRenews" = 0');
    values.packageEndsBefore = packageEndsBefore;
  }
  return { sql: parts.join(' and '), values };
};

/** Where a list finds its clients. */
interface Source extends Part {
  /** What it has already, and checks need not repeat. */
  readonly by?: 'tag' | 'package' | 'search';
  /** The conditions that its index has. */
  readonly conditions?: readonly Part[];
}

const ALL: Source = { sql: '"clients" indexed by "clientsListed"' };

/** Clients by the rows of another table. */
const joinedTo = (found: string, on: string): string => `(${found}) "found" cross join "clients" on ${on}`;

const byTag = ({ tag }: ClientFilterValues): Source[] => {
  if (tag === undefined) return [];
  const found = 'select "clientId" from "clientTags" where "tag" = $tag';
  return [{ by: 'tag', sql: joinedTo(found, '"clients"."id" = "found"."clientId"'), values: { tag } }];
};

const byPackage = (read: Read, filters: ClientFilterValues): Source[] => {
  const held = packageOf(read, filters);
  if (held === undefined) return [];
  const index = filters.planId === undefined ? 'packagesEnding' : 'packagesHeld';
  const found = `select distinct "clientId" from "packages" indexed by "${index}" where ${held.sql}`;
  return [{ ...held, by: 'package', sql: joinedTo(found, '"clients"."id" = "found"."clientId"') }];
};

const byColumns = (filters: ClientFilterValues): Source[] => {
  const all = columnConditions(filters);
  const indexes = new Set(all.flatMap(({ index }) => index ?? []));
  return [...indexes].map((index) => ({
    sql: `"clients" indexed by "${index}"`,
    conditions: all.filter((condition) => condition.index === index),
  }));
};

/** The matches of a search that further filters look at, the newest ones. */
const MOST_MATCHES = 10_000;

const bySearch = (read: Read, { filters, siteIds }: Listed, search: string): Source => {
  const isLive = filters.includeArchived !== true && filters.status !== 'archived';
  const { sql, values } = searchSource(read, { search, isLive, siteIds });
  const newest = `${sql} order by "rowid" desc limit ${MOST_MATCHES}`;
  return { by: 'search', sql: joinedTo(newest, '"clients"."rowId" = "found"."rowid"'), values };
};

/** A filter that leaves more clients than this costs more than looking at all clients in their order. */
const FEW = 5_000;

const valuesOf = (...parts: readonly Part[]): Bound => Object.assign({}, ...parts.map(({ values }) => values ?? {}));

/** How many clients a source has before other filters, up to one more than `FEW`. */
const sizeOf = (read: Read, source: Source): number => {
  const { conditions = [] } = source;
  const where = conditions.map(({ sql }) => sql).join(' and ') || 'true';
  const statement = `select count(*) "count" from (select 1 from ${source.sql} where ${where} limit ${FEW + 1})`;
  return read.db.query<{ count: number }, Bound>(statement).get(valuesOf(source, ...conditions))?.count ?? 0;
};

/** The source that leaves few clients; undefined if only the order of the list, or all clients, will do. */
export const narrowSource = (read: Read, list: Listed): Source | undefined => {
  const { filters, exact = {} } = list;
  if (Object.keys(exact).length > 0) return { sql: '"clients"' };
  if (filters.search !== undefined) return bySearch(read, list, filters.search);
  const sources = [...byTag(filters), ...byPackage(read, filters), ...byColumns(filters)];
  const sized = sources.map((source) => ({ source, size: sizeOf(read, source) }));
  const [least] = sized.sort((left, right) => left.size - right.size);
  return least === undefined || least.size > FEW ? undefined : least.source;
};

const exists = (from: string): string => `exists (select 1 from ${from})`;

/** What is checked of each client, but for what the source has. */
const checksOf = (read: Read, { filters, siteIds, exact = {} }: Listed, by: Source['by']): Part[] => {
  const { tag, search } = filters;
  const held = by === 'package' ? undefined : packageOf(read, filters);
  const index = filters.planId === undefined ? 'packagesByClient' : 'packagesHeld';
  const isLive = filters.status === undefined && filters.includeArchived !== true;
  const matching =
    by === 'search' || search === undefined ? undefined : searchSource(read, { search, isLive: false, siteIds: null });
  return [
    ...Object.entries(exact).map(([name, value]) => ({
      sql: `"clients"."${name}" = $${name}`,
      values: { [name]: value },
    })),
    ...columnConditions(filters),
    ...(isLive ? [{ sql: `"clients"."status" <> 'archived'` }] : []),
    ...(siteIds === null
      ? []
      : [
          {
            sql: '+"clients"."homeLocationId" in (select "value" from json_each($reachable))',
            values: { reachable: JSON.stringify(siteIds) },
          },
        ]),
    ...(tag === undefined || by === 'tag'
      ? []
      : [{ sql: exists('"clientTags" where "tag" = $tag and "clientId" = "clients"."id"'), values: { tag } }]),
    ...(held === undefined
      ? []
      : [
          {
            ...held,
            sql: exists(`"packages" indexed by "${index}" where "clientId" = "clients"."id" and ${held.sql}`),
          },
        ]),
    ...(matching === undefined ? [] : [{ ...matching, sql: `"clients"."rowId" in (${matching.sql})` }]),
  ];
};

/** The clients of a list from a source, in parts of a statement. */
export const listed = (read: Read, list: Listed, source: Source = ALL) => {
  const parts = checksOf(read, list, source.by);
  return { from: source.sql, checks: parts.map(({ sql }) => sql), values: valuesOf(source, ...parts) };
};
