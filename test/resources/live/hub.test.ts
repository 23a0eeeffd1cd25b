import { expect, test } from 'bun:test';
import type { BusinessCaller } from '../../../src/kernel/caller.ts';
import { changesOf } from '../../../src/resources/live/change.ts';
import { LIMITS, LiveHub } from '../../../src/resources/live/hub.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { readerOf } from '../../helpers/event-stream.ts';

const studio = forEachTest(openStudio);

const caller = (credentialId: string): BusinessCaller => ({
  kind: 'business',
  credentialId,
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
});

const hubOf = (limits: Partial<Record<keyof typeof LIMITS, number>> = {}) => {
  const stopping = new AbortController();
  const hub = new LiveHub(studio.store, stopping.signal, changesOf, { ...LIMITS, ...limits });
  const open = (credentialId = 'one', address = '192.0.2.1') => {
    const own = caller(credentialId);
    return readerOf(
      hub.open({ caller: own, address, tell: ({ text }) => text, lastEventId: undefined, callerNow: () => own }),
    );
  };
  return { hub, stopping, open };
};

test('a comment comes from time to time', async () => {
  const { open } = hubOf({ heartbeatMs: 20 });
  const stream = open();
  expect((await stream.next())?.event).toBe('ready');
  for (let count = 0; count < 3; count += 1) expect(await stream.next()).toEqual({ comment: '' });
  await stream.close();
});

test('a stream stays open for longer than the server keeps idle connections', async () => {
  // Bun looks at its connections every four seconds.
  const server = Bun.serve({ port: 0, idleTimeout: 1, fetch: (request, self) => studio.app.fetch(request, self) });
  const { body, status } = await fetch(new URL('/manage/live', server.url), {
    headers: { 'x-service-api-key': studio.mainKey },
  });
  if (status !== 200 || body === null) throw new Error(`the stream is refused with ${status}`);
  const stream = readerOf(body);
  expect((await stream.next())?.event).toBe('ready');
  await Bun.sleep(6_000);
  const clientId = await addClient(studio);
  expect((await stream.next())?.data.clientId).toBe(clientId);
  await stream.close();
  // A stream whose reader has gone away does not count any more.
  for (let count = 0; count < 2 * LIMITS.perCredential; ) {
    const next = await fetch(new URL('/manage/live', server.url), { headers: { 'x-service-api-key': studio.mainKey } });
    if (next.status === 200) count += 1;
    await next.body?.cancel();
  }
  await server.stop(true);
}, 30_000);

test('one read fetches what is new for all streams, and none is made without streams', async () => {
  const { open } = hubOf();
  const read = async (work: () => Promise<unknown>): Promise<number> => {
    let reads = 0;
    const query = studio.db.query.bind(studio.db);
    const spied = studio.db as unknown as { query(sql: string): unknown };
    spied.query = (sql) => {
      const statement = query(sql);
      return /from "events" where \("events"."id" > \?/.test(sql)
        ? new Proxy(statement, {
            get: (target, name) => {
              if (name === 'all') reads += 1;
              const value: unknown = Reflect.get(target, name);
              return typeof value === 'function' ? value.bind(target) : value;
            },
          })
        : statement;
    };
    await work();
    spied.query = query;
    return reads;
  };
  expect(await read(() => addClient(studio))).toBe(0);
  const readers = Array.from({ length: 20 }, (_, index) => open(`reader ${index}`));
  for (const reader of readers) await reader.next();
  const reads = await read(async () => {
    await addClient(studio);
    for (const reader of readers) expect((await reader.next())?.data.type).toBe('client.created');
  });
  expect(reads).toBe(1);
  for (const reader of readers) await reader.close();
});

test('a reader is asked to connect anew after some time', async () => {
  const { hub, open } = hubOf({ heartbeatMs: 20, maxAgeMs: 50 });
  const stream = open();
  await stream.next();
  let message = await stream.next();
  while (message?.comment !== undefined) message = await stream.next();
  expect(message).toEqual({ event: 'end', data: { reason: 'renew' } });
  expect([await stream.next(), hub.size]).toEqual([undefined, 0]);
});

test('a reader who reads nothing is let go', async () => {
  const { hub } = hubOf({ heartbeatMs: 1 });
  const own = caller('one');
  hub.open({
    caller: own,
    address: '192.0.2.1',
    tell: ({ text }) => text,
    lastEventId: undefined,
    callerNow: () => own,
  });
  const deadline = Date.now() + 20_000;
  while (hub.size > 0 && Date.now() < deadline) await Bun.sleep(5);
  expect(hub.size).toBe(0);
}, 30_000);

test('all credentials together have a bound', () => {
  const { hub, open } = hubOf({ total: 2 });
  open('one');
  const last = open('two');
  expect(() => open('three')).toThrow('Too many streams are open.');
  void last.close();
  expect(hub.size).toBe(1);
  open('three');
});

test('one address has a bound: the accounts of one person leave room for others', () => {
  const { hub, open } = hubOf({ perAddress: 2, total: 4 });
  for (const account of ['one', 'two']) open(account, '198.51.100.1');
  expect(() => open('three', '198.51.100.1')).toThrow('Too many streams are open.');
  open('four', '198.51.100.2');
  expect(hub.size).toBe(3);
});
