import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isoInstant } from '../../src/kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { fakeClock, whyNoFakeClock } from '../helpers/fake-clock.ts';
import { type Server, startServer, studiod, testFolder, until } from '../helpers/process.ts';

const WITHIN = 120_000;
const fixture = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);

const clock = fakeClock();
const cwd = testFolder();
let server: Server;
let key = '';
let sent = 0;
/** What the receiver has acknowledged, and the events whose first attempt it refused. */
const received: string[] = [];
const refused = new Set<string>();

const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  tls: { cert: readFileSync(fixture('loopback.pem'), 'utf8'), key: readFileSync(fixture('loopback.key'), 'utf8') },
  async fetch(request) {
    const { id } = Object(await request.json());
    if (!refused.has(id)) {
      refused.add(id);
      return new Response(null, { status: 500 });
    }
    received.push(id);
    return new Response();
  },
});

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  server.call(method, path, body, { 'x-service-api-key': key, ...headers });
/** Every record of a list, page by page. */
const listed = async (path: string): Promise<{ id: string; type: string; data: Record<string, unknown> }[]> => {
  const first = (await send('GET', `${path}limit=3`)).body;
  const all = [...first.data];
  for (let page = first; page.hasMore; ) {
    page = (await send('GET', `${path}limit=3&starting_after=${page.nextCursor}`)).body;
    all.push(...page.data);
  }
  return all;
};
const created = async (path: string, body: object, headers?: Record<string, string>): Promise<string> => {
  const reply = await send('POST', path, body, headers);
  expect([reply.status, reply.body.error]).toEqual([201, undefined]);
  return reply.body.id;
};
const addClient = (headers?: Record<string, string>): Promise<string> => {
  sent += 1;
  return created('/v2/clients', { firstName: 'A', lastName: 'B', email: `c${sent}@example.com` }, headers);
};

beforeAll(async () => {
  if (whyNoFakeClock !== '') return;
  const env = { ...clock.env(cwd), STUDIOD_BACKUP_SCHEDULE: 'off' };
  const webhooks = ['--webhook-allowed-networks', '127.0.0.0/8', '--webhook-ca-file', fixture('loopback.pem')];
  server = await startServer({ cwd, env }, 'serve', '--log-level', 'error', '--timezone', 'UTC', ...webhooks);
  key = (await studiod({ cwd, env }, 'key', 'create', '--name', 'test', '--scopes', '*', '--tier', 'basic')).out.trim();
}, WITHIN);
afterAll(async () => {
  await server?.stop();
  void receiver.stop(true);
});

test.skipIf(whyNoFakeClock !== '')(
  `steps of the clock by an hour either way lose, repeat and reorder nothing${whyNoFakeClock}`,
  async () => {
    const url = `https://localhost:${receiver.port}/`;
    await created('/v2/webhooks', { name: 'Receiver', url, eventTypes: ['*'] });
    const siteId = (await send('GET', '/v2/sites')).body.data[0].id;
    const addSession = (startsIn: number, durationMinutes: number) =>
      created('/manage/sessions', {
        name: 'Flow',
        siteId,
        durationMinutes,
        capacity: 20,
        startTime: isoInstant(clock.now() + startsIn),
      });
    const [soon, later] = [await addSession(20 * MINUTE_MS, 20), await addSession(26 * HOUR_MS, 60)];
    const clients: string[] = [];
    const bookings: string[] = [];
    const book = async (sessionId: string): Promise<number> =>
      (await send('POST', '/v2/bookings', { clientId: clients.at(-1), sessionId })).status;

    /** What is done between two steps. The second request with the same key is made after the next step. */
    const work = async (round: number): Promise<void> => {
      const again = { 'idempotency-key': `round-${round}` };
      const clientId = await addClient(again);
      clients.push(clientId);
      bookings.push(await created('/v2/bookings', { clientId, sessionId: later }));
      const { status, headers } = await send('GET', '/v2/clients');
      expect(status).toBe(200);
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    };
    const stepBy = async (milliseconds: number): Promise<void> => {
      clock.step(milliseconds);
      await until(() => clock.isFollowed(server.ready.rootUrl), WITHIN);
    };
    /** Every event so far is acknowledged. Retries are a minute later, so the clock goes on by minutes. */
    const delivered = async (): Promise<void> => {
      const ids = (await listed('/manage/events?')).map(({ id }) => id);
      await until(async () => {
        if (ids.every((id) => received.includes(id))) return true;
        await stepBy(MINUTE_MS);
        return false;
      }, WITHIN);
    };

    await work(0);
    expect(await book(soon)).toBe(201);
    for (const [round, step] of [HOUR_MS, -HOUR_MS, -HOUR_MS, HOUR_MS].entries()) {
      await stepBy(step);
      // The same request as before the step, and the same response.
      sent -= 1;
      expect(await addClient({ 'idempotency-key': `round-${round}` })).toBe(clients.at(-1) ?? '');
      await work(round + 1);
      // The class of the first hour has begun by this clock.
      if (round === 0) expect(await book(soon)).toBe(409);
      // Retries of the events of two rounds wait at the same time.
      if (round % 2 === 1) await delivered();
    }
    await delivered();

    const inOrder = (ids: readonly string[]) => expect(ids).toEqual(ids.toSorted());
    for (const ids of [clients, bookings]) inOrder(ids);
    expect((await listed('/v2/clients?')).map(({ id }) => id)).toEqual(clients.toReversed());
    const events = (await listed('/manage/events?')).toReversed();
    inOrder(events.map(({ id }) => id));
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect([count('client.created'), count('booking.created'), count('session.completed')]).toEqual([5, 6, 1]);
    // Each event was acknowledged once.
    expect(received.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect(await server.stop()).toBe(0);
    expect(await server.err).toBe('');
  },
  10 * WITHIN,
);
