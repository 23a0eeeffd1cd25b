import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { folderForEachTest, startServer, studiod, until } from '../helpers/process.ts';

const fixture = (name: string) => resolve(import.meta.dir, '../fixtures/tls', name);
const CLIENTS = 40;
const LIVES = 3;

const cwd = folderForEachTest();

/** A receiver over TLS that stores the bookings of the events. */
const openReceiver = () => {
  const received = new Map<string, number>();
  const receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: Bun.file(fixture('loopback.pem')), key: Bun.file(fixture('loopback.key')) },
    async fetch(request) {
      const { data } = (await request.json()) as { data: { bookingId: string } };
      received.set(data.bookingId, (received.get(data.bookingId) ?? 0) + 1);
      return new Response('ok');
    },
  });
  return { received, url: `https://localhost:${receiver.port}/hook`, stop: () => receiver.stop(true) };
};

test('killed with -9 under load: every acknowledged booking is stored, and its event is delivered', async () => {
  const receiver = openReceiver();
  const env = {
    STUDIOD_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    STUDIOD_WEBHOOK_CA_FILE: fixture('loopback.pem'),
  };
  let server = await startServer({ cwd, env }, 'serve');
  const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--tier', 'unlimited', '--json')).out);
  const call = (method: string, path: string, body?: object) =>
    server.call(method, `/v2${path}`, body, { 'x-service-api-key': key });
  const site = (await call('GET', '/sites')).body.data[0].id;
  await call('POST', '/webhooks', { name: 'Watcher', url: receiver.url, eventTypes: ['booking.created'] });
  const soon = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await call('POST', '/schedules', {
    name: 'Flow',
    siteId: site,
    startDate: soon,
    startTime: '12:00',
    durationMinutes: 60,
    capacity: null,
    recurrenceRule: { frequency: 'daily' },
  });
  const sessions = (await call('GET', '/sessions?limit=100')).body.data.map(({ id }: { id: string }) => id);
  expect(sessions.length).toBeGreaterThan(50);
  const clients: string[] = [];
  for (let index = 0; index < CLIENTS; index += 1) {
    const made = await call('POST', '/clients', { firstName: 'A', lastName: 'B', email: `c${index}@example.com` });
    clients.push(made.body.id);
  }

  const acknowledged: string[] = [];
  let turn = 0;
  /** Books until the process is gone; what was answered with 201 counts as acknowledged. */
  const bookOn = async (): Promise<void> => {
    for (;;) {
      const index = turn++;
      const pair = {
        clientId: clients[index % CLIENTS],
        sessionId: sessions[Math.floor(index / CLIENTS) % sessions.length],
      };
      const reply = await call('POST', '/bookings', pair).catch(() => undefined);
      if (reply === undefined) return;
      if (reply.status === 201) acknowledged.push(reply.body.id);
    }
  };

  for (let life = 0; life < LIVES; life += 1) {
    const target = acknowledged.length + 100 + life * 37;
    const traffic = Promise.all(Array.from({ length: 8 }, bookOn));
    await until(() => acknowledged.length >= target);
    server.child.kill('SIGKILL');
    await Promise.all([server.child.exited, traffic]);
    server = await startServer({ cwd, env }, 'serve');
  }

  await until(() => acknowledged.every((id) => receiver.received.has(id)), 60_000);
  expect(await server.stop()).toBe(0);
  const db = new Database(join(cwd, 'studiod-data', 'studiod.db'));
  expect(db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const kept = new Set((db.query('select id from bookings').all() as { id: string }[]).map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect([...receiver.received.values()].filter((times) => times > 3)).toEqual([]);
  db.close();
  await receiver.stop();
}, 120_000);
