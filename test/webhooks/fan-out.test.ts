import { afterEach, describe, expect, test } from 'bun:test';
import type { Tx } from '../../src/database/database.ts';
import { enableWebhook } from '../../src/resources/webhooks/webhooks.ts';
import { writeSubscriptions } from '../../src/webhooks/subscriptions.ts';
import { preparedBy } from '../helpers/statements.ts';
import { slowDown } from '../helpers/stopwatch.ts';
import { BOOKING, closeAll, EVERYBODY, openPipeline, SITE } from './set-up.ts';

afterEach(closeAll);

const OTHER_SITE = '01950000-0000-7000-8000-000000000002';
const URL = 'https://receiver.test/';
const health = { webhookId: '', name: 'x', consecutiveFailures: 3 };
const jobsOf = (pipeline: Awaited<ReturnType<typeof openPipeline>>) =>
  pipeline.db
    .query<{ endpointId: string }, []>('select lane as endpointId from queueJobs order by key')
    .all()
    .map(({ endpointId }) => endpointId);

describe('an event is queued for', () => {
  const cases: readonly (readonly [
    eventTypes: readonly string[],
    locationIds: readonly string[] | undefined,
    jobs: number,
  ])[] = [
    [['*'], undefined, 1],
    [['booking.*'], undefined, 1],
    [['booking.created'], undefined, 1],
    [['*', 'booking.*', 'booking.created'], undefined, 1],
    [['booking.cancelled', 'session.*'], undefined, 0],
    [['book.*', 'booking', '.*', 'booking.'], undefined, 0],
    [['*'], [SITE], 1],
    [['*', 'booking.created'], [SITE, OTHER_SITE], 1],
    [['*'], [OTHER_SITE], 0],
  ];
  test.each(cases)('types %j at %j: %i job', async (eventTypes, locationIds, jobs) => {
    const pipeline = await openPipeline({ start: false });
    await pipeline.addEndpoint(URL, locationIds === undefined ? { eventTypes } : { eventTypes, locationIds });
    await pipeline.raise();
    expect(pipeline.jobs()).toBe(jobs);
  });
});

test('failing endpoints get events, disabled ones only count those they are subscribed to', async () => {
  const pipeline = await openPipeline({ start: false });
  const failing = await pipeline.addEndpoint(URL, { status: 'failing' });
  const disabled = await pipeline.addEndpoint(URL, { status: 'disabled', eventTypes: ['*', 'booking.*'] });
  const elsewhere = await pipeline.addEndpoint(URL, { status: 'disabled', locationIds: [OTHER_SITE] });
  await pipeline.raise(3);
  expect(jobsOf(pipeline)).toEqual([failing.id, failing.id, failing.id]);
  const skipped = [failing, disabled, elsewhere].map(({ id }) => pipeline.endpoint(id).skippedWhileDisabled);
  expect(skipped).toEqual([0, 3, 0]);
});

test('events that are committed together go to the endpoints that are subscribed by then, which are read once', async () => {
  const pipeline = await openPipeline({ start: false });
  const first = await pipeline.addEndpoint(URL);
  const second = await pipeline.addEndpoint(URL, { status: 'disabled' });
  const write = <T>(work: (tx: Tx) => T) => pipeline.store.write<unknown>((tx) => void work(tx));
  const raise = () => write((tx) => tx.raise('booking.created', SITE, BOOKING));
  const row = pipeline.endpoint(second.id);
  // In one transaction, however slow the machine is.
  const endSlowness = slowDown(0);
  const reads = await preparedBy(pipeline.db, () =>
    Promise.all([
      raise(),
      raise(),
      write((tx) => writeSubscriptions(tx, first.id, [], null)),
      raise(),
      raise(),
      write((tx) => enableWebhook(tx, EVERYBODY, row, pipeline.webhooks)),
      raise(),
    ]),
  );
  endSlowness();
  expect(jobsOf(pipeline)).toEqual([first.id, first.id, second.id]);
  expect(pipeline.endpoint(second.id).skippedWhileDisabled).toBe(4);
  expect(reads.filter((sql) => sql.includes('select endpointId from webhookSubscriptions'))).toHaveLength(3);
});

test('an endpoint does not get the events about itself, the others do', async () => {
  const pipeline = await openPipeline({ start: false });
  const own = await pipeline.addEndpoint(URL);
  const other = await pipeline.addEndpoint(URL, { eventTypes: ['webhook.*'] });
  await pipeline.store.write<string>((tx) => tx.raise('webhook.failing', SITE, { ...health, webhookId: own.id }));
  await pipeline.store.write<string>((tx) => tx.raise('webhook.disabled', SITE, { ...health, webhookId: other.id }));
  expect(jobsOf(pipeline)).toEqual([other.id, own.id]);
});

test('a ping is queued for nobody', async () => {
  const pipeline = await openPipeline({ start: false });
  const { id } = await pipeline.addEndpoint(URL);
  await pipeline.store.write<string>((tx) => tx.raise('ping', SITE, { webhookId: id }));
  expect(pipeline.jobs()).toBe(0);
});

describe('a legacy check-in is queued', () => {
  const CHECK_IN = { clientID: SITE, siteID: SITE, checkInTime: '2026-03-08T07:30:00.000Z' };
  const cases: readonly (readonly [eventTypes: readonly string[], jobs: number])[] = [
    [['checkIn'], 1],
    [['*'], 0],
    [['checkin.*', 'checkin.created'], 0],
    [['*', 'checkIn'], 1],
  ];
  test.each(cases)('for types %j: %i job', async (eventTypes, jobs) => {
    const pipeline = await openPipeline({ start: false });
    await pipeline.addEndpoint(URL, { eventTypes });
    await pipeline.addEndpoint(URL, { eventTypes, locationIds: [OTHER_SITE] });
    await pipeline.store.write<string>((tx) => tx.raiseCheckIn(CHECK_IN));
    expect(pipeline.jobs()).toBe(jobs);
  });
});

test('an event that is rolled back is not queued', async () => {
  const pipeline = await openPipeline({ start: false });
  const { id } = await pipeline.addEndpoint(URL);
  const undone = pipeline.store.write<never>((tx) => {
    tx.raise('site.created', SITE, {});
    throw new Error('the rule refuses');
  });
  expect(undone).rejects.toThrow('the rule refuses');
  await undone.catch(() => {});
  expect([pipeline.jobs(), pipeline.deliveries(id).length]).toEqual([0, 0]);
});

test('new subscriptions replace the old ones, and go with their endpoint', async () => {
  const pipeline = await openPipeline({ start: false });
  const { id } = await pipeline.addEndpoint(URL);
  await pipeline.store.write<void>((tx) => writeSubscriptions(tx, id, ['client.*'], [SITE]));
  await pipeline.raise();
  expect(pipeline.jobs()).toBe(0);
  pipeline.db.query('delete from webhookEndpoints where id = ?').run(id);
  expect(pipeline.db.query('select * from webhookSubscriptions').all()).toEqual([]);
});
