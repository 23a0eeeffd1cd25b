import { describe, expect, test } from 'bun:test';
import { pause } from '../../src/kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { until } from '../helpers/process.ts';
import { after, openQueue, START } from './set-up.ts';

const keysOf = (attempts: readonly { readonly key: string }[]): string[] => attempts.map(({ key }) => key);

describe('a job', () => {
  test('that succeeds is attempted once and deleted', async () => {
    const { queue, add, recorded, stored } = openQueue();
    queue.start();
    await add('example.com', ['welcome']);
    await queue.idle();
    expect([recorded, stored()]).toEqual([[['welcome', 1, 'success', null, true]], []]);
  });

  test.each([HOUR_MS, 7_000, 1_000])(
    'that fails is repeated after the waits of the back-off, and no more often: steps of %i ms',
    async (step) => {
      const backOff = { waitsMs: [0, MINUTE_MS, 2 * MINUTE_MS], jitter: 0.1 };
      const { queue, add, attempts, recorded, stored, time } = openQueue({ ending: () => 'failure', backOff });
      queue.start();
      await add('example.com', ['welcome']);
      await queue.idle();
      expect(stored()).toEqual([['welcome', 1, false]]);
      for (let now = START; now < START + 5 * MINUTE_MS; now += step) await time.moveTo(now + step);
      // Chance adds half of the jitter.
      expect(attempts.map(({ at }) => at)).toEqual([0, 63_000, 189_000]);
      expect(recorded).toEqual([
        ['welcome', 1, 'failure', after(63_000), true],
        ['welcome', 2, 'failure', after(189_000), true],
        ['welcome', 3, 'failure', null, true],
      ]);
      expect(stored()).toEqual([]);
    },
  );

  test('that meets a fault of the program is tried again without end, and has all of its attempts afterwards', async () => {
    let isFaulty = true;
    const opened = openQueue({ ending: () => (isFaulty ? 'fault' : 'failure') });
    const { queue, add, attempts, recorded, reported, stored, time, db } = opened;
    queue.start();
    await add('example.com', ['welcome', 'other']);
    await queue.idle();
    expect(stored()).toEqual([
      ['other', 0, false],
      ['welcome', 0, false],
    ]);
    for (let hour = 1; hour <= 28; hour += 1) await time.moveTo(START + hour * HOUR_MS);
    const waits = [0, 1, 6, 36, 156, 516, 876, 1_236, 1_596].map((minutes) => minutes * MINUTE_MS);
    expect(attempts.filter(({ key }) => key === 'welcome')).toEqual(
      waits.map((at) => ({ key: 'welcome', attempt: 1, at })),
    );
    expect(new Set(recorded.map(([, attempt, how]) => `${attempt} ${how}`))).toEqual(new Set(['1 fault']));
    expect([reported.length, db.query('select max(faults) from queueJobs').values().flat()]).toEqual([18, [9]]);
    isFaulty = false;
    recorded.length = 0;
    await time.moveTo(START + 48 * HOUR_MS);
    expect(recorded.filter(([key]) => key === 'welcome').map(([, attempt, how]) => [attempt, how])).toEqual([
      [1, 'failure'],
      [2, 'failure'],
      [3, 'failure'],
    ]);
    expect(stored()).toEqual([]);
  });

  test('that met a fault of the program is tried at the next start, and its slot is free for others', async () => {
    const first = openQueue({ ending: () => 'fault', perLane: 1 });
    first.queue.start();
    await first.add('example.com', ['welcome', 'other']);
    await first.queue.idle();
    expect(keysOf(first.attempts)).toEqual(['other', 'welcome']);
    first.queue.stop();
    const { queue, recorded, stored } = openQueue({ db: first.db });
    queue.start();
    await until(() => stored().length === 0);
    expect(recorded.map(([key, attempt, how]) => [key, attempt, how]).sort()).toEqual([
      ['other', 1, 'success'],
      ['welcome', 1, 'success'],
    ]);
  });

  test('that is refused is not repeated', async () => {
    const { queue, add, recorded, stored } = openQueue({ ending: () => 'refusal' });
    queue.start();
    await add('example.com', ['welcome']);
    await queue.idle();
    expect([recorded, stored()]).toEqual([[['welcome', 1, 'refusal', null, true]], []]);
  });

  test('that is due later is attempted then, and not before', async () => {
    const { queue, add, attempts, time } = openQueue();
    queue.start();
    await add('example.com', ['reminder'], after(HOUR_MS));
    await queue.idle();
    await time.moveTo(START + HOUR_MS - 1);
    expect(attempts).toEqual([]);
    await time.moveTo(START + 2 * HOUR_MS);
    expect(attempts).toEqual([{ key: 'reminder', attempt: 1, at: HOUR_MS }]);
  });

  test('is cancelled by its key in all lanes, and another one is not', async () => {
    const { queue, add, attempts, time, store, jobs } = openQueue();
    queue.start();
    await add('example.com', ['reminder', 'other'], after(MINUTE_MS));
    await add('example.org', ['reminder'], after(MINUTE_MS));
    await store.write<void>((tx) => jobs.cancel(tx, 'reminder'));
    await time.moveTo(START + HOUR_MS);
    expect(keysOf(attempts)).toEqual(['other']);
  });

  test('that is cancelled in progress is not repeated, and is recorded as no longer current', async () => {
    const opened = openQueue({ ending: ({ attempt }) => (attempt === 1 ? 'hold' : 'success') });
    const { queue, add, held, recorded, store, jobs, stored, time } = opened;
    queue.start();
    await add('example.com', ['reminder']);
    await until(() => held.has('reminder'));
    await store.write<void>((tx) => jobs.cancel(tx, 'reminder'));
    held.get('reminder')?.();
    await time.moveTo(START + HOUR_MS);
    expect([recorded, stored()]).toEqual([[['reminder', 1, 'success', null, false]], []]);
  });

  test('that is added again in progress starts anew, whatever the attempt in progress says', async () => {
    let isHeld = true;
    const { queue, add, held, recorded, stored } = openQueue({ ending: () => (isHeld ? 'hold' : 'success') });
    queue.start();
    await add('example.com', ['reminder']);
    await until(() => held.has('reminder'));
    isHeld = false;
    await add('example.com', ['reminder']);
    await until(() => recorded.length === 1);
    held.get('reminder')?.();
    await queue.idle();
    expect(recorded).toEqual([
      ['reminder', 1, 'success', null, true],
      ['reminder', 1, 'success', null, false],
    ]);
    expect(stored()).toEqual([]);
  });

  test('whose transaction is undone does not exist', async () => {
    const { queue, store, attempts, stored } = openQueue();
    queue.start();
    const undone = store.write<void>((tx) => {
      queue.add(tx, 'welcome', ['example.com'], tx.now);
      throw new Error('undone');
    });
    expect(undone).rejects.toThrow('undone');
    await undone.catch(() => {});
    await store.write<void>(() => {});
    await queue.idle();
    expect([attempts, stored(), queue.slots()]).toEqual([[], [], { busy: 0, full: 0, ready: 0 }]);
  });
});

describe('lanes', () => {
  test('have their own slots: one that hangs delays no other, and keeps to its limit', async () => {
    const opened = openQueue({ ending: ({ lane }) => (lane === 'slow.example' ? 'hold' : 'success') });
    const { db, queue, add, held, recorded, attempts, seen } = opened;
    queue.start();
    await add('slow.example', ['a', 'b', 'c', 'd']);
    await add('fast.example', ['1', '2', '3', '4', '5']);
    await until(() => recorded.length === 5);
    expect(keysOf(attempts.filter(({ key }) => key < 'a'))).toEqual(['1', '2', '3', '4', '5']);
    expect([[...held.keys()], queue.slots()]).toEqual([['a', 'b'], { busy: 1, full: 1, ready: 1 }]);
    db.run('update queueJobs set dueAt = ? where leasedUntil is null', [after(-HOUR_MS)]);
    expect(queue.isHealthy()).toBe(true);
    for (const key of ['a', 'b']) held.get(key)?.();
    await until(() => held.size === 4);
    for (const key of ['c', 'd']) held.get(key)?.();
    await queue.idle();
    expect([recorded.length, seen.most]).toEqual([9, 4]);
  });

  test('attempt their jobs in the order in which they are due', async () => {
    const { queue, add, attempts, time } = openQueue({ perLane: 1 });
    await add('example.com', ['late'], after(2_000));
    await add('example.com', ['z', 'second'], after(1_000));
    await add('example.com', ['first'], after(500));
    await time.moveTo(START + 3_000);
    queue.start();
    await queue.idle();
    await time.moveTo(START + 3_000);
    expect(keysOf(attempts)).toEqual(['first', 'second', 'z', 'late']);
  });

  test('use no more slots together than the total', async () => {
    const { queue, add, seen, recorded } = openQueue({ perLane: 4, total: 5 });
    for (const lane of ['a', 'b', 'c', 'd']) {
      await add(
        lane,
        Array.from({ length: 10 }, (_, index) => `${lane}${index}`),
      );
    }
    queue.start();
    await until(() => recorded.length === 40);
    expect(seen.most).toBe(5);
  });

  test('are late when a job that has a free slot has been due for a minute', async () => {
    const { queue, add, time } = openQueue();
    await add('example.com', ['welcome']);
    expect(queue.isHealthy()).toBe(true);
    await time.moveTo(START + MINUTE_MS + 1);
    expect(queue.isHealthy()).toBe(false);
  });
});

describe('after a kill', () => {
  /** A database whose process ended while `key` was in its attempt number `attempt`, and had others to do. */
  const killed = async (attempt: number) => {
    const dead = openQueue();
    await dead.add('example.com', ['interrupted', 'waiting']);
    dead.db.run(
      `update queueJobs set attempt = ${attempt}, leasedUntil = '${after(MINUTE_MS)}' where key = 'interrupted'`,
    );
    return dead.db;
  };

  test('what waited is attempted, and what was in progress is repeated once within seconds', async () => {
    const { queue, store, attempts, recorded, time, stored } = openQueue({ db: await killed(1) });
    expect(queue.hasAbandoned(store.view())).toBe(true);
    await store.write<void>((tx) => queue.recover(tx));
    queue.start();
    await queue.idle();
    expect(keysOf(attempts)).toEqual(['waiting']);
    await time.moveTo(START + 5_000);
    expect(attempts.slice(1)).toEqual([{ key: 'interrupted', attempt: 2, at: 2_500 }]);
    expect(recorded[0]).toEqual(['interrupted', 1, 'interrupted', after(2_500), true]);
    expect([stored(), queue.hasAbandoned(store.view())]).toEqual([[], false]);
  });

  test('what was in its last attempt is over', async () => {
    const { queue, store, recorded, stored } = openQueue({ db: await killed(3) });
    await store.write<void>((tx) => queue.recover(tx));
    expect([recorded, stored()]).toEqual([[['interrupted', 3, 'interrupted', null, true]], [['waiting', 0, false]]]);
  });

  test('another process takes up a job once its lease has ended, and not before', async () => {
    const { queue, attempts, time } = openQueue({ db: await killed(1) });
    queue.start();
    await queue.idle();
    await queue.refresh();
    await time.moveTo(START + MINUTE_MS - 1);
    expect(keysOf(attempts)).toEqual(['waiting']);
    await time.moveTo(START + MINUTE_MS);
    await queue.refresh();
    await time.moveTo(START + 2 * MINUTE_MS);
    expect(keysOf(attempts)).toEqual(['waiting', 'interrupted']);
  });

  test('the process itself takes up no attempt of its own, however long it is', async () => {
    const { queue, add, held, recorded, time, attempts } = openQueue({ ending: () => 'hold' });
    queue.start();
    await add('example.com', ['long']);
    await until(() => held.has('long'));
    const moved = time.moveTo(START + HOUR_MS);
    held.get('long')?.();
    await moved;
    await queue.refresh();
    await queue.idle();
    expect([attempts.length, recorded]).toEqual([1, [['long', 1, 'success', null, true]]]);
  });
});

test('jobs that another process has added are found by a refresh', async () => {
  const { queue, db, attempts } = openQueue();
  queue.start();
  await queue.idle();
  db.run(`insert into queueJobs (queue, key, lane, dueAt) values ('mail', 'welcome', 'example.com', '${after(0)}')`);
  db.run(`insert into queueJobs (queue, key, lane, dueAt) values ('other', 'not ours', 'example.com', '${after(0)}')`);
  await queue.refresh();
  await queue.idle();
  expect(keysOf(attempts)).toEqual(['welcome']);
});

test('a stop starts no attempt, and records those that end', async () => {
  const { queue, add, held, recorded, stored } = openQueue({ ending: () => 'hold', perLane: 1 });
  queue.start();
  await add('example.com', ['first', 'second']);
  await until(() => held.has('first'));
  queue.stop();
  held.get('first')?.();
  await queue.idle();
  expect([recorded, stored()]).toEqual([[['first', 1, 'success', null, true]], [['second', 0, false]]]);
});

test.each([
  ['claims', 'update of leasedUntil', 0],
  ['results', 'delete', 1],
])(
  '%s that the database rejects are reported once and written later, and no slot is lost',
  async (_what, change, made) => {
    const { queue, add, db, attempts, recorded, reported, stored } = openQueue();
    queue.start();
    db.run(`create temp trigger full before ${change} on queueJobs begin select raise(abort, 'disk full'); end`);
    await add('example.com', ['welcome']);
    await until(() => reported.length > 0);
    expect([attempts.length, queue.isHealthy(), queue.slots().busy, queue.slots().full]).toEqual([made, false, 0, 0]);
    // It is repeated every second.
    await pause(1_500);
    db.run('drop trigger full');
    await queue.idle();
    expect([keysOf(attempts), queue.isHealthy(), stored(), reported.length]).toEqual([['welcome'], true, [], 1]);
    expect([recorded, queue.slots()]).toEqual([
      [['welcome', 1, 'success', null, true]],
      { busy: 0, full: 0, ready: 0 },
    ]);
  },
);
