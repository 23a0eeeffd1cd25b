import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase, type Tx } from '../../src/database/database.ts';
import { Store } from '../../src/database/store.ts';
import { WaitingReads } from '../../src/database/waiting-reads.ts';
import { nextTurn } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { forEachTest } from '../helpers/api.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';
import { testFolder } from '../helpers/process.ts';
import { heldStopwatch } from '../helpers/stopwatch.ts';
import { countTurns } from '../helpers/turns.ts';

const TABLE = 'create table names (name text primary key)';
/** Longer than reads go on before writes (real ms), and than a transaction takes work. */
const LONG = 120;

let store: Store;
let time: ReturnType<typeof heldStopwatch>;

const studio = forEachTest(() => openMadeUpStore(TABLE));
beforeEach(() => {
  store = studio.store;
  time = heldStopwatch();
});
afterEach(() => time.end());

const turn = (): Promise<void> => new Promise(nextTurn);
const put =
  (name: string, ms = 0) =>
  (tx: Tx): string => {
    tx.db.query('insert into names (name) values (?)').run(name);
    time.pass(ms);
    return name;
  };
const names = (db = studio.db): unknown[] => db.query('select name from names order by name').values().flat();

/** Queues writes each of which fills a transaction, and waits until the first is committed. */
const fallBehind = async (...waiting: string[]): Promise<Promise<string>[]> => {
  const [first, ...others] = waiting.map((name) => store.write(put(name, LONG)));
  await first;
  return others;
};

test('reads do not wait while no write has waited for long', async () => {
  expect(store.readsWait).toBe(false);
  const written = store.write(put('a'));
  expect(store.readsWait).toBe(false);
  await written;
  expect(store.readsWait).toBe(false);
});

test('once a write has waited for long, a read runs after the writes that came before it', async () => {
  const before = await fallBehind('a', 'b', 'c');
  expect([store.readsWait, names()]).toEqual([true, ['a']]);
  const read = store.readLater(() => names());
  const after = store.write(put('d', LONG));
  const later = store.readLater(() => names());
  expect(await read).toEqual(['a', 'b', 'c']);
  expect(await later).toEqual(['a', 'b', 'c', 'd']);
  await Promise.all([...before, after]);
  expect(store.readsWait).toBe(false);
});

test('answers of writes are sent before the reads that waited for them run', async () => {
  const ended: string[] = [];
  const [b] = await fallBehind('a', 'b');
  const written = b?.then((name) => ended.push(name));
  await store.readLater(() => ended.push('read'));
  await written;
  expect(ended).toEqual(['b', 'read']);
});

test('a read that fails is rejected alone, and one may return a promise', async () => {
  await fallBehind('a', 'b');
  const outcomes = await Promise.allSettled([
    store.readLater(() => {
      throw new Error('broken');
    }),
    store.readLater(async () => names()),
    store.readLater(() => names()),
  ]);
  expect(outcomes).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'fulfilled', value: ['a', 'b'] },
    { status: 'fulfilled', value: ['a', 'b'] },
  ]);
});

test('a read waits as long for a write that is refused', async () => {
  const writes = [store.write(put('a', LONG)), store.write(put('a', LONG))];
  await writes[0];
  const read = store.readLater(() => names());
  expect(writes[1]).rejects.toThrow('UNIQUE');
  expect(await read).toEqual(['a']);
});

test('reads that take long are divided among turns, and a new one does not overtake them', async () => {
  await fallBehind('a', 'b');
  const ran: number[] = [];
  const reads = [0, 1, 2, 3].map((at) =>
    store.readLater(() => {
      time.pass(LONG);
      ran.push(at);
    }),
  );
  await reads[0];
  expect([ran, store.readsWait, names()]).toEqual([[0], true, ['a', 'b']]);
  reads.push(store.readLater(() => void ran.push(4)));
  const counted = countTurns(0);
  await Promise.all(reads);
  counted.stop();
  expect(ran).toEqual([0, 1, 2, 3, 4]);
  expect(counted.turns).toBeGreaterThanOrEqual(3);
});

test('reads that have waited and writes take turns', async () => {
  const order: string[] = [];
  const write = (name: string) => store.write(put(name, LONG)).then(() => order.push(`write ${name}`));
  const read = (name: string) =>
    store.readLater(() => {
      time.pass(LONG);
      order.push(`read ${name}`);
    });
  const first = write('a');
  const others = [write('b')];
  await first;
  const reads = [read('1'), read('2')];
  others.push(write('c'), write('d'));
  await Promise.all([...others, ...reads]);
  expect(order.slice(0, 2)).toEqual(['write a', 'write b']);
  expect(order.indexOf('read 1')).toBeLessThan(order.indexOf('write d'));
  expect(order.indexOf('write c')).toBeLessThan(order.indexOf('read 2'));
});

test('no turn of the event loop has both a transaction and reads that have waited', async () => {
  const before = await fallBehind('a', 'b');
  const counted = countTurns(0);
  const order: [string, number][] = [];
  const note = (what: string): void => {
    time.pass(LONG);
    order.push([what, counted.turns]);
  };
  const readLater = () => store.readLater(() => note('read'));
  const write = (name: string) =>
    store.write((tx) => {
      put(name)(tx);
      note('write');
    });
  const all = [readLater(), readLater(), readLater(), write('c'), write('d'), write('e'), ...before];
  await Promise.all(all);
  counted.stop();
  expect(order.map(([what]) => what)).toEqual(['read', 'write', 'read', 'write', 'read', 'write']);
  expect(new Set(order.map(([, turns]) => turns)).size).toBe(order.length);
});

test('no read waits while a long write delays all others', async () => {
  const others = await fallBehind('a', 'b', 'c');
  const waiting = store.readLater(() => names());
  let end = (): void => {};
  const exclusive = store.exclusive(() => new Promise<void>((resolve) => (end = resolve)));
  // It has not waited for the last write, which has to wait for the end.
  expect(await waiting).not.toContain('c');
  expect([store.readsWait, names()]).toEqual([false, ['a', 'b']]);
  end();
  await exclusive;
  await Promise.all(others);
  expect(names()).toEqual(['a', 'b', 'c']);
});

const folder = testFolder();
test('no read waits while another process holds the lock', async () => {
  const path = join(folder, 'studio.db');
  const holder = new Database(path, { create: true, strict: true });
  try {
    holder.run('PRAGMA journal_mode = WAL');
    holder.run(TABLE);
    const mine = openDatabase(path);
    const locked = new Store(mine, studio.time, createIds(studio.time, systemRandom()));
    holder.run('BEGIN IMMEDIATE');
    const written = locked.write(put('a'));
    await turn();
    await turn();
    time.pass(LONG);
    expect(locked.readsWait).toBe(false);
    expect(await locked.readLater(() => names(mine))).toEqual([]);
    holder.run('ROLLBACK');
    await written;
    expect(names(mine)).toEqual(['a']);
    mine.close();
  } finally {
    holder.close();
  }
});

test('reads that wait are run before a close', async () => {
  const others = await fallBehind('a', 'b', 'c');
  const reads = [store.readLater(() => time.pass(LONG)), store.readLater(() => names())];
  await store.drain();
  studio.db.close();
  expect(await Promise.all(reads)).toEqual([undefined, ['a', 'b', 'c']]);
  await Promise.all(others);
});

test('only reads whose writes are settled run, and the first one always', () => {
  let settled = 0;
  const reads = new WaitingReads(() => settled);
  const ran: number[] = [];
  for (const after of [1, 1, 2, 5]) void reads.add(after, () => ran.push(after));
  const run = (now: number, limit?: number) => {
    settled = now;
    reads.run(limit);
    return ran.length;
  };
  expect([run(0), run(3, -1), run(3), run(4), run(5)]).toEqual([0, 1, 3, 3, 4]);
  expect(ran).toEqual([1, 1, 2, 5]);
});
