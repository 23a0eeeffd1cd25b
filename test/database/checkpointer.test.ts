import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checkpointer } from '../../src/database/checkpointer.ts';
import { type Data, openDataDirectory } from '../../src/database/data-directory.ts';
import { Store } from '../../src/database/store.ts';
import { nextTurn, pause } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { until } from '../helpers/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'studiod-checkpoint-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Promise<Data> =>
  openDataDirectory({
    path: folder,
    release: 'test',
    random: systemRandom(),
    purpose: 'business',
    serving: true,
    mayCreate: true,
    allowNetworkStorage: false,
  });

test('a sustained load wakes the worker, the log stays bounded, and one file remains', async () => {
  const data = await open();
  const path = join(folder, 'studiod.db');
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, path);
  const text = 'x'.repeat(100_000);
  const fill = (name: number) =>
    store.write((tx) => tx.db.query('insert or replace into appliance values (?, ?)').run(`fill${name}`, text).changes);

  for (let name = 0; name < 8; name += 1) await fill(name);
  expect(checkpointer.awake).toBe(false);

  const size = (): number => statSync(`${path}-wal`).size;
  /** Writes 480 MB through a log that must not keep them. Returns its largest size. */
  const load = async (): Promise<number> => {
    await until(() => size() < 70_000_000);
    let largest = 0;
    for (let name = 0; name < 4800; name += 1) {
      await fill(name % 20);
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

  await checkpointer.stop();
  data.close();
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
    const data = await open();
    const clock = new Timeline(0);
    const store = new Store(data.db, clock, createIds(clock, systemRandom()));
    const before = niceValues();
    const checkpointer = new Checkpointer(store, join(folder, 'studiod.db'));
    await store.copyLog();
    const added = [...niceValues()].filter(([id]) => !before.has(id)).map(([, nice]) => nice);
    expect(added).toContain(Math.min(getPriority() + 10, 19));
    expect(niceValues().get(`${process.pid}`)).toBe(before.get(`${process.pid}`) ?? Number.NaN);
    await checkpointer.stop();
    data.close();
  },
);

test('a file is mapped once it is larger than the cache, also while a server uses it', async () => {
  const data = await open();
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, join(folder, 'studiod.db'));
  const mapped = () => data.db.query('PRAGMA mmap_size').get();
  expect(mapped()).toEqual({ mmap_size: 0 });
  const text = 'x'.repeat(1_000_000);
  for (let name = 0; name < 40; name += 1) {
    await store.write((tx) => tx.db.query('insert into appliance values (?, ?)').run(`fill${name}`, text).changes);
  }
  await until(() => checkpointer.awake && JSON.stringify(mapped()) === '{"mmap_size":33554432}');
  await checkpointer.stop();
  data.close();
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
  const data = await open();
  const path = join(folder, 'studiod.db');
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, path);
  const fill = (letters: number) =>
    store.write((tx) => {
      tx.db.query("insert or replace into appliance values ('large', ?)").run('x'.repeat(letters));
    });

  for (let round = 0; round < 3; round += 1) {
    await fill(80_000_000);
    const before = rounds(path);
    for (let commit = 0; rounds(path) === before; commit += 1) {
      if (commit < 8) await fill(10);
      store.readShared().db.query('select count(*) from appliance').get();
      await new Promise<void>((resolve) => nextTurn(resolve));
      if (commit % 1000 === 999) await fill(10);
    }
  }

  await checkpointer.stop();
  data.close();
}, 300_000);

test('a log that begins again keeps its file, so that commits overwrite it', async () => {
  const data = await open();
  const path = join(folder, 'studiod.db');
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, path);
  const size = (): number => statSync(`${path}-wal`).size;
  const fill = (letters: number) =>
    store.write((tx) => {
      tx.db.query("insert or replace into appliance values ('some', ?)").run('x'.repeat(letters));
    });

  await fill(10);
  const before = rounds(path);
  while (size() < 80_000_000) await fill(500_000);
  // The last pages are copied soon after; the next commit then begins at the front.
  while (rounds(path) === before) await fill(10);
  expect(size()).toBeGreaterThanOrEqual(80_000_000);

  await checkpointer.stop();
  data.close();
}, 300_000);

test('after a long reader has ended, the log is truncated soon, also without another write', async () => {
  const data = await open();
  const path = join(folder, 'studiod.db');
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, path);
  const size = (): number => statSync(`${path}-wal`).size;
  const fill = (name: number) =>
    store.write((tx) => {
      tx.db.query('insert or replace into appliance values (?, ?)').run(`fill${name}`, 'x'.repeat(5_000_000));
    });

  for (let round = 0; round < 2; round += 1) {
    const reader = new Database(path, { readonly: true });
    reader.run('BEGIN');
    reader.query('select count(*) from appliance').get();
    for (let name = 0; name < 40; name += 1) await fill(name);
    // A checkpoint cannot pass the reader.
    expect(size()).toBeGreaterThan(150_000_000);
    await pause(1_500);
    expect(size()).toBeGreaterThan(150_000_000);
    reader.run('COMMIT');
    reader.close();
    await until(() => size() < 1_000_000, 120_000);
    await fill(0);
  }

  await checkpointer.stop();
  data.close();
}, 300_000);

test('with writes after a long reader, the log is cut by them', async () => {
  const data = await open();
  expect(data.db.query('PRAGMA journal_size_limit').values()).toEqual([[-1]]);
  const clock = new Timeline(0);
  const store = new Store(data.db, clock, createIds(clock, systemRandom()));
  const checkpointer = new Checkpointer(store, join(folder, 'studiod.db'));
  expect(data.db.query('PRAGMA journal_size_limit').values()).toEqual([[256 * 1024 * 1024]]);
  await checkpointer.stop();
  data.close();
});
