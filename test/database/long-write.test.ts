import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Checkpointer } from '../../src/database/checkpointer.ts';
import { type Data, openInMemory } from '../../src/database/data-directory.ts';
import type { Tx } from '../../src/database/database.ts';
import { longWrite } from '../../src/database/long-write.ts';
import { Store } from '../../src/database/store.ts';
import { nextTurn } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { openBusiness } from '../helpers/business-data.ts';
import { folderForEachTest } from '../helpers/process.ts';

const folder = folderForEachTest();
let data: Data;
let store: Store;
const random = systemRandom();
const opened = async (where: string): Promise<Data> =>
  where === 'memory' ? openInMemory('test', random) : openBusiness(join(folder, 'data'), { allowNetworkStorage: true });

const put = (tx: Tx, value: string): void => {
  tx.db.query('insert into "appliance" ("name", "value") values (?, ?)').run(value, value);
};
const known = (): string[] =>
  (store.view().db.query('select "name" from "appliance" where "name" like \'x%\'').all() as { name: string }[]).map(
    ({ name }) => name,
  );

/** Opens a store before each test, and closes it afterwards. */
const useStore = (where: string): void => {
  beforeEach(async () => {
    data = await opened(where);
    const time = new Timeline(0);
    store = new Store(data.db, time, createIds(time, random));
  });
  afterEach(() => data.close());
};

for (const where of ['memory', 'file']) {
  describe(`in a ${where}`, () => {
    useStore(where);

    test('all of it is there at the end, and its events with it', async () => {
      const calls: string[] = [];
      store.onRaise((_tx, { type }) => void calls.push(`raised ${type}`));
      store.onEventsCommitted(() => void calls.push(`committed ${known().length}`));
      const result = await longWrite(store, function* (tx) {
        for (const name of ['x1', 'x2']) {
          put(tx, name);
          yield;
        }
        tx.raise('site.created', tx.id(), {});
        return 'done';
      });
      expect({ result, known: known() }).toEqual({ result: 'done', known: ['x1', 'x2'] });
      expect(calls).toEqual(['raised site.created', 'committed 2']);
      expect(data.db.query('select type from events').all()).toEqual([{ type: 'site.created' }]);
    });

    test('its events are indexed at its end, and later ones after them', async () => {
      const raise = (tx: Tx, times: number): void => {
        for (let count = 0; count < times; count += 1) tx.raise('site.created', tx.id(), {});
      };
      const newOnes = () => data.db.query('select id from events where isNew = 1').all().length;
      await store.write((tx) => raise(tx, 1));
      await longWrite(store, function* (tx) {
        raise(tx, 1_000);
        yield;
      });
      expect(newOnes()).toBe(0);
      await store.write((tx) => raise(tx, 130));
      expect(newOnes()).toBeLessThan(128);
    });

    test('what is not to be kept is undone, its result is not', async () => {
      const work = function* (tx: Tx) {
        put(tx, 'x1');
        yield;
        return tx.db.query('select count(*) as n from "appliance" where "name" like \'x%\'').get();
      };
      expect(await longWrite(store, work, { isKept: false })).toEqual({ n: 1 });
      expect(known()).toEqual([]);
    });

    test('a failure undoes it, and the next one goes its way', async () => {
      const failing = longWrite(store, function* (tx) {
        put(tx, 'x1');
        yield;
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await store.write((tx) => put(tx, 'x2'));
      expect(known()).toEqual(['x2']);
    });

    test('reads see what was committed before, until it ends', async () => {
      const seen: number[] = [];
      await longWrite(store, function* (tx) {
        put(tx, 'x1');
        seen.push(known().length);
        yield;
      });
      seen.push(known().length);
      expect(seen).toEqual([0, 1]);
    });

    test('the event loop has turns while it runs', async () => {
      let hasTurned = false;
      nextTurn(() => {
        hasTurned = true;
      });
      const steps = await longWrite(store, function* () {
        let count = 0;
        for (; !hasTurned && count < 1_000_000; count += 1) yield;
        return count;
      });
      expect(steps).toBeLessThan(1_000_000);
    });

    test('one that takes too long is undone, and the next one goes its way', async () => {
      const work = function* (tx: Tx) {
        put(tx, 'x1');
        yield;
      };
      const tooLong = () => new Error('too long');
      await expect(longWrite(store, work, { longestMs: -1, tooLong })).rejects.toThrow('too long');
      await longWrite(store, function* (tx) {
        put(tx, 'x2');
        yield;
      });
      expect(known()).toEqual(['x2']);
    });

    test('writes wait for it, in order, and two of them go one after the other', async () => {
      const steps: string[] = [];
      const work = (name: string) =>
        function* (tx: Tx) {
          steps.push(`${name} begins`);
          put(tx, name);
          yield;
          steps.push(`${name} ends`);
        };
      await Promise.all([
        store.write((tx) => put(tx, 'x0')),
        longWrite(store, work('x1')),
        longWrite(store, work('x2')),
        store.write((tx) => put(tx, 'x3')),
      ]);
      expect(steps).toEqual(['x1 begins', 'x1 ends', 'x2 begins', 'x2 ends']);
      expect(known().sort()).toEqual(['x0', 'x1', 'x2', 'x3']);
    });
  });
}

/** The number of transactions in a write-ahead log: the last frame of each has the size of the database. */
const transactionsIn = (log: Buffer): number => {
  const [header, frame] = [32, 24 + 4096];
  const salt = log.subarray(16, 24);
  let transactions = 0;
  for (let at = header; at < log.length && salt.equals(log.subarray(at + 8, at + 16)); at += frame) {
    if (log.readUInt32BE(at + 4) > 0) transactions += 1;
  }
  return transactions;
};

describe('only in a file', () => {
  useStore('file');

  test('its events are indexed in short transactions, not in its own', async () => {
    const before = transactionsIn(readFileSync(`${store.db.filename}-wal`));
    await longWrite(store, function* (tx) {
      for (let count = 0; count < 1_000; count += 1) tx.raise('site.created', tx.id(), {});
      yield;
    });
    expect(transactionsIn(readFileSync(`${store.db.filename}-wal`)) - before).toBe(1 + Math.ceil(1_000 / 32));
  });

  test('the log is copied while its events are indexed, and a copy that fails changes nothing', async () => {
    const checkpointer = new Checkpointer(store, store.db.filename);
    const copy = store.copyLog;
    const work = function* (tx: Tx) {
      for (let count = 0; count < 2_000; count += 1) tx.raise('site.created', tx.id(), {});
      yield;
    };
    const newOnes = () => data.db.query('select count(*) as n from events where isNew = 1').get();
    for (const fails of [false, true]) {
      const newAtCopies: unknown[] = [];
      const copies: Promise<void>[] = [];
      store.copyLog = async () => {
        newAtCopies.push(newOnes());
        // How long the disk takes must not decide how many there are.
        copies.push(copy());
        if (fails && newAtCopies.length > 1) throw new Error('no');
      };
      await longWrite(store, work);
      await Promise.all(copies);
      expect(newAtCopies[0]).toEqual({ n: 0 });
      expect(newAtCopies.length).toBeGreaterThan(2);
      expect(newAtCopies[1]).toEqual({ n: 2_000 - 8 * 32 });
      expect(newOnes()).toEqual({ n: 0 });
    }
    await checkpointer.stop();
  });

  test('most of a large one is in the log before its commit, which has to write little', async () => {
    const rows = 3000;
    const logged = await longWrite(store, function* (tx) {
      const insert = tx.db.query('insert into "appliance" ("name", "value") values (?, ?)');
      for (let row = 0; row < rows; row += 1) {
        insert.run(`x${row}`, 'v'.repeat(1000));
        yield;
      }
      return statSync(`${store.db.filename}-wal`).size;
    });
    expect(logged).toBeGreaterThan(rows * 700);
    expect(known().length).toBe(rows);
  });
});
