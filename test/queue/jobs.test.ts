import { expect, test } from 'bun:test';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { queryPlans } from '../helpers/query-plans.ts';
import { after, openQueue, START } from './set-up.ts';

test('jobs are counted by state', async () => {
  const { store, jobs, add } = openQueue();
  expect(jobs.depth(store.view())).toEqual({ waiting: 0, retrying: 0, inProgress: 0, oldestDueAt: null });
  await add('a', ['1', '2', '3'], after(-MINUTE_MS));
  await add('b', ['4'], after(MINUTE_MS));
  await store.write<void>((tx) => {
    const [first, second] = jobs.claim(tx, 'a', 2, after(MINUTE_MS));
    if (first === undefined || second === undefined) throw new Error('two jobs are due');
    jobs.repeat(tx, first, after(2 * MINUTE_MS));
  });
  const depth = { waiting: 2, retrying: 1, inProgress: 1, oldestDueAt: after(-MINUTE_MS) };
  expect(jobs.depth(store.view())).toEqual(depth);
});

test('lanes tell what is due first, and what is due next', async () => {
  const { store, jobs, add } = openQueue();
  await add('a', ['1'], after(-MINUTE_MS));
  await add('a', ['2'], after(MINUTE_MS));
  await add('b', ['3'], after(2 * MINUTE_MS));
  await add('c', ['4'], after(0));
  await store.write<void>((tx) => void jobs.claim(tx, 'c', 1, after(MINUTE_MS)));
  expect(jobs.lanes(store.view())).toEqual([
    { lane: 'a', firstDueAt: after(-MINUTE_MS), nextDueAt: after(MINUTE_MS) },
    { lane: 'b', firstDueAt: after(2 * MINUTE_MS), nextDueAt: after(2 * MINUTE_MS) },
  ]);
});

test('a claim counts the attempt, and is lost when its job is cancelled, replaced or claimed anew', async () => {
  const { store, jobs, add, stored } = openQueue();
  await add('a', ['1', '2', '3']);
  await store.write<void>((tx) => {
    const claimed = jobs.claim(tx, 'a', 3, after(MINUTE_MS));
    expect(claimed.map(({ key, attempt }) => [key, attempt])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ]);
    expect(jobs.claim(tx, 'a', 3, after(MINUTE_MS))).toEqual([]);
    jobs.cancel(tx, '1');
    jobs.add(tx, '2', ['a'], tx.now);
    expect(claimed.map((job) => jobs.repeat(tx, job, tx.now))).toEqual([false, false, true]);
    const [again] = jobs.claim(tx, 'a', 1, after(MINUTE_MS));
    expect(again).toMatchObject({ key: '2', attempt: 1 });
    expect(claimed.map((job) => jobs.end(tx, job))).toEqual([false, true, false]);
  });
  expect(stored()).toEqual([['3', 1, false]]);
});

test('the keys of a lane are those in progress and a few waiting ones, and a job is cancelled in one lane', async () => {
  const { store, jobs, add, stored } = openQueue();
  await add('a', ['1', '2', '3', '4']);
  await add('b', ['1']);
  await store.write<void>((tx) => {
    jobs.claim(tx, 'a', 1, after(MINUTE_MS));
    expect(jobs.keysIn(tx, 'a', 2)).toEqual(['1', '2', '3']);
    jobs.cancel(tx, '1', 'a');
    expect(jobs.keysIn(tx, 'a', 2)).toEqual(['2', '3']);
  });
  expect(stored().map(([key]) => key)).toEqual(['1', '2', '3', '4']);
});

test('every statement of the queue seeks, but the one that counts all jobs', async () => {
  const { db, store, jobs, time } = openQueue();
  const plans = await queryPlans({ db }, () =>
    store.write<void>((tx) => {
      const job = { lane: 'a', key: '1', attempt: 1, faults: 0, leasedUntil: after(0) };
      jobs.cancel(tx, '1');
      jobs.keysIn(tx, 'a', 1);
      jobs.claim(tx, 'a', 1, after(0));
      jobs.end(tx, job);
      jobs.repeat(tx, job, after(0));
      jobs.repeatUncounted(tx, job, after(0));
      jobs.hasFaulty(tx);
      jobs.retryFaulty(tx);
      jobs.claimed(tx);
      jobs.advance(tx, 'a', 1, after(0), after(0), 1);
      jobs.lanes(tx);
    }),
  );
  expect(time.now()).toBe(START);
  const steps = plans.flatMap((plan) => plan.steps).filter((step) => /queueJobs/.test(step));
  expect([...new Set(steps)].sort()).toEqual([
    'SEARCH queueJobs USING COVERING INDEX queueJobsClaimed (queue=? AND leasedUntil>?)',
    'SEARCH queueJobs USING COVERING INDEX queueJobsFaulty (queue=? AND faults>?)',
    'SEARCH queueJobs USING INDEX queueJobsClaimed (queue=? AND leasedUntil>? AND leasedUntil<?)',
    'SEARCH queueJobs USING INDEX queueJobsFaulty (queue=? AND faults>?)',
    'SEARCH queueJobs USING INDEX queueJobsWaiting (queue=? AND lane=? AND dueAt<?)',
    'SEARCH queueJobs USING INDEX queueJobsWaiting (queue=? AND lane=? AND dueAt>?)',
    'SEARCH queueJobs USING INDEX queueJobsWaiting (queue=? AND lane=?)',
    'SEARCH queueJobs USING INDEX queueJobsWaiting (queue=? AND lane>?)',
    'SEARCH queueJobs USING INDEX queueJobsWaiting (queue=?)',
    'SEARCH queueJobs USING PRIMARY KEY (queue=? AND key=? AND lane=?)',
    'SEARCH queueJobs USING PRIMARY KEY (queue=? AND key=?)',
  ]);
});
