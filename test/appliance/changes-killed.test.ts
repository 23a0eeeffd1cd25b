import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { copyBookings, copySessions, copyWaits, spreadBookings } from '../helpers/copy-bookings.ts';
import { changeIn, inDatabase, numberIn } from '../helpers/database-file.ts';
import { testsEverything } from '../helpers/everything.ts';
import { folderForEachTest, type Server, startServer, studiod, until } from '../helpers/process.ts';

const BOOKINGS = 5_000;
const inFull = test.skipIf(!testsEverything);

const cwd = folderForEachTest();
let server: Server;

const file = join(cwd, 'studiod-data/studiod.db');
const count = (from: string) => numberIn(file, `select count(*) from ${from}`);
const left = () => count("bookings where status <> 'cancelled'");

/** Starts the server. Returns functions that send requests with a new key. */
const start = async () => {
  server = await startServer({ cwd }, 'serve');
  const { id: keyId, key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--tier', 'unlimited', '--json')).out);
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, body, { 'x-service-api-key': key });
  const siteId: string = (await call('GET', '/v2/sites')).body.data[0].id;
  const book = async (sessionId: string): Promise<string> => {
    const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
    const clientId = (await call('POST', '/v2/clients', ann)).body.id;
    return (await call('POST', '/v2/bookings', { clientId, sessionId })).body.id;
  };
  return { call, siteId, book, keyId };
};

/** Prevents that the last row is changed before the kill, also where the machine stalls before it. */
const hold = (change: string, last: string): void =>
  inDatabase(file, (db) => {
    const [id] = db.query(last).values().flat();
    db.run(`create trigger held before ${change} when old.id = '${id}'
            begin select raise(abort, 'held until the kill'); end`);
  });
const release = (): void => changeIn(file, 'drop trigger held');

/** Ends the server as a power cut would. */
const kill = async (): Promise<void> => {
  server.child.kill('SIGKILL');
  await server.child.exited;
};

inFull(
  'killed with -9 while the bookings of a session are cancelled, a restart cancels the rest, each once',
  async () => {
    const { call, siteId, book } = await start();
    const startTime = new Date(Date.now() + DAY_MS).toISOString();
    const session = { name: 'Flow', siteId, startTime, durationMinutes: 60, capacity: null };
    const sessionId = (await call('POST', '/manage/sessions', session)).body.id;
    const bookingId = await book(sessionId);
    await server.stop();
    inDatabase(file, (db) => copyBookings(db, bookingId, BOOKINGS - 1));
    hold('update on bookings', 'select max(id) from bookings');

    server = await startServer({ cwd }, 'serve');
    const cancelled = await call('POST', `/manage/sessions/${sessionId}/cancel`);
    await kill();
    expect([cancelled.status, cancelled.body.bookedCount]).toEqual([200, 0]);
    expect(left()).toBeGreaterThan(0);
    release();

    server = await startServer({ cwd }, 'serve');
    await until(() => left() === 0);
    expect((await call('GET', `/v2/sessions/${sessionId}`)).body).toMatchObject({
      status: 'cancelled',
      bookedCount: 0,
    });
    expect(count("events where type = 'session.cancelled'")).toBe(1);
    expect(count("events where type = 'booking.cancelled'")).toBe(BOOKINGS);
    expect(count("(select distinct body ->> '$.data.bookingId' from events where type = 'booking.cancelled')")).toBe(
      BOOKINGS,
    );
    await until(() => count('unfinishedChanges') === 0);
  },
  120_000,
);

test('killed with -9 while a session is moved and its waitlist gets seats, a restart does the rest, each once', async () => {
  const { call, siteId, book } = await start();
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const session = { name: 'Flow', siteId, startTime: at(2), durationMinutes: 60, capacity: 1, waitlistCapacity: 9_000 };
  const sessionId = (await call('POST', '/manage/sessions', session)).body.id;
  await book(sessionId);
  const bob = { firstName: 'Bob', lastName: 'Lee', email: 'bob@example.com' };
  const clientId = (await call('POST', '/v2/clients', bob)).body.id;
  const waiting = (await call('POST', '/v2/bookings', { clientId, sessionId, joinWaitlist: true })).body;
  expect(waiting.status).toBe('waitlisted');
  await server.stop();
  inDatabase(file, (db) => copyWaits(db, waiting.id, BOOKINGS - 1));
  hold('update on bookings', 'select id from bookings order by joinedAt desc limit 1');

  server = await startServer({ cwd }, 'serve');
  const startTime = at(3);
  const moved = await call('PATCH', `/manage/sessions/${sessionId}`, { startTime, capacity: BOOKINGS + 2 });
  await kill();
  expect(moved.status).toBe(200);
  expect(count("unfinishedChanges where kind in ('move', 'waitlist')")).toBe(2);
  expect(count("bookings where status = 'waitlisted'")).toBeGreaterThan(0);
  release();

  server = await startServer({ cwd }, 'serve');
  await until(() => count('unfinishedChanges') === 0);
  expect([count("bookings where status = 'confirmed'"), count(`bookings where startTime = '${startTime}'`)]).toEqual([
    BOOKINGS + 1,
    BOOKINGS + 1,
  ]);
  expect(count("events where type = 'booking.waitlist_promoted'")).toBe(BOOKINGS);
  expect(
    count("(select distinct body ->> '$.data.bookingId' from events where type = 'booking.waitlist_promoted')"),
  ).toBe(BOOKINGS);
  expect(count("events where type = 'session.spot_available'")).toBe(1);
}, 120_000);

/**
 * A daily schedule with so many sessions, which have 5,000 bookings, in a server that was started again.
 * @param held what is not done to the last session before the kill.
 */
const startDaily = async (sessions: number, held: 'delete' | 'update') => {
  const { call, siteId, book, keyId } = await start();
  const startDate = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  const { body: schedule } = await call('POST', '/v2/schedules', {
    name: 'Flow',
    siteId,
    startDate,
    startTime: '10:00',
    durationMinutes: 60,
    capacity: null,
    timezone: 'UTC',
    horizonDays: 30,
    recurrenceRule: { frequency: 'daily' },
  });
  const bookingId = await book((await call('GET', '/v2/sessions')).body.data[0].id);
  await server.stop();
  inDatabase(file, (db) => {
    copySessions(db, schedule.id, sessions - schedule.sessionCount);
    spreadBookings(db, bookingId, BOOKINGS - 1, 100);
  });
  hold(`${held} on sessions`, 'select id from sessions order by startTime desc limit 1');
  server = await startServer({ cwd }, 'serve');
  return { call, path: `/v2/schedules/${schedule.id}`, keyId };
};

test('killed with -9 while a schedule is deleted, a restart cancels the rest, each session and booking once', async () => {
  const SESSIONS = 9_000;
  const { call, path, keyId } = await startDaily(SESSIONS, 'delete');
  const deleted = call('DELETE', path).catch(() => undefined);
  await until(() => count("events where type = 'session.cancelled'") > 0);
  await kill();
  expect((await deleted)?.status).not.toBe(200);
  release();
  expect([count('unfinishedChanges'), count("events where type = 'schedule.deleted'")]).toEqual([1, 0]);
  expect(count('sessions where cancelledAt is null')).toBeGreaterThan(0);

  server = await startServer({ cwd }, 'serve');
  // What goes on is long work of who has asked for it.
  const jobs = async () => (await call('GET', '/manage/jobs')).body.jobs;
  await until(async () => (await jobs()).length > 0);
  expect(await jobs()).toMatchObject([{ kind: 'schedule_change', subject: 'Flow', startedBy: keyId }]);
  await until(() => count('unfinishedChanges') === 0);
  await until(async () => (await jobs())[0].state !== 'running');
  expect(await jobs()).toMatchObject([{ state: 'succeeded', result: { sessionsCancelled: SESSIONS } }]);
  expect([left(), count('sessions where cancelledAt is null')]).toEqual([0, 0]);
  const raised = (type: string, field: string) =>
    count(`(select distinct body ->> '$.data.${field}' from events where type = '${type}')`);
  for (const [type, field, expected] of [
    ['session.cancelled', 'sessionId', SESSIONS],
    ['booking.cancelled', 'bookingId', BOOKINGS],
    ['schedule.deleted', 'scheduleId', 1],
  ] as const) {
    expect([type, count(`events where type = '${type}'`), raised(type, field)]).toEqual([type, expected, expected]);
  }
  expect(count("events where type = 'schedule.deleted' and body ->> '$.data.sessionsCancelled' = 9000")).toBe(1);
  const again = await call('DELETE', path);
  expect([again.status, again.body.sessionsCancelled]).toEqual([200, 0]);
}, 120_000);

inFull(
  'killed with -9 while a schedule is changed, a restart changes the rest, each session once',
  async () => {
    const SESSIONS = 2_000;
    const { call, path } = await startDaily(SESSIONS, 'update');
    const patched = call('PATCH', path, { name: 'Slow' }).catch(() => undefined);
    await until(() => count("sessions where name = 'Slow'") > 0);
    await kill();
    expect((await patched)?.status).not.toBe(200);
    release();
    expect(count('unfinishedChanges')).toBe(1);

    server = await startServer({ cwd }, 'serve');
    // A request for the schedule waits for what is left.
    const { body } = await call('PATCH', path, { startTime: '12:00' });
    expect([body.name, body.startTime, body.sessionCount]).toEqual(['Slow', '12:00', SESSIONS]);
    expect(count("sessions where occurrenceKey like '%T12:00' and name = 'Slow'")).toBe(SESSIONS);
    expect(count("bookings where startTime not like '%T12:00%'")).toBe(0);
    expect(count("events where type = 'session.updated'")).toBe(2 * SESSIONS);
    expect(count("events where type = 'schedule.updated'")).toBe(2);
  },
  120_000,
);
