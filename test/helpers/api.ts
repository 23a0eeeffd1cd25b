import { Database } from 'bun:sqlite';
import { beforeAll, beforeEach } from 'bun:test';
import { createApp } from '../../src/app.ts';
import { createApiKey, newApiKey } from '../../src/auth/api-keys/api-keys.ts';
import type { CredentialRequest } from '../../src/auth/credential-request.ts';
import type { MemberIssuer } from '../../src/auth/members/issuer.ts';
import type { SetupLink } from '../../src/auth/staff/setup-link.ts';
import { idsFor } from '../../src/database/id-order.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createSeal, type Seal, temporaryKey } from '../../src/database/seal.ts';
import { Store } from '../../src/database/store.ts';
import { storeZoneRules } from '../../src/database/zone-rules.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { type Random, systemRandom } from '../../src/kernel/random.ts';
import type { Timeline } from '../../src/kernel/timer.ts';
import type { MailTransport } from '../../src/mail/transport.ts';
import type { Ffmpeg } from '../../src/media/ffmpeg.ts';
import type { MediaStore } from '../../src/media/store.ts';
import type { Processor } from '../../src/payments-processor/port.ts';
import { createSandboxProcessor } from '../../src/payments-processor/sandbox/processor.ts';
import { BUSINESS_TIERS } from '../../src/rate-limits/tiers.ts';
import type { DemoData } from '../../src/resources/sign-in/setup/ports.ts';
import type { Machine } from '../../src/resources/system/port.ts';
import type { Sender } from '../../src/webhooks/sending/send.ts';
import { openMedia } from './media.ts';
import { TestTimeline } from './test-timeline.ts';

/** The time at which the clock of each test starts. */
export const TEST_START = Date.parse('2026-03-02T08:00:00.000Z');

/** The header in which the events of the sandbox's processor have their signature. */
export const SIGNATURE_HEADER = 'processor-signature';

/** The instant so many hours after `TEST_START`. */
export const inHours = (hours: number): string => new Date(TEST_START + hours * HOUR_MS).toISOString();

/** In place of a header: the network address from which a request comes; otherwise its connection has none. */
export const FROM = 'from-address';

/** The site of each new test studio: the default site of the brand. */
export const MAIN_SITE = '01950000-0000-7000-8000-000000000001';

const systemsRandom = systemRandom();

// Elysia collects garbage when it has composed the routes of a family, which every test does several times.
const collect = Bun.gc;
Bun.gc = (isForced) => (isForced ? collect(true) : 0);

const template = ((): Uint8Array => {
  const db = new Database(':memory:', { strict: true });
  // Each table and index takes a page or more, and each test a copy of them all.
  db.run('PRAGMA page_size = 512');
  migrate(db, 'test');
  db.run(
    `insert into sites (id, name, status, isDigital, timezone, currency, searchText, createdAt, updatedAt)
     values (?, 'Main', 'active', 0, 'America/New_York', 'USD', 'main' || char(10), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    [MAIN_SITE],
  );
  const brand = JSON.stringify({
    name: 'Test studio',
    defaultSiteId: MAIN_SITE,
    defaultTimezone: 'America/New_York',
    locale: 'en-US',
  });
  db.run(
    `insert into settings (scope, booking, payment, notification, membership, brand, createdAt, updatedAt)
     values ('brand', '{}', '{"currency":"USD"}', '{}', '{}', ?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    [brand],
  );
  storeZoneRules(db, ['America/New_York'], TEST_START);
  return db.serialize();
})();

/** A new test studio, as a database file has it. */
export const newStudioFile = (): Uint8Array => template;

/** A JSON response, loosely typed: the tests check it. */
export interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  readonly body: any;
  readonly headers: Headers;
}

const isResponse = (result: unknown): result is ApiResponse =>
  typeof result === 'object' && result !== null && 'headers' in result && result.headers instanceof Headers;

interface StudioOptions {
  readonly startAt?: number;
  /** By default `sandbox`. */
  readonly environment?: 'production' | 'sandbox';
  readonly file?: Uint8Array;
  /** The opened database of the studio, in place of `file`. */
  readonly database?: Database;
  /** By default one that runs as tests want it. */
  readonly time?: TestTimeline;
  /** By default that of the system. */
  readonly random?: Random;
  /** Sends webhooks; by default the network does. */
  readonly webhookSender?: Sender;
  readonly pushSender?: Sender;
  readonly keepsPush?: Parameters<typeof createApp>[0]['keepsPush'];
  readonly rootUrl?: () => string;
  /** The link of the first owner. */
  readonly setup?: SetupLink;
  /** Makes demo data; by default nobody does. */
  readonly makeDemoData?: DemoData['make'];
  readonly memberIssuers?: (time: Timeline) => readonly MemberIssuer[];
  readonly memberCorsOrigins?: readonly string[];
  /** The media files of a studio that is opened again. */
  readonly media?: MediaStore;
  /** The largest media file that may be uploaded, in bytes. */
  readonly mediaMaxBytes?: number;
  /** Makes renditions; by default nothing does. */
  readonly ffmpeg?: Ffmpeg;
  /** Sends mails; by default nobody is written to. */
  readonly mail?: MailTransport;
  /** Whether members sign in here; by default they do where mails are sent. */
  readonly memberSignIn?: boolean;
  /** The card processor; by default that of the sandbox. */
  readonly processor?: (store: Store, seal: Seal) => Processor;
  readonly processorAccount?: string;
  /** The machine with its backups; by default there is none. */
  readonly machine?: Machine;
  /** The seal that `file` was written with. */
  readonly seal?: Seal;
  /** By default `verify`: responses are validated, which takes longer than making them. */
  readonly mode?: 'serve' | 'verify';
  /** The internal errors that the tests cause on purpose: they are not printed. */
  readonly expectsError?: (error: unknown) => boolean;
}

/** A new studio in memory, or the one in `file` opened again, with a fixed clock and methods that send requests. */
export const openStudio = async (options: StudioOptions = {}) => {
  const time = options.time ?? new TestTimeline(options.startAt ?? TEST_START);
  const random = options.random ?? systemsRandom;
  const db = options.database ?? Database.deserialize(options.file ?? template, { strict: true });
  db.run('PRAGMA foreign_keys = ON');
  // Ids go on from those of a studio that is opened again, as those of a server do.
  const isNew = options.file === undefined && options.database === undefined;
  const ids = isNew ? createIds(time, random) : idsFor(db, time, random);
  const store = new Store(db, time, ids);
  const seal = options.seal ?? createSeal(temporaryKey(random), random);
  const media = options.media ?? openMedia();
  const reportedErrors: unknown[] = [];
  let expectedErrors = 0;
  const app = createApp({
    store,
    time,
    random,
    seal,
    release: '0.0.0-test',
    environment: options.environment ?? 'sandbox',
    mode: options.mode ?? 'verify',
    tiers: BUSINESS_TIERS,
    trustedProxies: [],
    setup: options.setup,
    ...(options.makeDemoData === undefined ? {} : { makeDemoData: options.makeDemoData }),
    rootUrl: options.rootUrl ?? (() => 'http://localhost'),
    memberIssuers: options.memberIssuers?.(time) ?? [],
    memberCorsOrigins: options.memberCorsOrigins ?? [],
    media,
    mediaMaxBytes: options.mediaMaxBytes ?? 1_000_000_000,
    ffmpeg: options.ffmpeg,
    mail: options.mail,
    machine: options.machine,
    ...(options.memberSignIn === undefined ? {} : { memberSignIn: options.memberSignIn }),
    processor: options.processor?.(store, seal) ?? createSandboxProcessor(store, random, seal, SIGNATURE_HEADER),
    processorAccount: options.processorAccount ?? null,
    webhookNetwork: { allowHttp: true, allowLoopback: true, allowedNetworks: [] },
    webhookSender: options.webhookSender,
    pushSender: options.pushSender,
    ...(options.keepsPush === undefined ? {} : { keepsPush: options.keepsPush }),
    reportError: (error) => {
      reportedErrors.push(error);
      if (options.expectsError?.(error)) return;
      if (expectedErrors > 0) expectedErrors -= 1;
      else console.error(error);
    },
  });
  await app.prepare();
  await app.start();
  const caughtUp = app.catchUp();

  /** Creates an API key, by default with the scope `*` and the tier unlimited. */
  const makeKey = async (request: Partial<CredentialRequest> = {}): Promise<string> => {
    const key = newApiKey(random, 'test');
    await store.write((tx) => createApiKey(tx, key, { name: 'test', scopes: ['*'], tier: 'unlimited', ...request }));
    return key;
  };
  const mainKey = await makeKey();
  /** The headers of a new API key. */
  const withKey = async (request: Partial<CredentialRequest>) => ({ 'x-service-api-key': await makeKey(request) });

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    { [FROM]: from, ...headers }: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const init: RequestInit = { method, headers: { 'x-service-api-key': mainKey, ...headers } };
    if (body !== undefined) {
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
      init.headers = { 'content-type': 'application/json', ...init.headers };
    }
    const request = new Request(`http://localhost${path}`, init);
    const response = await (from === undefined
      ? app.fetch(request)
      : app.fetch(request, { requestIP: () => ({ address: from }) }));
    // A stream of server-sent events does not end by itself.
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    const text = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    const read = text === '' ? undefined : isPage ? text : JSON.parse(text);
    return { status: response.status, body: read, headers: response.headers };
  };

  let lastId = '';
  /** The events raised since the last call, oldest first, with their data. */
  const eventsInFull = (): { id: string; type: string; data: Record<string, unknown> }[] => {
    const rows = db.query('select id, type, body from events where id > ? order by id').all(lastId) as {
      id: string;
      type: string;
      body: string;
    }[];
    lastId = rows.at(-1)?.id ?? lastId;
    // The body of the legacy event has no id and no type.
    return rows.map(({ id, type, body }) => ({ id, type, ...JSON.parse(body) }));
  };

  /** Waits for a step that prepares a test, and skips the events so far. A response must be a success: gives its body. */
  const given = async <T>(step: Promise<T>): Promise<T extends ApiResponse ? ApiResponse['body'] : T> => {
    const result = await step;
    eventsInFull();
    if (!isResponse(result)) return result as never;
    if (result.status >= 300) throw new Error(JSON.stringify(result.body));
    return result.body;
  };

  return {
    app,
    /** Resolves when the jobs of the start have ended. */
    caughtUp,
    store,
    media,
    time,
    seal,
    random,
    db,
    mainKey,
    makeKey,
    withKey,
    /** The internal errors so far. Each is printed, unless the test said that it expects it. */
    reportedErrors,
    /** The next `count` internal errors are not printed. */
    expectErrors: (count: number): void => {
      expectedErrors = count;
    },
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
    patch: (path: string, body?: unknown, headers?: Record<string, string>) => send('PATCH', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
    send,
    /** A field of the records of a list, by default their ids. */
    listed: async (path: string, headers?: Record<string, string>, field = 'id'): Promise<string[]> => {
      const { status, body } = await send('GET', path, undefined, headers);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data.map((record: ApiResponse['body']) => record[field]);
    },
    /** How many rows there are in a table, or in a table `where` something holds. */
    count: (from: string, ...values: string[]): number =>
      (db.query(`select count(*) as n from ${from}`).get(...values) as { n: number }).n,
    /** The types of the events raised since the last call, oldest first. */
    events: (): string[] => eventsInFull().map(({ type }) => type),
    eventsInFull,
    given,
  };
};

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** Stands for the object that `current` returns, so that a test file can name it before it exists. */
const standIn = <T extends object>(current: () => T | undefined): T => {
  const existing = (): T => {
    const value = current();
    if (value === undefined) throw new Error('it is opened by a hook, which has not run yet');
    return value;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(existing(), name),
    has: (_, name) => Reflect.has(existing(), name),
    ownKeys: () => Reflect.ownKeys(existing()),
    getOwnPropertyDescriptor: (_, name) => {
      const property = Reflect.getOwnPropertyDescriptor(existing(), name);
      return property && { ...property, configurable: true };
    },
  });
};

/** What `open` returns, opened again before each test of the file or group. */
export const forEachTest = <T extends object>(open: () => T | Promise<T>): T => {
  let current: T | undefined;
  beforeEach(async () => {
    current = await open();
  });
  return standIn(() => current);
};

/** What `open` returns, opened once before all tests of the file or group. */
export const forAllTests = <T extends object>(open: () => T | Promise<T>): T => {
  let current: T | undefined;
  beforeAll(async () => {
    current = await open();
  }, 90_000);
  return standIn(() => current);
};
