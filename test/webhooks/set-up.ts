import type { Database } from 'bun:sqlite';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createSeal, type Seal, temporaryKey } from '../../src/database/seal.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { createWebhooks, type WebhookLimits, type Webhooks } from '../../src/webhooks/pipeline.ts';
import { endpointRows } from '../../src/webhooks/queries.ts';
import { newSecret } from '../../src/webhooks/signature.ts';
import { writeSubscriptions } from '../../src/webhooks/subscriptions.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../src/webhooks/tables.ts';
import { AUTHORITY, closeReceivers } from './receivers.ts';

export const START = Date.parse('2026-03-08T07:30:00.000Z');
export const SITE = '01950000-0000-7000-8000-000000000001';
export const random = systemRandom();
export const limits = { totalMs: 400, drainMs: 100, parkMs: 100 };

/** Every name leads to this machine. */
export const resolveHere = async () => [{ address: '127.0.0.1', family: 4 }];

const BOOKING = {
  bookingId: '11111111-1111-4111-8111-111111111111',
  clientId: '22222222-2222-4222-8222-222222222222',
  sessionId: '33333333-3333-4333-8333-333333333333',
  status: 'CONFIRMED',
  bookingSource: 'CREDIT',
} as const;

interface EndpointOptions {
  readonly eventTypes?: readonly string[];
  readonly locationIds?: readonly string[];
  readonly customHeader?: readonly [name: string, value: string];
  readonly status?: string;
}

/** A pipeline with its database; `jitter` is the fraction that chance gives. */
export interface Pipeline {
  readonly db: Database;
  readonly store: Store;
  readonly time: Timeline;
  readonly webhooks: Webhooks;
  readonly faults: unknown[];
  addEndpoint(url: string, options?: EndpointOptions): Promise<{ id: string; secret: string }>;
  /** Raises `count` bookings in one transaction each and answers the events' ids. */
  raise(count?: number, siteId?: string): Promise<string[]>;
  endpoint(id: string): WebhookEndpointRow;
  deliveries(endpointId: string): WebhookDeliveryRow[];
  jobs(): number;
}

export interface PipelineOptions {
  readonly path?: string;
  readonly seal?: Seal;
  readonly startAt?: number | null;
  readonly jitter?: number;
  readonly limits?: Partial<WebhookLimits>;
  /** Whether the pipeline is started at once. */
  readonly start?: boolean;
}

const started: Webhooks[] = [];

/** Stops every pipeline and every receiver; for `afterEach`. */
export const closeAll = async (): Promise<void> => {
  await Promise.all(started.splice(0).map((webhooks) => webhooks.stop()));
  await closeReceivers();
};

const endpointRow = (id: string, url: string, secret: string, seal: Seal, now: string, options: EndpointOptions) => ({
  id,
  name: 'Studio website',
  url,
  eventTypes: JSON.stringify(options.eventTypes ?? ['*']),
  locationScope: options.locationIds === undefined ? 'all' : 'selected',
  locationIds: options.locationIds === undefined ? null : JSON.stringify(options.locationIds),
  customHeaderName: options.customHeader?.[0] ?? null,
  customHeaderValue: options.customHeader === undefined ? null : seal.seal(options.customHeader[1]),
  secret: seal.seal(secret),
  secretLast4: secret.slice(-4),
  secretRotatedAt: now,
  status: options.status ?? 'enabled',
  consecutiveFailures: 0,
  skippedWhileDisabled: 0,
  disabledAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  createdAt: now,
  updatedAt: now,
});

export const openPipeline = async (options: PipelineOptions = {}): Promise<Pipeline> => {
  const time = options.startAt === null ? new Timeline() : new Timeline(options.startAt ?? START);
  const db = openDatabase(options.path ?? ':memory:');
  migrate(db, '0.0.0-test');
  const store = new Store(db, time, createIds(time, random));
  const seal = options.seal ?? createSeal(temporaryKey(random), random);
  const faults: unknown[] = [];
  const webhooks = createWebhooks({
    store,
    time,
    random: { bytes: random.bytes, fraction: () => options.jitter ?? 0 },
    seal,
    network: { allowHttp: true, allowLoopback: true, allowedNetworks: [], extraCa: [AUTHORITY] },
    brandSiteId: () => SITE,
    report: (what, error) => faults.push([what, error]),
    resolve: resolveHere,
    limits: { ...limits, ...options.limits },
  });
  store.onRaise(webhooks.fanOut);
  store.onEventsCommitted(webhooks.wake);
  started.push(webhooks);
  if (options.start !== false) await webhooks.start();
  return {
    db,
    store,
    time,
    webhooks,
    faults,
    addEndpoint: (url, endpoint = {}) =>
      store.write((tx) => {
        const id = tx.id();
        const secret = newSecret(random);
        endpointRows.insert(tx, endpointRow(id, url, secret, seal, tx.now, endpoint));
        writeSubscriptions(tx, id, endpoint.eventTypes ?? ['*'], endpoint.locationIds ?? null);
        return { id, secret };
      }),
    raise: (count = 1, siteId = SITE) =>
      Promise.all(
        Array.from({ length: count }, () => store.write<string>((tx) => tx.raise('booking.created', siteId, BOOKING))),
      ),
    endpoint: (id) => endpointRows.find(store.view(), id) as WebhookEndpointRow,
    deliveries: (endpointId) =>
      db
        .query<WebhookDeliveryRow, [string]>('select * from webhookDeliveries where endpointId = ? order by id')
        .all(endpointId),
    jobs: () => (db.query('select count(*) as n from webhookJobs').get() as { n: number }).n,
  };
};
