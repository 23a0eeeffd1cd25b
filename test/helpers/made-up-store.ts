import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { TEST_START } from './api.ts';
import { migratedDatabase } from './migrated-database.ts';

/** A store in memory with the tables of the program and the made-up ones that `statements` create. */
export const openMadeUpStore = (...statements: readonly string[]) => {
  const db = migratedDatabase();
  for (const statement of statements) db.run(statement);
  const time = new Timeline(TEST_START);
  return { db, time, store: new Store(db, time, createIds(time, systemRandom())) };
};

export type MadeUpStore = ReturnType<typeof openMadeUpStore>;
