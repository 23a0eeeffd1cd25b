import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createSeal, temporaryKey } from '../../src/database/seal.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { pendingDeliveries, pendingDelivery } from '../../src/webhooks/deliveries.ts';
import { openStudio } from '../helpers/api.ts';
import { folderForEachTest } from '../helpers/process.ts';
import { queryPlans } from '../helpers/query-plans.ts';
import { holdingReceiver, httpReceiver, rawReceiver } from './receivers.ts';
import { closeAll, openDelivering, openPipeline, type Pipeline, random, START, until } from './set-up.ts';

const folder = folderForEachTest();
afterEach(closeAll);

/** Runs `work` with a file that outlives a pipeline, and the seal that goes with it. */
const onDisk = async (
  work: (open: (options?: Parameters<typeof openPipeline>[0]) => Promise<Pipeline>) => Promise<void>,
) => {
  const seal = createSeal(temporaryKey(random), random);
  await work((options = {}) => openPipeline({ path: join(folder, 'studiod.db'), seal, ...options }));
};

/** Puts a job in the state in which a program that was killed leaves it: attempt counted and, after a second, delivery pending. */
const leaveInProgress = (pipeline: Pipeline, eventId: string, attempt: number, isPending: boolean) => {
  pipeline.db
    .query('update queueJobs set attempt = ?, leasedUntil = ? where key = ?')
    .run(attempt, new Date(START + 30_000).toISOString(), eventId);
  if (!isPending) return;
  pipeline.db
    .query(
      `insert into webhookDeliveries (id, endpointId, eventId, eventType, siteId, url, status, attempt, createdAt, updatedAt)
       select ?, lane, key, 'booking.created', 'site', 'https://receiver.test/', 'pending', ?, ?, ?
       from queueJobs where key = ?`,
    )
    .run(`${eventId}-${attempt}`, attempt, new Date(START).toISOString(), new Date(START).toISOString(), eventId);
};

describe('after a crash', () => {
  test('queued events are sent, attempts in progress are interrupted and repeated within seconds', () =>
    onDisk(async (open) => {
      const { port, arrived } = await httpReceiver();
      const dead = await open({ start: false });
      const { id } = await dead.addEndpoint(`https://receiver.test:${port}/`);
      const ids = await dead.raise(10);
      for (const [index, eventId] of ids.slice(0, 4).entries()) leaveInProgress(dead, eventId, 1, index < 2);
      dead.db.close();

      const pipeline = await open({ jitter: 0.5 });
      await pipeline.webhooks.idle();
      expect(arrived.length).toBe(6);
      const interrupted = pipeline.deliveries(id).filter(({ status }) => status === 'failed');
      expect(
        interrupted.map(({ errorCode, attempt, nextAttemptAt, latencyMs }) => [
          errorCode,
          attempt,
          nextAttemptAt,
          latencyMs,
        ]),
      ).toEqual(Array(4).fill(['interrupted', 1, new Date(START + 2_500).toISOString(), null]));
      await pipeline.time.moveTo(START + 5_000);
      expect(new Set(arrived.map(({ headers }) => headers['x-service-event-id']))).toEqual(new Set(ids));
      expect([arrived.length, pipeline.jobs()]).toEqual([10, 0]);
      expect(pipeline.db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    }));

  test.each([true, false])(
    'an event whose third attempt was interrupted has failed, and is never sent a fourth time (recorded as pending: %p)',
    (isPending) =>
      onDisk(async (open) => {
        const { port, arrived } = await httpReceiver();
        const dead = await open({ start: false });
        const { id } = await dead.addEndpoint(`https://receiver.test:${port}/`);
        const [third, second] = (await dead.raise(2)) as [string, string];
        leaveInProgress(dead, third, 3, isPending);
        leaveInProgress(dead, second, 2, isPending);
        dead.db.close();

        const pipeline = await open();
        await pipeline.time.moveTo(START + 600_000);
        expect(arrived.map(({ headers }) => headers['x-service-event-id'])).toEqual([second]);
        expect(pipeline.deliveries(id).map(({ attempt, status }) => [attempt, status])).toEqual(
          expect.arrayContaining([
            [3, 'failed'],
            [2, 'failed'],
            [3, 'succeeded'],
          ]),
        );
        expect(pipeline.jobs()).toBe(0);
      }),
  );

  test('attempts that had no result are made again, those with one are not', () =>
    onDisk(async (open) => {
      const held = await holdingReceiver();
      const fast = await httpReceiver();
      const dead = await open({ limits: { pendingAfterMs: 600_000 } });
      const slow = await dead.addEndpoint(`https://receiver.test:${held.port}/`);
      const other = await dead.addEndpoint(`https://receiver.test:${fast.port}/`);
      const raised = await dead.raise(10);
      await until(() => dead.deliveries(other.id).length === 10 && held.held.length === 4);
      // A copy, as if the process had ended here.
      const copy = `${dead.db.filename}.copy`;
      const reader = new Database(dead.db.filename);
      reader.query('vacuum into ?').run(copy);
      reader.close();

      const pipeline = await open({ path: copy, start: false });
      expect(pipeline.jobs()).toBe(10);
      held.release();
      await pipeline.webhooks.start();
      await pipeline.webhooks.idle();
      await pipeline.time.moveTo(START + 5_000);
      expect([pipeline.jobs(), fast.arrived.length]).toEqual([0, 10]);
      const succeeded = pipeline.deliveries(slow.id).filter(({ status }) => status === 'succeeded');
      expect(succeeded.map(({ eventId }) => eventId).sort()).toEqual([...raised].sort());
      // The four in progress were counted before they were made.
      expect(pipeline.deliveries(slow.id).filter(({ errorCode }) => errorCode === 'interrupted').length).toBe(4);
      await dead.webhooks.stop();
    }));

  test('again and again: no event has more than three attempts', () =>
    onDisk(async (open) => {
      const { port, arrived } = await httpReceiver();
      const first = await open({ start: false });
      const { id } = await first.addEndpoint(`https://receiver.test:${port}/`);
      await first.raise();
      first.db.close();
      for (let run = 0; run < 4; run += 1) {
        const pipeline = await open({ start: false, startAt: START + run * MINUTE_MS });
        await pipeline.webhooks.start();
        await pipeline.webhooks.stop();
        // The result of the attempt is removed, as if the program had been killed just before it was recorded.
        pipeline.db.query("update webhookDeliveries set status = 'pending' where endpointId = ?").run(id);
        pipeline.db.close();
      }
      expect(arrived.length).toBeLessThanOrEqual(3);
    }));
});

describe('a loss of power', () => {
  /** How each transaction of the pipeline waited for the disk, from the next one on: NORMAL does not wait, FULL does. */
  const waits = ({ store }: Pipeline): string[] => {
    const modes: string[] = [];
    const write = store.write.bind(store);
    store.write = (work, options) =>
      write((tx) => {
        modes.push(['OFF', 'NORMAL', 'FULL'][Number(tx.db.query('PRAGMA synchronous').values()[0]?.[0])] ?? '');
        return work(tx);
      }, options);
    return modes;
  };

  test('may take back attempts that succeeded, which are then repeated, and none that failed', () =>
    onDisk(async (open) => {
      let status = 200;
      const { port, arrived } = await httpReceiver(() => status);
      const pipeline = await open();
      await pipeline.addEndpoint(`https://receiver.test:${port}/`);
      const modes = waits(pipeline);
      // The event, the claim, the result.
      await pipeline.raise();
      await pipeline.webhooks.idle();
      expect(modes.splice(0)).toEqual(['FULL', 'NORMAL', 'NORMAL']);
      status = 500;
      await pipeline.raise();
      await pipeline.webhooks.idle();
      expect(modes.splice(0)).toEqual(['FULL', 'NORMAL', 'FULL']);
      expect(arrived.length).toBe(2);
    }));
});

describe('a stop', () => {
  test('waits for attempts that end in time, and starts no more', async () => {
    const { pipeline, id, arrived } = await openDelivering(
      () => new Promise((resolve) => setTimeout(() => resolve(200), 30)),
      { limits: { gracePeriodMs: 20_000, perEndpoint: 2 } },
    );
    await pipeline.raise(10);
    while (arrived.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await pipeline.webhooks.stop();
    expect([arrived.length, pipeline.jobs()]).toEqual([2, 8]);
    expect(pipeline.deliveries(id).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  test('interrupts the rest, which keep their remaining attempts and their time', async () => {
    const port = await rawReceiver((socket) => socket.resume());
    const pipeline = await openPipeline({ limits: { gracePeriodMs: 20 } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    const redelivered = pipeline.webhooks.ping(id);
    while (pipeline.webhooks.counters.inFlight < 2) await new Promise((resolve) => setImmediate(resolve));
    await pipeline.webhooks.stop();
    expect(await redelivered).toMatchObject({ status: 'failed', errorCode: 'interrupted', nextAttemptAt: null });
    const [queued] = pipeline.deliveries(id).filter(({ eventType }) => eventType === 'booking.created');
    expect(queued).toMatchObject({
      status: 'failed',
      errorCode: 'interrupted',
      nextAttemptAt: new Date(START + MINUTE_MS).toISOString(),
    });
    expect(pipeline.db.query('select attempt, leasedUntil from queueJobs').all()).toEqual([
      { attempt: 1, leasedUntil: null },
    ]);
  });
});

test('attempts that a process has left are found in the index of pending deliveries, not in the whole history', async () => {
  const { store, db } = await openStudio();
  const plans = await queryPlans({ db }, () => {
    pendingDeliveries(store.view());
    pendingDelivery(store.view(), { endpointId: '', eventId: '', attempt: 1 });
  });
  expect(plans.map(({ steps }) => steps)).toEqual([
    ['SCAN webhookDeliveries USING INDEX webhookDeliveriesPending', 'USE TEMP B-TREE FOR ORDER BY'],
    ['SEARCH webhookDeliveries USING INDEX webhookDeliveriesPending (endpointId=?)'],
  ]);
});
