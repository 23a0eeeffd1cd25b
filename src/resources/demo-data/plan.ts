import type { Database } from 'bun:sqlite';
import { DEMO_TABLES, EMPTIED_TABLES, PARTLY_EMPTIED } from './tables.ts';

/** How a table is emptied, a few rows at a time. */
export interface Step {
  readonly table: string;
  /** Whether something is left to do. */
  readonly isLeft: string;
  /** Done in order, for the next rows. */
  readonly statements: readonly string[];
}

/** How many rows a statement deletes: bookings, which are in the most indexes, take 2 ms. */
const ROWS = 100;

interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
}

const FOREIGN_KEYS = `select "tables"."name" "table", "keys"."from" "column", "keys"."table" "parent"
  from pragma_table_list "tables", pragma_foreign_key_list("tables"."name") "keys"`;
/** The keys of tables without rowids. */
const KEYS = `select "tables"."name" "table", group_concat('"' || "columns"."name" || '"', ', ' order by "columns"."pk") "key"
  from pragma_table_list "tables", pragma_table_info("tables"."name") "columns"
  where "tables"."wr" = 1 and "columns"."pk" > 0 group by "tables"."name"`;

const stepOf = (table: string, key: string, own: readonly ForeignKey[]): Step => {
  const condition = PARTLY_EMPTIED[table] ?? 'true';
  const next = (columns: string) =>
    `select ${columns} from "${table}" where ${condition} order by ${key} limit ${ROWS}`;
  // Records that refer to others of their table.
  const unlinked = own
    .filter(({ parent }) => parent === table)
    .map(({ column }) => `update "${table}" set "${column}" = null where "${column}" in (${next('"id"')})`);
  return {
    table,
    isLeft: `select 1 from "${table}" where ${condition} limit 1`,
    statements: [...unlinked, `delete from "${table}" where (${key}) in (${next(key)})`],
  };
};

/** The tables that are emptied, each after those that refer to it. */
export const stepsFor = (db: Database): readonly Step[] => {
  const foreignKeys = db.query<ForeignKey, []>(FOREIGN_KEYS).all();
  const keys = new Map(
    db
      .query<{ table: string; key: string }, []>(KEYS)
      .all()
      .map(({ table, key }) => [table, key] as const),
  );
  const tables = new Set<string>([
    'unfinishedChanges',
    ...DEMO_TABLES,
    ...EMPTIED_TABLES,
    ...Object.keys(PARTLY_EMPTIED),
  ]);
  const steps: Step[] = [];
  const add = (table: string): void => {
    if (!tables.delete(table)) return;
    for (const key of foreignKeys) if (key.parent === table) add(key.table);
    const own = foreignKeys.filter((key) => key.table === table);
    steps.push(stepOf(table, keys.get(table) ?? 'rowid', own));
  };
  for (const table of [...tables]) add(table);
  return steps;
};
