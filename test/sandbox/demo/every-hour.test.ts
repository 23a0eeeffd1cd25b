import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { openInMemory } from '../../../src/database/data-directory.ts';
import { Store } from '../../../src/database/store.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { createIds } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { createDemoStudio, demoIds } from '../../../src/sandbox/demo/studio.ts';
import { testsEverything } from '../../helpers/everything.ts';

const NEW_YEAR = Date.parse('2026-01-01T00:00:00.000Z');
/** Every hour of every second day of a year: sessions start and end on some of them, and the clocks change. */
const STARTS = Array.from({ length: 183 * 24 }, (_, index) => {
  const [day, hour] = [Math.floor(index / 24) * 2, index % 24];
  return NEW_YEAR + (day * 24 + hour) * HOUR_MS;
});
/** Has no common divisor with 24, so that the sample has every hour of the day equally often. */
const STRIDE = testsEverything ? 11 : 121;

const random = systemRandom();
/** A migrated database: to migrate each would take as long as everything else. */
const migrated = openInMemory('test', random).db.serialize();

const failureOf = async (startAt: number): Promise<string | undefined> => {
  const time = new Timeline(startAt);
  const db = Database.deserialize(migrated, { strict: true });
  db.run('PRAGMA foreign_keys = ON');
  const store = new Store(db, time, createIds(time, random));
  try {
    await createDemoStudio(store);
    return demoIds(store.view()).sessionId === '' ? 'there is no session to book' : undefined;
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
};

test('the demo studio starts at any hour of the year', async () => {
  const failures: string[] = [];
  for (const [index, startAt] of STARTS.entries()) {
    if (index % STRIDE !== 0) continue;
    const failure = await failureOf(startAt);
    if (failure !== undefined) failures.push(`${new Date(startAt).toISOString()}: ${failure}`);
  }
  expect(failures).toEqual([]);
}, 300_000);
