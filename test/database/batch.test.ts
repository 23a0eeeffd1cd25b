import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Tx } from '../../src/database/database.ts';
import { conflict } from '../../src/kernel/problem.ts';
import { forEachTest, MAIN_SITE } from '../helpers/api.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';
import { preparedBy } from '../helpers/statements.ts';
import { heldStopwatch } from '../helpers/stopwatch.ts';

/** The writes that ran, in their order. */
let ran: string[];
/** What was cached for each write that used `read`. */
let seen: string[][];
let time: ReturnType<typeof heldStopwatch>;

const studio = forEachTest(() => openMadeUpStore('create table names (name text primary key)'));
beforeEach(() => {
  ran = [];
  seen = [];
  time = heldStopwatch();
});
afterEach(() => time.end());

const read = (name: string) => (tx: Tx) => {
  seen.push([...tx.cached.keys()]);
  tx.cached.set(name, name);
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

const write = (work: (tx: Tx) => void) => studio.store.write(work);
const statusOf = async (writes: readonly Promise<void>[]): Promise<string[]> =>
  (await Promise.allSettled(writes)).map(({ status }) => status);

const names = () => studio.db.query('select name from names order by name').values().flat();
const events = () => studio.db.query('select type from events').values().flat();
const withCommits = (...kept: readonly string[]) => kept.flatMap((name) => [name, `${name} at the commit`]);

describe('writes that are committed together', () => {
  test('each have a savepoint', async () => {
    const statements = await preparedBy(studio.db, () => Promise.all([write(put('a')), write(put('b'))]));
    expect(statements.filter((sql) => /savepoint|release/i.test(sql))).toEqual([
      'SAVEPOINT work',
      'RELEASE work',
      'SAVEPOINT work',
      'RELEASE work',
    ]);
    expect([ran, names(), events()]).toEqual([['a', 'b'], withCommits('a', 'b'), ['site.created', 'site.created']]);
  });

  test('run once when one of them fails after a change: only that is undone', async () => {
    const all = ['fulfilled', 'rejected', 'fulfilled'];
    expect(await statusOf([write(put('a')), write(refused('b')), write(put('c'))])).toEqual(all);
    expect([ran, names(), events()]).toEqual([
      ['a', 'b', 'c'],
      withCommits('a', 'c'),
      ['site.created', 'site.created'],
    ]);
    expect(studio.db.inTransaction).toBe(false);
  });

  test('run once when one is refused before it changes anything', async () => {
    const all = ['fulfilled', 'rejected', 'fulfilled'];
    expect(await statusOf([write(put('a')), write(refusedAtOnce('b')), write(put('c'))])).toEqual(all);
    expect([ran, names()]).toEqual([['a', 'b', 'c'], withCommits('a', 'c')]);
  });

  test('run once when one breaks a constraint with its first change', async () => {
    await write(put('a'));
    const all = ['rejected', 'fulfilled'];
    expect(await statusOf([write(put('a')), write(put('b'))])).toEqual(all);
    expect([ran, names(), events()]).toEqual([
      ['a', 'a', 'b'],
      withCommits('a', 'b'),
      ['site.created', 'site.created'],
    ]);
  });

  test('that take long run in later turns, as many as there is time for', async () => {
    const slow = (name: string) => (tx: Tx) => {
      put(name)(tx);
      time.pass(15);
    };
    const all = ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'];
    expect(await statusOf([write(slow('a')), write(refused('b')), write(slow('c')), write(slow('d'))])).toEqual(all);
    expect([ran, names()]).toEqual([['a', 'b', 'c', 'd'], withCommits('a', 'c', 'd')]);
  });

  test('that are awaited inside are undone', async () => {
    const work = (async (tx: Tx) => put('a')(tx)) as unknown as (tx: Tx) => void;
    expect(await statusOf([write(work), write(put('b'))])).toEqual(['rejected', 'fulfilled']);
    expect(names()).toEqual(withCommits('b'));
  });

  test('are all undone when what one has left for the commit fails', async () => {
    const failing = (tx: Tx) => tx.beforeCommit(refusedAtOnce('at the commit'));
    expect(await statusOf([write(put('a')), write(failing)])).toEqual(['rejected', 'rejected']);
    await write(put('b'));
    expect([names(), events()]).toEqual([withCommits('b'), ['site.created']]);
  });
});

test('a write that comes alone has no savepoint, and is rolled back alone', async () => {
  const statements = await preparedBy(studio.db, () => statusOf([write(refused('a'))]));
  expect(statements.filter((sql) => /savepoint/i.test(sql))).toEqual([]);
  await write(put('b'));
  expect([ran, names(), events()]).toEqual([['a', 'b'], withCommits('b'), ['site.created']]);
});

describe('what the writes of a transaction have read', () => {
  test('is shared with those after it in a transaction', async () => {
    await statusOf([write(read('a')), write(read('b'))]);
    await write(read('c'));
    expect(seen).toEqual([[], ['a'], []]);
  });

  test('is forgotten after one that fails, which may have read its own changes', async () => {
    const failing = (tx: Tx) => {
      read('b')(tx);
      throw conflict('already_booked', 'no');
    };
    await statusOf([write(read('a')), write(failing), write(read('c'))]);
    expect(seen).toEqual([[], ['a'], []]);
  });
});
