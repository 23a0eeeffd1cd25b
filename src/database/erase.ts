import type { Tx } from './database.ts';

/** What describes the file itself and stays when its content goes. */
const KEPT = 'appliance';

const tables = `select "name", "sql" like 'CREATE VIRTUAL%' as isVirtual from sqlite_master
  where "type" = 'table' and "sql" like 'CREATE %TABLE%' and "name" not like 'sqlite_%' and "name" <> '${KEPT}'`;

/** Empties every table, in any order: what refers to what is checked at the commit, when all of it is gone. */
export const eraseEverything = (tx: Tx): void => {
  tx.db.run('PRAGMA defer_foreign_keys = ON');
  const all = tx.db.query(tables).all() as { name: string; isVirtual: number }[];
  const searches = all.filter(({ isVirtual }) => isVirtual === 1).map(({ name }) => name);
  for (const name of searches) tx.db.run(`insert into "${name}" ("${name}") values ('delete-all')`);
  const isPartOfSearch = (name: string) => searches.some((search) => name.startsWith(`${search}_`));
  for (const { name, isVirtual } of all) {
    if (isVirtual === 0 && !isPartOfSearch(name)) tx.db.run(`delete from "${name}"`);
  }
};

/** Forgets what was told so far, so that a made-up studio begins with an empty list of events. */
export const eraseEvents = (tx: Tx): void => {
  tx.db.run('delete from "events"');
};
