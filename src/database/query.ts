import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite';
import { eq, getTableColumns, getTableName, type InferSelectModel, is, Placeholder, sql } from 'drizzle-orm';
import { QueryBuilder, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from './database.ts';

/** Builds the queries of every rows.ts; it is bound to no database. */
export const select = new QueryBuilder();

interface Built {
  toSQL(): { sql: string; params: unknown[] };
}

/** The named values of a statement; a missing name is a fault of the caller and throws. */
export type Values = Readonly<Record<string, SQLQueryBindings>>;

/** A statement written once with drizzle and prepared once per database: rows come as SQLite holds them. */
export interface Query<Row> {
  get(read: Read, values?: Values): Row | undefined;
  all(read: Read, values?: Values): Row[];
  run(tx: Read, values?: Values): number;
}

type Binder = (values: Values) => SQLQueryBindings[];

const binderOf = (params: readonly unknown[]): Binder => {
  const slots = params.map((param) =>
    is(param, Placeholder) ? { name: String(param.name) } : { constant: param as SQLQueryBindings },
  );
  return (values) => {
    const bound: SQLQueryBindings[] = [];
    for (const slot of slots) {
      const value = slot.name === undefined ? slot.constant : values[slot.name];
      if (value === undefined) throw new Error(`the statement lacks a value for '${slot.name}'`);
      bound.push(value);
    }
    return bound;
  };
};

const NONE: Values = {};

interface Written {
  readonly text: string;
  readonly bind: Binder;
}

const write = (built: Built): Written => {
  const { sql: written, params } = built.toSQL();
  // SQLite compiles a statement anew each time a bare parameter of its LIMIT is bound; a sum it takes as it comes.
  return { text: written.replace(/ limit \?$/, ' limit (? + 0)'), bind: binderOf(params) };
};

/**
 * A statement that is written out at its first use, since a start should not wait for those that it never runs;
 * drizzle's own result mapping, which costs more than the query, never runs.
 */
export const query = <Row>(built: Built): Query<Row> => {
  let written: Written | undefined;
  let bind: Binder;
  let db: Database | undefined;
  let statement: Statement<Row, SQLQueryBindings[]>;
  // One database serves a process: its statement is kept at hand, and another one's is looked up in its own cache.
  const prepared = (read: Read): Statement<Row, SQLQueryBindings[]> => {
    if (read.db !== db) {
      written ??= write(built);
      bind = written.bind;
      statement = read.db.query<Row, SQLQueryBindings[]>(written.text);
      db = read.db;
    }
    return statement;
  };
  return {
    get: (read, values = NONE) => prepared(read).get(...bind(values)) ?? undefined,
    all: (read, values = NONE) => prepared(read).all(...bind(values)),
    run: (tx, values = NONE) => prepared(tx).run(...bind(values)).changes,
  };
};

/** The elementary statements of a table whose key is `id`. */
export interface TableRows<Row> {
  find(read: Read, id: string): Row | undefined;
  /** The rows of `ids`, in no order, in one query. */
  findAll(read: Read, ids: readonly string[]): Row[];
  /** Returns its rowid. */
  insert(tx: Tx, row: Row): number;
  /** Sets the given columns, never the key: that would make SQLite look at every row that refers to it. */
  update(tx: Tx, id: string, patch: Partial<Row>): void;
}

/** A statement parameter by name, for conditions of every kind. */
export const named = (name: string): Placeholder => sql.placeholder(name);

/** Membership in a list that is bound as one JSON parameter, so that its length never changes the statement. */
export const inList = (column: SQLiteColumn, name: string) =>
  sql`${column} in (select value from json_each(${named(name)}))`;

/** `find`, `findAll`, `insert` and `update` of one table. */
export const tableRows = <Table extends SQLiteTable & { id: SQLiteColumn }>(
  table: Table,
): TableRows<InferSelectModel<Table>> => {
  type Row = InferSelectModel<Table>;
  const columns = Object.keys(getTableColumns(table)) as (keyof Row & string)[];
  const name = getTableName(table);
  const find = query<Row>(
    select
      .select()
      .from(table)
      .where(eq(table.id, named('id'))),
  );
  const findAll = query<Row>(select.select().from(table).where(inList(table.id, 'ids')));
  const settable = columns.filter((column) => column !== 'id');
  const quoted = columns.map((column) => `"${column}"`);
  const insert = `insert into "${name}" (${quoted.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
  return {
    find: (read, id) => find.get(read, { id }),
    findAll: (read, ids) => (ids.length === 0 ? [] : findAll.all(read, { ids: JSON.stringify(ids) })),
    insert: (tx, row) => {
      const values = columns.map((column) => (row[column] ?? null) as SQLQueryBindings);
      return Number(tx.db.query(insert).run(...values).lastInsertRowid);
    },
    update: (tx, id, patch) => {
      const changed = settable.filter((column) => patch[column] !== undefined);
      if (changed.length === 0) return;
      const assignments = changed.map((column) => `"${column}" = ?`).join(', ');
      const values = changed.map((column) => patch[column] as SQLQueryBindings);
      tx.db.query(`update "${name}" set ${assignments} where "id" = ?`).run(...values, id);
    },
  };
};

/** The columns of `after` that differ from `before`, so that only their indexes are written. */
export const changedColumns = <Row extends object>(before: Row, after: Row): Partial<Row> => {
  const changed: Partial<Row> = {};
  for (const column of Object.keys(after) as (keyof Row)[]) {
    if (before[column] !== after[column]) changed[column] = after[column];
  }
  return changed;
};

/** Whether a unique index refused a statement. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
