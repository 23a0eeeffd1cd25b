import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeal, temporaryKey } from '../../src/database/seal.ts';
import { deleteJobsOf } from '../../src/webhooks/queue/jobs.ts';
import { holdingReceiver, httpReceiver } from './receivers.ts';
import { BOOKING, closeAll, openPipeline, type Pipeline, random, SITE, START, until } from './set-up.ts';

afterEach(closeAll);

/** Limits that a test reaches with few events. */
const FEW = { total: 10_000, ofEndpoint: 100, events: 200 };

const count = ({ db }: Pipeline, table: 'webhookJobs' | 'webhookNewJobs'): number =>
  (db.query(`select count(*) as n from ${table}`).get() as { n: number }).n;

const eventsOf = (arrived: readonly { readonly headers: Readonly<Record<string, unknown>> }[]) =>
  arrived.map(({ headers }) => headers['x-service-event-id']);

describe('a first attempt', () => {
  test('that succeeds is of one row for its event, which is deleted with the last of its attempts', async () => {
    const { port } = await httpReceiver();
    const held = await holdingReceiver();
    const pipeline = await openPipeline();
    for (let index = 0; index < 3; index += 1) await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    const slow = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    await pipeline.raise();
    expect([count(pipeline, 'webhookNewJobs'), count(pipeline, 'webhookJobs'), pipeline.jobs()]).toEqual([1, 0, 4]);
    await until(() => held.held.length === 1 && pipeline.jobs() === 1);
    expect([count(pipeline, 'webhookNewJobs'), count(pipeline, 'webhookJobs')]).toEqual([1, 0]);
    held.release();
    await pipeline.webhooks.idle();
    expect([count(pipeline, 'webhookNewJobs'), pipeline.deliveries(slow.id).length]).toEqual([0, 1]);
  });

  test('that fails is repeated from the queue', async () => {
    const { port, arrived } = await httpReceiver(() => (arrived.length === 1 ? 500 : 200));
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    await pipeline.webhooks.idle();
    expect(pipeline.webhooks.queue()).toMatchObject({ waiting: 0, retrying: 1, inProgress: 0 });
    expect([count(pipeline, 'webhookNewJobs'), count(pipeline, 'webhookJobs')]).toEqual([0, 1]);
    await pipeline.time.moveTo(START + 600_000);
    expect(pipeline.deliveries(id).map(({ status, attempt }) => [status, attempt])).toEqual([
      ['failed', 1],
      ['succeeded', 2],
    ]);
    expect(pipeline.jobs()).toBe(0);
  });

  test('is made in the order of the events, also of those that are too many for memory', async () => {
    const held = await holdingReceiver();
    const fast = await httpReceiver();
    const pipeline = await openPipeline({ limits: { perEndpoint: 1, pendingAfterMs: 600_000, newJobs: FEW } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    const other = await pipeline.addEndpoint(`https://receiver.test:${fast.port}/`);
    const first = await pipeline.raise();
    await until(() => held.held.length === 1);
    const raised = [...first];
    for (let batch = 0; batch < 3; batch += 1) raised.push(...(await pipeline.raise(100)));
    await until(() => pipeline.deliveries(other.id).length === raised.length);
    // One is in progress; 100 wait in memory; the others, and whatever comes now, in the queue.
    expect([count(pipeline, 'webhookNewJobs'), count(pipeline, 'webhookJobs')]).toEqual([101, raised.length - 101]);
    expect(pipeline.webhooks.queue()).toMatchObject({ waiting: raised.length - 1, inProgress: 1 });
    held.release();
    await pipeline.webhooks.idle();
    raised.push(...(await pipeline.raise()));
    await until(() => pipeline.jobs() === 0);
    expect(eventsOf(held.arrived)).toEqual(raised);
    expect(pipeline.deliveries(id).length).toBe(raised.length);
  }, 120_000);

  test('is of so many events at most, whatever endpoints wait; the others are made from the queue', async () => {
    const held = await holdingReceiver();
    const pipeline = await openPipeline({ limits: { perEndpoint: 1, pendingAfterMs: 600_000, newJobs: FEW } });
    const raised: string[] = [];
    for (const siteId of ['north', 'south', 'west']) {
      await pipeline.addEndpoint(`https://receiver.test:${held.port}/`, { locationIds: [siteId] });
      raised.push(...(await pipeline.raise(90, siteId)));
    }
    await until(() => held.held.length === 3);
    expect([count(pipeline, 'webhookNewJobs'), count(pipeline, 'webhookJobs')]).toEqual([200, 70]);
    held.release();
    await until(() => pipeline.jobs() === 0);
    expect(eventsOf(held.arrived).sort()).toEqual(raised.sort());
  }, 120_000);

  test('is not made for an endpoint that was disabled, and its row does not stay', async () => {
    const held = await holdingReceiver();
    const pipeline = await openPipeline({ limits: { perEndpoint: 1 } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    await pipeline.raise(3);
    await until(() => held.held.length === 1);
    await pipeline.store.write<void>((tx) => {
      tx.db.query("update webhookEndpoints set status = 'disabled' where id = ?").run(id);
      deleteJobsOf(tx, id);
    });
    held.release();
    await pipeline.webhooks.idle();
    expect([held.arrived.length, pipeline.jobs(), pipeline.deliveries(id).length]).toEqual([1, 0, 1]);
    await pipeline.store.write<void>((tx) => {
      tx.db.query("update webhookEndpoints set status = 'enabled' where id = ?").run(id);
    });
    const [later] = await pipeline.raise();
    await pipeline.webhooks.idle();
    expect([eventsOf(held.arrived).slice(1), pipeline.jobs()]).toEqual([[later], 0]);
  });

  test('is sent as its event and its endpoint are by then', async () => {
    const held = await holdingReceiver();
    const [moved, fast] = [await httpReceiver(), await httpReceiver()];
    const pipeline = await openPipeline({ limits: { perEndpoint: 1 } });
    await pipeline.addEndpoint(`https://receiver.test:${fast.port}/`);
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    const raised = await pipeline.raise(3);
    const change = (sql: string, ...values: string[]) =>
      pipeline.store.write<void>((tx) => void tx.db.query(sql).run(...values));
    await until(() => held.held.length === 1 && fast.arrived.length === 3);
    await change('update events set body = ?', '{"erased":true}');
    held.held.shift()?.();
    await until(() => held.held.length === 1);
    await change('update webhookEndpoints set url = ? where id = ?', `https://receiver.test:${moved.port}/moved`, id);
    held.held.shift()?.();
    await pipeline.webhooks.idle();
    expect(held.arrived.map(({ body }) => body).slice(1)).toEqual(['{"erased":true}']);
    expect([eventsOf(moved.arrived), moved.arrived.map(({ path }) => path)]).toEqual([[raised[2]], ['/moved']]);
  });

  test('is not made for an event that was undone', async () => {
    const { port, arrived } = await httpReceiver();
    const pipeline = await openPipeline();
    await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    const undone = pipeline.store.write<void>((tx) => {
      tx.raise('booking.created', SITE, BOOKING);
      throw new Error('undone');
    });
    expect(undone).rejects.toThrow('undone');
    const kept = await pipeline.raise(2);
    await pipeline.webhooks.idle();
    expect([eventsOf(arrived), pipeline.jobs(), pipeline.webhooks.queue().waiting]).toEqual([kept, 0, 0]);
  });

  test('is made for the events beside one that was undone', async () => {
    const { port, arrived } = await httpReceiver();
    const pipeline = await openPipeline();
    await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    const raise = (then = () => {}) =>
      pipeline.store.write<string>((tx) => {
        const id = tx.raise('booking.created', SITE, BOOKING);
        then();
        return id;
      });
    const undone = raise(() => {
      throw new Error('undone');
    });
    const written = await Promise.allSettled([raise(), undone, raise()]);
    const raised = written.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    await pipeline.webhooks.idle();
    expect(raised).toHaveLength(2);
    expect([eventsOf(arrived).sort(), pipeline.jobs(), pipeline.webhooks.queue().waiting]).toEqual([
      raised.sort(),
      0,
      0,
    ]);
  });
});

describe('after a crash', () => {
  test('first attempts without a delivery are made, those with one are not', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'studiod-new-jobs-'));
    const seal = createSeal(temporaryKey(random), random);
    const path = join(directory, 'studiod.db');
    try {
      const held = await holdingReceiver();
      const fast = await httpReceiver();
      const dead = await openPipeline({ path, seal, limits: { pendingAfterMs: 600_000 } });
      const slow = await dead.addEndpoint(`https://receiver.test:${held.port}/`);
      const other = await dead.addEndpoint(`https://receiver.test:${fast.port}/`);
      const raised = await dead.raise(10);
      await until(() => dead.deliveries(other.id).length === 10 && held.held.length === 4);
      expect([count(dead, 'webhookNewJobs'), count(dead, 'webhookJobs')]).toEqual([10, 0]);
      // A copy, as if the process had ended here.
      const reader = new Database(path);
      reader.query('vacuum into ?').run(join(directory, 'copy.db'));
      reader.close();

      const pipeline = await openPipeline({ path: join(directory, 'copy.db'), seal, start: false });
      expect(pipeline.jobs()).toBe(10);
      held.release();
      await pipeline.webhooks.start();
      await pipeline.webhooks.idle();
      await pipeline.time.moveTo(START + 5_000);
      expect([pipeline.jobs(), count(pipeline, 'webhookNewJobs'), fast.arrived.length]).toEqual([0, 0, 10]);
      const succeeded = pipeline.deliveries(slow.id).filter(({ status }) => status === 'succeeded');
      expect(succeeded.map(({ eventId }) => eventId).sort()).toEqual([...raised].sort());
      // The four in progress were counted before they were made.
      expect(pipeline.deliveries(slow.id).filter(({ errorCode }) => errorCode === 'interrupted').length).toBe(4);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('first attempts are made also when none had begun', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'studiod-new-jobs-'));
    const seal = createSeal(temporaryKey(random), random);
    const path = join(directory, 'studiod.db');
    try {
      const { port, arrived } = await httpReceiver();
      const dead = await openPipeline({ path, seal });
      await dead.addEndpoint(`https://receiver.test:${port}/`);
      await dead.webhooks.stop();
      const [raised] = await dead.raise();
      dead.db.query('vacuum into ?').run(join(directory, 'copy.db'));

      const pipeline = await openPipeline({ path: join(directory, 'copy.db'), seal, start: false });
      expect(pipeline.db.query('select * from webhookClaims').all()).toEqual([]);
      expect([count(pipeline, 'webhookNewJobs'), count(pipeline, 'webhookJobs'), arrived.length]).toEqual([1, 0, 0]);
      await pipeline.webhooks.start();
      await pipeline.webhooks.idle();
      expect(eventsOf(arrived)).toEqual([raised]);
      expect([count(pipeline, 'webhookNewJobs'), pipeline.jobs()]).toEqual([0, 0]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
