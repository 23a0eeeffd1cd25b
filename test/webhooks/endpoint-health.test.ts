import { afterEach, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { type EndpointOutcome, type Health, healthAfter } from '../../src/webhooks/endpoint-health.ts';
import { httpReceiver } from './receivers.ts';
import { closeAll, openDelivering, openPipeline, type Pipeline, SITE, START } from './set-up.ts';

afterEach(closeAll);

/** Lets every attempt of what is queued happen. */
const runOut = async (pipeline: Pipeline) => {
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(pipeline.time.now() + 600_000);
};
const failOneByOne = async (pipeline: Pipeline, count: number) => {
  for (let round = 0; round < count; round += 1) {
    await pipeline.raise();
    await runOut(pipeline);
  }
};
const webhookEvents = (pipeline: Pipeline) =>
  pipeline.db
    .query<{ type: string; body: string }, []>("select type, body from events where type like 'webhook.%' order by id")
    .all()
    .map(({ type, body }) => [type, JSON.parse(body).data]);

test('events, not attempts, count: 3 make an endpoint failing, 10 disable it, and other endpoints get events', async () => {
  const broken = await httpReceiver(() => 500);
  const healthy = await httpReceiver();
  const pipeline = await openPipeline();
  const { id } = await pipeline.addEndpoint(`https://receiver.test:${broken.port}/`);
  const other = await pipeline.addEndpoint(`https://receiver.test:${healthy.port}/`, { eventTypes: ['webhook.*'] });

  await failOneByOne(pipeline, 2);
  expect(pipeline.endpoint(id)).toMatchObject({ status: 'enabled', consecutiveFailures: 2, lastSuccessAt: null });
  expect(webhookEvents(pipeline)).toEqual([]);
  await failOneByOne(pipeline, 1);
  expect(pipeline.endpoint(id)).toMatchObject({ status: 'failing', consecutiveFailures: 3, disabledAt: null });
  await failOneByOne(pipeline, 7);
  expect(pipeline.endpoint(id)).toMatchObject({ status: 'disabled', consecutiveFailures: 10 });
  expect(pipeline.endpoint(id).disabledAt).not.toBeNull();

  const data = { webhookId: id, name: 'Studio website', siteId: SITE };
  expect(webhookEvents(pipeline)).toEqual([
    ['webhook.failing', { ...data, consecutiveFailures: 3 }],
    ['webhook.disabled', { ...data, consecutiveFailures: 10 }],
  ]);
  expect(healthy.arrived.map(({ headers }) => headers['x-service-event-type'])).toEqual([
    'webhook.failing',
    'webhook.disabled',
  ]);
  expect(pipeline.deliveries(other.id).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  expect(broken.arrived.length).toBe(30);
});

test('events raised while it is disabled are counted and never sent, not even after enabling', async () => {
  const { pipeline, id, arrived } = await openDelivering(() => 200, { endpoint: { status: 'disabled' } });
  await pipeline.raise(4);
  await pipeline.webhooks.idle();
  pipeline.db.query("update webhookEndpoints set status = 'enabled' where id = ?").run(id);
  await pipeline.time.moveTo(START + DAY_MS);
  expect([arrived.length, pipeline.endpoint(id).skippedWhileDisabled]).toEqual([0, 4]);
  await pipeline.raise();
  await pipeline.webhooks.idle();
  expect(arrived.length).toBe(1);
});

test('when an endpoint is disabled its waiting retries are dropped', async () => {
  const { pipeline, id, arrived } = await openDelivering(() => 500);
  await failOneByOne(pipeline, 9);
  await pipeline.raise();
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(pipeline.time.now() + MINUTE_MS);
  await pipeline.raise(5);
  await pipeline.webhooks.idle();
  expect(pipeline.jobs()).toBe(6);
  await pipeline.time.moveTo(pipeline.time.now() + 120_000);
  expect([pipeline.endpoint(id).status, pipeline.jobs()]).toEqual(['disabled', 0]);
  expect(
    pipeline
      .deliveries(id)
      .filter(
        ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt > new Date(pipeline.time.now()).toISOString(),
      ),
  ).toEqual([]);
  const before = arrived.length;
  await pipeline.time.moveTo(pipeline.time.now() + DAY_MS);
  expect(arrived.length).toBe(before);
});

test('one delivered event enables a failing endpoint', async () => {
  let status = 500;
  const { pipeline, id } = await openDelivering(() => status);
  await failOneByOne(pipeline, 4);
  expect(pipeline.endpoint(id)).toMatchObject({ status: 'failing', consecutiveFailures: 4 });
  status = 200;
  await failOneByOne(pipeline, 1);
  expect(pipeline.endpoint(id)).toMatchObject({ status: 'enabled', consecutiveFailures: 0 });
  expect(webhookEvents(pipeline).length).toBe(1);
});

const FRESH: Health = { status: 'enabled', consecutiveFailures: 0 };
/** `F` an event that failed after all attempts, `D` one that was delivered. */
const live = (story: string, from: Health = FRESH): string => {
  const outcome = (letter: string): EndpointOutcome['outcome'] => (letter === 'D' ? 'delivered' : 'failed');
  const { status, consecutiveFailures } = [...story].reduce(
    (health, letter) => healthAfter(health, outcome(letter)),
    from,
  );
  return `${status} ${consecutiveFailures}`;
};

test.each([
  ['', 'enabled 0'],
  ['D', 'enabled 0'],
  ['F', 'enabled 1'],
  ['FF', 'enabled 2'],
  ['FFD', 'enabled 0'],
  ['FFDFF', 'enabled 2'],
  ['FFF', 'failing 3'],
  ['FFFD', 'enabled 0'],
  ['FFFF', 'failing 4'],
  ['FFFFFFFFF', 'failing 9'],
  ['FFFFFFFFFD', 'enabled 0'],
  ['FFFFFFFFFDFFF', 'failing 3'],
  ['FFFFFFFFFF', 'disabled 10'],
  ['FFFFFFFFFFF', 'disabled 10'],
  ['FFFFFFFFFFD', 'disabled 10'],
])('after %p an endpoint is %p', (story, expected) => expect(live(story)).toBe(expected));

test('ten in a row disable from enabled and from failing alike', () => {
  expect(live('F', { status: 'enabled', consecutiveFailures: 9 })).toBe('disabled 10');
  expect(live('F', { status: 'failing', consecutiveFailures: 9 })).toBe('disabled 10');
});
