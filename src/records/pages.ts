import type { SQLQueryBindings } from 'bun:sqlite';
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Read } from '../database/database.ts';
import type { KeyedTable } from '../database/lazy-table.ts';
import { lazily } from '../kernel/lazily.ts';
import { invalidParam } from '../kernel/problem.ts';
import { type EndedIds, hasEnded } from './ended-cursors.ts';
import { named, type Query, query, select, type Values } from './query.ts';
import type { SiteScope } from './site-scope.ts';

/** The size of a page and the cursor where it starts. At most one cursor is given. */
export interface PageRequest {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly endingBefore?: string | undefined;
  /** The query parameter of the cursor, for the error about an unknown one. */
  readonly cursorParam?: string;
  /** The cursor is the end of an own page, not of a caller. Since then its record may have moved to another site, or been deleted. */
  readonly isOwnCursor?: boolean;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Whether there are more in the direction of paging. */
  readonly hasMore: boolean;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * Another table whose rows each have some rows of a list, such as the sessions of bookings. Rows with the same instant are
 * in the order of the other table's rowid, so that its index and the one of the reference give the whole order: SQLite
 * knows that a rowid is unique and never NULL, so it sorts nothing.
 */
interface Through {
  readonly table: KeyedTable;
  /** The column of the list's table with the id of the other one's row. */
  readonly reference: SQLiteColumn;
  /** The condition of the index of the other table. */
  readonly when: SQL;
}

export interface PageSpec {
  /** The column to order by before `id`; absent for a list that is ordered by `id` only. */
  readonly orderBy?: SQLiteColumn;
  /** The table that has the column to order by, if it is another one. Without an indexed filter it is read first. */
  readonly through?: Through;
  readonly direction: 'ascending' | 'descending';
  /** Conditions by name. One applies only when its value is given, which it binds as `named(<name>)`. */
  readonly filters: Readonly<Record<string, SQL>>;
  /**
   * Conditions whose column has an index that also has the list's order, the most selective first. The first one given
   * uses its index; the others are checked row by row.
   */
  readonly indexed?: Readonly<Record<string, SQL>>;
  /** The indexed conditions that also have an index with the site, so that a restricted caller still seeks by site. */
  readonly indexedBySite?: readonly string[];
  /** Limits the list to the sites of a restricted caller; null for a list whose parent or owner does. */
  readonly sites: SiteScope | null;
  /** The filter that selects the collection of the list. A cursor of another collection is an error. */
  readonly collection?: string;
  /** Rows of a list in the order of their ids are deleted permanently: the cursor of one pages on from where it stood. */
  readonly endedIds?: EndedIds;
  /** The columns to select instead of the columns of the table, the id and `orderBy` among them. */
  readonly columns?: Readonly<Record<string, SQLiteColumn | SQL.Aliased>>;
  readonly extraColumns?: Readonly<Record<string, SQL.Aliased>>;
}

/** The values of the filters that apply; undefined leaves a filter out. */
export type Filters = Readonly<Record<string, SQLQueryBindings | undefined>>;

type Columns = Parameters<typeof select.select>[0];

/** Selects from the tables of a list. The one that is named first is read first: that is what CROSS JOIN means to SQLite. */
const selectFrom = (columns: NonNullable<Columns>, table: SQLiteTable, { through }: PageSpec, isNarrow: boolean) => {
  const chosen = select.select(columns);
  if (through === undefined) return chosen.from(table).$dynamic();
  const [first, second] = isNarrow ? [table, through.table] : [through.table, table];
  return chosen.from(first).crossJoin(second).$dynamic();
};

/** The columns that order a list, the last of them the id. */
const orderColumns = (table: { id: SQLiteColumn }, { orderBy, through }: PageSpec): (SQL | SQLiteColumn)[] => [
  ...(orderBy === undefined ? [] : [orderBy]),
  ...(through === undefined ? [] : [sql`${through.table}.rowid`]),
  table.id,
];

/** The field of a row with the rowid of the other table, by which pages of several sites are merged. */
const THROUGH_ROW = 'throughRow';
const throughColumn = ({ through }: PageSpec) =>
  through === undefined ? {} : { [THROUGH_ROW]: sql`${through.table}.rowid`.as(THROUGH_ROW) };

const onOf = ({ through }: PageSpec): SQL | undefined =>
  through === undefined ? undefined : sql`${through.reference} = ${through.table.id} and ${through.when}`;

const tuple = (parts: readonly (SQL | SQLiteColumn)[]): SQL =>
  parts.length === 1 ? sql`${parts[0]}` : sql`(${sql.join([...parts], sql`, `)})`;

/** The position of a cursor in the order of a list: the values of the columns that order it, in their order. */
type Cursor = readonly SQLQueryBindings[];

/** For restricted callers, records of other sites are unknown: the page would reveal when they are. */
const cursorsOf = (table: KeyedTable, spec: PageSpec) => {
  const { filters, collection, sites, endedIds } = spec;
  const order = orderColumns(table, spec);
  if (endedIds !== undefined && order.length > 1)
    throw new Error('the place of a deleted row follows from its id alone');
  const columns = Object.fromEntries(order.map((column, index) => [`by${index}`, sql`${column}`.as(`by${index}`)]));
  const isIt = sql`${table.id} = ${named('id')}`;
  const isInCollection = collection === undefined ? undefined : filters[collection];
  const statement = (within?: SQL) =>
    query<Record<string, SQLQueryBindings>>(() =>
      selectFrom(columns, table, spec, true).where(and(isIt, onOf(spec), isInCollection, within)),
    );
  const everywhere = statement();
  const reachable = sites === null ? everywhere : statement(sites.within);
  /** @throws Problem 400 `cursor_invalid`. */
  return (read: Read, request: PageRequest, values: Filters, siteIds: readonly string[] | null): Cursor | undefined => {
    const id = request.endingBefore ?? request.startingAfter;
    if (id === undefined) return undefined;
    const isLimited = siteIds !== null && request.isOwnCursor !== true;
    const given = { ...values, id, ...(isLimited ? { reachable: JSON.stringify(siteIds) } : {}) } as Values;
    const cursor = (isLimited ? reachable : everywhere).get(read, given);
    if (cursor === undefined) {
      if (order.length === 1 && request.isOwnCursor === true) return [id];
      if (endedIds !== undefined && hasEnded(read, id, endedIds)) return [id];
      throw unknownCursor(request, id);
    }
    return order.map((_, index) => cursor[`by${index}`] ?? null);
  };
};

/** Reads a page of a list. `siteIds` are the sites of a restricted caller, null for all sites. */
export type PageOf<Row> = (
  read: Read,
  request: PageRequest,
  filters: Filters,
  siteIds?: readonly string[] | null,
) => Page<Row>;

/** The conditions of a list by name. `+name` is the form of an indexed one that does not use its index. */
const conditionsOf = ({ filters, indexed = {}, sites }: PageSpec): Readonly<Record<string, SQL>> => ({
  ...filters,
  ...indexed,
  ...Object.fromEntries(Object.entries(indexed).map(([name, condition]) => [`+${name}`, sql`+${condition}`])),
  ...(sites === null ? {} : { reachable: sites.within }),
  ...(sites?.one === undefined ? {} : { site: sites.one }),
});

/**
 * Keyset pagination over `table`. A page is one statement that seeks to its cursor, so its cost does not grow with the
 * page number. Statements are prepared once for each combination of filters, and nothing is made before the first page.
 */
export const pagesOf = <Row extends { id: string }>(table: KeyedTable, spec: () => PageSpec): PageOf<Row> => {
  const pageOf = lazily(() => preparedPages<Row>(table, spec()));
  return (read, request, filters, siteIds) => pageOf()(read, request, filters, siteIds);
};

const preparedPages = <Row extends { id: string }>(table: KeyedTable, spec: PageSpec): PageOf<Row> => {
  const statements = new Map<string, Query<Row>>();
  const conditions = conditionsOf(spec);
  const indexed = Object.keys(spec.indexed ?? {});
  const isBefore = orderOf<Row>(spec);
  const narrowing = indexed.filter((name) => !spec.indexedBySite?.includes(name));
  const order = [...indexed.flatMap((name) => [name, `+${name}`]), ...Object.keys(spec.filters), 'reachable', 'site'];
  const cursorFor = cursorsOf(table, spec);
  const columns = orderColumns(table, spec);
  const on = onOf(spec);

  const build = (names: readonly string[], seek: boolean, ascending: boolean): Query<Row> => {
    const isNarrow = names.some((name) => indexed.includes(name));
    const direction = ascending ? sql`asc` : sql`desc`;
    const where = names.map((name) => conditions[name] as SQL);
    if (on !== undefined) where.push(on);
    // First, so that SQLite seeks to the cursor and not to the start of a range of the same column.
    if (seek) {
      const cursor = columns.map((_, index) => sql`${named(`cursor${index}`)}`);
      where.unshift(sql`${tuple(columns)} ${ascending ? sql`>` : sql`<`} ${tuple(cursor)}`);
    }
    const chosen = { ...(spec.columns ?? getTableColumns(table)), ...spec.extraColumns, ...throughColumn(spec) };
    return query<Row>(() =>
      selectFrom(chosen, table, spec, isNarrow)
        .where(and(...where))
        .orderBy(...columns.map((column) => sql`${column} ${direction}`))
        .limit(named('limit')),
    );
  };

  /** The conditions that apply. The first indexed one uses its index, the others do not. */
  const namesOf = (filters: Filters): string[] => {
    const [first] = indexed.filter((name) => filters[name] !== undefined);
    return order.filter((name) => {
      if (!name.startsWith('+')) return filters[name] !== undefined && (name === first || !indexed.includes(name));
      return name !== `+${first}` && filters[name.slice(1)] !== undefined;
    });
  };

  const onePage = (read: Read, request: PageRequest, filters: Filters, cursor: Cursor | undefined): Page<Row> => {
    const backward = request.endingBefore !== undefined;
    const ascending = (spec.direction === 'ascending') !== backward;
    let signature = `${cursor !== undefined} ${ascending}`;
    for (const name of order) if (filters[name] !== undefined) signature += ` ${name}`;
    let statement = statements.get(signature);
    if (statement === undefined) {
      statement = build(namesOf(filters), cursor !== undefined, ascending);
      statements.set(signature, statement);
    }
    const values: Record<string, SQLQueryBindings> = { limit: request.limit + 1 };
    for (const name in filters) {
      if (filters[name] === undefined) continue;
      if (!(name in conditions)) throw new Error(`this list has no filter '${name}'`);
      values[name] = filters[name];
    }
    if (cursor !== undefined) for (const [index, value] of cursor.entries()) values[`cursor${index}`] = value;
    return pageFrom(statement.all(read, values as Values), request);
  };

  return (read, request, filters, siteIds = null) => {
    const cursor = cursorFor(read, request, filters, siteIds);
    if (siteIds === null || spec.sites === null) return onePage(read, request, filters, cursor);
    const isNarrowed = narrowing.some((name) => filters[name] !== undefined);
    if (!('site' in conditions) || isNarrowed) {
      return onePage(read, request, { ...filters, reachable: JSON.stringify(siteIds) }, cursor);
    }
    const parts = siteIds.map((site) => onePage(read, request, { ...filters, site }, cursor));
    return mergePages(request, parts, isBefore);
  };
};

/** Makes a page from rows that were read from the cursor on, one more than the limit if there are more. */
export const pageFrom = <Row>(rows: Row[], request: PageRequest): Page<Row> => {
  const backward = request.endingBefore !== undefined;
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (backward) rows.reverse();
  return {
    rows,
    hasMore: more,
    hasNext: backward || more,
    hasPrevious: backward ? more : request.startingAfter !== undefined,
  };
};

/** A page of a list that is in memory as a whole. @throws Problem 400 `cursor_invalid`. */
export const pageOfAll = <Row extends { readonly id: string }>(
  all: readonly Row[],
  request: PageRequest,
): Page<Row> => {
  const { startingAfter, endingBefore, limit } = request;
  const cursor = endingBefore ?? startingAfter;
  const at = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at < 0) throw unknownCursor(request, cursor);
  const rest = endingBefore === undefined ? all.slice(at + 1) : all.slice(0, at).reverse();
  return pageFrom(rest.slice(0, limit + 1), request);
};

/** Whether a row comes before another one in a list. */
type Order<Row> = (left: Row, right: Row) => boolean;

const byIdDescending: Order<{ readonly id: string }> = (left, right) => left.id > right.id;

const orderOf = <Row extends { id: string }>({ orderBy, through, direction }: PageSpec): Order<Row> => {
  const names = [orderBy?.name, through && THROUGH_ROW, 'id'].filter((name) => name !== undefined);
  const isLess: Order<object> = (left, right) => {
    const first = names.find((name) => Reflect.get(left, name) !== Reflect.get(right, name));
    return first !== undefined && Reflect.get(left, first) < Reflect.get(right, first);
  };
  return direction === 'ascending' ? isLess : (left, right) => isLess(right, left);
};

/** Merges pages of parts of a list, such as sites, into one: the rows closest to the cursor. */
export const mergePages = <Row extends { id: string }>(
  request: PageRequest,
  parts: readonly Page<Row>[],
  isBefore: Order<Row> = byIdDescending,
): Page<Row> => {
  const backward = request.endingBefore !== undefined;
  const all = parts.flatMap(({ rows }) => rows).sort((left, right) => (isBefore(left, right) ? -1 : 1));
  const rows = backward ? all.slice(-request.limit) : all.slice(0, request.limit);
  const more = all.length > rows.length || parts.some((part) => (backward ? part.hasPrevious : part.hasNext));
  const hasPrevious = backward ? more : request.startingAfter !== undefined;
  return { rows, hasMore: more, hasNext: backward || more, hasPrevious };
};

/** 400: an id as a cursor, of which the list has several rows (conventions.md "Lists"). */
export const repeatedCursor = (request: PageRequest, id: string) =>
  invalidParam(
    request.cursorParam ?? 'starting_after',
    `The ID '${id}' appears in several rows of this list, so it cannot be a cursor. Use the nextCursor or previousCursor of a page.`,
    'cursor_invalid',
  );

export const unknownCursor = (request: PageRequest, id: string) =>
  invalidParam(
    request.cursorParam ?? 'starting_after',
    `The cursor '${id}' is not in this list. Use the ID of one of its records, or its nextCursor or previousCursor.`,
    'cursor_invalid',
  );
