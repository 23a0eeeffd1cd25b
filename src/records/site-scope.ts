import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { canAccessSite, type SiteAccess } from '../kernel/caller.ts';
import { unpackList } from './json.ts';
import { inList, named } from './query.ts';

/** The SQL conditions that limit a list to the sites of a restricted caller, made when they are read. */
export interface SiteScope {
  /** The row is of one of the caller's sites; binds a JSON list of site ids as `named('reachable')`. */
  readonly within: SQL;
  /** The row is of one site; binds its id as `named('site')`. Present if an index has the site and the list's order. */
  readonly one?: SQL;
}

/**
 * The sites of a record: its own id, a column with one site id, or a column with a list of them. With `needs: 'one'` a
 * restricted caller needs access to one site of the list, and an empty list means every site; with `needs: 'all'` the
 * caller needs access to all of them, and an empty list excludes restricted callers.
 */
export type SitesOf<Column> = 'id' | Column | { readonly list: Column; readonly needs?: 'one' | 'all' };

interface RecordSites {
  readonly scope: SiteScope;
  has(row: object, caller: SiteAccess): boolean;
  /** The site of a row; null if it belongs to several. */
  siteOf(row: object): string | null;
}

const columnValue = (row: object, name: string): string | null => Reflect.get(row, name) ?? null;

const REACHABLE = sql`(select value from json_each(${named('reachable')}))`;

/** Whether a caller has access to one of the sites in a column; without any the record belongs to all of them. */
export const reachesOneOf = (caller: SiteAccess, list: string | null): boolean => {
  const own = unpackList<string>(list);
  return own.length === 0 || own.some((site) => canAccessSite(caller, site));
};

const byId = (column: () => SQLiteColumn): SiteScope => ({
  get within() {
    return inList(column(), 'reachable');
  },
});

const byColumn = (column: () => SQLiteColumn): SiteScope => ({
  get within() {
    // The `+` keeps SQLite from using the index of this column, so that it uses the one with the list's order.
    return sql`+${inList(column(), 'reachable')}`;
  },
  get one() {
    return eq(column(), named('site'));
  },
});

const onlyOf = (list: string | null): string | null => {
  const [only, ...others] = unpackList<string>(list);
  return only !== undefined && others.length === 0 ? only : null;
};

const oneSite = (column: () => SQLiteColumn, name: string): RecordSites => ({
  scope: name === 'id' ? byId(column) : byColumn(column),
  has: (row, caller) => canAccessSite(caller, columnValue(row, name) ?? ''),
  siteOf: (row) => columnValue(row, name),
});

const oneOfList = (column: () => SQLiteColumn, name: string): RecordSites => ({
  scope: {
    get within() {
      return sql`(${column()} is null
        or exists (select 1 from json_each(${column()}) as "site" where "site"."value" in ${REACHABLE}))`;
    },
  },
  has: (row, caller) => reachesOneOf(caller, columnValue(row, name)),
  siteOf: (row) => onlyOf(columnValue(row, name)),
});

const allOfList = (column: () => SQLiteColumn, name: string): RecordSites => ({
  scope: {
    get within() {
      return sql`(${column()} is not null
        and not exists (select 1 from json_each(${column()}) as "site" where "site"."value" not in ${REACHABLE}))`;
    },
  },
  has(row, caller) {
    const own = unpackList<string>(columnValue(row, name));
    return own.length > 0 && own.every((site) => canAccessSite(caller, site));
  },
  siteOf: (row) => onlyOf(columnValue(row, name)),
});

/** The site rule of the records of a table; undefined if they belong to the whole brand. */
export const recordSites = (table: SQLiteTable, sites: SitesOf<string> | undefined): RecordSites | undefined => {
  if (sites === undefined) return undefined;
  const name = typeof sites === 'string' ? sites : sites.list;
  const column = (): SQLiteColumn => {
    const found = getTableColumns(table)[name];
    if (found === undefined) throw new Error(`the table has no column '${name}'`);
    return found;
  };
  if (typeof sites === 'string') return oneSite(column, name);
  return sites.needs === 'all' ? allOfList(column, name) : oneOfList(column, name);
};
