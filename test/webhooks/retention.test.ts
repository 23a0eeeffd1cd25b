import { afterEach, expect, test } from 'bun:test';
import { startJobs } from '../../src/jobs/runner.ts';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { hourly } from '../../src/kernel/periods.ts';
import { deleteOldHistory } from '../../src/webhooks/retention.ts';
import { closeAll, openDelivering, openPipeline, type Pipeline, START } from './set-up.ts';

afterEach(closeAll);

const never = new AbortController().signal;
/** Deletes old history every hour of the pipeline's clock, as the application does. */
const deleteHourly = ({ time, store, reportedErrors }: Pipeline) =>
  startJobs(time, [{ name: 'history', period: hourly(37), run: () => deleteOldHistory(store, never) }], (_, error) =>
    reportedErrors.push(error),
  );
const events = (pipeline: Pipeline) => (pipeline.db.query('select count(*) as n from events').get() as { n: number }).n;

test('deliveries are deleted after 7 days and events after 30, more than one batch of them', async () => {
  const { pipeline, id } = await openDelivering();
  deleteHourly(pipeline);
  await pipeline.raise(1_100);
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(START + 3 * DAY_MS);
  const [late] = await pipeline.raise();
  await pipeline.webhooks.idle();

  await pipeline.time.moveTo(START + 7 * DAY_MS - HOUR_MS);
  expect(pipeline.deliveries(id).length).toBe(1_101);
  await pipeline.time.moveTo(START + 7 * DAY_MS + 2 * HOUR_MS);
  expect(pipeline.deliveries(id).map(({ eventId }) => eventId)).toEqual([late as string]);
  expect(events(pipeline)).toBe(1_101);

  await pipeline.time.moveTo(START + 30 * DAY_MS - HOUR_MS);
  expect([pipeline.deliveries(id).length, events(pipeline)]).toEqual([0, 1_101]);
  await pipeline.time.moveTo(START + 30 * DAY_MS + 2 * HOUR_MS);
  expect(events(pipeline)).toBe(1);
  expect(pipeline.reportedErrors).toEqual([]);
});

test('an event stays as long as a delivery needs its body', async () => {
  const { pipeline, id } = await openDelivering();
  deleteHourly(pipeline);
  await pipeline.raise();
  await pipeline.webhooks.idle();
  for (let day = 6; day <= 30; day += 6) {
    await pipeline.time.moveTo(START + day * DAY_MS);
    const newest = pipeline.deliveries(id).at(-1)?.id ?? '';
    expect(await pipeline.webhooks.redeliver(id, newest)).toMatchObject({ status: 'succeeded' });
  }
  await pipeline.time.moveTo(START + 36 * DAY_MS);
  expect([pipeline.deliveries(id).length, events(pipeline)]).toEqual([1, 1]);
  await pipeline.time.moveTo(START + 38 * DAY_MS);
  expect([pipeline.deliveries(id).length, events(pipeline)]).toEqual([0, 0]);
});

test('an event stays as long as it is queued', async () => {
  const pipeline = await openPipeline({ start: false });
  deleteHourly(pipeline);
  await pipeline.addEndpoint('https://receiver.test:1/');
  await pipeline.raise();
  await pipeline.time.moveTo(START + 40 * DAY_MS);
  expect([pipeline.jobs(), events(pipeline), pipeline.reportedErrors]).toEqual([1, 1, []]);
});

test('a deletion that is aborted begins no further batch', async () => {
  const { pipeline, id } = await openDelivering();
  await pipeline.raise(600);
  await pipeline.webhooks.idle();
  await pipeline.time.moveTo(START + 8 * DAY_MS);
  const stopping = new AbortController();
  const deleted = deleteOldHistory(pipeline.store, stopping.signal);
  stopping.abort();
  await deleted;
  // A batch ends early on a slow machine.
  const left = pipeline.deliveries(id).length;
  expect(left).toBeGreaterThanOrEqual(100);
  expect(left).toBeLessThan(600);
});
