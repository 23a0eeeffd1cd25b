import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { watchCommits } from '../../../helpers/commits.ts';
import { copyWaits, spreadBookings } from '../../../helpers/copy-bookings.ts';
import { DAILY, distinct, openDaily, typesOf } from '../../../helpers/daily.ts';
import { testsEverything } from '../../../helpers/everything.ts';
import { until } from '../../../helpers/process.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';
import { addInstructor } from '../../../helpers/yoga.ts';

/** Sessions, or bookings, that one transaction changes at most, and as much again for the last session of it. */
const MOST = 200;

describe('a schedule with thousands of sessions', () => {
  const SESSIONS = testsEverything ? 9_000 : 1_500;

  test('200 DELETE cancels them in short transactions, each once', async () => {
    const { studio, path, count } = await openDaily(SESSIONS);
    const seen = watchCommits(studio);
    const { status, body } = await studio.delete(path);
    expect([status, body.sessionsCancelled, body.bookingsAffected]).toEqual([200, SESSIONS, 0]);
    expect(seen.mostEvents).toBeLessThanOrEqual(MOST);
    expect(count('true')).toBe(0);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({ 'session.cancelled': SESSIONS, 'schedule.deleted': 1 });
    expect(distinct(events, 'session.cancelled', 'sessionId')).toBe(SESSIONS);
    expect(events.at(-1)?.data).toMatchObject({ sessionsCancelled: SESSIONS });
  }, 60_000);

  test('200 a preview and the PATCH tell the same, and both run in short transactions', async () => {
    const { studio, path, count } = await openDaily(SESSIONS);
    const seen = watchCommits(studio);
    const change = { startTime: '12:00', endDate: testsEverything ? '2040-01-01' : '2028-01-01' };
    const { body: preview } = await studio.patch(`${path}?dry_run=true`, change);
    expect([studio.events(), count("startTime like '%T12:00%'")]).toEqual([[], 0]);
    const { status, body } = await studio.patch(path, change);
    expect([status, body.sessionCount, body.startTime]).toEqual([200, preview.sessionsUpdated, '12:00']);
    const updated = testsEverything ? 5053 : 670;
    expect(preview).toMatchObject({ sessionsUpdated: updated, sessionsCancelled: SESSIONS - updated, conflicts: [] });
    expect(seen.mostEvents).toBeLessThanOrEqual(MOST);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({
      'session.updated': updated,
      'session.cancelled': SESSIONS - updated,
      'schedule.updated': 1,
    });
    expect(events.at(-1)?.data).toMatchObject({
      sessionsCreated: 0,
      sessionsUpdated: updated,
      sessionsCancelled: SESSIONS - updated,
    });
    expect(distinct(events, 'session.updated', 'sessionId')).toBe(updated);
    expect(count("startTime like '%T12:00%'")).toBe(updated);
  }, 60_000);

  test('200 a closure of its site cancels them in short transactions', async () => {
    const { studio, count } = await openDaily(SESSIONS);
    const seen = watchCommits(studio);
    const closures = [{ startDate: '2026-03-03', endDate: '2028-03-02', name: 'Renovation' }];
    expect((await studio.patch(`/v2/sites/${MAIN_SITE}`, { closures })).status).toBe(200);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({ 'site.updated': 1, 'session.cancelled': 731 });
    expect([count('true'), seen.mostEvents <= MOST]).toEqual([SESSIONS - 731, true]);
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { closures: [] });
    expect(typesOf(studio.eventsInFull())).toEqual({ 'site.updated': 1, 'session.created': 731 });
    expect([count('true'), seen.mostEvents <= MOST]).toEqual([SESSIONS, true]);
  }, 60_000);
});

describe('a schedule with thousands of bookings', () => {
  const BOOKINGS = testsEverything ? 5_000 : 1_500;

  const openBooked = async () => {
    const daily = await openDaily(60);
    const { studio } = daily;
    const bookingId = await addBooking(studio, await addClient(studio), daily.lastSession());
    spreadBookings(studio.db, bookingId, BOOKINGS - 1, 50);
    return { ...daily, live: () => studio.db.query("select 1 from bookings where status <> 'cancelled'").all().length };
  };

  test('200 DELETE cancels them in short transactions, each once', async () => {
    const { studio, path, live, count } = await openBooked();
    const seen = watchCommits(studio);
    const { body } = await studio.delete(path);
    expect([body.sessionsCancelled, body.bookingsAffected, live()]).toEqual([60, BOOKINGS, 0]);
    expect(seen.mostEvents).toBeLessThanOrEqual(MOST);
    expect(seen.commits).toBeGreaterThanOrEqual(BOOKINGS / MOST);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({ 'booking.cancelled': BOOKINGS, 'session.cancelled': 60, 'schedule.deleted': 1 });
    expect(distinct(events, 'booking.cancelled', 'bookingId')).toBe(BOOKINGS);
    expect(count('cancelledAt is null')).toBe(0);
  }, 60_000);

  test('200 PATCH keeps the sessions and bookings whose slot stays', async () => {
    const { studio, path, live } = await openBooked();
    const seen = watchCommits(studio);
    const before = studio.db.query('select id, sessionId from bookings order by id').all();
    const { body } = await studio.patch(path, { startTime: '12:00' });
    expect([body.sessionCount, live(), seen.mostEvents <= MOST]).toEqual([60, BOOKINGS, true]);
    expect(studio.db.query('select id, sessionId from bookings order by id').all()).toEqual(before);
    expect(studio.db.query("select 1 from bookings where startTime not like '%T12:00%'").all()).toEqual([]);
    expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 60, 'schedule.updated': 1 });
  }, 60_000);
});

describe('a schedule with 500 clients waiting', () => {
  test('200 PATCH of the capacity gives them seats in short transactions, each once', async () => {
    const { studio, path } = await openDaily(60);
    const { db } = studio;
    await studio.patch(path, { capacity: 1 });
    const { id: first } = db.query('select id from sessions order by startTime desc').get() as { id: string };
    await addBooking(studio, await addClient(studio), first);
    copyWaits(db, await joinWaitlist(studio, await addClient(studio), first), 499);
    // Fifty for each of the last ten sessions, whose seat is taken.
    db.run(`with last as (select id, startTime, row_number() over (order by startTime desc) - 1 as n from sessions limit 10)
      update bookings set (sessionId, startTime) = (select id, startTime from last where n = bookings.rowId % 10)
      where status = 'waitlisted'`);
    db.run(`update sessions set waitlistedCount = 50, confirmedCount = 1
      where id in (select sessionId from bookings where status = 'waitlisted')`);
    studio.events();
    const seen = watchCommits(studio);
    expect((await studio.patch(path, { capacity: 60 })).status).toBe(200);
    await until(() => db.query('select 1 from unfinishedChanges').get() === null);
    expect(seen.mostEvents).toBeLessThanOrEqual(MOST);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({
      'session.updated': 60,
      'schedule.updated': 1,
      'booking.waitlist_promoted': 500,
      'session.spot_available': 10,
    });
    expect(distinct(events, 'booking.waitlist_promoted', 'bookingId')).toBe(500);
    expect(db.query("select 1 from bookings where status = 'waitlisted'").all()).toEqual([]);
  }, 60_000);
});

describe('a change that may be refused', () => {
  test('409 an instructor who is busy far ahead: nothing changes', async () => {
    const daily = await openDaily(1_000);
    const { studio, path, lastSession, count } = daily;
    const instructorId = await addInstructor(studio, 'Ida');
    const { startTime } = (await studio.get(`/v2/sessions/${lastSession()}`)).body;
    await addSession(studio, {
      startsIn: Date.parse(startTime) - studio.time.now(),
      instructorId,
    });
    const before = (await studio.get(path)).body;
    const refused = await studio.patch(path, { instructorId });
    expect([refused.status, refused.body.error.code, refused.body.error.details.length]).toEqual([
      409,
      'instructor_conflict',
      1,
    ]);
    expect([(await studio.get(path)).body, studio.events(), daily.isUnfinished()]).toEqual([before, [], false]);
    const { body: preview } = await studio.patch(`${path}?dry_run=true`, { instructorId });
    expect(preview.conflicts).toHaveLength(1);
    const { status } = await studio.patch(path, { instructorId, overrideConflicts: true });
    expect([status, count(`instructorId = '${instructorId}'`)]).toEqual([200, 1_001]);
  }, 60_000);
});

describe('POST /v2/schedules', () => {
  test('201 two years of sessions in short transactions, and the key replays the answer', async () => {
    const studio = await openStudio();
    const seen = watchCommits(studio);
    const create = () => studio.post('/v2/schedules', { ...DAILY, horizonDays: 730 }, { 'idempotency-key': 'one' });
    const { status, body: made } = await create();
    expect([status, made.sessionCount, made.nextSessionAt]).toEqual([201, 730, '2026-03-03T10:00:00.000Z']);
    expect((await studio.get(`/v2/schedules/${made.id}`)).body).toEqual(made);
    expect((await create()).body).toEqual(made);
    expect(seen.mostEvents).toBeLessThanOrEqual(MOST);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({ 'session.created': 730, 'schedule.created': 1 });
    expect(events.at(-1)?.data.sessionsCreated).toBe(730);
  }, 60_000);

  test('409 an instructor who is busy far ahead: there is no schedule', async () => {
    const studio = await openStudio();
    const instructorId = await addInstructor(studio, 'Ida');
    await addSession(studio, { startsIn: 600 * DAY_MS + 2 * HOUR_MS, instructorId });
    const refused = await studio.post('/v2/schedules', { ...DAILY, horizonDays: 730, instructorId });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'instructor_conflict']);
    expect([(await studio.get('/v2/schedules')).body.data, studio.events()]).toEqual([[], []]);
    const overridden = { ...DAILY, horizonDays: 730, instructorId, overrideConflicts: true };
    const made = await studio.post('/v2/schedules', overridden);
    expect([made.status, made.body.sessionCount]).toEqual([201, 730]);
  }, 60_000);
});
