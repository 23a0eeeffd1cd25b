import { afterEach, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { pause } from '../../src/kernel/clock.ts';
import { type Server, startServer, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
let server: Server;
let holder: Bun.Subprocess<'pipe', 'pipe', 'inherit'> | undefined;
beforeAll(async () => {
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error');
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

const create = (name: string) => server.call('POST', '/v2/sites', { name });
const names = async (): Promise<string[]> =>
  (await server.call('GET', '/v2/sites')).body.data.map(({ name }: { name: string }) => name);

/** The rounds of requests that are answered while a write waits. The lock is held for 5 s at most, a round takes a few ms. */
const MANY = 20;

/** Asks for `/livez` and a list until `ended`; returns how often both were answered. */
const answeredUntil = async (ended: (answered: number) => boolean): Promise<number> => {
  let answered = 0;
  for (; !ended(answered); answered += 1) {
    expect((await fetch(`${server.ready.rootUrl}/livez`)).status).toBe(200);
    expect(await names()).not.toEqual([]);
    await pause(5);
  }
  return answered;
};

test('201 after another process released its lock; reads and probes do not wait', async () => {
  const release = await lock();
  let isAnswered = false;
  const created = create('Patient').finally(() => {
    isAnswered = true;
  });
  await answeredUntil((answered) => answered === MANY);
  expect(isAnswered).toBe(false);
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
  expect(await answeredUntil(() => isAnswered)).toBeGreaterThan(MANY);
  const response = await created;
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, null]);
  expect(response.body).toMatchObject({ error: { code: 'database_busy', retryAfter: 1 } });
  await release();
  expect((await create('Next')).status).toBe(201);
  expect(await names()).not.toContain('Refused');
});

test('an import waits for the lock in the same way', async () => {
  const release = await lock();
  let isAnswered = false;
  const body = [{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' }];
  const imported = server.call('POST', '/manage/imports?family=clients', body).finally(() => {
    isAnswered = true;
  });
  await answeredUntil((answered) => answered === MANY);
  expect(isAnswered).toBe(false);
  await release();
  expect((await imported).status).toBe(200);
});

test('TERM while the database is locked ends in time', async () => {
  const release = await lock();
  const created = create('Last').catch(() => undefined);
  // So many answers later it has arrived.
  await answeredUntil((answered) => answered === MANY);
  const ended = server.stop();
  await release();
  expect(await ended).toBe(0);
  expect((await created)?.status).toBe(201);
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error');
  expect(await names()).toContain('Last');
});
