import { beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Tx } from '../../src/database/database.ts';
import { Store } from '../../src/database/store.ts';
import { blockThread } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { conflict } from '../../src/kernel/problem.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { MAIN_SITE } from '../helpers/api.ts';
import { type MadeUpStore, openMadeUpStore } from '../helpers/made-up-store.ts';
import { preparedBy } from '../helpers/statements.ts';

let studio: MadeUpStore;
/** The writes that ran, in their order. */
let ran: string[];
/** What each write knew that used `read`. */
let seen: string[][];

beforeEach(() => {
  studio = openMadeUpStore('create table names (name text primary key)');
  ran = [];
  seen = [];
});

const read = (name: string) => (tx: Tx) => {
  seen.push([...tx.known.keys()]);
  tx.known.set(name, name);
};

const put = (name: string) => (tx: Tx) => {
  ran.push(name);
  tx.db.query('insert into names (name) values (?)').run(name);
  tx.raise('site.created', MAIN_SITE, {});
  tx.beforeCommit(() => tx.db.query('insert into names (name) values (?)').run(`${name} at the commit`));
};
const refused = (name: string) => (tx: Tx) => {
  put(name)(tx);
  throw conflict('already_booked', 'no');
};
const refusedAtOnce = (name: string) => () => {
  ran.push(name);
  throw conflict('already_booked', 'no');
};

const again = (work: (tx: Tx) => void) => studio.store.write(work, { mayRunAgain: true });
const once = (work: (tx: Tx) => void) => studio.store.write(work);
const statusOf = async (writes: readonly Promise<void>[]): Promise<string[]> =>
  (await Promise.allSettled(writes)).map(({ status }) => status);

const names = () => studio.db.query('select name from names order by name').values().flat();
const events = () => studio.db.query('select type from events').values().flat();
const withCommits = (...kept: readonly string[]) => kept.flatMap((name) => [name, `${name} at the commit`]);

describe('writes that may run again', () => {
  test('have no savepoint and run once while none of them fails', async () => {
    const statements = await preparedBy(studio.db, () => Promise.all([again(put('a')), again(put('b'))]));
    expect(statements.filter((sql) => /savepoint/i.test(sql))).toEqual([]);
    expect([ran, names(), events()]).toEqual([['a', 'b'], withCommits('a', 'b'), ['site.created', 'site.created']]);
  });

  test('run again, each with a savepoint, when one of them fails after a change: only that is undone', async () => {
    const all = ['fulfilled', 'rejected', 'fulfilled'];
    expect(await statusOf([again(put('a')), again(refused('b')), again(put('c'))])).toEqual(all);
    expect([ran, names(), events()]).toEqual([
      ['a', 'b', 'a', 'b', 'c'],
      withCommits('a', 'c'),
      ['site.created', 'site.created'],
    ]);
    expect(studio.db.inTransaction).toBe(false);
  });

  test('do not run again when one is refused before it changes anything', async () => {
    const all = ['fulfilled', 'rejected', 'fulfilled'];
    expect(await statusOf([again(put('a')), again(refusedAtOnce('b')), again(put('c'))])).toEqual(all);
    expect([ran, names()]).toEqual([['a', 'b', 'c'], withCommits('a', 'c')]);
  });

  test('do not run again when one breaks a constraint with its first change', async () => {
    await again(put('a'));
    const all = ['rejected', 'fulfilled'];
    expect(await statusOf([again(put('a')), again(put('b'))])).toEqual(all);
    expect([ran, names(), events()]).toEqual([
      ['a', 'a', 'b'],
      withCommits('a', 'b'),
      ['site.created', 'site.created'],
    ]);
  });

  test('have savepoints for a while after one has failed, then none', async () => {
    await statusOf([again(put('a')), again(refused('b'))]);
    ran = [];
    expect(await statusOf([again(put('c')), again(refused('d'))])).toEqual(['fulfilled', 'rejected']);
    expect(ran).toEqual(['c', 'd']);
    for (let count = 0; count < 256; count += 1) await again(() => {});
    ran = [];
    expect(await statusOf([again(put('e')), again(refused('f'))])).toEqual(['fulfilled', 'rejected']);
    expect(ran).toEqual(['e', 'f', 'e', 'f']);
    expect(names()).toEqual(withCommits('a', 'c', 'e'));
  });

  test('are rolled back alone when they come alone', async () => {
    expect(await statusOf([again(refused('a'))])).toEqual(['rejected']);
    await again(put('b'));
    expect([ran, names(), events()]).toEqual([['a', 'b'], withCommits('b'), ['site.created']]);
  });

  test('that take long and run again do so in a later turn, as many as there is time for', async () => {
    const slow = (name: string) => (tx: Tx) => {
      put(name)(tx);
      blockThread(15);
    };
    const all = ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'];
    expect(await statusOf([again(slow('a')), again(refused('b')), again(slow('c')), again(slow('d'))])).toEqual(all);
    expect(names()).toEqual(withCommits('a', 'c', 'd'));
  });

  test('that are awaited inside are undone', async () => {
    const work = (async (tx: Tx) => put('a')(tx)) as unknown as (tx: Tx) => void;
    expect(await statusOf([again(work), again(put('b'))])).toEqual(['rejected', 'fulfilled']);
    expect(names()).toEqual(withCommits('b'));
  });

  test('run twice where tests ask for it, and leave what one run leaves', async () => {
    studio.store.runTwice();
    expect(await statusOf([again(put('a')), again(refused('b')), once(put('c'))])).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect([names(), events()]).toEqual([withCommits('a', 'c'), ['site.created', 'site.created']]);
    expect(ran.filter((name) => name === 'c')).toHaveLength(1);
  });
});

describe('what the writes of a transaction have read', () => {
  test('is known to those after it in a transaction', async () => {
    await statusOf([again(read('a')), again(read('b'))]);
    await again(read('c'));
    expect(seen).toEqual([[], ['a'], []]);
  });

  test('is known to those that run once, too', async () => {
    await statusOf([again(read('a')), once(read('b')), again(read('c'))]);
    expect(seen).toEqual([[], ['a'], ['a', 'b']]);
  });

  test('is forgotten after one that fails, which may have read its own changes', async () => {
    const failing = (tx: Tx) => {
      read('b')(tx);
      throw conflict('already_booked', 'no');
    };
    await statusOf([again(read('a')), again(failing), again(read('c'))]);
    expect(seen).toEqual([[], ['a'], []]);
  });

  test('is forgotten after a run that is undone', async () => {
    studio.store.runTwice();
    await statusOf([again(read('a')), again(read('b'))]);
    expect(seen).toEqual([[], [], ['a'], []]);
  });
});

describe('what writes with a map of their own have read', () => {
  let known: Map<string, unknown>;
  beforeEach(() => {
    known = new Map();
  });
  const knowing = (work: (tx: Tx) => void, map = known, { store } = studio) => store.write(work, { known: map });

  test('is known to those after it with that map, also in later transactions', async () => {
    await Promise.all([knowing(read('a')), knowing(read('b'))]);
    await knowing(read('c'));
    expect(seen).toEqual([[], ['a'], ['a', 'b']]);
  });

  test.each([
    ['that runs once', () => once(() => {})],
    ['that may run again', () => again(() => {})],
    ['with another map', () => knowing(() => {}, new Map())],
    ['that fails', () => once(refusedAtOnce('b')).catch(() => {})],
  ] as const)('is forgotten when another write runs: one %s', async (_, other) => {
    await knowing(read('a'));
    await Promise.all([other(), knowing(read('c'))]);
    await other();
    await knowing(read('d'));
    expect(seen).toEqual([[], [], []]);
  });

  test('is forgotten after one that fails, and after a transaction that is rolled back', async () => {
    const failing = (tx: Tx) => {
      read('a')(tx);
      throw conflict('already_booked', 'no');
    };
    await statusOf([knowing(failing)]);
    await statusOf([knowing(read('b')), knowing((tx) => tx.beforeCommit(refusedAtOnce('at the commit')))]);
    await knowing(read('c'));
    expect(seen).toEqual([[], [], []]);
  });

  test('is forgotten when another connection has changed the database', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'studiod-batch-'));
    const path = join(directory, 'studiod.db');
    writeFileSync(path, studio.db.serialize());
    const db = openDatabase(path);
    const other = openDatabase(path);
    const file = { ...studio, db, store: new Store(db, studio.time, createIds(studio.time, systemRandom())) };
    try {
      await knowing(read('a'), known, file);
      await knowing(read('b'), known, file);
      other.run("insert into names (name) values ('other')");
      await knowing(read('c'), known, file);
      await file.store.exclusive(async () => {});
      expect([...known]).toEqual([]);
    } finally {
      other.close();
      db.close();
      rmSync(directory, { recursive: true });
    }
    expect(seen).toEqual([[], ['a'], []]);
  });

  test('is shared by reads until another write runs', async () => {
    await knowing(read('a'));
    expect(studio.store.readShared(known).known).toBe(known);
    await again(() => {});
    expect(studio.store.readShared(known).known).not.toBe(known);
  });
});

describe('writes that run once', () => {
  test('have a savepoint, and so have those after them', async () => {
    const all = ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'];
    expect(await statusOf([again(put('a')), once(put('b')), again(refused('c')), again(put('d'))])).toEqual(all);
    expect([ran, names()]).toEqual([['a', 'b', 'c', 'd'], withCommits('a', 'b', 'd')]);
  });

  test('run once, also when one before them runs again', async () => {
    const all = ['fulfilled', 'rejected', 'fulfilled', 'rejected'];
    expect(await statusOf([again(put('a')), again(refused('b')), once(put('c')), once(refused('d'))])).toEqual(all);
    expect([ran, names(), events()]).toEqual([
      ['a', 'b', 'a', 'b', 'c', 'd'],
      withCommits('a', 'c'),
      ['site.created', 'site.created'],
    ]);
  });
});
