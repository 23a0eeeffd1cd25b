import { expect, test } from 'bun:test';
import { openDatabase, type Tx } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { until } from '../helpers/process.ts';

const SITE = '01950000-0000-7000-8000-000000000001';

/** A store whose database cannot grow by more than a few pages: SQLite reports that as a full disk. */
const openFull = () => {
  const db = openDatabase(':memory:');
  migrate(db, 'test');
  const pages = Number(db.query('PRAGMA page_count').values()[0]?.[0]);
  const limit = (count: number) => db.run(`PRAGMA max_page_count = ${count}`);
  limit(pages + 20);
  // Otherwise the store finds after a second that it can write again: an update in place takes no page.
  db.run("CREATE TEMP TRIGGER full BEFORE UPDATE ON appliance BEGIN SELECT RAISE(ABORT, 'no space'); END");
  const grow = () => {
    db.run('DROP TRIGGER full');
    limit(pages + 10_000);
  };
  const time = new Timeline(0);
  const changes: boolean[] = [];
  const store = new Store(db, time, createIds(time, systemRandom()));
  store.disk.watch((isFull) => changes.push(isFull));
  return { store, changes, grow };
};

const put = (name: string, letters: number) => (tx: Tx) => {
  tx.db.query('insert into appliance (name, value) values (?, ?)').run(name, 'x'.repeat(letters));
  tx.raise('site.created', SITE, {});
  return name;
};

const stored = ({ db }: Store): unknown[] => [
  db.query("select name from appliance where name <> 'release' order by name").values().flat(),
  db.query('select count(*) from events').values().flat(),
];

test('503 storage_full when SQLite has no space, nothing is half done, and it recovers by itself', async () => {
  const { store, changes, grow } = openFull();
  expect(await store.write(put('before', 10))).toBe('before');
  const full = { status: 503, code: 'storage_full', extra: { retryAfter: 5 } };
  await expect(store.write(put('large', 1_000_000))).rejects.toMatchObject(full);
  expect([store.disk.isFull, changes]).toEqual([true, [true]]);
  // Also those that would fit, until SQLite can write again.
  await expect(store.write(put('small', 10))).rejects.toMatchObject(full);
  expect(() => store.disk.requireSpace()).toThrow('Free some space');
  expect(stored(store)).toEqual([['before'], [1]]);

  grow();
  await until(() => !store.disk.isFull);
  expect(changes).toEqual([true, false]);
  expect(await store.write(put('large', 1_000_000))).toBe('large');
  expect(stored(store)).toEqual([['before', 'large'], [2]]);
  store.disk.stop();
});

test('a write for which there is no space does not stay half in the commit of its neighbours', async () => {
  const { store } = openFull();
  const outcomes = await Promise.allSettled([
    store.write(put('first', 10)),
    store.write(put('large', 1_000_000)),
    store.write(put('last', 10)),
  ]);
  const fulfilled = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { code: 'storage_full' } });
  expect(stored(store)).toEqual([fulfilled, [fulfilled.length]]);
  store.disk.stop();
});

test('a database in memory has no disk', () => {
  const { store } = openFull();
  expect(store.disk.measure()).toBeUndefined();
  store.disk.stop();
});
