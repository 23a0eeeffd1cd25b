import { temporaryMediaDirectory } from '../../src/cli/media.ts';
import { release } from '../../src/cli/release.ts';
import { listen } from '../../src/cli/server/listen.ts';
import { createLog } from '../../src/cli/server/log.ts';
import { SandboxServer } from '../../src/cli/server/sandbox-server.ts';
import { configure } from '../../src/config/settings.ts';
import { openInMemory } from '../../src/database/data-directory.ts';
import type { Random } from '../../src/kernel/random.ts';
import { createMediaStore } from '../../src/media/store.ts';
import { RECORDED_ROOT } from '../../src/sandbox/demo/responses.ts';
import { createSandboxIssuer } from '../../src/sandbox/issuer.ts';

/** When every recorded response was given. */
const RECORDED_AT = '2026-03-02T15:00:00.000Z';

/** The same bytes for the same `count`, which goes on with each call. */
const repeatedRandom = () => {
  const random = {
    count: 0,
    bytes(length: number): Uint8Array<ArrayBuffer> {
      const block = (index: number) =>
        new Bun.CryptoHasher('sha512').update(`recorded ${random.count} ${index}`).digest();
      const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) => block(index));
      random.count += 1;
      return new Uint8Array(Buffer.concat(blocks)).subarray(0, length);
    },
    fraction: () => 0.5,
  };
  return random satisfies Random;
};

interface ApiResponse {
  readonly status: number;
  readonly type: string;
  /** With the address of a server at the default port. */
  readonly text: string;
}

/** A sandbox in this process, whose clock stands still and whose random values are the same after each reset. */
export interface RecordedStudio {
  readonly rootUrl: string;
  readonly database: import('bun:sqlite').Database;
  /** Starts the sandbox again, unless nothing was written since it last did. Returns the token of its member. */
  reset(): Promise<string>;
  send(url: URL | string, init: RequestInit): Promise<ApiResponse>;
  stop(): Promise<void>;
}

/** Real times, which differ in each run. */
const REAL_TIMES = /"latencyMs":\d+/g;

/** Opens the studio of the recordings. */
export const openStudio = async (): Promise<RecordedStudio> => {
  // An issuer that does not answer, for the error of that.
  const flags = { port: '0', memberIssuer: 'http://127.0.0.1:9', memberAudience: 'studio' };
  const { config } = configure({ flags, environment: {} });
  const random = repeatedRandom();
  const data = openInMemory(release, random);
  const media = createMediaStore({ directory: temporaryMediaDirectory() });
  const log = createLog({ format: 'json', level: 'error', write: () => {} });
  const rootUrl = (): string => listening.rootUrl;
  const issuer = await createSandboxIssuer(rootUrl);
  const options = { config, data, media, startAt: Date.parse(RECORDED_AT), log, issuer, rootUrl, random };
  const server = new SandboxServer(options);
  await server.open();
  const listening = listen(config, () => server.app);
  await server.start();
  await server.addEndpoints();
  const changes = (): number => Number(data.db.query('select total_changes()').values()[0]?.[0]);
  /** What the last reset left. */
  let fresh = { memberToken: '', changes: -1, random: 0 };
  /** Whether nothing was written since, once the last uses of API keys are taken back. */
  const isFresh = (): boolean => {
    const since = changes() - fresh.changes;
    const uses = data.db.run('update "apiKeys" set "lastUsedAt" = null where "lastUsedAt" is not null').changes;
    fresh.changes += 2 * uses;
    return since === uses;
  };
  return {
    rootUrl: listening.rootUrl,
    database: data.db,
    async reset() {
      if (!isFresh()) {
        // Ends the messages about the last write, which take random values too.
        await server.stop();
        random.count = 0;
        const response = await fetch(`${listening.rootUrl}/sandbox/reset`, { method: 'POST' });
        const { memberToken } = (await response.json()) as { memberToken: string };
        fresh = { memberToken, changes: changes(), random: random.count };
      }
      random.count = fresh.random;
      return fresh.memberToken;
    },
    async send(url, init) {
      const headers = { ...init.headers, 'accept-encoding': 'identity', 'x-request-id': 'req_recorded' };
      const response = await fetch(url, { ...init, headers });
      const text = (await response.text()).replaceAll(listening.rootUrl, RECORDED_ROOT);
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      return { status: response.status, type, text: text.replace(REAL_TIMES, '"latencyMs":12') };
    },
    async stop() {
      await Promise.all([listening.close(), server.stop()]);
      await media.clear();
      data.close();
    },
  };
};
