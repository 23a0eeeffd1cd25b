import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { fakeClock, whyNoFakeClock } from '../helpers/fake-clock.ts';
import { hasPebble, type Pebble, startPebble } from '../helpers/pebble.ts';
import { type Server, startServer, studiod, testFolder, until as untilSoon } from '../helpers/process.ts';

const TOKEN = 'a-token-for-the-metrics';
const whySkipped = hasPebble ? whyNoFakeClock : ' (skipped: pebble is not installed)';

/** The machine may be busy, and each attempt takes several requests. */
const WITHIN = 120_000;
const until = (condition: () => boolean | Promise<boolean>) => untilSoon(condition, WITHIN);

const cwd = testFolder();
let pebble: Pebble;
let root = '';
let server: Server | undefined;
const clock = fakeClock();

const acme = (...names: string[]): string[] => [
  '--acme-domain',
  names.join(),
  '--acme-directory',
  pebble.directory,
  '--acme-ca-file',
  pebble.caFile,
  '--acme-http-port',
  String(pebble.httpPort),
  '--acme-agree-terms',
  '--acme-email',
  'owner@studio.example',
];
const start = async (...names: string[]): Promise<Server> => {
  const env = { ...clock.env(cwd), STUDIOD_METRICS_TOKEN: TOKEN, STUDIOD_BACKUP_SCHEDULE: 'off' };
  server = await startServer({ cwd, env }, 'serve', '--log-level', 'warn', ...acme(...names));
  return server;
};

interface Shown {
  readonly certificate: PeerCertificate;
  /** Whether the chain leads to the root of the authority, and the certificate is for `name`. */
  readonly isTrusted: boolean;
}

/** The certificate that clients of `name` get. */
const shown = (name: string): Promise<Shown> =>
  new Promise((done, fail) => {
    const port = Number(new URL(server?.ready.rootUrl).port);
    const socket = connect({ host: '127.0.0.1', port, servername: name, ca: root, rejectUnauthorized: false }, () => {
      done({ certificate: socket.getPeerCertificate(), isTrusted: socket.authorized });
      socket.destroy();
    });
    socket.on('error', fail);
  });
const isTrusted = async (name: string): Promise<boolean> => (await shown(name)).isTrusted;
const serial = async (): Promise<string> => (await shown('studio.example')).certificate.serialNumber;

const stateOf = () => JSON.parse(readFileSync(join(cwd, 'studiod-data/acme/state.json'), 'utf8'));
const failures = (): number => (existsSync(join(cwd, 'studiod-data/acme/state.json')) ? stateOf().failures : 0);
const doctor = async (...names: string[]) => {
  const { out } = await studiod({ cwd, env: clock.env(cwd) }, 'doctor', '--json', ...acme(...names));
  return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'tls');
};
const metrics = async (): Promise<string> => {
  const init = { headers: { authorization: `Bearer ${TOKEN}` }, tls: { rejectUnauthorized: false } };
  return (await fetch(`${server?.ready.rootUrl}/metrics`, init)).text();
};
const isFollowed = (): Promise<boolean> => clock.isFollowed(server?.ready.rootUrl);
const orders = (): number => pebble.created.filter((path) => path === '/order-plz').length;
const problem = (status: number, type: string, headers: Record<string, string> = {}): Response =>
  Response.json({ type: `urn:ietf:params:acme:error:${type}`, detail: 'Come back later' }, { status, headers });

describe.skipIf(!hasPebble || whyNoFakeClock !== '')(`a certificate by ACME${whySkipped}`, () => {
  beforeAll(async () => {
    pebble = await startPebble(cwd, ['blocked.example']);
    root = await pebble.root();
  });
  afterAll(async () => {
    await server?.stop();
    pebble.stop();
  }, 2 * WITHIN);

  test(
    'starts with a temporary certificate while the authority fails, and says so',
    async () => {
      pebble.fault = () => problem(500, 'serverInternal');
      await start('studio.example', 'www.studio.example');
      await until(() => failures() === 1);
      expect(await isTrusted('studio.example')).toBe(false);
      expect((await shown('studio.example')).certificate.subject.CN).toBe('studiod temporary certificate');
      expect(stateOf().lastError).toBe('Come back later (serverInternal)');
      const found = await doctor('studio.example', 'www.studio.example');
      expect(found.status).toBe('warning');
      expect(found.message).toContain('Come back later (serverInternal)');
      expect(found.message).toContain('temporary');
      expect(await metrics()).toContain('studiod_acme_failures{error="serverInternal"} 1');
    },
    2 * WITHIN,
  );

  test(
    'waits as long as a rate limit says',
    async () => {
      pebble.fault = (path) =>
        path === '/order-plz' ? problem(429, 'rateLimited', { 'retry-after': '86400' }) : undefined;
      server?.child.kill('SIGHUP');
      await until(() => failures() === 2);
      const { retryAt, failedAt, errorType } = stateOf();
      expect(errorType).toBe('rateLimited');
      expect(Date.parse(retryAt) - Date.parse(failedAt)).toBe(DAY_MS);
      // Not after half a day.
      const asked = pebble.paths.length;
      const before = await serial();
      clock.step(DAY_MS / 2);
      await until(isFollowed);
      expect(pebble.paths.length).toBe(asked);
      expect(await serial()).toBe(before);
    },
    2 * WITHIN,
  );

  test(
    'goes on with the same order after it was killed in between',
    async () => {
      // The authority makes the certificate, and the server never hears of it.
      pebble.fault = (path) => (path.startsWith('/finalize-order/') ? new Response(null, { status: 204 }) : undefined);
      const before = orders();
      clock.step(DAY_MS / 2);
      await until(() => pebble.paths.some((path) => path.startsWith('/finalize-order/')));
      server?.child.kill('SIGKILL');
      await server?.child.exited;
      pebble.fault = () => undefined;
      await start('studio.example', 'www.studio.example');
      await until(() => isTrusted('studio.example'));
      expect(await isTrusted('www.studio.example')).toBe(true);
      expect(await isTrusted('other.example')).toBe(false);
      expect(orders()).toBe(before + 1);
      expect(stateOf()).toMatchObject({ failures: 0, lastError: null });
    },
    2 * WITHIN,
  );

  test(
    'keeps its files from other users, and doctor and metrics tell the end',
    async () => {
      const folder = join(cwd, 'studiod-data/acme');
      const modes = ['', 'account.json', 'certificate.pem', 'state.json'].map(
        (name) => statSync(join(folder, name)).mode & 0o777,
      );
      expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
      expect(existsSync(join(folder, 'order.json'))).toBe(false);
      const ends = Date.parse((await shown('studio.example')).certificate.valid_to);
      expect(await doctor('studio.example', 'www.studio.example')).toMatchObject({ status: 'ok' });
      const text = await metrics();
      expect(text).toContain(`studiod_tls_certificate_expires_timestamp_seconds ${ends / 1_000}`);
      expect(text).toContain('studiod_acme_failures 0');
    },
    2 * WITHIN,
  );

  test(
    'leads plain HTTP to HTTPS, to its own names only',
    async () => {
      const port = new URL(server?.ready.rootUrl).port;
      const locations = ['www.studio.example', 'evil.example'].map(async (host) => {
        const address = `http://127.0.0.1:${pebble.httpPort}/v2/health?a=1`;
        const { status, headers } = await fetch(address, { headers: { host }, redirect: 'manual' });
        return [status, headers.get('location')];
      });
      expect(await Promise.all(locations)).toEqual([
        [308, `https://www.studio.example:${port}/v2/health?a=1`],
        [308, `https://127.0.0.1:${port}/v2/health?a=1`],
      ]);
      const unknown = await fetch(`http://127.0.0.1:${pebble.httpPort}/.well-known/acme-challenge/none`, {
        redirect: 'manual',
      });
      expect(unknown.status).toBe(308);
    },
    2 * WITHIN,
  );

  test(
    'renews after two thirds of its life, without a failed request',
    async () => {
      const { certificate } = await shown('studio.example');
      const [from, to] = [certificate.valid_from, certificate.valid_to].map((text) => Date.parse(text)) as [
        number,
        number,
      ];
      const answers = { ok: 0, failed: 0 };
      let isDone = false;
      const asking = (async () => {
        while (!isDone) {
          const response = await fetch(`${server?.ready.rootUrl}/livez`, { tls: { rejectUnauthorized: false } }).catch(
            () => undefined,
          );
          answers[response?.ok ? 'ok' : 'failed'] += 1;
        }
      })();
      clock.stepTo(from + (to - from) * 0.65);
      await until(isFollowed);
      expect(await serial()).toBe(certificate.serialNumber);
      clock.stepTo(from + (to - from) * 0.67);
      await until(async () => (await serial()) !== certificate.serialNumber);
      isDone = true;
      await asking;
      expect(await isTrusted('studio.example')).toBe(true);
      expect(answers.failed).toBe(0);
      expect(answers.ok).toBeGreaterThan(0);
    },
    2 * WITHIN,
  );

  test(
    'keeps the certificate when the authority refuses another name',
    async () => {
      const before = await serial();
      await server?.stop();
      await start('blocked.example');
      await until(() => failures() === 1);
      expect(stateOf().errorType).toBe('rejectedIdentifier');
      expect(await serial()).toBe(before);
      expect(existsSync(join(cwd, 'studiod-data/acme/order.json'))).toBe(false);
    },
    2 * WITHIN,
  );
});
