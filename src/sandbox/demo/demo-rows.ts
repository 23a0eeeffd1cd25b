// The demo studio as rows, for a studio that begins with demo data. Making it takes seconds of a processor at the first time,
// so a process of its own does it.

import { Database } from 'bun:sqlite';
import { longChanges } from '../../api.ts';
import { LongChanges } from '../../database/long-changes.ts';
import { migrate } from '../../database/migrate.ts';
import { Store } from '../../database/store.ts';
import { createIds } from '../../kernel/ids.ts';
import { systemRandom } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import { DEMO_TABLES, PARTLY_FILLED } from '../../resources/demo-data/tables.ts';
import type { DemoPlace } from './setup.ts';
import { createDemoStudio } from './studio.ts';

export interface DemoStart extends DemoPlace {
  /** The present time, epoch ms. */
  readonly now: number;
}

/** @returns the rows of each table with demo data, as JSON. What lets anyone in is not among them. */
export const makeDemoRows = async ({ now, ...place }: DemoStart): Promise<string> => {
  const db = new Database(':memory:', { strict: true });
  try {
    db.run('PRAGMA foreign_keys = ON');
    migrate(db, '');
    const time = new Timeline(now);
    const store = new Store(db, time, createIds(time, systemRandom()));
    await createDemoStudio(store, place);
    const reportError = (error: unknown): never => {
      throw error;
    };
    const { signal } = new AbortController();
    await new LongChanges({ store, changes: longChanges, reportError, signal }).run();
    const tables = [...DEMO_TABLES, ...PARTLY_FILLED].map((table) => {
      const rows = db.query(`select * from "${table}"`);
      return [table, rows.columnNames, rows.values()] as const;
    });
    return JSON.stringify(tables);
  } finally {
    db.close();
  }
};
