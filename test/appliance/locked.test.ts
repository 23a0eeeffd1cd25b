import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { pause, stopwatch } from '../../src/kernel/clock.ts';
import { newFolder, removeFolder, type Server, startServer, until } from '../helpers/process.ts';

let cwd = '';
let server: Server;
let holder: Bun.Subprocess<'pipe', 'pipe', 'inherit'> | undefined;
beforeAll(async () => {
  cwd = newFolder();
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error');
});
afterAll(async () => {
  await server.stop();
  removeFolder(cwd);
});

afterEach(async () => {
  holder?.kill();
  await holder?.exited;
});

const HOLDER = `
  const { Database } = require('bun:sqlite');
  const db = new Database(process.argv.at(-1));
  db.run('PRAGMA busy_timeout = 10000');
  db.run('BEGIN IMMEDIATE');
  console.log('locked');
  for await (const _ of Bun.stdin.stream());
  db.run('ROLLBACK');
`;

/** Locks the database for writing in another process. Answers the function that releases it. */
const lock = async (): Promise<() => Promise<number>> => {
  const locking = Bun.spawn([process.execPath, '-e', HOLDER, join(cwd, 'box', 'studiod.db')], {
    stdin: 'pipe',
    stdout: 'pipe',
  });
  holder = locking;
  const { value } = await locking.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe('locked\n');
  return () => {
    locking.stdin.end();
    return locking.exited;
  };
};

const headers = () => ({ 'x-service-api-key': server.ready.apiKey, 'content-type': 'application/json' });
const create = (name: string) =>
  fetch(`${server.ready.baseUrl}/sites`, { method: 'POST', headers: headers(), body: JSON.stringify({ name }) });
const names = async (): Promise<string[]> => {
  const { data } = (await (await fetch(`${server.ready.baseUrl}/sites`, { headers: headers() })).json()) as {
    data: { name: string }[];
  };
  return data.map(({ name }) => name);
};

/** Asks for `/livez` and a list until `ended`; answers the slowest answer in milliseconds. */
const slowestUntil = async (ended: () => boolean): Promise<number> => {
  let slowest = 0;
  while (!ended()) {
    const start = stopwatch();
    expect((await fetch(`${server.ready.rootUrl}/livez`)).status).toBe(200);
    expect(await names()).not.toEqual([]);
    slowest = Math.max(slowest, stopwatch() - start);
    await pause(5);
  }
  return slowest;
};

test('201 after another process released its lock; reads and probes do not wait', async () => {
  const release = await lock();
  const started = stopwatch();
  let isAnswered = false;
  const created = create('Patient').finally(() => {
    isAnswered = true;
  });
  const slowest = await slowestUntil(() => stopwatch() - started > 3_000);
  expect(isAnswered).toBe(false);
  expect(slowest).toBeLessThan(1_000);
  expect(await names()).not.toContain('Patient');
  await release();
  expect((await created).status).toBe(201);
  expect(await names()).toContain('Patient');
});

test('503 database_busy when the lock is held for too long, and nothing is written', async () => {
  const release = await lock();
  let isAnswered = false;
  const created = create('Refused').finally(() => {
    isAnswered = true;
  });
  expect(await slowestUntil(() => isAnswered)).toBeLessThan(1_000);
  const response = await created;
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, null]);
  expect(await response.json()).toMatchObject({ error: { code: 'database_busy', retryAfter: 1 } });
  await release();
  expect((await create('Next')).status).toBe(201);
  expect(await names()).not.toContain('Refused');
});

test('an import waits for the lock in the same way', async () => {
  const release = await lock();
  let isAnswered = false;
  const body = JSON.stringify([{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' }]);
  const url = `${server.ready.rootUrl}/manage/imports?family=clients`;
  const imported = fetch(url, { method: 'POST', headers: headers(), body }).finally(() => {
    isAnswered = true;
  });
  const started = stopwatch();
  expect(await slowestUntil(() => stopwatch() - started > 2_000)).toBeLessThan(1_000);
  expect(isAnswered).toBe(false);
  await release();
  expect((await imported).status).toBe(200);
});

test('TERM while the database is locked ends in time', async () => {
  const release = await lock();
  const created = create('Last').catch(() => undefined);
  await until(async () => (await fetch(`${server.ready.rootUrl}/livez`)).ok);
  const ended = server.stop();
  await release();
  expect(await ended).toBe(0);
  expect((await created)?.status).toBe(201);
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error');
  expect(await names()).toContain('Last');
});
