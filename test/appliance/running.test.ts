import { describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { folderForEachTest, startServer, studiod, until } from '../helpers/process.ts';

const cwd = folderForEachTest();
const DATA = ['--data', 'box'];

/** A business and an API key: it starts in half the time of a sandbox. */
const startBusiness = async () => {
  const { code, out } = await studiod({ cwd }, 'key', 'create', '--new-data', '--json', '--tier', 'unlimited', ...DATA);
  expect(code).toBe(0);
  const { key } = JSON.parse(out);
  return { key, headers: { 'x-service-api-key': key }, server: await startServer({ cwd }, 'serve', ...DATA) };
};

/** Sends a request without the last byte of its body. Returns the function that sends it. */
const openRequest = async (root: string, key: string) => {
  const { hostname, port } = new URL(root);
  const socket = connect(Number(port), hostname);
  const body = '{"name":"Late"}';
  const headers = [`x-service-api-key: ${key}`, 'host: studio', `content-length: ${body.length}`];
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  socket.on('error', () => {});
  const request = `POST /v2/sites HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`;
  await new Promise<void>((resolve) => socket.write(request, () => resolve()));
  return { finish: () => socket.write('}'), response: () => response, end: () => socket.destroy() };
};

describe('TERM', () => {
  test('requests in flight are answered and stored, and new ones are not accepted', async () => {
    const { server, key, headers } = await startBusiness();
    const { rootUrl, baseUrl } = server.ready;
    const late = await openRequest(rootUrl, key);
    await until(async () => (await fetch(`${baseUrl}/health`)).ok);
    server.child.kill('SIGTERM');
    await until(() =>
      fetch(`${rootUrl}/livez`).then(
        () => false,
        () => true,
      ),
    );
    late.finish();
    expect(await server.child.exited).toBe(0);
    expect(late.response()).toStartWith('HTTP/1.1 201');
    expect(readdirSync(join(cwd, 'box')).filter((name) => name.startsWith('studiod.db'))).toEqual(['studiod.db']);
    const next = await startServer({ cwd }, 'serve', ...DATA);
    expect((await next.call('GET', '/v2/sites', undefined, headers)).body.data[0]).toMatchObject({ name: 'Late' });
  });

  test('a second one ends the process at once', async () => {
    const { server, key } = await startBusiness();
    const late = await openRequest(server.ready.rootUrl, key);
    await until(async () => (await fetch(`${server.ready.baseUrl}/health`)).ok);
    server.child.kill('SIGTERM');
    await until(() =>
      fetch(server.ready.rootUrl).then(
        () => false,
        () => true,
      ),
    );
    server.child.kill('SIGTERM');
    expect(await server.child.exited).toBe(1);
    late.end();
  });
});

test('under load the checkpoint thread moves the log into the file', async () => {
  const { server, headers } = await startBusiness();
  const file = join(cwd, 'box', 'studiod.db');
  const before = statSync(file).size;
  const body = { name: 'Big', description: 'x'.repeat(5_000) };
  const create = async () => expect((await server.call('POST', '/v2/sites', body, headers)).status).toBe(201);
  // SQLite's own checkpoints begin at 64 MB, far more than is written here.
  await until(async () => {
    await Promise.all(Array.from({ length: 8 }, create));
    return statSync(file).size > before;
  });
  expect(statSync(`${file}-wal`).size).toBeLessThan(64_000_000);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(join(cwd, 'box')).filter((name) => name.startsWith('studiod.db'))).toEqual(['studiod.db']);
});

test('health: 0 while the server works, also degraded; 1 when it is down or does not respond; its help says so', async () => {
  const codeFor = async (condition: string, status: number) => {
    const body = { object: 'health', status: condition, version: '1.0.0', checks: { database: condition } };
    const pretended = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(body, { status }) });
    const { code, out } = await studiod({ cwd }, 'health', '--url', pretended.url.origin);
    await pretended.stop(true);
    return [code, out, (await studiod({ cwd }, 'health', '--url', pretended.url.origin)).code];
  };
  expect(await codeFor('degraded', 200)).toEqual([0, 'degraded (studiod 1.0.0; database degraded)\n', 1]);
  expect(await codeFor('down', 503)).toEqual([1, 'down (studiod 1.0.0; database down)\n', 1]);
  const { out } = await studiod({ cwd }, 'health', '--help');
  expect(out).toContain('exit code 1 if it is down or does not respond');
});

test('health prints the health of a running server; the log on stderr has one JSON line for each request, and no key', async () => {
  const server = await startServer({ cwd }, 'sandbox');
  const { code, out } = await studiod({ cwd }, 'health', '--url', server.ready.rootUrl, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ object: 'health', status: 'ok' });
  const headers = { 'x-service-api-key': server.ready.apiKey, 'x-request-id': 'asked-here' };
  await server.call('GET', '/v2/sites/nothing?secret=1', undefined, headers);
  await server.stop();
  const err = await server.err;
  const lines = err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const line = lines.find(({ requestId }) => requestId === 'asked-here');
  expect(line).toMatchObject({ level: 'info', method: 'GET', route: '/v2/sites/:id', status: 400 });
  expect(line.credentialId).toBeString();
  expect(err).not.toContain(server.ready.apiKey);
  expect(err).not.toContain('secret');
});
