import { afterEach, expect, test } from 'bun:test';
import { pause, stopwatch } from '../../src/kernel/clock.ts';
import { httpReceiver, rawReceiver } from './receivers.ts';
import { closeAll, openPipeline, type Pipeline } from './set-up.ts';

afterEach(closeAll);

const HEALTHY = 20;
const QUEUED = 2_000;
const PER_SECOND = 200;
/** Events of one round: five seconds of them would not say more, only later. */
const EVENTS = 200;
const MOST_ROUNDS = 8;
const siteOf = (index: number): string => `01950000-0000-7000-8000-${String(100 + index).padStart(12, '0')}`;

/** A pipeline with one endpoint at each of 20 places. */
const openHealthy = async (port: number): Promise<Pipeline> => {
  const pipeline = await openPipeline({ startAt: null, limits: { totalMs: 60_000, gracePeriodMs: 10 } });
  for (let index = 0; index < HEALTHY; index += 1) {
    await pipeline.addEndpoint(`https://receiver.test:${port}/`, { locationIds: [siteOf(index)] });
  }
  return pipeline;
};

test('one endpoint that hangs behind 2,000 events leaves the p99 of 20 others within 5 times its value', async () => {
  const arrivals = new Map<string, number>();
  const healthy = await httpReceiver(({ headers }) => {
    arrivals.set(String(headers['x-service-event-id']), stopwatch());
    return 200;
  });
  const hung = await rawReceiver((socket) => socket.resume());
  const without = await openHealthy(healthy.port);
  const beside = await openHealthy(healthy.port);
  await beside.addEndpoint(`https://receiver.test:${hung}/`);
  await beside.raise(QUEUED, 'elsewhere');

  /** The p99 from the commit of an event to its arrival, at 200 events a second, in milliseconds. */
  const p99Of = async (pipeline: Pipeline): Promise<number> => {
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
    return took[Math.floor(took.length * 0.99)] as number;
  };

  // In turns and the best of several: what else the machine does must not decide.
  const best = { without: Number.POSITIVE_INFINITY, beside: Number.POSITIVE_INFINITY };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    best.without = Math.min(best.without, await p99Of(without));
    best.beside = Math.min(best.beside, await p99Of(beside));
    if (round > 0 && best.beside <= best.without * 5) break;
  }
  expect(best.beside / best.without).toBeLessThanOrEqual(5);
  expect(beside.webhooks.slots()).toMatchObject({ busy: 1, full: 1 });
  expect(beside.jobs()).toBeGreaterThanOrEqual(QUEUED);
}, 60_000);
