import { Database } from 'bun:sqlite';
import { existsSync, writeFileSync } from 'node:fs';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';

/** To migrate takes 70 ms of a processor, a copy 2. */
const template = (() => {
  const db = openDatabase(':memory:');
  migrate(db, 'test');
  return db.serialize();
})();

/** An empty database with the tables of the program: in memory, or the one at `path`, which is made where there is none. */
export const migratedDatabase = (path = ':memory:'): Database => {
  if (path === ':memory:') {
    const db = Database.deserialize(template, { strict: true });
    db.run('PRAGMA foreign_keys = ON');
    return db;
  }
  if (!existsSync(path)) writeFileSync(path, template);
  return openDatabase(path);
};
