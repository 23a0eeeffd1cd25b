import { Database } from 'bun:sqlite';
import { migrate } from '../../src/database/migrate.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { TEST_START } from './api.ts';

const template = (() => {
  const db = new Database(':memory:', { strict: true });
  migrate(db, 'test');
  return db.serialize();
})();

/** A store in memory with the tables of the program and the made-up ones that `statements` create. */
export const openMadeUpStore = (...statements: readonly string[]) => {
  const db = Database.deserialize(template, { strict: true });
  db.run('PRAGMA foreign_keys = ON');
  for (const statement of statements) db.run(statement);
  const time = new Timeline(TEST_START);
  return { db, time, store: new Store(db, time, createIds(time, systemRandom())) };
};

export type MadeUpStore = ReturnType<typeof openMadeUpStore>;
