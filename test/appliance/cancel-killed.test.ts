import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { copyBookings } from '../helpers/copy-bookings.ts';
import { newFolder, removeFolder, type Server, startServer, studiod, until } from '../helpers/process.ts';

const BOOKINGS = 5_000;

let cwd = '';
let server: Server | undefined;
beforeEach(() => {
  cwd = newFolder();
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.child.exited;
  removeFolder(cwd);
});

/** Runs `work` on the database file, beside the server or without it. */
const inFile = <T>(work: (db: Database) => T): T => {
  const db = new Database(join(cwd, 'studiod-data/studiod.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
};
const count = (from: string): number =>
  inFile((db) => (db.query(`select count(*) as n from ${from}`).get() as { n: number }).n);
const left = () => count("bookings where status <> 'cancelled'");

test('killed with -9 while the bookings of a session are cancelled, a restart cancels the rest, each once', async () => {
  server = await startServer({ cwd }, 'serve');
  const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--tier', 'unlimited', '--json')).out);
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server?.ready.rootUrl}${path}`, {
      method,
      headers: { 'x-service-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it is about
    return { status: response.status, body: (await response.json()) as any };
  };
  const siteId = (await call('GET', '/v2/sites')).body.data[0].id;
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const session = { name: 'Flow', siteId, startTime, durationMinutes: 60, capacity: null };
  const sessionId = (await call('POST', '/manage/sessions', session)).body.id;
  const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
  const clientId = (await call('POST', '/v2/clients', ann)).body.id;
  const bookingId = (await call('POST', '/v2/bookings', { clientId, sessionId })).body.id;
  await server.stop();
  inFile((db) => {
    copyBookings(db, bookingId, BOOKINGS - 1);
    // The last one cannot be cancelled before the kill, also where the machine stalls before it.
    const [last] = db.query('select max(id) from bookings').values().flat();
    db.run(`create trigger held before update on bookings when old.id = '${last}'
            begin select raise(abort, 'held until the kill'); end`);
  });

  server = await startServer({ cwd }, 'serve');
  const cancelled = await call('POST', `/manage/sessions/${sessionId}/cancel`);
  server.child.kill('SIGKILL');
  await server.child.exited;
  expect([cancelled.status, cancelled.body.bookedCount]).toEqual([200, 0]);
  expect(left()).toBeGreaterThan(0);
  inFile((db) => db.run('drop trigger held'));

  server = await startServer({ cwd }, 'serve');
  await until(() => left() === 0);
  expect((await call('GET', `/v2/sessions/${sessionId}`)).body).toMatchObject({ status: 'cancelled', bookedCount: 0 });
  expect(count("events where type = 'session.cancelled'")).toBe(1);
  expect(count("events where type = 'booking.cancelled'")).toBe(BOOKINGS);
  expect(count("(select distinct body ->> '$.data.bookingId' from events where type = 'booking.cancelled')")).toBe(
    BOOKINGS,
  );
  await until(() => count('unfinishedChanges') === 0);
}, 120_000);
