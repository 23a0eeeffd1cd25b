import { expect, test } from 'bun:test';
import { blockThread } from '../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { completeSessions } from '../../src/resources/sessions/complete.ts';
import { openStudio } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { watchCommits, watchRemovals } from '../helpers/commits.ts';
import { copyBookings } from '../helpers/copy-bookings.ts';
import { typesOf } from '../helpers/daily.ts';

/** How long an event takes, in real ms: two hundred take longer than a transaction goes on changing rows. */
const EVENT_MS = 1;

test('the no-shows of a large session are marked in short transactions, each once', async () => {
  const studio = await openStudio();
  await studio.patch('/v2/settings', { booking: { autoNoShowMinutesAfterEnd: 30 } });
  const sessionId = await addSession(studio, { startsIn: HOUR_MS, capacity: null });
  copyBookings(studio.db, await addBooking(studio, await addClient(studio), sessionId), 499);
  studio.events();
  const seen = watchCommits(studio);
  await studio.time.moveTo(studio.time.now() + 3 * HOUR_MS);
  const events = studio.eventsInFull();
  expect(typesOf(events)).toEqual({ 'session.completed': 1, 'booking.noshow': 500 });
  expect(new Set(events.map(({ data }) => data.bookingId)).size).toBe(501);
  expect(seen.mostEvents).toBeLessThanOrEqual(50);
  expect(studio.db.query('select noShowsDueAt from sessions').values()).toEqual([[null]]);
}, 60_000);

test('expired idempotency keys and old processor events are deleted in short transactions', async () => {
  const studio = await openStudio();
  const { db } = studio;
  db.run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1700)
    insert into idempotency (credentialId, key, fingerprint, status, answer, createdAt)
    select 'a', i, x'00', 200, x'00', '2026-02-01T00:00:00.000Z' from n`);
  db.run(
    `insert into processorEvents (id, type, receivedAt) select key, 'ping', '2025-12-01T00:00:00.000Z' from idempotency`,
  );
  const total = () =>
    Number(
      db.query('select (select count(*) from idempotency) + (select count(*) from processorEvents)').values()[0]?.[0],
    );
  const seen = watchRemovals(studio, total);
  await studio.time.skipTo(studio.time.now() + DAY_MS);
  expect(total()).toBe(0);
  expect(seen.most).toBeLessThanOrEqual(500);
}, 60_000);

test('the no-shows of several sessions are exactly those who are still confirmed, each once', async () => {
  const studio = await openStudio();
  await studio.patch('/v2/settings', { booking: { autoNoShowMinutesAfterEnd: 30 } });
  const missed: string[] = [];
  for (let session = 0; session < 3; session += 1) {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, capacity: null });
    for (let booking = 0; booking < 30; booking += 1) {
      const id = await addBooking(studio, await addClient(studio), sessionId);
      if (booking % 3 === 0) await studio.post(`/v2/bookings/${id}/checkin`);
      else if (booking % 3 === 1) await studio.post(`/v2/bookings/${id}/cancel`);
      else missed.push(id);
    }
  }
  studio.events();
  const seen = watchCommits(studio);
  await studio.time.moveTo(studio.time.now() + 3 * HOUR_MS);
  const events = studio.eventsInFull();
  expect(typesOf(events)).toEqual({ 'session.completed': 3, 'booking.noshow': 30 });
  const marked = events.filter(({ type }) => type === 'booking.noshow').map(({ data }) => String(data.bookingId));
  expect(marked.toSorted()).toEqual(missed.toSorted());
  expect(seen.mostEvents).toBeLessThanOrEqual(50);
  expect(studio.db.query('select distinct noShowsDueAt from sessions').values()).toEqual([[null]]);
}, 60_000);

test('a transaction ends sooner where each event takes long, as with many webhook endpoints', async () => {
  const studio = await openStudio();
  const { db } = studio;
  const startTime = '2026-03-01T08:00:00.000Z';
  const sessionId = await addSession(studio, { startTime, endTime: '2026-03-01T09:00:00.000Z' });
  const names = Object.keys(db.query('select * from sessions').get() as object);
  const made: Record<string, string> = { id: "'s' || i", occurrenceKey: 'i' };
  db.query(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 399)
     insert into sessions (${names.join()}) select ${names.map((name) => made[name] ?? name).join()} from n, sessions where id = ?`,
  ).run(sessionId);
  studio.events();
  studio.store.onRaise(() => blockThread(EVENT_MS));
  const seen = watchCommits(studio);
  await completeSessions(studio.store);
  const events = studio.eventsInFull();
  expect(typesOf(events)).toEqual({ 'session.completed': 400 });
  expect(new Set(events.map(({ data }) => data.sessionId)).size).toBe(400);
  // Two hundred where events take no time.
  expect(seen.mostEvents).toBeLessThan(200);
  await studio.app.stop();
}, 60_000);

test('a transaction deletes fewer idempotency keys when their answers are large', async () => {
  const studio = await openStudio();
  const { db } = studio;
  db.run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 60)
    insert into idempotency (credentialId, key, fingerprint, status, answer, createdAt)
    select 'a', i, x'00', 200, zeroblob(1000000), '2026-02-01T00:00:00.000Z' from n`);
  const left = () => Number(db.query('select count(*) from idempotency').values()[0]?.[0]);
  const seen = watchRemovals(studio, left);
  await studio.time.moveTo(studio.time.now() + HOUR_MS);
  expect(left()).toBe(0);
  expect(seen.most).toBeLessThan(60);
}, 60_000);

test('a transaction removes fewer old entries of the audit log when that takes long, and one entry tells of all', async () => {
  const studio = await openStudio();
  const { db } = studio;
  db.run('drop trigger auditLogNumber');
  // As long as the removal of a large entry from a slow disk takes.
  db.run(`create trigger slow after delete on auditLog begin
    select max(i) from (with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000) select i from n);
  end`);
  db.run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 60)
    insert into auditLog (id, number, type, source, after, createdAt)
    select i, (select coalesce(max(number), 0) from auditLog) + i, 'createPlan', 'api', '{}',
      '2024-01-01T00:00:00.000Z' from n`);
  const left = () => Number(db.query("select count(*) from auditLog where type = 'createPlan'").values()[0]?.[0]);
  const seen = watchRemovals(studio, left);
  studio.events();
  await studio.time.skipTo(studio.time.now() + DAY_MS);
  expect(left()).toBe(0);
  expect(seen.most).toBeLessThan(60);
  expect(db.query("select source from auditLog where type = 'audit log retention'").values()).toEqual([['job']]);
  expect(studio.events()).toEqual([]);
}, 60_000);
