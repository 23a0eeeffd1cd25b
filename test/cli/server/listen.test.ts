import { expect, test } from 'bun:test';
import { request } from 'node:http';
import { join } from 'node:path';
import { listenForChallenges } from '../../../src/cli/server/acme/http-listener.ts';
import { listen } from '../../../src/cli/server/listen.ts';
import { configure } from '../../../src/config/settings.ts';
import { createClientAddressReader } from '../../../src/rate-limits/client-address.ts';

const SOURCE = join(import.meta.dir, '../../../src');

/** Runs a script in a process of its own, since `bun test` fails for an error that a server meets. */
const printed = async (script: string): Promise<string> => {
  const environment = { ...process.env, NODE_ENV: undefined };
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: SOURCE, env: environment, stderr: 'ignore' });
  return child.stdout.text();
};

const fetchFrom = (url: string) => `
  const response = await fetch(${url}, { redirect: 'manual' });
  console.log(response.status, await response.text());
  process.exit();`;

test('500 without the error, when the handler of requests throws', async () => {
  const script = `
    import { listen } from './cli/server/listen.ts';
    import { configure } from './config/settings.ts';
    const { config } = configure({ flags: { port: '0' }, environment: {} });
    const server = listen(config, () => ({ fetch: () => { throw new Error('a secret'); } }));
    ${fetchFrom('server.rootUrl')}`;
  expect(await printed(script)).toBe('500 Something went wrong!\n');
});

test('500 without the error, when the listener for the proofs of a certificate throws', async () => {
  const script = `
    import { listenForChallenges } from './cli/server/acme/http-listener.ts';
    const root = () => { throw new Error('a secret'); };
    const listener = listenForChallenges({ host: '127.0.0.1', port: 0, names: [], root, challenges: new Map() });
    ${fetchFrom(`\`http://127.0.0.1:\${listener.port}/\``)}`;
  expect(await printed(script)).toBe('500 Something went wrong!\n');
});

test('refuses a port that another server uses', async () => {
  const settings = (port: number) => configure({ flags: { port: String(port) }, environment: {} }).config;
  const app = () => ({ fetch: () => new Response() });
  const first = listen(settings(0), app);
  const challenges = { host: '127.0.0.1', names: [], root: () => first.rootUrl, challenges: new Map() };
  const proofs = listenForChallenges({ ...challenges, port: 0 });
  try {
    const port = Number(new URL(first.rootUrl).port);
    expect(() => listen(settings(port), app)).toThrow(`Port ${port} of 127.0.0.1 is not available`);
    expect(() => listenForChallenges({ ...challenges, port: proofs.port })).toThrow(
      `Port ${proofs.port} of 127.0.0.1 is not available`,
    );
  } finally {
    await Promise.all([first.close(), proofs.close()]);
  }
});

/** The body of the response to a request from a loopback address. */
const sentFrom = (localAddress: string, url: string, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { localAddress, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (bytes) => {
        body += bytes;
      });
      response.on('end', () => resolve(body));
    });
    sent.on('error', reject).end();
  });

test('each loopback address is an address of its own, and may be a proxy', async () => {
  const readAddress = createClientAddressReader({ trustedProxies: ['127.0.2.9'], exemptLoopback: false });
  const { config } = configure({ flags: { port: '0' }, environment: {} });
  const server = listen(config, () => ({
    fetch: (sent, peer) =>
      Response.json(readAddress(peer?.requestIP(sent)?.address, sent.headers.get('x-forwarded-for'))),
  }));
  try {
    const origin = async (address: string, headers?: Record<string, string>) =>
      JSON.parse(await sentFrom(address, server.rootUrl, headers));
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.2.1', '127.0.2.9']) {
      expect(await origin(address)).toEqual({ address, key: address, forwardedIgnored: false });
    }
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect(await origin('127.0.2.9', forwarded)).toMatchObject({ address: '203.0.113.9', key: '203.0.113.9' });
    expect(await origin('127.0.2.8', forwarded)).toMatchObject({ address: '127.0.2.8', forwardedIgnored: true });
  } finally {
    await server.close();
  }
});
