import { afterEach, expect, test } from 'bun:test';
import { stopwatch } from '../../src/kernel/clock.ts';
import { KeyedConcurrency } from '../../src/kernel/concurrency.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { webhookJobs } from '../../src/webhooks/jobs.ts';
import { httpReceiver } from './receivers.ts';
import { BOOKING, closeAll, openDelivering, openPipeline, SITE, START } from './set-up.ts';

afterEach(closeAll);

test('while requests come in, transactions are short, and everything is delivered', async () => {
  let requests = 0;
  const receiver = await httpReceiver();
  const pipeline = await openPipeline({ requests: () => ++requests });
  const endpoints = await Promise.all(
    Array.from({ length: 20 }, () => pipeline.addEndpoint(`https://receiver.test:${receiver.port}/`)),
  );
  const claimed = new Set<string>();
  let recorded = 0;
  const most = { claimed: 0, recorded: 0 };
  pipeline.store.onCommit(() => {
    const before = { claimed: claimed.size, recorded };
    for (const { lane, key } of webhookJobs.claimed(pipeline.store.view())) claimed.add(`${lane} ${key}`);
    recorded = (pipeline.db.query('select count(*) as n from webhookDeliveries').get() as { n: number }).n;
    most.claimed = Math.max(most.claimed, claimed.size - before.claimed);
    most.recorded = Math.max(most.recorded, recorded - before.recorded);
  });
  await pipeline.raise(5);
  await pipeline.webhooks.idle();
  expect([receiver.arrived.length, pipeline.jobs(), claimed.size]).toEqual([100, 0, 100]);
  expect(endpoints.map(({ id }) => pipeline.deliveries(id).length)).toEqual(Array(20).fill(5));
  expect(most.claimed).toBe(16);
  expect(most.recorded).toBeLessThanOrEqual(32);
});

test('requests go before transactions, which wait for a turn without any, but for 20 ms at most', async () => {
  const receiver = await httpReceiver();
  let [requests, calls, step] = [0, 0, 1];
  const pipeline = await openPipeline({
    requests: () => {
      calls += 1;
      requests += step;
      return requests;
    },
  });
  await pipeline.addEndpoint(`https://receiver.test:${receiver.port}/`);
  const commits: { readonly at: number; readonly calls: number }[] = [];
  pipeline.store.onCommit(() => void commits.push({ at: stopwatch(), calls }));
  const deliver = async () => {
    commits.splice(0);
    // In one transaction, however slow the machine is. The wait begins after it.
    await pipeline.store.write((tx) => {
      for (let event = 0; event < 8; event += 1) tx.raise('booking.created', SITE, BOOKING);
    });
    await pipeline.webhooks.idle();
    expect(commits.length).toBeGreaterThanOrEqual(3);
    return commits.slice(1).map(({ at, calls: after }, index) => {
      const before = commits[index] as (typeof commits)[number];
      return { ms: at - before.at, calls: after - before.calls };
    });
  };
  // A machine that stalls makes some waits look shorter, since a commit is seen late.
  expect(Math.max(...(await deliver()).map(({ ms }) => ms))).toBeGreaterThan(15);
  step = 0;
  expect(Math.max(...(await deliver()).map((each) => each.calls))).toBeLessThanOrEqual(8);
  expect([receiver.arrived.length, pipeline.jobs()]).toEqual([16, 0]);
});

test('events of one endpoint go out in the order they were raised, when there is one at a time', async () => {
  const { pipeline, arrived } = await openDelivering(() => 200, { limits: { perEndpoint: 1 } });
  const ids = await pipeline.raise(50);
  await pipeline.webhooks.idle();
  expect(arrived.map(({ headers }) => headers['x-service-event-id'] as string)).toEqual(ids);
});

test('a retry that becomes due behind a long queue is not forgotten', async () => {
  let fail = true;
  const { pipeline, arrived } = await openDelivering(() => (fail ? 500 : 200), { limits: { perEndpoint: 1 } });
  await pipeline.raise(3);
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(START + 30_000);
  fail = false;
  await pipeline.raise(5);
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(START + MINUTE_MS);
  expect([arrived.length, pipeline.jobs()]).toEqual([11, 0]);
});

test('only the limit of tasks of a key runs at the same time, and a slot is passed on after an error too', async () => {
  const concurrency = new KeyedConcurrency(2);
  const log: string[] = [];
  let running = 0;
  const work = (name: string, fails: boolean) => async () => {
    running += 1;
    log.push(`${name}${running}`);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (fails) throw new Error(name);
    return name;
  };
  const works = ['a', 'b', 'c', 'd', 'e'].map((name, index) => concurrency.run('k', work(name, index === 1)));
  const endings = await Promise.allSettled(works);
  expect(endings.map(({ status }) => status[0])).toEqual(['f', 'r', 'f', 'f', 'f']);
  expect(log.every((entry) => Number(entry.slice(1)) <= 2)).toBe(true);
  expect(log.map((entry) => entry[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await concurrency.run('k', work('f', false))).toBe('f');
});
