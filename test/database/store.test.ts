import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase, type Read, type Tx } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { Store } from '../../src/database/store.ts';
import { nextTurn } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { conflict } from '../../src/kernel/problem.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';
import { folderForEachTest } from '../helpers/process.ts';
import { heldStopwatch } from '../helpers/stopwatch.ts';

const SITE = '01950000-0000-7000-8000-000000000001';
const path = join(folderForEachTest(), 'studiod.db');
let db: Database;
let store: Store;
let passing: ReturnType<typeof heldStopwatch>;

beforeEach(() => {
  passing = heldStopwatch();
  db = migratedDatabase();
  const time = new Timeline(Date.parse('2026-03-02T08:00:00.000Z'));
  store = new Store(db, time, createIds(time, systemRandom()));
});
afterEach(() => passing.end());

const put = (name: string) => (tx: Tx) => {
  tx.db.query('insert into appliance (name, value) values (?, ?)').run(name, 'x');
  tx.raise('site.created', SITE, {});
  return name;
};

const names = (): string[] =>
  (db.query("select name from appliance where name <> 'release' order by name").all() as { name: string }[]).map(
    ({ name }) => name,
  );
const events = (): number => (db.query('select count(*) as n from events').get() as { n: number }).n;

describe('a write', () => {
  test('resolves with its result once it is committed', async () => {
    const written = store.write(put('a'));
    expect(names()).toEqual([]);
    expect(await written).toBe('a');
    expect([names(), events(), db.inTransaction]).toEqual([['a'], 1, false]);
  });

  test('that refuses undoes itself and not its neighbours', async () => {
    const outcomes = await Promise.allSettled([
      store.write(put('a')),
      store.write((tx) => {
        put('b')(tx);
        throw conflict('already_booked', 'no');
      }),
      store.write(put('c')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([names(), events()]).toEqual([['a', 'c'], 2]);
  });

  test('that is awaited inside rolls back, since its rest would run after the commit', async () => {
    const work = (async (tx: Tx) => put('a')(tx)) as unknown as (tx: Tx) => string;
    expect(store.write(work)).rejects.toThrow('synchronous');
    await store.write(put('b'));
    expect(names()).toEqual(['b']);
  });

  test('that breaks a constraint of the database is rejected alone', async () => {
    const outcomes = await Promise.allSettled([store.write(put('a')), store.write(put('a')), store.write(put('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(names()).toEqual(['a', 'b']);
  });

  test('runs what it leaves for the commit after its neighbours, in order, unless it refuses', async () => {
    const order: string[] = [];
    const leave = (name: string) => (tx: Tx) => {
      order.push(`write ${name}`);
      tx.beforeCommit(() => {
        order.push(`commit ${name}`);
        put(name)(tx);
      });
      if (name === 'b') throw conflict('already_booked', 'no');
    };
    await Promise.allSettled([store.write(leave('a')), store.write(leave('b')), store.write(leave('c'))]);
    expect(order).toEqual(['write a', 'write b', 'write c', 'commit a', 'commit c']);
    expect([names(), events()]).toEqual([['a', 'c'], 2]);
    await store.write(put('d'));
    expect(order).toHaveLength(5);
  });

  test('whose work for the commit fails takes those that are committed with it along', async () => {
    const failing = (tx: Tx) =>
      tx.beforeCommit(() => {
        throw new Error('broken');
      });
    const outcomes = await Promise.allSettled([store.write(put('a')), store.write(failing)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await store.write(put('b'));
    expect([names(), events(), db.inTransaction]).toEqual([['b'], 1, false]);
  });

  test('waits for those of the next turn while each turn brings some', async () => {
    let commits = 0;
    store.onCommit(() => {
      commits += 1;
    });
    const later = (name: string) =>
      new Promise<string>((resolve) => nextTurn(() => void store.write(put(name)).then(resolve)));
    await Promise.all([store.write(put('a')), store.write(put('b')), later('c')]);
    expect(commits).toBe(1);
    await store.write(put('alone'));
    expect([commits, names()]).toEqual([2, ['a', 'alone', 'b', 'c']]);
  });

  test('can be queued by a write without waiting for itself', async () => {
    let inner: Promise<string> | undefined;
    await store.write((tx) => {
      inner = store.write(put('inner'));
      return put('outer')(tx);
    });
    expect(await inner).toBe('inner');
    expect(names()).toEqual(['inner', 'outer']);
  });

  test('of many that take long waits for a later turn, in its order', async () => {
    const turns: string[] = [];
    const slow = (name: string) =>
      store
        .write((tx) => {
          passing.pass(30);
          return put(name)(tx);
        })
        .then(() => turns.push(`${name} of ${names().length}`));
    await Promise.all([slow('a'), slow('b'), store.write(put('c')).then(() => turns.push(`c of ${names().length}`))]);
    expect(turns).toEqual(['a of 1', 'b of 2', 'c of 3']);
  });

  test('of many that take long is committed before a close', async () => {
    const written = ['a', 'b', 'c'].map((name) =>
      store.write((tx) => {
        passing.pass(30);
        return put(name)(tx);
      }),
    );
    await store.drain();
    expect(names()).toEqual(['a', 'b', 'c']);
    await Promise.all(written);
  });

  test('sees one instant from its beginning to its end', async () => {
    const [first, second] = await store.write((tx) => [tx.now, tx.now]);
    expect(first).toBe('2026-03-02T08:00:00.000Z');
    expect(second).toBe(first as string);
  });
});

describe('events', () => {
  test('wake their listeners once for a batch, after its commit, and not when nothing was raised', async () => {
    let woken = 0;
    store.onEventsCommitted(() => {
      expect(db.inTransaction).toBe(false);
      woken += 1;
    });
    await Promise.all([store.write(put('a')), store.write(put('b'))]);
    expect(woken).toBe(1);
    await store.write(() => 'nothing');
    expect(woken).toBe(1);
    await store
      .write(() => {
        throw conflict('already_booked', 'no');
      })
      .catch(() => {});
    expect(woken).toBe(1);
  });

  test('are undone with the work whose listener fails', async () => {
    store.onRaise(() => {
      throw new Error('no room');
    });
    expect(store.write(put('a'))).rejects.toThrow('no room');
    await store.write(() => 'nothing');
    expect([names(), events()]).toEqual([[], 0]);
  });
});

test('a database held by another process is 503 database_busy and nothing is written', async () => {
  const holder = new Database(path, { create: true, strict: true });
  // It waits for the lock in real time.
  passing.end();
  try {
    migrate(holder, 'test');
    const mine = new Database(path, { strict: true });
    mine.run('PRAGMA busy_timeout = 0');
    const time = new Timeline(0);
    const busy = new Store(mine, time, createIds(time, systemRandom()));
    holder.run('BEGIN IMMEDIATE');
    await expect(busy.write(put('a'))).rejects.toMatchObject({ status: 503, code: 'database_busy' });
    const waiting = busy.write(put('b'));
    busy.flush();
    holder.run('ROLLBACK');
    expect(await waiting).toBe('b');
    expect(busy.view().db.query("select name from appliance where name in ('a', 'b')").values()).toEqual([['b']]);
    mine.close();
  } finally {
    holder.close();
  }
});

describe('what is read in one turn', () => {
  let mine: Database;
  let shared: Store;

  beforeEach(() => {
    mine = migratedDatabase(path);
    const time = new Timeline(0);
    shared = new Store(mine, time, createIds(time, systemRandom()));
  });

  afterEach(() => {
    shared.flush();
    mine.close();
  });

  const count = (read: Read): number => (read.db.query('select count(*) as n from events').get() as { n: number }).n;

  test('shares one transaction, which ends with the turn', async () => {
    expect([count(shared.readShared()), count(shared.readShared()), mine.inTransaction]).toEqual([0, 0, true]);
    await new Promise<void>((resolve) => nextTurn(resolve));
    expect(mine.inTransaction).toBe(false);
  });

  test('holds up no write, and what follows a write sees it', async () => {
    expect(count(shared.readShared())).toBe(0);
    await shared.write(put('a'));
    expect([count(shared.readShared()), mine.inTransaction]).toEqual([1, true]);
    shared.flush();
    expect(mine.inTransaction).toBe(false);
  });

  test('is shared by all requests of the turn, until a write or the end of the turn', async () => {
    const first = shared.readShared().cached;
    expect(first).toEqual(new Map());
    expect(shared.readShared().cached).toBe(first);
    await shared.write(put('a'));
    const second = shared.readShared().cached;
    expect(second).not.toBe(first);
    await new Promise<void>((resolve) => nextTurn(resolve));
    expect(shared.readShared().cached).not.toBe(second);
    expect(shared.view().cached).toBeUndefined();
  });

  test('is not shared with a transaction', async () => {
    shared.readShared().cached?.set('name', 'value');
    await shared.write((tx) => expect(tx.cached).toEqual(new Map()));
  });

  test('is committed state only, whoever wrote it', async () => {
    const other = openDatabase(path);
    expect(count(shared.readShared())).toBe(0);
    other.run("insert into events (id, type, siteId, createdAt, body) values ('evt_1', 'ping', '', '', '{}')");
    await new Promise<void>((resolve) => nextTurn(resolve));
    expect(count(shared.readShared())).toBe(1);
    other.close();
  });
});
