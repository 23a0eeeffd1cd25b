// Compares webhook deliveries with the floor, alternately, and measures the latency of reads during deliveries.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopwatch } from '../../src/kernel/clock.ts';
import { besideTarget, byTail } from './beside.ts';
import type { Order } from './floor-sender.ts';
import type { Measure, Plan } from './load.ts';
import {
  type Load,
  root,
  runVerb,
  type Served,
  startFloorSender,
  startLoad,
  startReceiver,
  startService,
} from './processes.ts';
import { median, type Rounds, warmUp } from './rounds.ts';

/** The medians of all rounds. */
export interface PipelineOutcome {
  /** Completed deliveries per second, measured from the first event. */
  readonly service: number;
  readonly floor: number;
  readonly ratio: number;
  readonly ratios: readonly number[];
  /** CPU time per delivery in microseconds. */
  readonly floorCpu: number;
  readonly serviceCpu: number;
  /** `GET /clients/{id}`, idle and during deliveries. */
  readonly rest: Measure;
  readonly busy: Measure;
  readonly slowdown: number;
}

export const pipelineTargets = { ratio: 0.5, slowdown: besideTarget } as const;

const ENDPOINTS = 20;
const CLIENTS = 100;
/** Concurrent requests that raise events. */
const RAISERS = 8;
const READERS = 32;
const fixture = (name: string): string => join(root, 'test/fixtures/tls', name);

interface Bench {
  readonly service: Served;
  readonly receiver: Served;
  readonly floor: ReturnType<typeof startFloorSender>;
  readonly load: Load;
  readonly headers: Record<string, string>;
  /** Deliveries received so far. */
  arrived: number;
  /** Events raised so far. */
  raised: number;
  siteId: string;
}

const call = async (bench: Bench, path: string, body: object, method = 'POST'): Promise<{ id: string }> => {
  const url = `${bench.service.rootUrl}/v2${path}`;
  const response = await fetch(url, { method, headers: bench.headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
};

const fromReceiver = (bench: Bench, path: string): Promise<Response> =>
  fetch(`${bench.receiver.rootUrl}${path}`, { tls: { rejectUnauthorized: false } });

/** Changes the site: little work, and one event. */
const raise = async (bench: Bench): Promise<void> => {
  bench.raised += 1;
  await call(bench, `/sites/${bench.siteId}`, { description: `Change ${bench.raised}` }, 'PATCH');
};

/** Raises `events` and waits until all endpoints have received them. Returns the seconds since the first one. */
const deliver = async (bench: Bench, events: number): Promise<number> => {
  const start = stopwatch();
  let left = events;
  const raiser = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await raise(bench);
    }
  };
  await Promise.all(Array.from({ length: RAISERS }, raiser));
  bench.arrived += events * ENDPOINTS;
  await fromReceiver(bench, `/reached?count=${bench.arrived}`);
  return (stopwatch() - start) / 1000;
};

/** Sends as many deliveries from the floor, with the bytes of the last real delivery. */
const deliverFromFloor = async (bench: Bench, events: number): Promise<number> => {
  const last = (await (await fromReceiver(bench, '/last')).json()) as Pick<Order, 'headers' | 'body'>;
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = last.headers;
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => `${bench.receiver.rootUrl}/${index}`);
  const seconds = await bench.floor.send({ urls, headers, body: last.body, count: events * ENDPOINTS });
  bench.arrived += events * ENDPOINTS;
  return seconds;
};

const measureDeliveries = async (bench: Bench, events: number, rounds: Rounds) => {
  const deliveries = events * ENDPOINTS;
  const timed = async (side: 'service' | 'floor') => {
    const before = bench[side].cpuSeconds();
    const seconds = await (side === 'service' ? deliver : deliverFromFloor)(bench, events);
    return { rate: deliveries / seconds, cpu: ((bench[side].cpuSeconds() - before) / deliveries) * 1e6 };
  };
  const service: Awaited<ReturnType<typeof timed>>[] = [];
  const floor: typeof service = [];
  await warmUp(bench.service, rounds, () => deliver(bench, events));
  await warmUp(bench.floor, rounds, () => deliverFromFloor(bench, events));
  for (let round = 0; round < rounds.count; round += 1) {
    for (const side of round % 2 === 0 ? (['floor', 'service'] as const) : (['service', 'floor'] as const)) {
      (side === 'floor' ? floor : service).push(await timed(side));
    }
  }
  const ratios = service.map(({ rate }, round) => rate / (floor[round]?.rate ?? Number.NaN));
  return {
    service: median(service.map(({ rate }) => rate)),
    floor: median(floor.map(({ rate }) => rate)),
    ratios,
    ratio: median(ratios),
    serviceCpu: median(service.map(({ cpu }) => cpu)),
    floorCpu: median(floor.map(({ cpu }) => cpu)),
  };
};

/** Reads clients, idle and during continuous deliveries. */
const measureReads = async (bench: Bench, ids: readonly string[], events: number, rounds: Rounds) => {
  const { port } = bench.service;
  const plan = (): Plan => ({
    port,
    method: 'GET',
    path: '/v2/clients/{client}',
    headers: bench.headers,
    pools: { client: ids },
    connections: READERS,
    first: 0,
    warmup: rounds.warmup,
    seconds: rounds.seconds,
  });
  const duringDeliveries = async (): Promise<Measure> => {
    let isDone = false;
    const sending = (async () => {
      while (!isDone) await deliver(bench, Math.ceil(events / 10));
    })();
    const measure = await bench.load.run(plan());
    isDone = true;
    await sending;
    return measure;
  };
  const rest: Measure[] = [];
  const busy: Measure[] = [];
  for (let round = 0; round < rounds.count; round += 1) {
    rest.push(await bench.load.run(plan()));
    busy.push(await duringDeliveries());
  }
  const slowdowns = busy.map(({ p99 }, round) => p99 / (rest[round] as Measure).p99);
  return { rest: byTail(rest), busy: byTail(busy), slowdown: median(slowdowns) };
};

/** Measures the webhooks of a new business: `events` events per round to 20 endpoints. */
export const measurePipeline = async (
  command: readonly string[],
  events: number,
  rounds: Rounds,
): Promise<PipelineOutcome> => {
  const directory = await mkdtemp(join(tmpdir(), 'studiod-pipeline-'));
  const certificate = fixture('loopback.pem');
  const receiver = await startReceiver(certificate, fixture('loopback.key'), join(directory, 'receiver.log'));
  const flags = ['--webhook-allowed-networks', '127.0.0.0/8,::1/128', '--webhook-ca-file', certificate];
  const service = await startService(command, directory, { flags });
  const createKey = ['key', 'create', '--data', directory, '--tier', 'unlimited', '--json'];
  const { key } = (await runVerb(command, ...createKey)) as { key: string };
  const headers = { 'X-Service-API-Key': key, 'Content-Type': 'application/json' };
  const floor = startFloorSender(certificate);
  const bench: Bench = { service, receiver, floor, load: startLoad(), headers, arrived: 0, raised: 0, siteId: '' };
  try {
    const ids: string[] = [];
    bench.siteId = (await call(bench, '/sites', { name: 'Riverside' })).id;
    while (ids.length < CLIENTS) {
      const email = `client.${ids.length}@example.com`;
      ids.push((await call(bench, '/clients', { firstName: 'Pat', lastName: 'Lee', email })).id);
    }
    for (let index = 0; index < ENDPOINTS; index += 1) {
      const url = `${receiver.rootUrl}/${index}`;
      await call(bench, '/webhooks', { name: `Receiver ${index}`, url, eventTypes: ['site.updated'] });
    }
    return { ...(await measureDeliveries(bench, events, rounds)), ...(await measureReads(bench, ids, events, rounds)) };
  } finally {
    await Promise.all([service.stop(), receiver.stop(), floor.stop(), bench.load.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
};
