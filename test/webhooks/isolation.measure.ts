import { afterEach, expect, test } from 'bun:test';
import { pause, stopwatch } from '../../src/kernel/clock.ts';
import { measured } from '../helpers/measured.ts';
import { httpReceiver, rawReceiver } from './receivers.ts';
import { closeAll, openPipeline, type Pipeline } from './set-up.ts';

afterEach(closeAll);

const HEALTHY = 20;
const QUEUED = 2_000;
const PER_SECOND = 200;
/** Events of one round: five seconds of them would not say more, only later. */
const EVENTS = 200;
const MOST_ROUNDS = 8;
const HUNG = 200;
const siteOf = (index: number): string => `01950000-0000-7000-8000-${String(100 + index).padStart(12, '0')}`;

/** A pipeline with one endpoint at each of 20 places. */
const openHealthy = async (port: number, limits: { readonly totalMs?: number } = {}): Promise<Pipeline> => {
  const pipeline = await openPipeline({ startAt: null, limits: { totalMs: 60_000, gracePeriodMs: 10, ...limits } });
  for (let index = 0; index < HEALTHY; index += 1) {
    await pipeline.addEndpoint(`https://receiver.test:${port}/`, { locationIds: [siteOf(index)] });
  }
  return pipeline;
};

/** A receiver that notes when each event arrives, and one that never answers. */
const openReceivers = async () => {
  const arrivals = new Map<string, number>();
  const healthy = await httpReceiver(({ headers }) => {
    arrivals.set(String(headers['x-service-event-id']), stopwatch());
    return 200;
  });
  return { arrivals, healthy: healthy.port, hung: await rawReceiver((socket) => socket.resume()) };
};

/** The times (ms) from the commit of events to their arrival, at 200 events a second: the given quantile of them. */
const delayOf = async (
  pipeline: Pipeline,
  arrivals: ReadonlyMap<string, number>,
  quantile: number,
): Promise<number> => {
  const raisedAt = new Map<string, number>();
  const start = stopwatch();
  for (let event = 0; event < EVENTS; event += 1) {
    const late = start + (event * 1_000) / PER_SECOND - stopwatch();
    if (late > 0) await pause(late);
    const [id = ''] = await pipeline.raise(1, siteOf(event % HEALTHY));
    raisedAt.set(id, stopwatch());
  }
  while ([...raisedAt.keys()].some((id) => !arrivals.has(id))) await pause(5);
  const took = [...raisedAt].map(([id, at]) => (arrivals.get(id) as number) - at).sort((left, right) => left - right);
  return took[Math.floor(took.length * quantile)] as number;
};

/** How many times longer a delay is. In turns and the best of several: what else the machine does must not decide. */
const ratioOf = async (without: () => Promise<number>, beside: () => Promise<number>): Promise<number> => {
  const best = { without: Number.POSITIVE_INFINITY, beside: Number.POSITIVE_INFINITY };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    best.without = Math.min(best.without, await without());
    best.beside = Math.min(best.beside, await beside());
    if (round > 0 && best.beside <= best.without * 5) break;
  }
  return best.beside / best.without;
};

test('one endpoint that hangs behind 2,000 events leaves the p99 of 20 others within 5 times its value', async () => {
  const { arrivals, healthy, hung } = await openReceivers();
  const without = await openHealthy(healthy);
  const beside = await openHealthy(healthy);
  await beside.addEndpoint(`https://receiver.test:${hung}/`);
  await beside.raise(QUEUED, 'elsewhere');
  const p99 = (pipeline: Pipeline) => () => delayOf(pipeline, arrivals, 0.99);
  const ratio = await ratioOf(p99(without), p99(beside));
  measured('p99 of 20 endpoints beside one that hangs behind 2,000 events', ratio, 'times alone', 'at most 5');
  while (beside.webhooks.slots().busy > 1) await pause(5);
  expect(beside.webhooks.slots()).toMatchObject({ busy: 1, full: 1 });
  expect(beside.webhooks.counters.inFlight).toBe(4);
  expect(beside.jobs()).toBeGreaterThanOrEqual(QUEUED);
}, 300_000);

test.each([
  ['hang', 60_000, 0],
  ['have failed by their time limit and hang again', 5_000, HUNG],
])(
  '200 endpoints that %s leave the p95 of 20 others within 5 times its value',
  async (how, totalMs, timeouts) => {
    const { arrivals, healthy, hung } = await openReceivers();
    const without = await openHealthy(healthy);
    const beside = await openHealthy(healthy, { totalMs });
    for (let index = 0; index < HUNG; index += 1) {
      await beside.addEndpoint(`https://receiver.test:${hung}/`, { locationIds: ['elsewhere'] });
    }
    await beside.raise(10, 'elsewhere');
    while ((beside.webhooks.counters.failed.timeout ?? 0) < timeouts) await pause(5);
    while (beside.webhooks.counters.inFlight < 64) await pause(5);
    const p95 = (pipeline: Pipeline) => () => delayOf(pipeline, arrivals, 0.95);
    const ratio = await ratioOf(p95(without), p95(beside));
    measured(`p95 of 20 endpoints beside 200 that ${how}`, ratio, 'times alone', 'at most 5');
    expect(beside.jobs()).toBeGreaterThanOrEqual(HUNG);
  },
  300_000,
);
