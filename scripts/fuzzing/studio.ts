import { Database } from 'bun:sqlite';
import { type App, createApp } from '../../src/app.ts';
import { createApiKey, newApiKey } from '../../src/auth/api-keys/api-keys.ts';
import type { CredentialRequest } from '../../src/auth/credential-request.ts';
import { temporaryMediaDirectory } from '../../src/cli/media.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createSeal } from '../../src/database/seal.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import type { Random } from '../../src/kernel/random.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { createMediaStore } from '../../src/media/store.ts';
import { createSandboxProcessor } from '../../src/payments-processor/sandbox/processor.ts';
import { BUSINESS_TIERS } from '../../src/rate-limits/tiers.ts';
import { MEMBER, SITES, STAFF } from '../../src/resources/demo-ids.ts';
import { saveDemoCards } from '../../src/sandbox/demo/card.ts';
import { CLIENTS } from '../../src/sandbox/demo/clients.ts';
import { createDemoStudio } from '../../src/sandbox/demo/studio.ts';
import { createSandboxIssuer } from '../../src/sandbox/issuer.ts';
import { type Choices, choicesOf } from '../../test/helpers/seeded.ts';

const START = Date.parse('2026-03-02T08:00:00.000Z');
const YEAR_SECONDS = 366 * 86_400;
export const ROOT = 'http://localhost';

/** The headers by which a caller is known, and a name for messages. */
export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The demo studio in memory, with a clock that is moved, and credentials of every kind. */
export interface FuzzedStudio {
  readonly app: App;
  readonly time: Timeline;
  /** A key with all scopes. */
  readonly full: Credential;
  readonly business: readonly Credential[];
  readonly members: readonly Credential[];
  readonly strangers: readonly Credential[];
  /** The ids of the credentials. A request that revoked one would make all later requests a 401. */
  readonly ownIds: ReadonlySet<string>;
  /** The internal errors that were reported since the last call. */
  reported(): string[];
  close(): Promise<void>;
}

/** Bytes that are the same for the same seed, so that a failure can be replayed with the same ids. */
const seededRandom = (choices: Choices): Random => ({
  bytes: (count) => Uint8Array.from({ length: count }, () => choices.below(256)),
  fraction: () => choices.below(1000) / 1000,
});

const keyRequests: readonly (Partial<CredentialRequest> & { readonly name: string })[] = [
  { name: 'downtown', siteIds: [SITES.downtown] },
  { name: 'online', siteIds: [SITES.online] },
  { name: 'reads', scopes: SCOPES.filter((scope) => scope.endsWith(':read')) },
  { name: 'writes', scopes: SCOPES.filter((scope) => scope.endsWith(':write')) },
  { name: 'manage', scopes: ['manage'] },
  { name: 'clients', scopes: ['clients:write', 'bookings:read'], siteIds: [SITES.downtown] },
  { name: 'owner', staffId: STAFF.owner },
  { name: 'front desk', staffId: STAFF.frontDesk },
  { name: 'instructor', staffId: STAFF.ana },
  { name: 'instructor of a site', staffId: STAFF.ben, siteIds: [SITES.downtown] },
  { name: 'basic', tier: 'basic' },
];

const strangers: readonly Credential[] = [
  { name: 'nobody', headers: {} },
  { name: 'empty key', headers: { 'x-service-api-key': '' } },
  { name: 'unknown key', headers: { 'x-service-api-key': `sk_test_${'0'.repeat(32)}` } },
  { name: 'long key', headers: { 'x-service-api-key': 'k'.repeat(9000) } },
  { name: 'no token', headers: { authorization: 'Bearer' } },
  { name: 'other scheme', headers: { authorization: 'Basic YTpi' } },
  { name: 'half a token', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } },
  { name: 'long token', headers: { authorization: `Bearer ${'a.'.repeat(4000)}` } },
];

export const openFuzzedStudio = async (seed: number, mode: 'serve' | 'verify'): Promise<FuzzedStudio> => {
  const random = seededRandom(choicesOf(seed));
  const time = new Timeline(START);
  const db = new Database(':memory:', { strict: true });
  migrate(db, 'fuzz');
  db.run('PRAGMA foreign_keys = ON');
  const store = new Store(db, time, createIds(time, random));
  const seal = createSeal(random.bytes(32), random);
  const processor = createSandboxProcessor(store, random, seal);
  const media = createMediaStore({ directory: temporaryMediaDirectory() });
  const issuer = await createSandboxIssuer(() => ROOT);
  await createDemoStudio(store);
  await saveDemoCards(store, processor);
  let reports: string[] = [];
  const app = createApp({
    store,
    time,
    random,
    seal,
    mode,
    processor,
    media,
    processorAccount: null,
    release: '0.0.0-fuzz',
    environment: 'sandbox',
    mediaMaxBytes: 10_000_000,
    tiers: BUSINESS_TIERS,
    trustedProxies: [],
    rootUrl: () => ROOT,
    memberIssuers: [issuer.member],
    memberCorsOrigins: ['http://localhost:3000'],
    // Closed ports of this machine are all that webhooks may reach.
    webhookNetwork: { allowHttp: true, allowLoopback: true, allowedNetworks: [] },
    reportError: (error, where) =>
      void reports.push(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  });
  await app.start();
  app.catchUp();

  const ownIds = new Set<string>();
  const keyOf = async ({ name, ...request }: (typeof keyRequests)[number]): Promise<Credential> => {
    const key = newApiKey(random, 'test');
    const rights = { scopes: ['*'], tier: 'unlimited', ...request };
    ownIds.add((await store.write((tx) => createApiKey(tx, key, { name, ...rights }))).id);
    return { name: `key '${name}'`, headers: { 'x-service-api-key': key } };
  };
  const full = await keyOf({ name: 'full' });
  const business: Credential[] = [];
  for (const request of keyRequests) business.push(await keyOf(request));
  const members: Credential[] = [];
  for (const clientId of [MEMBER, CLIENTS[1]?.id ?? '', CLIENTS.at(-2)?.id ?? '', CLIENTS.at(-1)?.id ?? '']) {
    const { idToken } = await issuer.createToken(store, clientId, YEAR_SECONDS);
    const headers = { authorization: `Bearer ${idToken}`, 'x-site-id': SITES.downtown };
    members.push({ name: `member ${clientId}`, headers });
  }
  return {
    app,
    time,
    full,
    business,
    members,
    strangers,
    ownIds,
    reported() {
      const found = reports;
      reports = [];
      return found;
    },
    close: async () => {
      await app.stop();
      time.stop();
      db.close();
    },
  };
};
