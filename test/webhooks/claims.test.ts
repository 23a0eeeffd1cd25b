import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeal, temporaryKey } from '../../src/database/seal.ts';
import { stopwatch } from '../../src/kernel/clock.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { storedClaims } from '../../src/webhooks/queue/claims.ts';
import { holdingReceiver, httpReceiver } from './receivers.ts';
import { closeAll, openPipeline, type Pipeline, random, START, until } from './set-up.ts';

afterEach(closeAll);

const jobsOf = ({ db }: Pipeline) => db.query('select attempt, claim from webhookJobs order by eventId').all();

describe('an attempt in progress', () => {
  test('is stored as a claim before it is made, changes no job, and is pending after a while', async () => {
    const held = await holdingReceiver();
    const pipeline = await openPipeline({ limits: { pendingAfterMs: 200 } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    const start = stopwatch();
    const [eventId = ''] = await pipeline.raise();
    await until(() => held.held.length === 1);
    expect(storedClaims(pipeline.store.view())).toEqual([{ endpointId: id, eventId, attempt: 1 }]);
    if (stopwatch() - start < 150) {
      expect([jobsOf(pipeline), pipeline.jobs(), pipeline.deliveries(id)]).toEqual([[], 1, []]);
    }
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
    expect(jobsOf(pipeline)).toEqual([{ attempt: 1, claim: expect.any(String) }]);
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

describe('results', () => {
  /** Raises 50 events for 20 endpoints and one that hangs. Returns how many results each transaction recorded. */
  const recordings = async (recordedWithinMs: number) => {
    const held = await holdingReceiver();
    const fast = await httpReceiver();
    const pipeline = await openPipeline({ limits: { recordedWithinMs } });
    const hung = await pipeline.addEndpoint(`https://receiver.test:${held.port}/`);
    for (let index = 0; index < 20; index += 1) await pipeline.addEndpoint(`https://receiver.test:${fast.port}/`);
    const statement = "select count(*) as n from webhookDeliveries where status = 'succeeded'";
    const count = (): number => (pipeline.db.query(statement).get() as { n: number }).n;
    const sizes: number[] = [];
    let before = 0;
    pipeline.store.onCommit(() => {
      const now = count();
      if (now > before) sizes.push(now - before);
      before = now;
    });
    await pipeline.raise(50);
    // The one that hangs keeps the pipeline from being idle.
    await until(() => count() === 1_000);
    expect([fast.arrived.length, held.arrived.length]).toEqual([1_000, 4]);
    held.release();
    await pipeline.webhooks.idle();
    expect([pipeline.deliveries(hung.id).length, pipeline.jobs()]).toEqual([50, 0]);
    return sizes;
  };

  test('are recorded together, more of them than are in progress at once', async () => {
    expect(Math.max(...(await recordings(600_000)))).toBeGreaterThanOrEqual(256);
  });

  test('wait for others for a limited time only', async () => {
    expect(Math.max(...(await recordings(0)))).toBeLessThanOrEqual(64);
  });

  test('that failed are recorded before their endpoint gets more: it is disabled after the tenth event', async () => {
    const { port, arrived } = await httpReceiver(() => 500);
    const pipeline = await openPipeline({ limits: { perEndpoint: 1 } });
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise(15);
    await pipeline.webhooks.idle();
    await pipeline.time.moveTo(START + 600_000);
    // 15 first and second attempts, and the third ones until ten events have failed.
    expect(arrived.length).toBe(40);
    expect(pipeline.endpoint(id).status).toBe('disabled');
    expect([pipeline.deliveries(id).length, pipeline.jobs()]).toEqual([40, 0]);
  });
});

describe('after a crash', () => {
  /** Runs `work` with a file that outlives a pipeline. */
  const onDisk = async (work: (open: (start: boolean) => Promise<Pipeline>) => Promise<void>) => {
    const directory = mkdtempSync(join(tmpdir(), 'studiod-claims-'));
    const seal = createSeal(temporaryKey(random), random);
    try {
      await work((start) => openPipeline({ start, path: join(directory, 'studiod.db'), seal }));
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  const claim = ({ db }: Pipeline, endpointId: string, eventId: string, attempt: number) =>
    db
      .query('insert into webhookClaims (jobs) values (?)')
      .run(JSON.stringify({ [endpointId]: { [eventId]: attempt } }));

  test('claimed attempts are interrupted: they are repeated, and never a fourth time', () =>
    onDisk(async (open) => {
      const { port, arrived } = await httpReceiver();
      const dead = await open(false);
      const { id } = await dead.addEndpoint(`https://receiver.test:${port}/`);
      const [first = '', third = '', unclaimed = ''] = await dead.raise(3);
      dead.db.query('update webhookJobs set attempt = 2 where eventId = ?').run(third);
      claim(dead, id, first, 1);
      claim(dead, id, third, 3);
      dead.db.close();

      const pipeline = await open(true);
      await pipeline.webhooks.idle();
      await pipeline.time.moveTo(START + 5_000);
      expect(arrived.map(({ headers }) => headers['x-service-event-id']).sort()).toEqual([first, unclaimed].sort());
      const told = pipeline.deliveries(id).map((row) => [row.eventId, row.attempt, row.status, row.errorCode]);
      expect(told.sort()).toEqual(
        [
          [first, 1, 'failed', 'interrupted'],
          [first, 2, 'succeeded', null],
          [third, 3, 'failed', 'interrupted'],
          [unclaimed, 1, 'succeeded', null],
        ].sort(),
      );
      expect([pipeline.jobs(), pipeline.endpoint(id).consecutiveFailures]).toEqual([0, 0]);
    }));

  test('claims whose attempts were recorded change nothing', () =>
    onDisk(async (open) => {
      const { port, arrived } = await httpReceiver();
      const dead = await open(false);
      const { id } = await dead.addEndpoint(`https://receiver.test:${port}/`);
      const [delivered = '', retried = ''] = await dead.raise(2);
      dead.db.query('delete from webhookJobs where eventId = ?').run(delivered);
      const dueAt = new Date(START + MINUTE_MS).toISOString();
      dead.db.query('update webhookJobs set attempt = 1, dueAt = ? where eventId = ?').run(dueAt, retried);
      for (const eventId of [delivered, retried]) claim(dead, id, eventId, 1);
      claim(dead, '33333333-3333-4333-8333-333333333333', retried, 1);
      dead.db.close();

      const pipeline = await open(true);
      await pipeline.webhooks.idle();
      expect([pipeline.deliveries(id), storedClaims(pipeline.store.view())]).toEqual([[], []]);
      await pipeline.time.moveTo(START + MINUTE_MS);
      expect(arrived.map(({ headers }) => headers['x-service-event-id'])).toEqual([retried]);
      expect(pipeline.deliveries(id)).toMatchObject([{ attempt: 2, status: 'succeeded' }]);
    }));
});

test('claims that the database rejects are made again later, and no slot is lost', async () => {
  const { port, arrived } = await httpReceiver();
  const pipeline = await openPipeline();
  await pipeline.addEndpoint(`https://receiver.test:${port}/`);
  pipeline.db.run(
    `create temp trigger full before insert on webhookClaims begin select raise(abort, 'disk full'); end`,
  );
  await pipeline.raise(10);
  await until(() => pipeline.reportedErrors.length > 0);
  expect([arrived.length, pipeline.webhooks.slots()]).toEqual([0, { busy: 0, full: 0, ready: 1 }]);
  pipeline.db.run('drop trigger full');
  await pipeline.webhooks.idle();
  expect([arrived.length, pipeline.jobs(), pipeline.webhooks.slots()]).toEqual([10, 0, { busy: 0, full: 0, ready: 0 }]);
});

test('the stored claims stay few, however many deliveries there are', async () => {
  const { port } = await httpReceiver();
  const pipeline = await openPipeline();
  await pipeline.addEndpoint(`https://receiver.test:${port}/`);
  let most = 0;
  pipeline.store.onCommit(() => {
    most = Math.max(most, storedClaims(pipeline.store.view()).length);
  });
  for (let round = 0; round < 10; round += 1) {
    await pipeline.raise(100);
    await pipeline.webhooks.idle();
  }
  // Those of 256 results, and of the attempts in progress.
  expect(most).toBeLessThanOrEqual(256 + 64);
});
