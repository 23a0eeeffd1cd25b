import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { Checkpointer } from '../../src/database/checkpointer.ts';
import { Store } from '../../src/database/store.ts';
import { nextTurn, pause } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { openBusiness } from '../helpers/business-data.ts';
import { testsEverything } from '../helpers/everything.ts';
import { folderForEachTest, until } from '../helpers/process.ts';

const folder = folderForEachTest();
const path = join(folder, 'studiod.db');
const size = (): number => statSync(`${path}-wal`).size;

const open = () => openBusiness(folder);

/** A store in a file with a thread that copies its log. */
const openStore = async () => {
  const data = await open();
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, path);
  return {
    db: data.db,
    store,
    checkpointer,
    /** Writes a text of so many letters under a name. */
    fill: (name: string, letters: number) =>
      store.write((tx) => {
        tx.db.query('insert or replace into appliance values (?, ?)').run(name, 'x'.repeat(letters));
      }),
    async close(): Promise<void> {
      await checkpointer.stop();
      data.close();
    },
  };
};

/** Writes of 100 kB. A log that keeps 480 MB shows that the worker is too slow, or is not allowed to run. */
const WRITES = testsEverything ? 4_800 : 480;

test('a sustained load wakes the worker, the log stays bounded, and one file remains', async () => {
  const { checkpointer, fill, close } = await openStore();
  for (let name = 0; name < 8; name += 1) await fill(`fill${name}`, 100_000);
  expect(checkpointer.awake).toBe(false);

  /** Writes through a log that must not keep all. Returns its largest size. */
  const load = async (): Promise<number> => {
    await until(() => size() < 70_000_000);
    let largest = 0;
    for (let name = 0; name < WRITES; name += 1) {
      await fill(`fill${name % 20}`, 100_000);
      if (name % 10 === 0) await new Promise<void>((resolve) => nextTurn(resolve));
      largest = Math.max(largest, size());
    }
    return largest;
  };
  // The best of several: the machine may stop the worker alone for a while.
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && best >= 300_000_000; round += 1) best = Math.min(best, await load());
  expect(checkpointer.awake).toBe(true);
  expect(best).toBeLessThan(300_000_000);

  await close();
  expect(readdirSync(folder).filter((name) => name.startsWith('studiod.db'))).toEqual(['studiod.db']);
  const again = await open();
  expect(again.db.query('select count(*) as n from appliance where length(value) = 100000').get()).toEqual({ n: 20 });
  expect(again.db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  again.close();
}, 300_000);

/** The nice value of each thread of this process, by thread id. Linux only. */
const niceValues = (): Map<string, number> =>
  new Map(
    readdirSync('/proc/self/task').map((id) => {
      // The name of a thread, in parentheses, may have spaces. The nice value is the 17th field after it (proc_pid_stat(5)).
      const [, afterName = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(/\) (?=\w )/);
      return [id, Number(afterName.split(' ')[16])];
    }),
  );

test.skipIf(process.platform !== 'linux')(
  'the thread that serves goes before the one that copies the log',
  async () => {
    const before = niceValues();
    const { store, close } = await openStore();
    await store.copyLog();
    const added = [...niceValues()].filter(([id]) => !before.has(id)).map(([, nice]) => nice);
    expect(added).toContain(Math.min(getPriority() + 10, 19));
    expect(niceValues().get(`${process.pid}`)).toBe(before.get(`${process.pid}`) ?? Number.NaN);
    await close();
  },
);

test('a file is mapped once it is larger than the cache, also while a server uses it', async () => {
  const { db, checkpointer, fill, close } = await openStore();
  const mapped = () => db.query('PRAGMA mmap_size').get();
  expect(mapped()).toEqual({ mmap_size: 0 });
  for (let name = 0; name < 40; name += 1) await fill(`fill${name}`, 1_000_000);
  await until(() => checkpointer.awake && JSON.stringify(mapped()) === '{"mmap_size":33554432}');
  await close();
  const again = await open();
  expect(again.db.query('PRAGMA mmap_size').get()).toEqual({ mmap_size: 33_554_432 });
  again.close();
});

/** How often the log has begun again at its front, as its header counts it. */
const rounds = (path: string): number => {
  const header = new DataView(new ArrayBuffer(32));
  const file = openSync(`${path}-wal`, 'r');
  readSync(file, header);
  closeSync(file);
  return header.getUint32(12);
};

test('a long log is brought to its end while requests share a read transaction in every turn', async () => {
  const { store, fill, close } = await openStore();
  for (let round = 0; round < (testsEverything ? 3 : 1); round += 1) {
    await fill('large', 80_000_000);
    const before = rounds(path);
    for (let commit = 0; rounds(path) === before; commit += 1) {
      if (commit < 8) await fill('large', 10);
      store.readShared().db.query('select count(*) from appliance').get();
      await new Promise<void>((resolve) => nextTurn(resolve));
      if (commit % 1000 === 999) await fill('large', 10);
    }
  }

  await close();
}, 300_000);

test('a log that begins again keeps its file, so that commits overwrite it', async () => {
  const { fill, close } = await openStore();
  await fill('some', 10);
  const before = rounds(path);
  while (size() < 80_000_000) await fill('some', 500_000);
  // The last pages are copied soon after; the next commit then begins at the front.
  while (rounds(path) === before) await fill('some', 10);
  expect(size()).toBeGreaterThanOrEqual(80_000_000);

  await close();
}, 300_000);

test('after a long reader has ended, the log is truncated soon, also without another write', async () => {
  const { fill, close } = await openStore();
  for (let round = 0; round < (testsEverything ? 2 : 1); round += 1) {
    const reader = new Database(path, { readonly: true });
    reader.run('BEGIN');
    reader.query('select count(*) from appliance').get();
    for (let name = 0; name < 40; name += 1) await fill(`fill${name}`, 5_000_000);
    // A checkpoint cannot pass the reader.
    expect(size()).toBeGreaterThan(150_000_000);
    await pause(1_500);
    expect(size()).toBeGreaterThan(150_000_000);
    reader.run('COMMIT');
    reader.close();
    await until(() => size() < 1_000_000, 120_000);
    await fill('fill0', 5_000_000);
  }

  await close();
}, 300_000);

test('with writes after a long reader, the log is cut by them', async () => {
  const data = await open();
  expect(data.db.query('PRAGMA journal_size_limit').values()).toEqual([[-1]]);
  data.close();
  const { db, close } = await openStore();
  expect(db.query('PRAGMA journal_size_limit').values()).toEqual([[256 * 1024 * 1024]]);
  await close();
});
