import { afterEach, describe, expect, test } from 'bun:test';
import { stopwatch } from '../../src/kernel/clock.ts';
import { jobDeletion, webhookJobs } from '../../src/webhooks/jobs.ts';
import { holdingReceiver, httpReceiver } from './receivers.ts';
import { closeAll, openDelivering, openPipeline, START, until } from './set-up.ts';

afterEach(closeAll);

const eventsOf = (arrived: readonly { readonly headers: Readonly<Record<string, unknown>> }[]) =>
  arrived.map(({ headers }) => headers['x-service-event-id']);

describe('an attempt in progress', () => {
  test('is claimed before it is made, and pending after a while', async () => {
    const held = await holdingReceiver();
    const pipeline = await openPipeline({ limits: { pendingAfterMs: 200 } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    const start = stopwatch();
    const [eventId = ''] = await pipeline.raise();
    await until(() => held.held.length === 1);
    const claim = { lane: id, key: eventId, attempt: 1 };
    expect(webhookJobs.claimed(pipeline.store.view())).toEqual([expect.objectContaining(claim)]);
    if (stopwatch() - start < 150) expect(pipeline.deliveries(id)).toEqual([]);
    expect(pipeline.webhooks.queue()).toMatchObject({ waiting: 0, retrying: 0, inProgress: 1 });
    await until(() => pipeline.deliveries(id).length === 1);
    expect(stopwatch() - start).toBeGreaterThanOrEqual(200);
    const [pending] = pipeline.deliveries(id);
    expect(pending).toMatchObject({
      status: 'pending',
      attempt: 1,
      url: `https://receiver.test:${held.port}/`,
      latencyMs: null,
      responseStatus: null,
      errorCode: null,
      nextAttemptAt: null,
    });
    expect(pipeline.webhooks.queue()).toMatchObject({ waiting: 0, retrying: 0, inProgress: 1 });
    held.release();
    await pipeline.webhooks.idle();
    expect(pipeline.deliveries(id)).toMatchObject([{ id: pending?.id, status: 'succeeded', responseStatus: 200 }]);
    expect(pipeline.jobs()).toBe(0);
  });

  test('whose endpoint is deleted meanwhile leaves no delivery, and the others go on', async () => {
    const held = await holdingReceiver();
    const healthy = await httpReceiver();
    for (const pendingAfterMs of [60_000, 1]) {
      const pipeline = await openPipeline({ limits: { pendingAfterMs } });
      const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
      const other = await pipeline.addEndpoint(`https://receiver.test:${healthy.port}/`);
      await pipeline.raise();
      await until(() => held.held.length === 1);
      if (pendingAfterMs === 1) await until(() => pipeline.deliveries(id).length === 1);
      await pipeline.store.write<void>((tx) => void tx.db.query('delete from webhookEndpoints where id = ?').run(id));
      for (const response of held.held.splice(0)) response();
      await pipeline.webhooks.idle();
      expect([pipeline.deliveries(id), pipeline.jobs(), pipeline.reportedErrors]).toEqual([[], 0, []]);
      expect(pipeline.deliveries(other.id)).toMatchObject([{ status: 'succeeded' }]);
    }
  });
});

describe('a first attempt', () => {
  test('is not made for an endpoint that was disabled', async () => {
    const held = await holdingReceiver();
    const pipeline = await openPipeline({ limits: { perEndpoint: 1 } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    await pipeline.raise(3);
    await until(() => held.held.length === 1);
    await pipeline.store.write<void>((tx) => {
      tx.db.query("update webhookEndpoints set status = 'disabled' where id = ?").run(id);
      jobDeletion.begin(tx, id, {});
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
});

test('results that failed are recorded before their endpoint gets more: it is disabled after the tenth event', async () => {
  const { pipeline, id, arrived } = await openDelivering(() => 500, { limits: { perEndpoint: 1 } });
  await pipeline.raise(15);
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(START + 600_000);
  // 15 first and second attempts, and the third ones until ten events have failed.
  expect(arrived.length).toBe(40);
  expect(pipeline.endpoint(id).status).toBe('disabled');
  expect([pipeline.deliveries(id).length, pipeline.jobs()]).toEqual([40, 0]);
});
