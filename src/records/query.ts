import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite';
import {
  and,
  eq,
  getTableColumns,
  getTableName,
  type InferSelectModel,
  is,
  Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { QueryBuilder, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../database/database.ts';
import type { KeyedTable } from '../database/lazy-table.ts';
import { errorCode } from '../kernel/errors.ts';
import { lazily } from '../kernel/lazily.ts';

/** Every id of the demo data is before this one, and every id that is made from the clock after it. */
const AFTER_DEMO = '01000001';

const NOTE = 'insert or ignore into "demoChanges" ("tableName", "id") values (?, ?)';

/** Notes that a person changes a row of the demo data, so that a removal of the demo data keeps it. */
const noteDemoChange = (tx: Tx, table: string, id: string): void => {
  if (id >= AFTER_DEMO) return;
  const actor = tx.origin?.actor ?? null;
  if (actor !== null && !actor.startsWith('job:')) tx.db.query(NOTE).run(table, id);
};

/** Builds select statements. It is not connected to a database. */
export const select = new QueryBuilder();

interface Built {
  toSQL(): { sql: string; params: unknown[] };
}

/** The values of a statement's parameters by name. A missing one throws. */
export type Values = Readonly<Record<string, SQLQueryBindings>>;

/** A statement built once with drizzle and prepared once per database. Rows have the values that SQLite returns. */
export interface Query<Row> {
  get(read: Read, values?: Values): Row | undefined;
  all(read: Read, values?: Values): Row[];
  /** The rows one by one. Those after the last one that is asked for are not read. */
  iterate(read: Read, values?: Values): Iterable<Row>;
  run(tx: Read, values?: Values): number;
}

type Binder = (read: Read, values: Values) => SQLQueryBindings[];

/** The value of a parameter. @throws Error when none is given for its name. */
type Slot = (read: Read, values: Values) => SQLQueryBindings;

class FromRead extends Placeholder {
  constructor(readonly valueIn: (read: Read) => SQLQueryBindings) {
    super('fromRead');
  }
}

const isBinding = (value: unknown): value is SQLQueryBindings =>
  value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value instanceof Uint8Array;

/** A parameter of a statement: a value of the read, a placeholder by its name, or a constant. */
const slotOf = (param: unknown): Slot => {
  if (param instanceof FromRead) return param.valueIn;
  if (is(param, Placeholder)) {
    const name = String(param.name);
    return (_, values) => {
      const value = values[name];
      if (value === undefined) throw new Error(`the statement needs a value for '${name}'`);
      return value;
    };
  }
  if (isBinding(param)) return () => param;
  throw new Error(`a statement cannot bind ${String(param)}`);
};

const binderOf = (params: readonly unknown[]): Binder => {
  const slots = params.map(slotOf);
  return (read, values) => {
    const bound: SQLQueryBindings[] = [];
    for (const slot of slots) bound.push(slot(read, values));
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
  // SQLite compiles a statement again each time a plain LIMIT parameter is bound, but not for an expression. That takes 7 to
  // 10 us: a fifth of the list of 10 clients (the row "lists" of performance.md). One line.
  return { text: written.replace(/ limit \?$/, ' limit (? + 0)'), bind: binderOf(params) };
};

/** Built at first use, for a fast start. It bypasses drizzle's result mapping, which costs more than the query. */
export const query = <Row>(build: () => Built): Query<Row> => {
  let written: Written | undefined;
  let bind: Binder;
  let db: Database | undefined;
  let statement: Statement<Row, SQLQueryBindings[]>;
  // A process usually has one database, so its statement is kept here; other databases use their own statement cache.
  const prepared = (read: Read): Statement<Row, SQLQueryBindings[]> => {
    if (read.db !== db) {
      written ??= write(build());
      bind = written.bind;
      statement = read.db.query<Row, SQLQueryBindings[]>(written.text);
      db = read.db;
    }
    return statement;
  };
  return {
    get: (read, values = NONE) => prepared(read).get(...bind(read, values)) ?? undefined,
    all: (read, values = NONE) => prepared(read).all(...bind(read, values)),
    iterate: (read, values = NONE) => prepared(read).iterate(...bind(read, values)),
    run: (tx, values = NONE) => prepared(tx).run(...bind(tx, values)).changes,
  };
};

export interface TableRows<Row> {
  find(read: Read, id: string): Row | undefined;
  /** The rows with these ids in one query, in no particular order. */
  findAll(read: Read, ids: readonly string[]): Row[];
  /** Returns the rowid. */
  insert(tx: Tx, row: Row): number;
  /** Sets the given columns except the key: setting it would make SQLite check every row that refers to it. */
  update(tx: Tx, id: string, patch: Partial<Row>): void;
}

export const named = (name: string): Placeholder => sql.placeholder(name);

/** A parameter whose value comes from the read, so that no caller passes it. */
export const fromRead = (valueIn: (read: Read) => SQLQueryBindings): Placeholder => new FromRead(valueIn);

export const NOW = fromRead(({ now }) => now);

/** `column in (...)` with a list that is bound as one JSON parameter, so that its length does not change the statement. */
export const inList = (column: SQLiteColumn, name: string) =>
  sql`${column} in (select value from json_each(${named(name)}))`;

/** A column that contains the term of a search. Of an accent alone no term is left, which SQLite would find everywhere. */
export const containing = (column: SQLiteColumn, name: string) =>
  sql`(trim(${named(name)}) <> '' and instr(${column}, ${named(name)}) > 0)`;

type ColumnName<Table> = Extract<
  { [Name in keyof Table]: Table[Name] extends SQLiteColumn ? Name : never }[keyof Table],
  string
>;

/** A condition, or the name of a column that equals the parameter of its name. */
export type Condition<Table> = SQL | ColumnName<Table> | undefined;

const columnOf = (table: SQLiteTable, name: string): SQLiteColumn => Reflect.get(table, name);
const equal = (table: SQLiteTable, name: string): SQL => eq(columnOf(table, name), named(name));

export const byColumn = <Table extends SQLiteTable>(table: Table, ...names: ColumnName<Table>[]) =>
  Object.fromEntries(names.map((name) => [name, equal(table, name)]));

/** Selects columns, by the names that rows have for them, of the rows of a table that meet all conditions. */
export const selectFrom = <Table extends SQLiteTable>(
  table: Table,
  columns: Record<string, SQLiteColumn | SQL.Aliased>,
  ...conditions: Condition<Table>[]
) => {
  const from: SQLiteTable = table;
  const where = conditions.map((each) => (typeof each === 'string' ? equal(table, each) : each));
  return select
    .select(columns)
    .from(from)
    .where(and(...where));
};

export const selectRows = <Table extends SQLiteTable>(table: Table, ...conditions: Condition<Table>[]) =>
  selectFrom(table, getTableColumns(table), ...conditions);

export const selectColumns = <Table extends SQLiteTable>(
  table: Table,
  names: readonly ColumnName<Table>[],
  ...conditions: Condition<Table>[]
) => selectFrom(table, Object.fromEntries(names.map((name) => [name, columnOf(table, name)])), ...conditions);

/** A row or a part of one, as values to bind. */
type Bindable = Readonly<Record<string, SQLQueryBindings | undefined>>;

/** `check` runs before an insert, and before columns of the row `id` are set. It throws to refuse that. */
export const tableRows = <Table extends KeyedTable>(
  table: Table,
  check: (tx: Tx, columns: object) => void = () => {},
): TableRows<InferSelectModel<Table>> => {
  type Row = InferSelectModel<Table>;
  const find = query<Row>(() => selectRows<KeyedTable>(table, 'id'));
  const findAll = query<Row>(() => selectRows(table, inList(table.id, 'ids')));
  const changing = lazily(() => {
    const columns = Object.keys(getTableColumns(table));
    const name = getTableName(table);
    const quoted = columns.map((column) => `"${column}"`);
    return {
      name,
      columns,
      settable: columns.filter((column) => column !== 'id'),
      insert: `insert into "${name}" (${quoted.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    };
  });
  return {
    find: (read, id) => find.get(read, { id }),
    findAll: (read, ids) => (ids.length === 0 ? [] : findAll.all(read, { ids: JSON.stringify(ids) })),
    insert: (tx, row) => {
      check(tx, row);
      const { columns, insert } = changing();
      const given = row as Bindable;
      const values = columns.map((column) => given[column] ?? null);
      return Number(tx.db.query(insert).run(...values).lastInsertRowid);
    },
    update: (tx, id, patch) => {
      check(tx, { ...patch, id });
      const { name, settable } = changing();
      const given = patch as Bindable;
      const changed = settable.filter((column) => given[column] !== undefined);
      if (changed.length === 0) return;
      const assignments = changed.map((column) => `"${column}" = ?`).join(', ');
      const values = changed.map((column) => given[column] ?? null);
      noteDemoChange(tx, name, id);
      tx.db.query(`update "${name}" set ${assignments} where "id" = ?`).run(...values, id);
    },
  };
};

export const textsOf = (read: Read, statement: string, ...values: SQLQueryBindings[]): string[] =>
  read.db
    .query(statement)
    .values(...values)
    .map(([text]) => String(text));

/** The columns of `after` that differ from `before`, so that an update writes only their indexes. */
export const changedColumns = <Row extends object>(before: Row, after: Row): Partial<Row> => {
  const changed: Partial<Row> = {};
  for (const column in after) {
    if (before[column] !== after[column]) changed[column] = after[column];
  }
  return changed;
};

export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === 'SQLITE_CONSTRAINT_UNIQUE';
