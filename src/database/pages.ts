import type { SQLQueryBindings } from 'bun:sqlite';
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { invalidParam } from '../kernel/problem.ts';
import type { Read } from './database.ts';
import { named, type Query, query, select, type Values } from './query.ts';

/** Where a page begins and how long it is; at most one of the cursors. */
export interface PageRequest {
  readonly limit: number;
  /** The page after the record with this id. */
  readonly startingAfter?: string | undefined;
  /** The page before the record with this id, in the list's order. */
  readonly endingBefore?: string | undefined;
  /** The query parameter that carried the cursor, for the refusal of an unknown one. */
  readonly cursorParam?: string;
}

/** Rows of one page in the list's order, and whether there are more at either side. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** How a list is ordered and by what it can be narrowed. */
export interface PageSpec {
  /** `id` last; a list that is ordered by more than its id names the leading column. */
  readonly by?: SQLiteColumn;
  readonly direction: 'ascending' | 'descending';
  /** Conditions by name; each takes part only when its value is given, and binds it as `named(<name>)`. */
  readonly filters: Readonly<Record<string, SQL>>;
  /** The filter that says which collection the list is of; a cursor from another collection is unknown here. */
  readonly collection?: string;
  /** What is told of each row besides its columns; it may bind `named('now')`. */
  readonly also?: Readonly<Record<string, SQL.Aliased>>;
}

/** The values of the filters that apply; undefined leaves a filter out. */
export type Filters = Readonly<Record<string, SQLQueryBindings | undefined>>;

interface Cursor {
  readonly id: string;
  readonly by?: SQLQueryBindings;
}

/**
 * Keyset pages over `table`: every page is one statement that seeks to its cursor, prepared once for each combination
 * of filters, so that its cost does not grow with the page number.
 */
export const pagesOf = <Row extends { id: string }>(
  table: SQLiteTable & { id: SQLiteColumn },
  spec: PageSpec,
): ((read: Read, request: PageRequest, filters: Filters) => Page<Row>) => {
  const statements = new Map<string, Query<Row>>();
  const edge = query<Cursor>(
    select
      .select(spec.by === undefined ? { id: table.id } : { id: table.id, by: sql`${spec.by}`.as('by') })
      .from(table)
      .where(
        and(
          sql`${table.id} = ${named('id')}`,
          spec.collection === undefined ? undefined : spec.filters[spec.collection],
        ),
      ),
  );

  const build = (names: readonly string[], seek: boolean, ascending: boolean): Query<Row> => {
    const compare = ascending ? sql`>` : sql`<`;
    const order = ascending ? sql`asc` : sql`desc`;
    const key = spec.by === undefined ? sql`${table.id}` : sql`(${spec.by}, ${table.id})`;
    const cursor =
      spec.by === undefined ? sql`${named('cursorId')}` : sql`(${named('cursorBy')}, ${named('cursorId')})`;
    const conditions = names.map((name) => spec.filters[name] as SQL);
    if (seek) conditions.push(sql`${key} ${compare} ${cursor}`);
    const ordering =
      spec.by === undefined ? [sql`${table.id} ${order}`] : [sql`${spec.by} ${order}`, sql`${table.id} ${order}`];
    return query<Row>(
      select
        .select({ ...getTableColumns(table), ...spec.also })
        .from(table)
        .where(and(...conditions))
        .orderBy(...ordering)
        .limit(named('limit')),
    );
  };

  return (read, request, filters) => {
    const backward = request.endingBefore !== undefined;
    const cursorId = request.endingBefore ?? request.startingAfter;
    const names = Object.keys(spec.filters).filter((name) => filters[name] !== undefined);
    const ascending = (spec.direction === 'ascending') !== backward;
    const signature = `${names.join()}|${cursorId !== undefined}|${ascending}`;
    let statement = statements.get(signature);
    if (statement === undefined) {
      statement = build(names, cursorId !== undefined, ascending);
      statements.set(signature, statement);
    }
    const values: Record<string, SQLQueryBindings> = { limit: request.limit + 1, now: read.now };
    for (const name of names) values[name] = filters[name] as SQLQueryBindings;
    if (cursorId !== undefined) {
      const cursor = edge.get(read, { ...values, id: cursorId });
      if (cursor === undefined) throw unknownCursor(request, cursorId);
      values.cursorId = cursor.id;
      if (cursor.by !== undefined) values.cursorBy = cursor.by;
    }
    return pageFrom(statement.all(read, values as Values), request);
  };
};

/** The page in `rows`, which were read away from the cursor and hold one more than the limit where there are more. */
export const pageFrom = <Row>(rows: Row[], request: PageRequest): Page<Row> => {
  const backward = request.endingBefore !== undefined;
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (backward) rows.reverse();
  return {
    rows,
    hasNext: backward || more,
    hasPrevious: backward ? more : request.startingAfter !== undefined,
  };
};

/**
 * One page of a list over several partitions of it, such as the sites a caller reaches: each part is a seek of its
 * own, and the rows nearest to the cursor make the page. For lists in descending order of id.
 */
export const mergedPage = <Row extends { id: string }>(
  request: PageRequest,
  parts: readonly Page<Row>[],
): Page<Row> => {
  const backward = request.endingBefore !== undefined;
  const all = parts.flatMap(({ rows }) => rows).sort((left, right) => (left.id < right.id ? 1 : -1));
  const rows = backward ? all.slice(-request.limit) : all.slice(0, request.limit);
  const more = all.length > rows.length || parts.some((part) => (backward ? part.hasPrevious : part.hasNext));
  return { rows, hasNext: backward || more, hasPrevious: backward ? more : request.startingAfter !== undefined };
};

/** 400: the cursor is no record of the list. */
export const unknownCursor = (request: PageRequest, id: string) =>
  invalidParam(
    request.cursorParam ?? 'starting_after',
    `The cursor '${id}' is not in this list. Use the id of one of its records, or its nextCursor or previousCursor.`,
    'cursor_invalid',
  );
