import { Database, type SQLQueryBindings } from 'bun:sqlite';
import type { Tx } from './database.ts';
import { migrate } from './migrate.ts';

/** The table that describes the file itself and is not erased. */
const KEPT = 'appliance';

const TABLES = `select "name", "sql" like 'CREATE VIRTUAL%' as isVirtual from sqlite_master
  where "type" = 'table' and "sql" like 'CREATE %TABLE%' and "name" not like 'sqlite_%' and "name" <> '${KEPT}'`;

/** Some rows are kept by triggers that refuse to delete them. */
const TRIGGERS = `select "name", "sql" from sqlite_master where "type" = 'trigger'`;

/** The search indexes of a database, and its tables apart from those that are parts of an index. */
const tablesIn = (db: Database) => {
  const all = db.query<{ name: string; isVirtual: number }, []>(TABLES).all();
  const searches = all.filter(({ isVirtual }) => isVirtual === 1).map(({ name }) => name);
  const isPartOfSearch = (name: string) => searches.some((search) => name.startsWith(`${search}_`));
  const tables = all.filter(({ name, isVirtual }) => isVirtual === 0 && !isPartOfSearch(name)).map(({ name }) => name);
  return { searches, tables };
};

type Values = Readonly<Record<string, SQLQueryBindings>>;

let found: readonly (readonly [table: string, values: Values])[] | undefined;

/** The rows with which every database starts: those that migrations add, such as the types of content. */
const startRows = () => {
  if (found !== undefined) return found;
  const db = new Database(':memory:', { strict: true });
  migrate(db, '');
  found = tablesIn(db).tables.flatMap((table) =>
    db
      .query<Values, []>(`select * from "${table}"`)
      .all()
      .map((values) => [table, values] as const),
  );
  db.close();
  return found;
};

/** Empties every table but for the rows of every new database. Keys are checked at the commit: any order works. */
export const eraseEverything = (tx: Tx): void => {
  tx.db.run('PRAGMA defer_foreign_keys = ON');
  const { searches, tables } = tablesIn(tx.db);
  const triggers = tx.db.query<{ name: string; sql: string }, []>(TRIGGERS).all();
  for (const { name } of triggers) tx.db.run(`drop trigger "${name}"`);
  for (const name of searches) tx.db.run(`insert into "${name}" ("${name}") values ('delete-all')`);
  for (const name of tables) tx.db.run(`delete from "${name}"`);
  for (const [table, values] of startRows()) {
    const columns = Object.keys(values).map((column) => `"${column}"`);
    const places = columns.map(() => '?').join(', ');
    tx.db.query(`insert into "${table}" (${columns.join(', ')}) values (${places})`).run(...Object.values(values));
  }
  for (const { sql } of triggers) tx.db.run(sql);
};

/** Empties the event log but for some events, so that a generated demo studio starts without the events of its making. */
export const eraseEvents = (tx: Tx, kept: readonly string[]): void => {
  tx.db.query('delete from "events" where "id" not in (select "value" from json_each(?))').run(JSON.stringify(kept));
};
