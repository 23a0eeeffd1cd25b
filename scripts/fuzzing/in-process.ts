import { Database } from 'bun:sqlite';
import { createApp } from '../../src/app.ts';
import { createApiKey, newApiKey } from '../../src/auth/api-keys/api-keys.ts';
import { temporaryMediaDirectory } from '../../src/cli/media.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createSeal } from '../../src/database/seal.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import type { Random } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { createMediaStore } from '../../src/media/store.ts';
import { createSandboxProcessor } from '../../src/payments-processor/sandbox/processor.ts';
import { BUSINESS_TIERS } from '../../src/rate-limits/tiers.ts';
import { SITES } from '../../src/resources/demo-ids.ts';
import { saveDemoCards } from '../../src/sandbox/demo/card.ts';
import { createDemoStudio } from '../../src/sandbox/demo/studio.ts';
import { createSandboxIssuer } from '../../src/sandbox/issuer.ts';
import { type Choices, choicesOf } from '../../test/helpers/seeded.ts';
import { processorMs, watchTurns } from '../../test/helpers/turns.ts';
import { plainText } from './plain.ts';
import { type FuzzedRequest, ROOT, sendable } from './requests.ts';
import {
  type Credential,
  callingClients,
  type FuzzedStudio,
  keyRequests,
  type Sent,
  START,
  YEAR_SECONDS,
} from './studio.ts';

/** A slow request is sent again so often. The quickest repeat counts: code runs slowly until it is compiled. */
const REPEATS = 6;

/** Bytes that are the same for the same seed, so that a failure can be replayed with the same ids. */
const seededRandom = (choices: Choices): Random => ({
  bytes: (count) => Uint8Array.from({ length: count }, () => choices.below(256)),
  fraction: () => choices.below(1000) / 1000,
});

/** Opens a studio in this process, in memory. The same seed gives the same ids. */
export const openInProcess = async (seed: number, mode: 'serve' | 'verify'): Promise<FuzzedStudio> => {
  const random = seededRandom(choicesOf(seed));
  const time = new Timeline(Date.parse(START));
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
  await app.prepare();
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
  for (const clientId of callingClients) {
    const { idToken } = await issuer.createToken(store, clientId, YEAR_SECONDS);
    const headers = { authorization: `Bearer ${idToken}`, 'x-site-id': SITES.downtown };
    members.push({ name: `member ${clientId}`, headers });
  }

  const send = async (request: FuzzedRequest): Promise<Sent> => {
    const sent = sendable(request);
    const started = processorMs();
    const response = await app.fetch(sent);
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    // A stream does not end by itself.
    if (isStream) await response.body?.cancel();
    const bytes = isStream ? new ArrayBuffer(0) : await response.arrayBuffer();
    const milliseconds = processorMs() - started;
    const { status, headers } = response;
    return { status, headers, text: plainText(headers.get('content-encoding'), new Uint8Array(bytes)), milliseconds };
  };
  return {
    operations: app.operations,
    now: () => time.now(),
    moveTo: (at) => time.moveTo(at),
    send,
    async stretchOf(request) {
      let quickest = Number.POSITIVE_INFINITY;
      for (let count = 0; count < REPEATS; count += 1) {
        const stopWatching = watchTurns();
        await send(request);
        quickest = Math.min(quickest, stopWatching().longest);
      }
      return quickest;
    },
    full,
    business,
    members,
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
