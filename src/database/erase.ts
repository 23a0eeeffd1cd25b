import type { Tx } from './database.ts';

/** The table that describes the file itself and is not erased. */
const KEPT = 'appliance';

const tables = `select "name", "sql" like 'CREATE VIRTUAL%' as isVirtual from sqlite_master
  where "type" = 'table' and "sql" like 'CREATE %TABLE%' and "name" not like 'sqlite_%' and "name" <> '${KEPT}'`;

/** Some rows are kept by triggers that refuse to delete them. */
const triggers = `select "name", "sql" from sqlite_master where "type" = 'trigger'`;

/** Empties every table. Foreign keys are checked at the commit, so the order does not matter. */
export const eraseEverything = (tx: Tx): void => {
  tx.db.run('PRAGMA defer_foreign_keys = ON');
  const all = tx.db.query<{ name: string; isVirtual: number }, []>(tables).all();
  const searches = all.filter(({ isVirtual }) => isVirtual === 1).map(({ name }) => name);
  const kept = tx.db.query<{ name: string; sql: string }, []>(triggers).all();
  for (const { name } of kept) tx.db.run(`drop trigger "${name}"`);
  for (const name of searches) tx.db.run(`insert into "${name}" ("${name}") values ('delete-all')`);
  const isPartOfSearch = (name: string) => searches.some((search) => name.startsWith(`${search}_`));
  for (const { name, isVirtual } of all) {
    if (isVirtual === 0 && !isPartOfSearch(name)) tx.db.run(`delete from "${name}"`);
  }
  for (const { sql } of kept) tx.db.run(sql);
};

/** Empties the event log, so that a generated demo studio starts without events. */
export const eraseEvents = (tx: Tx): void => {
  tx.db.run('delete from "events"');
};
