import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from './process.ts';

/** A real certificate authority that speaks ACME: apt-get install pebble. */
export const hasPebble = Bun.which('pebble') !== null && Bun.which('pebble-challtestsrv') !== null;

const fixture = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);
const tls = { cert: readFileSync(fixture('loopback.pem'), 'utf8'), key: readFileSync(fixture('loopback.key'), 'utf8') };

/** What the authority answers instead of its own answer; undefined for its own one; 204: its own one gets lost. */
type Fault = (path: string) => Response | Promise<Response> | undefined;

/** Pebble, its name server, and a proxy in front that counts requests and can answer something else. */
export interface Pebble {
  readonly directory: string;
  /** The authorities of its own TLS. */
  readonly caFile: string;
  /** Where it asks the hosts of certificates. */
  readonly httpPort: number;
  /** The paths of the requests so far. */
  readonly paths: string[];
  /** The paths where it created something so far. It refuses a twentieth of all nonces, after which requests are repeated. */
  readonly created: string[];
  fault: Fault;
  /** The root of the certificates that it issues, PEM. */
  root(): Promise<string>;
  stop(): void;
}

/** A port that nobody listens on. */
export const freePort = (): number => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = server;
  void server.stop(true);
  return port;
};

/** @param folder for its settings. It refuses the hosts in `blocked`. */
export const startPebble = async (folder: string, blocked: readonly string[] = []): Promise<Pebble> => {
  const [listen, management, httpPort, tlsPort, dns, control] = Array.from({ length: 6 }, freePort);
  const config = join(folder, 'pebble.json');
  const pebble = {
    listenAddress: `127.0.0.1:${listen}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: fixture('loopback.pem'),
    privateKey: fixture('loopback.key'),
    httpPort,
    tlsPort,
    domainBlocklist: blocked,
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1' };
  const quiet = { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const;
  const names = Bun.spawn(
    [
      'pebble-challtestsrv',
      '-defaultIPv6',
      '',
      '-dns01',
      `127.0.0.1:${dns}`,
      '-management',
      `127.0.0.1:${control}`,
      '-http01',
      '',
      '-https01',
      '',
      '-tlsalpn01',
      '',
    ],
    quiet,
  );
  const authority = Bun.spawn(['pebble', '-config', config, '-dnsserver', `127.0.0.1:${dns}`], quiet);
  const insecure = { tls: { rejectUnauthorized: false } };
  const [paths, created]: [string[], string[]] = [[], []];
  const made: Pebble = {
    directory: '',
    caFile: fixture('loopback.pem'),
    httpPort: Number(httpPort),
    paths,
    created,
    fault: () => undefined,
    root: async () => (await fetch(`https://127.0.0.1:${management}/roots/0`, insecure)).text(),
    stop: () => {
      authority.kill();
      names.kill();
      void proxy.stop(true);
    },
  };
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, host } = new URL(request.url);
      paths.push(pathname);
      const { method } = request;
      const headers = { host, 'content-type': request.headers.get('content-type') ?? '' };
      const body = method === 'POST' ? await request.text() : null;
      const forward = () => fetch(`https://127.0.0.1:${listen}${pathname}`, { method, headers, body, ...insecure });
      const response = await made.fault(pathname);
      if (response !== undefined && response.status !== 204) return response;
      const real = await forward();
      if (real.status === 201) created.push(pathname);
      // It did what it was asked, and nobody hears of it.
      if (response?.status === 204) await new Promise(() => {});
      const sent = new Headers();
      for (const name of ['content-type', 'location', 'replay-nonce', 'retry-after', 'link']) {
        const value = real.headers.get(name);
        if (value !== null) sent.set(name, value);
      }
      return new Response(await real.arrayBuffer(), { status: real.status, headers: sent });
    },
  });
  const isUp = async () =>
    (await fetch(`https://127.0.0.1:${listen}/dir`, insecure).catch(() => undefined))?.status === 200;
  await until(isUp);
  return Object.assign(made, { directory: `https://127.0.0.1:${proxy.port}/dir` });
};
