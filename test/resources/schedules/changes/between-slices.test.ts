// What other requests and jobs do while a change of a schedule is not finished.

import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { extendHorizon } from '../../../../src/resources/schedules/generation/horizon.ts';
import { openStudio } from '../../../helpers/api.ts';
import { addClient, bookingOf } from '../../../helpers/bookings.ts';
import { type Daily, openDaily, typesOf } from '../../../helpers/daily.ts';
import { until } from '../../../helpers/process.ts';

const SESSIONS = 1_000;

/** Sends a request, and resolves as soon as its first transaction has left something. Wrapped, so that it is not awaited. */
const begin = async <T>({ studio, isUnfinished }: Daily, send: () => Promise<T>): Promise<{ response: Promise<T> }> => {
  const left = new Promise<void>((resolve) => {
    studio.store.onCommit(() => {
      if (isUnfinished()) resolve();
    });
  });
  const response = send();
  await left;
  return { response };
};

test('two PATCHes at once: one after the other', async () => {
  const { studio, path, count } = await openDaily(SESSIONS);
  const answers = await Promise.all([studio.patch(path, { name: 'Slow' }), studio.patch(path, { capacity: 5 })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(count("name = 'Slow' and capacity = 5")).toBe(SESSIONS);
  const events = studio.eventsInFull();
  expect(typesOf(events)).toEqual({ 'session.updated': 2 * SESSIONS, 'schedule.updated': 2 });
  expect(events.map(({ type }) => type).indexOf('schedule.updated')).toBe(SESSIONS);
  expect((await studio.get(path)).body).toMatchObject({ name: 'Slow', capacity: 5 });
}, 60_000);

test('DELETE during a PATCH waits for it, and a second DELETE for the first', async () => {
  const daily = await openDaily(SESSIONS);
  const { studio, path, count } = daily;
  const patch = await begin(daily, () => studio.patch(path, { name: 'Slow' }));
  const answers = await Promise.all([studio.delete(path), studio.delete(path), patch.response]);
  expect(answers.map((response) => response.status)).toEqual([200, 200, 200]);
  const [first, second] = answers;
  expect([first?.body.sessionsCancelled, second?.body.sessionsCancelled].sort()).toEqual([0, SESSIONS]);
  expect(first?.body.archivedAt).toBe(second?.body.archivedAt);
  expect(count('true')).toBe(0);
  expect(typesOf(studio.eventsInFull())).toEqual({
    'session.updated': SESSIONS,
    'schedule.updated': 1,
    'session.cancelled': SESSIONS,
    'schedule.deleted': 1,
  });
}, 60_000);

test('a PATCH after a DELETE restores the schedule', async () => {
  const daily = await openDaily(SESSIONS);
  const { studio, path } = daily;
  const deleted = await begin(daily, () => studio.delete(path));
  const { body } = await studio.patch(path, { status: 'active' });
  expect([(await deleted.response).body.sessionsCancelled, body.sessionCount, body.archivedAt]).toEqual([
    SESSIONS,
    SESSIONS,
    null,
  ]);
}, 60_000);

test('a booking of a session that is about to be cancelled is cancelled with it, free of charge', async () => {
  const daily = await openDaily(SESSIONS);
  const { studio, path, lastSession } = daily;
  const [clientId, sessionId] = [await addClient(studio), lastSession()];
  const deleted = await begin(daily, () => studio.delete(path));
  const { status, body } = await studio.post('/v2/bookings', { clientId, sessionId });
  expect([status, daily.isUnfinished()]).toEqual([201, true]);
  expect((await deleted.response).body).toMatchObject({ sessionsCancelled: SESSIONS, bookingsAffected: 1 });
  expect(await bookingOf(studio, body.id)).toMatchObject({ status: 'cancelled', cancelReason: 'schedule_changed' });
  const events = studio.eventsInFull();
  expect(typesOf(events)).toMatchObject({ 'booking.cancelled': 1, 'session.cancelled': SESSIONS });
  expect((await studio.post('/v2/bookings', { clientId, sessionId })).body.error.code).toBe('session_cancelled');
}, 60_000);

test('a session that staff change or cancel meanwhile stays as they left it', async () => {
  const daily = await openDaily(SESSIONS);
  const { studio, path, lastSession, count } = daily;
  const [edited, cancelled] = studio.db.query('select id from sessions order by startTime desc limit 2').all() as {
    id: string;
  }[];
  expect(edited?.id).toBe(lastSession());
  const patched = await begin(daily, () => studio.patch(path, { name: 'Slow' }));
  await Promise.all([
    studio.patch(`/manage/sessions/${edited?.id}`, { name: 'Guest' }),
    studio.post(`/manage/sessions/${cancelled?.id}/cancel`),
  ]);
  expect(daily.isUnfinished()).toBe(true);
  expect((await patched.response).status).toBe(200);
  expect([count("name = 'Slow'"), count("name = 'Guest'"), count('cancelledAt is not null')]).toEqual([
    SESSIONS - 2,
    1,
    1,
  ]);
}, 60_000);

test('the horizon job creates no session that the change creates', async () => {
  const daily = await openDaily(40);
  const { studio, path, count } = daily;
  const patched = await begin(daily, () => studio.patch(path, { horizonDays: 700 }));
  const reportError = (error: unknown) => {
    throw error;
  };
  const run = await extendHorizon({ store: studio.store, reportError });
  expect([run.created, (await patched.response).body.sessionCount]).toEqual([0, 700]);
  expect(count('true')).toBe(700);
  expect(typesOf(studio.eventsInFull())).toEqual({ 'session.created': 660, 'schedule.updated': 1 });
}, 60_000);

test('sessions that start meanwhile stay', async () => {
  const daily = await openDaily(SESSIONS);
  const { studio, path, count } = daily;
  const deleted = studio.delete(path);
  studio.store.onCommit(() => void studio.app.stop());
  await deleted;
  await studio.app.stop();
  expect(daily.isUnfinished()).toBe(true);
  const left = count('true');
  expect(left).toBeGreaterThan(0);
  const first = studio.db.query('select min(startTime) as at from sessions').get() as { at: string };
  const later = await openStudio({
    file: studio.db.serialize(),
    seal: studio.seal,
    startAt: Date.parse(first.at) + DAY_MS,
  });
  await until(() => later.db.query('select 1 from unfinishedChanges').get() === null);
  expect(later.db.query('select count(*) as n from sessions').get()).toEqual({ n: 1 });
  const events = later.eventsInFull();
  expect(events.filter(({ type }) => type === 'session.cancelled')).toHaveLength(SESSIONS - 1);
  expect(events.find(({ type }) => type === 'schedule.deleted')?.data.sessionsCancelled).toBe(SESSIONS - 1);
}, 60_000);
