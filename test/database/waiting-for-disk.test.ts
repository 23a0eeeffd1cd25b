import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase, type Read, type Tx } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { conflict } from '../../src/kernel/problem.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { folderForEachTest } from '../helpers/process.ts';

const directory = folderForEachTest();
let db: Database;
let store: Store;

beforeEach(() => {
  db = openDatabase(join(directory, 'studiod.db'));
  migrate(db, 'test');
  const time = new Timeline();
  store = new Store(db, time, createIds(time, systemRandom()));
});

afterEach(() => db.close());

/** How commits wait for the disk, as SQLite names it. */
const mode = (read: Pick<Read, 'db'>): string =>
  ['OFF', 'NORMAL', 'FULL'][Number(read.db.query('PRAGMA synchronous').values()[0]?.[0])] ?? '';

const put = (tx: Tx): string => {
  tx.db.query('insert into appliance (name, value) values (?, ?)').run(tx.id(), 'x');
  return mode(tx);
};
const refused = (tx: Tx): string => {
  put(tx);
  throw conflict('already_booked', 'no');
};

test('writes that may be lost do not wait for the disk, and the next ones do', async () => {
  const both = [store.write(put, { mayBeLost: true }), store.write(put, { mayBeLost: true })];
  expect(await Promise.all(both)).toEqual(['NORMAL', 'NORMAL']);
  expect(mode({ db })).toBe('FULL');
  expect(await store.write(put)).toBe('FULL');
});

test('a write that may be lost waits with those that it is committed with', async () => {
  expect(await Promise.all([store.write(put, { mayBeLost: true }), store.write(put)])).toEqual(['FULL', 'FULL']);
});

test('writes wait for the disk after one that may be lost was refused', async () => {
  expect(store.write(refused, { mayBeLost: true })).rejects.toThrow('no');
  await store.drain();
  expect(await store.write(put)).toBe('FULL');
});

test('writes wait for the disk after one that may be lost has waited for the lock of another process', async () => {
  const other = openDatabase(join(directory, 'studiod.db'));
  other.run('BEGIN IMMEDIATE');
  const written = store.write(put, { mayBeLost: true });
  store.flush();
  expect(mode({ db })).toBe('FULL');
  other.run('ROLLBACK');
  other.close();
  expect(await written).toBe('NORMAL');
  expect(await store.write(put)).toBe('FULL');
});
