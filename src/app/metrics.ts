import { statSync } from 'node:fs';
import { Elysia } from 'elysia';
import { backupResults } from '../database/backup/results.ts';
import type { Store } from '../database/store.ts';
import type { AccessLog } from '../http/access-log.ts';
import { refuseAddress } from '../http/authenticate.ts';
import { type Metric, metric, metricsText, RequestCounter, requireMetricsToken, type Sample } from '../http/metrics.ts';
import type { Allowance } from '../kernel/allowance.ts';
import { epochOf } from '../kernel/clock.ts';
import type { OpenPaths } from '../kernel/open-paths.ts';
import { mailJobs } from '../mail/mailer.ts';
import type { HealthChecks } from '../resources/health/operations.ts';
import { pushJobs } from '../resources/messages/push/jobs.ts';
import { redeliveryJobs } from '../webhooks/failed-deliveries.ts';
import { webhookJobs } from '../webhooks/jobs.ts';
import type { Webhooks } from '../webhooks/pipeline.ts';
import type { AppDeps } from './deps.ts';
import type { LoopDelay } from './loop-delay.ts';

/** The sources of the metrics, besides the request counter. */
interface Sources extends Pick<AppDeps, 'release' | 'store' | 'metrics'> {
  readonly webhooks: Webhooks;
  readonly checks: HealthChecks;
  readonly loopDelay: LoopDelay;
  readonly lostAnswers: { metrics(): Metric[] };
}

const gauge = (name: string, help: string, value: number): Metric => metric('gauge', name, help, value);
const counter = (name: string, help: string, value: number): Metric => metric('counter', name, help, value);
const labelled = (type: Metric['type'], name: string, help: string, label: string, values: object): Metric => ({
  name,
  type,
  help,
  samples: Object.entries(values).map(([key, value]): Sample => [{ [label]: key }, Number(value)]),
});

const queueMetrics = (webhooks: Webhooks, nowMs: number): Metric[] => {
  const { oldestDueAt, waiting, retrying, inProgress } = webhooks.queue();
  const late = oldestDueAt === null ? 0 : Math.max(0, nowMs - epochOf(oldestDueAt));
  const depth = { waiting, retrying, under_way: inProgress };
  return [
    labelled('gauge', 'studiod_webhook_queue_events', 'Events that are not delivered yet, by state.', 'state', depth),
    gauge('studiod_webhook_queue_late_seconds', 'Time since the oldest queued event became due.', late / 1000),
    labelled(
      'gauge',
      'studiod_webhook_endpoints',
      'Endpoints by the use of their sending slots.',
      'slots',
      webhooks.slots(),
    ),
  ];
};

const QUEUES = [mailJobs, pushJobs, webhookJobs, redeliveryJobs];
const FAULTY = 'select queue, count(*) as count from queueJobs where faults > 0 group by queue';

/** Jobs that a fault of the program keeps from being done: nothing else reports them until someone misses an email. */
const faultMetrics = ({ db }: Store): Metric => {
  const found = db.query<{ queue: string; count: number }, []>(FAULTY).all();
  const none = Object.fromEntries(QUEUES.map(({ queue }) => [queue, 0]));
  const counts = Object.fromEntries(found.map(({ queue, count }) => [queue, count]));
  const help = 'Jobs that a fault of studiod keeps from being done, by queue. They are tried again.';
  return labelled('gauge', 'studiod_queue_faulty_jobs', help, 'queue', { ...none, ...counts });
};

const attemptMetrics = ({ counters }: Webhooks): Metric[] => {
  const outcomes = { succeeded: counters.succeeded, ...counters.failed };
  return [
    labelled('counter', 'studiod_webhook_attempts_total', 'Completed attempts by outcome.', 'outcome', outcomes),
    counter('studiod_webhook_attempt_seconds_total', 'Total duration of attempts.', counters.latencyMs / 1000),
    gauge('studiod_webhook_attempts_under_way', 'Attempts in progress, including redeliveries.', counters.inFlight),
    counter('studiod_webhook_events_failed_total', 'Events whose attempts all failed.', counters.eventsFailed),
    counter(
      'studiod_webhook_endpoints_disabled_total',
      'Endpoints disabled after consecutive failures.',
      counters.endpointsDisabled,
    ),
    counter('studiod_webhook_redeliveries_total', 'Redeliveries and pings.', counters.redeliveries),
  ];
};

const bytesOf = ({ db }: Store): object => {
  const [pages] = db.query('PRAGMA page_count').values().flat();
  const [pageSize] = db.query('PRAGMA page_size').values().flat();
  const log = statSync(`${db.filename}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return { database: Number(pages) * Number(pageSize), log };
};

const diskMetrics = ({ disk }: Store): Metric[] => {
  const space = disk.measure();
  return space === undefined ? [] : [gauge('studiod_disk_free_bytes', 'Free space on the data disk.', space.free)];
};

/** One sample for each check of backups that has run, by target where they have one. */
const backupMetrics = ({ db }: Store): Metric[] => {
  const results = backupResults(db).map(({ check, target, ...result }) => ({
    labels: { check, ...(target === null ? {} : { target }) },
    result,
  }));
  const passed = results.map(({ labels, result }): Sample => [labels, result.outcome === 'ok' ? 1 : 0]);
  const good = results.flatMap(({ labels, result }): Sample[] =>
    result.goodAt === null ? [] : [[labels, epochOf(result.goodAt) / 1000]],
  );
  return [
    { name: 'studiod_backup_passed', type: 'gauge', help: '1 if the last check of a backup passed.', samples: passed },
    {
      name: 'studiod_backup_last_passed_timestamp_seconds',
      type: 'gauge',
      help: 'When a check of a backup passed for the last time.',
      samples: good,
    },
  ];
};

const processMetrics = ({ release, store, loopDelay, checks }: Sources): Metric[] => {
  const health = Object.entries(checks).map(([name, check]) => [name, check() === 'ok' ? 1 : 0]);
  return [
    { name: 'studiod_build_info', type: 'gauge', help: 'The release.', samples: [[{ version: release }, 1]] },
    labelled('gauge', 'studiod_health', '1 if the check passes.', 'check', Object.fromEntries(health)),
    labelled('gauge', 'studiod_database_bytes', 'Size of the database and its log.', 'file', bytesOf(store)),
    ...diskMetrics(store),
    ...backupMetrics(store),
    labelled('gauge', 'studiod_event_loop_delay_seconds', 'Event loop delay since the last scrape.', 'of', loopDelay),
    gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage().rss),
  ];
};

const collect = (sources: Sources): Metric[] => [
  ...processMetrics(sources),
  ...queueMetrics(sources.webhooks, sources.store.clock.now()),
  ...attemptMetrics(sources.webhooks),
  faultMetrics(sources.store),
  ...sources.lostAnswers.metrics(),
  ...(sources.metrics?.() ?? []),
];

interface MetricsDeps extends Omit<Sources, 'loopDelay'> {
  readonly token: string;
  /** Counts a failed authentication in the bucket of the client address. */
  consumeAddress(request: Request): Allowance;
}

/** The token of the metrics is no credential of the API. */
export const METRICS: OpenPaths = { paths: ['/metrics'] };

/** `/metrics` in the Prometheus text format, protected by a token (appliance.md "Running"). */
export const createMetrics = ({ token, consumeAddress, ...sources }: MetricsDeps) => {
  const requests = new RequestCounter();
  // Loaded only if there are metrics, to keep the start fast.
  const watching = import('./loop-delay.ts').then(({ watchLoopDelay }) => watchLoopDelay());
  const requireToken = (request: Request, headers: Record<string, string | number>): void => {
    try {
      requireMetricsToken(request.headers, token);
    } catch (error) {
      refuseAddress(headers, consumeAddress(request), error);
    }
  };
  const routes = new Elysia({ normalize: false }).get('/metrics', async ({ request, set }) => {
    set.headers['cache-control'] = 'no-store';
    set.headers.vary = 'Authorization';
    requireToken(request, set.headers);
    const loopDelay = (await watching).read();
    set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
    return metricsText([...collect({ ...sources, loopDelay }), ...requests.metrics()]);
  });
  return {
    routes,
    accessLog: (entry: Parameters<AccessLog>[0]) => requests.add(entry),
    stop: () => void watching.then((delay) => delay.stop()),
  };
};
