import type { Database } from 'bun:sqlite';
import { createSeal, type Seal, temporaryKey } from '../../src/database/seal.ts';
import { Store } from '../../src/database/store.ts';
import type { Caller } from '../../src/kernel/caller.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { createEndpointOwners } from '../../src/webhooks/endpoint-owners.ts';
import { createWebhooks, type WebhookLimits, type Webhooks } from '../../src/webhooks/pipeline.ts';
import {
  type EndpointStatus,
  type WebhookDeliveryRow,
  WebhookEndpoint,
  type WebhookEndpointRow,
} from '../../src/webhooks/record.ts';
import { newSecret } from '../../src/webhooks/signature.ts';
import { writeSubscriptions } from '../../src/webhooks/subscriptions.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';
import { AUTHORITY, closeReceivers, httpReceiver, type Reply } from './receivers.ts';

export const START = Date.parse('2026-03-08T07:30:00.000Z');
export const SITE = '01950000-0000-7000-8000-000000000001';
export const random = systemRandom();
/** An attempt has so much time (real ms) that no stall of the machine ends it. */
export const limits = { totalMs: 20_000, drainMs: 100, gracePeriodMs: 100 };
/** The time (real ms) of attempts that are to reach their limit. */
export const SHORT_MS = 400;

/** Every name leads to this machine. */
export const resolveHere = async () => [{ address: '127.0.0.1', family: 4 }];

export const BOOKING = {
  bookingId: '11111111-1111-4111-8111-111111111111',
  clientId: '22222222-2222-4222-8222-222222222222',
  sessionId: '33333333-3333-4333-8333-333333333333',
  status: 'CONFIRMED',
  bookingSource: 'CREDIT',
} as const;

/** Resolves in the first turn of the event loop in which the condition is true. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

interface EndpointOptions {
  readonly eventTypes?: readonly string[];
  readonly locationIds?: readonly string[];
  readonly customHeader?: readonly [name: string, value: string];
  readonly status?: EndpointStatus;
}

/** A pipeline with its database; `jitter` is the fraction that chance gives. */
export interface Pipeline {
  readonly db: Database;
  readonly store: Store;
  readonly time: Timeline;
  readonly webhooks: Webhooks;
  readonly reportedErrors: unknown[];
  addEndpoint(url: string, options?: EndpointOptions): Promise<{ id: string; secret: string }>;
  /** Raises `count` bookings in one transaction each and answers the events' ids. */
  raise(count?: number, siteId?: string): Promise<string[]>;
  endpoint(id: string): WebhookEndpointRow;
  deliveries(endpointId: string): WebhookDeliveryRow[];
  /** How many jobs are queued or in progress. */
  jobs(): number;
}

export interface PipelineOptions {
  readonly path?: string;
  readonly seal?: Seal;
  readonly startAt?: number | null;
  /** The clock, instead of one that begins at `startAt`. */
  readonly time?: Timeline;
  readonly jitter?: number;
  readonly limits?: Partial<WebhookLimits>;
  /** How many requests have come so far. */
  readonly requests?: () => number;
  /** Whether the pipeline is started at once. */
  readonly start?: boolean;
}

/** The owner of all endpoints. */
export const EVERYBODY: Caller = {
  credentialId: 'all',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

const started: Webhooks[] = [];

/** Stops every pipeline and every receiver; for `afterEach`. */
export const closeAll = async (): Promise<void> => {
  await Promise.all(started.splice(0).map((webhooks) => webhooks.stop()));
  await closeReceivers();
};

export const openPipeline = async (options: PipelineOptions = {}): Promise<Pipeline> => {
  const time = options.time ?? (options.startAt === null ? new Timeline() : new Timeline(options.startAt ?? START));
  const db = migratedDatabase(options.path);
  const store = new Store(db, time, createIds(time, random));
  const seal = options.seal ?? createSeal(temporaryKey(random), random);
  const reportedErrors: unknown[] = [];
  const webhooks = createWebhooks({
    store,
    time,
    random: { bytes: random.bytes, fraction: () => options.jitter ?? 0 },
    seal,
    network: { allowHttp: true, allowLoopback: true, allowedNetworks: [], extraCa: [AUTHORITY] },
    brandSiteId: () => SITE,
    owners: createEndpointOwners(
      () => EVERYBODY,
      () => SITE,
    ),
    report: (what, error) => reportedErrors.push([what, error]),
    resolve: resolveHere,
    ...(options.requests === undefined ? {} : { requests: options.requests }),
    limits: { ...limits, ...options.limits },
  });
  store.onRaise(webhooks.fanOut);
  started.push(webhooks);
  if (options.start !== false) await webhooks.start();
  return {
    db,
    store,
    time,
    webhooks,
    reportedErrors,
    addEndpoint: (url, { eventTypes = ['*'], locationIds, customHeader, status = 'enabled' } = {}) =>
      store.write((tx) => {
        const secret = newSecret(random);
        const locationScope = locationIds === undefined ? 'all' : 'selected';
        const row = WebhookEndpoint.make(
          tx,
          {
            name: 'Studio website',
            url,
            eventTypes: [...eventTypes],
            locationScope,
            locationIds: [...(locationIds ?? [])],
          },
          {
            customHeaderName: customHeader?.[0] ?? null,
            customHeaderValue: customHeader === undefined ? null : seal.seal(customHeader[1]),
            secret: seal.seal(secret),
            secretLast4: secret.slice(-4),
            secretRotatedAt: tx.now,
            status,
          },
        );
        WebhookEndpoint.rows.insert(tx, row);
        writeSubscriptions(tx, row.id, eventTypes, locationIds ?? null);
        return { id: row.id, secret };
      }),
    raise: (count = 1, siteId = SITE) =>
      Promise.all(
        Array.from({ length: count }, () => store.write<string>((tx) => tx.raise('booking.created', siteId, BOOKING))),
      ),
    endpoint: (id) => WebhookEndpoint.rows.find(store.view(), id) as WebhookEndpointRow,
    deliveries: (endpointId) =>
      db
        .query<WebhookDeliveryRow, [string]>('select * from webhookDeliveries where endpointId = ? order by id')
        .all(endpointId),
    jobs: () => (db.query('select count(*) as n from queueJobs').get() as { n: number }).n,
  };
};

/** A pipeline with one endpoint, which gets the responses of `reply`. */
export const openDelivering = async (
  reply?: Reply,
  { endpoint, ...options }: PipelineOptions & { readonly endpoint?: EndpointOptions } = {},
) => {
  const { port, arrived } = await httpReceiver(reply);
  const pipeline = await openPipeline(options);
  const url = `https://receiver.test:${port}/`;
  return { pipeline, url, arrived, ...(await pipeline.addEndpoint(url, endpoint)) };
};
