import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Caller, reachesSite } from '../kernel/caller.ts';
import { unpackList } from './json.ts';
import { inList, named } from './query.ts';

/** How a list is bound to the sites of a restricted caller. */
export interface SiteScope {
  /** The condition, which binds a JSON list of site ids as `named('reachable')`. */
  readonly within: SQL;
  /** One site, bound as `named('site')`: where an index with the list's order is behind it, each site is a seek. */
  readonly one?: SQL;
}

/**
 * The sites that a record belongs to: its own id; the one in a column; or those of a list. A restricted caller needs
 * one of a list, of which an empty one means every site; or all of them, which an empty list denies.
 */
export type SitesOf<Column> = 'id' | Column | { readonly list: Column; readonly needs?: 'one' | 'all' };

/** The sites of a record as a condition of lists, and as a check of one row. */
interface RecordSites {
  readonly scope: SiteScope;
  has(row: object, caller: Caller): boolean;
}

const columnValue = (row: object, name: string): string | null => Reflect.get(row, name) ?? null;

const REACHABLE = sql`(select value from json_each(${named('reachable')}))`;

const oneSite = (column: SQLiteColumn, name: string): RecordSites => ({
  scope:
    name === 'id'
      ? { within: inList(column, 'reachable') }
      : // Without an index of its own, so that the list's order is kept.
        { within: sql`+${inList(column, 'reachable')}`, one: eq(column, named('site')) },
  has: (row, caller) => reachesSite(caller, columnValue(row, name) ?? ''),
});

const oneOfList = (column: SQLiteColumn, name: string): RecordSites => ({
  scope: {
    within: sql`(${column} is null
      or exists (select 1 from json_each(${column}) as "site" where "site"."value" in ${REACHABLE}))`,
  },
  has(row, caller) {
    const own = unpackList<string>(columnValue(row, name));
    return own.length === 0 || own.some((site) => reachesSite(caller, site));
  },
});

const allOfList = (column: SQLiteColumn, name: string): RecordSites => ({
  scope: {
    within: sql`(${column} is not null
      and not exists (select 1 from json_each(${column}) as "site" where "site"."value" not in ${REACHABLE}))`,
  },
  has(row, caller) {
    const own = unpackList<string>(columnValue(row, name));
    return own.length > 0 && own.every((site) => reachesSite(caller, site));
  },
});

/** The sites of the records of a table; undefined where all of them belong to the whole brand. */
export const recordSites = (table: SQLiteTable, sites: SitesOf<string> | undefined): RecordSites | undefined => {
  if (sites === undefined) return undefined;
  const name = typeof sites === 'string' ? sites : sites.list;
  const column: SQLiteColumn = Reflect.get(table, name);
  if (typeof sites === 'string') return oneSite(column, name);
  return sites.needs === 'all' ? allOfList(column, name) : oneOfList(column, name);
};
