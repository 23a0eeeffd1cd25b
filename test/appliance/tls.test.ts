import { beforeEach, expect, test } from 'bun:test';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { folderForEachTest, type Server, startServer, studiod, until } from '../helpers/process.ts';

const fixture = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);

const cwd = folderForEachTest();
let server: Server;
beforeEach(async () => {
  copyFileSync(fixture('receiver.pem'), join(cwd, 'tls.pem'));
  copyFileSync(fixture('receiver.key'), join(cwd, 'tls.key'));
  server = await startServer({ cwd }, 'serve', '--tls-cert', 'tls.pem', '--tls-key', 'tls.key');
});

/** The serial number of the server's certificate. */
const shown = (): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(server.ready.rootUrl);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      done(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', fail);
  });

test('serves with its certificate files, and health finds it', async () => {
  expect(server.ready.rootUrl).toStartWith('https://127.0.0.1:');
  const { code, out } = await studiod({ cwd }, 'health', '--url', server.ready.rootUrl);
  expect(out).toStartWith('ok (studiod ');
  expect(code).toBe(0);
});

test('HUP loads a new certificate, and keeps the old one when the new file is invalid', async () => {
  const first = await shown();
  copyFileSync(fixture('self-signed.pem'), join(cwd, 'tls.pem'));
  expect(await shown()).toBe(first);
  server.child.kill('SIGHUP');
  await until(async () => (await shown().catch(() => first)) !== first);
  const second = await shown();
  writeFileSync(join(cwd, 'tls.pem'), 'no certificate');
  server.child.kill('SIGHUP');
  await until(() => server.errSoFar().includes('"level":"error"'));
  expect(await shown()).toBe(second);
  copyFileSync(fixture('expired.pem'), join(cwd, 'tls.pem'));
  server.child.kill('SIGHUP');
  await until(async () => (await shown().catch(() => second)) !== second);
  expect(await server.stop()).toBe(0);
  // A certificate that is over is used, as at a start, and the log says so.
  expect(await server.err).toMatch(/"level":"warn","message":"Certificate tls.pem expired on /);
  expect((await server.err).split('\n').filter((line) => line.includes('"level":"error"'))).toHaveLength(1);
});

test('2: a certificate without its key', async () => {
  const { code, err } = await studiod({ cwd }, 'serve', '--port', '0', '--tls-cert', 'tls.pem');
  expect(code).toBe(2);
  expect(err).toContain('must be set together');
});

test('2: a certificate by ACME without consent, behind a proxy, or beside files', async () => {
  const acme = ['--port', '0', '--data', 'other', '--acme-domain', 'studio.example'];
  const refused = async (...words: string[]) => {
    const { code, err } = await studiod({ cwd }, 'serve', ...acme, ...words);
    return [code, err];
  };
  const files = ['--tls-cert', 'tls.pem', '--tls-key', 'tls.key'];
  expect(await Promise.all([refused(), refused('--acme-agree-terms', '--behind-proxy'), refused(...files)])).toEqual([
    [2, expect.stringContaining('Then set --acme-agree-terms.')],
    [2, expect.stringContaining('You cannot use --acme-domain with --behind-proxy')],
    [2, expect.stringContaining('You cannot use --acme-domain with --tls-cert')],
  ]);
  expect(existsSync(join(cwd, 'other'))).toBe(false);
});

test('a server with a certificate by ACME warns of no choice that nobody made', async () => {
  // A port on which nobody answers, and one that is free.
  const ports = [0, 0].map(() => Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } }));
  const [silent, free] = ports.map(({ port }) => port);
  for (const listener of ports) listener.stop(true);
  const acme = ['--acme-domain', 'studio.example', '--acme-agree-terms', '--acme-http-port', String(free)];
  const directory = ['--acme-directory', `http://127.0.0.1:${silent}/dir`];
  const started = await startServer({ cwd }, 'serve', '--data', 'by-acme', ...acme, ...directory);
  try {
    await until(() => started.errSoFar().includes('The certificate is temporary'));
    expect(started.errSoFar()).not.toContain('You cannot use');
  } finally {
    await started.stop();
  }
});

test('1: a missing file', async () => {
  const words = ['--port', '0', '--tls-cert', 'none.pem', '--tls-key', 'tls.key', '--data', 'other'];
  const { code, err } = await studiod({ cwd }, 'serve', ...words);
  expect(code).toBe(1);
  expect(err).toContain("--tls-cert: 'none.pem' cannot be read");
});
