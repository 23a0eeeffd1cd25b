// The rows that a removal of the demo data looks at, page by page: those of the demo data, and those that name them.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { columnsOf, demoCondition, HISTORY, looseColumns, NAMING, referringColumns } from '../graph.ts';
import { AFTER_DEMO } from '../tables.ts';

/** A table, and how its rows are looked at. */
export interface Place {
  readonly table: string;
  /** The columns of its primary key, or its rowid. */
  readonly key: readonly string[];
  /** The columns of rows that are none of the demo data, in which they name some. */
  readonly naming: readonly string[];
  /** Whether a row is of the demo data. */
  readonly isDemo: string;
  /** Whether a row is looked at. */
  readonly condition: string;
}

/** The key of the last row of a page. */
export type Position = readonly SQLQueryBindings[];

type Values = Readonly<Record<string, SQLQueryBindings>>;

interface Found {
  readonly isDemo: boolean;
  readonly values: Values;
}

/** Columns that name records in a text. */
const NAMES = /Ids?$|^(?:children|lines|lineItems|filters|action|rules|pointsRules|brand)$/;
const ANY_ID = ['00ff', '0100'].map((start) => `like '%${start}0000-____-____-____-____________%'`);

const TABLES = `select "name" from pragma_table_list where "type" = 'table' and "schema" = 'main' and "name" not like 'sqlite_%'`;

const placeOf = (db: Database, table: string): Place | undefined => {
  const loose = looseColumns(table);
  const referring = referringColumns(db, table).filter((column) => !loose.includes(column));
  const columns = columnsOf(db, table);
  const texts = columns
    .filter(({ name, type }) => NAMING.includes(table) && type.toUpperCase() === 'TEXT' && NAMES.test(name))
    .map(({ name }) => name)
    .filter((name) => !loose.includes(name));
  const demo = demoCondition(db, table);
  const naming = [
    ...referring.map((column) => `"${column}" < '${AFTER_DEMO}'`),
    ...texts.flatMap((name) => ANY_ID.map((like) => `"${name}" ${like}`)),
  ];
  if (demo === undefined && naming.length === 0) return undefined;
  const key = columns.filter(({ pk }) => pk > 0).sort((left, right) => left.pk - right.pk);
  const isDemo = demo === undefined ? 'false' : `(${demo}) is true`;
  return {
    table,
    key: key.length === 0 ? ['rowid'] : key.map(({ name }) => name),
    naming: [...new Set([...referring, ...texts])],
    isDemo,
    condition: [isDemo, ...naming].join(' or '),
  };
};

/** The tables that have demo data, or name them. */
export const placesOf = (db: Database): Place[] =>
  db
    .query<{ name: string }, []>(TABLES)
    .all()
    .flatMap(({ name }) => (HISTORY.includes(name) ? [] : (placeOf(db, name) ?? [])));

const listOf = (key: readonly string[], prefix = ''): string => key.map((name) => `${prefix}"${name}"`).join(', ');
const marks = (key: readonly string[]): string => key.map(() => '?').join(', ');

const foundIn = (rows: readonly Values[]): Found[] =>
  rows.map(({ isDemoRow, ...values }) => ({ isDemo: isDemoRow === 1, values }));

/** The next rows of a table that are looked at, of so many. `last` is undefined where these were the last ones. */
export const pageOf = (
  db: Database,
  { table, key, isDemo, condition }: Place,
  after: Position | undefined,
  limit: number,
): { readonly rows: Found[]; readonly last: Position | undefined } => {
  const columns = listOf(key);
  const start = after ?? [];
  const from = after === undefined ? 'true' : `(${columns}) > (${marks(key)})`;
  const end = db
    .query<Values, SQLQueryBindings[]>(
      `select ${columns} from "${table}" where ${from} order by ${columns} limit 1 offset ?`,
    )
    .get(...start, limit - 1);
  const range = end === null ? undefined : key.map((name) => end[name] ?? null);
  const until = range === undefined ? 'true' : `(${columns}) <= (${marks(key)})`;
  const rows = db
    .query<Values, SQLQueryBindings[]>(
      `select *, ${isDemo} "isDemoRow" from "${table}" where ${from} and ${until} and (${condition})`,
    )
    .all(...start, ...(range ?? []));
  return { rows: foundIn(rows), last: range };
};

/** A row by its key, where it is one that is looked at. */
export const rowAt = (db: Database, { table, key, isDemo, condition }: Place, at: Position): Found | undefined =>
  foundIn(
    db
      .query<Values, SQLQueryBindings[]>(
        `select *, ${isDemo} "isDemoRow" from "${table}" where (${listOf(key)}) = (${marks(key)}) and (${condition})`,
      )
      .all(...at),
  )[0];
