import { statSync } from 'node:fs';
import { type AnyElysia, Elysia } from 'elysia';
import type { Store } from '../database/store.ts';
import type { AccessLog } from '../http/access-log.ts';
import type { Allowance } from '../http/authenticate.ts';
import { type Metric, metric, metricsText, RequestCounter, requireMetricsToken, type Sample } from '../http/metrics.ts';
import { epochOf } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import type { HealthChecks } from '../resources/health/operations.ts';
import type { Webhooks } from '../webhooks/pipeline.ts';
import type { LoopDelay } from './loop-delay.ts';

/** What the page tells of, besides requests. */
interface Measured {
  readonly release: string;
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly checks: HealthChecks;
  readonly loopDelay: LoopDelay;
}

const gauge = (name: string, help: string, value: number): Metric => metric('gauge', name, help, value);
const counter = (name: string, help: string, value: number): Metric => metric('counter', name, help, value);
const labelled = (type: Metric['type'], name: string, help: string, label: string, values: object): Metric => ({
  name,
  type,
  help,
  samples: Object.entries(values).map(([key, value]): Sample => [{ [label]: key }, Number(value)]),
});

const ofQueue = (webhooks: Webhooks, nowMs: number): Metric[] => {
  const { oldestDueAt, waiting, retrying, inProgress } = webhooks.queue();
  const late = oldestDueAt === null ? 0 : Math.max(0, nowMs - epochOf(oldestDueAt));
  const depth = { waiting, retrying, under_way: inProgress };
  return [
    labelled('gauge', 'studiod_webhook_queue_events', 'Events that endpoints have still to receive.', 'state', depth),
    gauge('studiod_webhook_queue_late_seconds', 'How long the oldest of them that is due has waited.', late / 1000),
    labelled('gauge', 'studiod_webhook_lanes', 'Endpoints by the use of their sending slots.', 'use', webhooks.slots()),
  ];
};

const ofAttempts = ({ counters }: Webhooks): Metric[] => {
  const outcomes = { succeeded: counters.succeeded, ...counters.failed };
  return [
    labelled('counter', 'studiod_webhook_attempts_total', 'Ended attempts by outcome.', 'outcome', outcomes),
    counter(
      'studiod_webhook_attempt_seconds_total',
      'Time from the start of attempts to their outcome.',
      counters.latencyMs / 1000,
    ),
    gauge('studiod_webhook_attempts_under_way', 'Attempts under way, redeliveries included.', counters.inFlight),
    counter('studiod_webhook_events_failed_total', 'Events that no attempt could deliver.', counters.eventsFailed),
    counter(
      'studiod_webhook_endpoints_disabled_total',
      'Endpoints that were disabled after failures in a row.',
      counters.endpointsDisabled,
    ),
    counter('studiod_webhook_redeliveries_total', 'Redeliveries and pings.', counters.redeliveries),
  ];
};

const bytesOf = ({ db }: Store): object => {
  const pages = db.query('PRAGMA page_count').get() as { page_count: number };
  const size = db.query('PRAGMA page_size').get() as { page_size: number };
  const log = statSync(`${db.filename}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return { database: pages.page_count * size.page_size, log };
};

const ofProcess = ({ release, store, loopDelay, checks }: Measured): Metric[] => {
  const health = Object.entries(checks).map(([name, check]) => [name, check() === 'ok' ? 1 : 0]);
  return [
    { name: 'studiod_build_info', type: 'gauge', help: 'The release.', samples: [[{ version: release }, 1]] },
    labelled('gauge', 'studiod_health', '1 where a part is ok.', 'check', Object.fromEntries(health)),
    labelled('gauge', 'studiod_database_bytes', 'Size of the database and of its log.', 'file', bytesOf(store)),
    labelled(
      'gauge',
      'studiod_event_loop_delay_seconds',
      'How late work began since the last time this page was read.',
      'of',
      loopDelay,
    ),
    gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage().rss),
  ];
};

/** Everything that the page tells besides requests. */
const collect = (measured: Measured): Metric[] => [
  ...ofProcess(measured),
  ...ofQueue(measured.webhooks, measured.store.clock.now()),
  ...ofAttempts(measured.webhooks),
];

interface MetricsDeps extends Omit<Measured, 'loopDelay'> {
  readonly token: string;
  /** Pours one failed authentication into the bucket of the address the request came from. */
  consumeFailure(request: Request): Allowance;
}

/** The page for supervisors, and what feeds it. */
export interface Metrics {
  readonly routes: AnyElysia;
  readonly note: AccessLog;
  stop(): void;
}

/** `/metrics` in the text format of Prometheus, for whoever bears the token (contract/appliance.md "Running"). */
export const createMetrics = ({ token, consumeFailure, ...measured }: MetricsDeps): Metrics => {
  const requests = new RequestCounter();
  // What it needs of the system is loaded only where there is such a page.
  const watching = import('./loop-delay.ts').then(({ watchLoopDelay }) => watchLoopDelay());
  const admit = (request: Request): void => {
    try {
      requireMetricsToken(request.headers, token);
    } catch (error) {
      const { allowed, retryAfter, category } = consumeFailure(request);
      if (allowed) throw error;
      const message = `Too many failed attempts. Wait ${retryAfter} seconds.`;
      throw new Problem(429, 'rate_limited', message, { retryAfter, category });
    }
  };
  const routes = new Elysia({ normalize: false }).get('/metrics', async ({ request, set }) => {
    admit(request);
    const loopDelay = (await watching).read();
    set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
    return metricsText([...collect({ ...measured, loopDelay }), ...requests.metrics()]);
  });
  return { routes, note: (entry) => requests.note(entry), stop: () => void watching.then((delay) => delay.stop()) };
};
