import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { openStreaks } from './set-up.ts';

const WEEKLY = ['streak.extended weekly_attendance 1', 'streak.extended daily_activity 1'];

/** Each local date with the visits on it, in pairs of instants just after midnight and just before the next. */
const CASES = [
  // The clocks go forward on Sunday 8 March, and back on Sunday 1 November.
  { zone: 'America/New_York', start: '2026-03-02T05:00:00.000Z', end: '2026-03-09T04:00:00.000Z' },
  { zone: 'America/New_York', start: '2026-10-26T04:00:00.000Z', end: '2026-11-02T05:00:00.000Z' },
  // On 29 March and 25 October.
  { zone: 'Europe/London', start: '2026-03-23T00:00:00.000Z', end: '2026-03-29T23:00:00.000Z' },
  { zone: 'Europe/London', start: '2026-10-18T23:00:00.000Z', end: '2026-10-26T00:00:00.000Z' },
  // By half an hour, on 5 April back and on 4 October forward.
  { zone: 'Australia/Lord_Howe', start: '2026-03-29T13:00:00.000Z', end: '2026-04-05T13:30:00.000Z' },
  { zone: 'Australia/Lord_Howe', start: '2026-09-27T13:30:00.000Z', end: '2026-10-04T13:00:00.000Z' },
  // ISO week 53 of 2026 ends on 3 January.
  { zone: 'Europe/London', start: '2026-12-28T00:00:00.000Z', end: '2027-01-04T00:00:00.000Z' },
];

const shift = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

describe('a week of the home site', () => {
  for (const { zone, start, end } of CASES) {
    test(`${start.slice(0, 10)} in ${zone}`, async () => {
      const { visit, streak, moveTo } = await openStreaks(zone, shift(start, -1));
      // No clock changes in the two weeks after.
      const next = shift(end, 14 * DAY_MS);
      // The last instant of the week before.
      await visit(shift(start, -1));
      expect(await streak()).toMatchObject({ length: 1, status: 'active', periodEnd: start });
      await moveTo(start);
      expect(await streak()).toMatchObject({ length: 1, periodStart: start, periodEnd: end, currentPeriodCount: 0 });
      expect(await visit(start)).toContain('streak.extended weekly_attendance 2');
      await moveTo(shift(end, -1));
      // The same week and another day.
      const days = ['streak.broken daily_activity 2', 'streak.extended daily_activity 1'];
      expect(await visit(shift(end, -1))).toEqual(days);
      expect(await streak()).toMatchObject({ length: 2, currentPeriodCount: 2, status: 'active' });
      expect(await visit(end)).toEqual(['streak.extended weekly_attendance 3', 'streak.extended daily_activity 2']);
      expect(await streak()).toMatchObject({ length: 3, longestLength: 3, periodStart: end, currentPeriodCount: 1 });
      // At risk from 48 hours before the end of the next week, and broken at its end.
      await moveTo(shift(next, -48 * HOUR_MS - 1));
      expect((await streak()).status).toBe('active');
      await moveTo(shift(next, -48 * HOUR_MS));
      expect((await streak()).status).toBe('at_risk');
      await moveTo(shift(next, -1));
      expect(await streak()).toMatchObject({ length: 3, status: 'at_risk', startedOn: expect.any(String) });
      await moveTo(next);
      expect(await streak()).toMatchObject({ length: 0, longestLength: 3, status: 'broken', startedOn: null });
    });
  }
});

describe('the weekly streak', () => {
  test('counts a week with enough visits; a week keeps the target that its first visit found', async () => {
    const { visit, streak, now } = await openStreaks('Europe/London', '2026-03-02T09:00:00.000Z');
    await now().patch(`/v2/settings?siteId=${MAIN_SITE}`, { membership: { streakWeeklyTarget: 2 } });
    expect(await visit('2026-03-02T09:00:00.000Z')).toEqual([
      'streak.extended daily_activity 1',
      'milestone.reached visits 1',
    ]);
    expect(await streak()).toMatchObject({ length: 0, targetPerPeriod: 2, currentPeriodCount: 1, status: 'active' });
    await now().patch(`/v2/settings?siteId=${MAIN_SITE}`, { membership: { streakWeeklyTarget: 3 } });
    expect(await visit('2026-03-03T09:00:00.000Z')).toEqual([
      'streak.extended weekly_attendance 1',
      'streak.extended daily_activity 2',
    ]);
    expect(await streak()).toMatchObject({ length: 1, targetPerPeriod: 2, startedOn: '2026-03-02' });
    expect((await now().patch('/v2/settings', { membership: { streakWeeklyTarget: 8 } })).status).toBe(400);
    await visit('2026-03-09T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 1, targetPerPeriod: 3, currentPeriodCount: 1 });
  });

  test('a late visit that finds another target changes none of the other weeks', async () => {
    const { visit, streak, now } = await openStreaks('Europe/London', '2026-03-30T09:00:00.000Z');
    const aim = (streakWeeklyTarget: number) => now().patch('/v2/settings', { membership: { streakWeeklyTarget } });
    await visit('2026-03-03T09:00:00.000Z');
    await visit('2026-03-24T09:00:00.000Z');
    await aim(2);
    // Into the weeks between them, and the one before both.
    const late: string[] = [];
    for (const day of ['2026-03-09', '2026-03-17', '2026-02-24']) late.push(...(await visit(`${day}T09:00:00.000Z`)));
    expect(late).toEqual(['milestone.reached visits 5']);
    expect(await streak()).toMatchObject({ length: 1, startedOn: '2026-03-23', targetPerPeriod: 2 });
    for (const day of ['2026-03-10', '2026-03-18', '2026-02-25']) {
      expect(await visit(`${day}T09:00:00.000Z`)).toEqual([]);
    }
    expect(await streak()).toMatchObject({ length: 5, longestLength: 5, startedOn: '2026-02-23', status: 'active' });
    await aim(1);
    await visit('2026-03-30T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 6, targetPerPeriod: 1 });
  });

  test('raises that it is broken at its moment, once', async () => {
    const { visit, moveTo, raised } = await openStreaks('Europe/London', '2026-03-02T09:00:00.000Z');
    expect(await visit('2026-03-02T09:00:00.000Z')).toEqual([...WEEKLY, 'milestone.reached visits 1']);
    await moveTo('2026-03-03T23:57:30.000Z');
    await moveTo('2026-03-03T23:59:30.000Z');
    expect(raised()).toEqual([]);
    await moveTo('2026-03-04T00:01:00.000Z');
    expect(raised()).toEqual(['streak.broken daily_activity 1']);
    await moveTo('2026-03-15T23:58:00.000Z');
    await moveTo('2026-03-15T23:59:59.000Z');
    expect(raised()).toEqual([]);
    await moveTo('2026-03-16T00:01:00.000Z');
    expect(raised()).toEqual(['streak.broken weekly_attendance 1']);
    await moveTo('2026-04-15T23:58:00.000Z');
    await moveTo('2026-04-16T00:02:00.000Z');
    expect(raised()).toEqual([]);
  });

  test('raises no break of a client who is archived, until a visit after they have come back', async () => {
    const { visit, moveTo, raised, now, clientId } = await openStreaks('Europe/London', '2026-03-02T09:00:00.000Z');
    await visit('2026-03-02T09:00:00.000Z');
    await now().delete(`/v2/clients/${clientId}`);
    await moveTo('2026-03-16T00:01:00.000Z');
    expect(raised()).toEqual([]);
    await now().patch(`/v2/clients/${clientId}`, { status: 'active' });
    await moveTo('2026-03-16T09:00:00.000Z');
    expect(raised()).toEqual([]);
    expect(await visit('2026-03-16T09:00:00.000Z')).toEqual([
      'streak.broken weekly_attendance 1',
      'streak.extended weekly_attendance 1',
      'streak.broken daily_activity 1',
      'streak.extended daily_activity 1',
    ]);
  });

  test('raises nothing again when a visit is taken back and comes again', async () => {
    const { visit, streak, moveTo, raised, now, clientId } = await openStreaks(
      'Europe/London',
      '2026-03-02T09:00:00.000Z',
    );
    await visit('2026-03-02T09:00:00.000Z');
    await moveTo('2026-03-09T08:00:00.000Z');
    raised();
    const sessionId = await addSession(now(), {
      startTime: '2026-03-09T09:00:00.000Z',
      endTime: '2026-03-09T10:00:00.000Z',
    });
    const booking = await addBooking(now(), clientId, sessionId);
    await now().post(`/v2/bookings/${booking}/checkin`);
    expect(raised()).toEqual([
      'streak.extended weekly_attendance 2',
      'streak.broken daily_activity 1',
      'streak.extended daily_activity 1',
    ]);
    await now().post(`/v2/bookings/${booking}/cancel`);
    expect(await streak()).toMatchObject({ length: 1, longestLength: 1, currentPeriodCount: 0 });
    const again = await addBooking(now(), clientId, sessionId);
    await now().post(`/v2/bookings/${again}/checkin`);
    expect(raised()).toEqual([]);
    expect(await streak()).toMatchObject({ length: 2, longestLength: 2, currentPeriodCount: 1 });
  });

  test('grows together when a week between is recorded late', async () => {
    const { visit, streak } = await openStreaks('Europe/London', '2026-03-02T09:00:00.000Z');
    await visit('2026-03-02T09:00:00.000Z');
    await visit('2026-03-16T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 1, longestLength: 1 });
    expect(await visit('2026-03-10T09:00:00.000Z')).toEqual([]);
    expect(await streak()).toMatchObject({ length: 3, longestLength: 3, startedOn: '2026-03-02' });
    // A visit long ago is its own streak.
    expect(await visit('2025-03-10T09:00:00.000Z')).toEqual([]);
    expect(await streak()).toMatchObject({ length: 3, longestLength: 3, startedOn: '2026-03-02' });
  });

  test('keeps its weeks when the home site moves to another time zone', async () => {
    const { visit, streak, now, moveTo } = await openStreaks('America/New_York', '2026-03-02T09:00:00.000Z');
    // Sunday in New York, Monday in Sydney.
    await visit('2026-03-08T20:00:00.000Z');
    await visit('2026-03-15T20:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 2, startedOn: '2026-03-02' });
    await now().patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'Australia/Sydney' });
    expect(await streak()).toMatchObject({
      length: 2,
      startedOn: '2026-03-02',
      currentPeriodCount: 0,
      status: 'active',
      periodStart: '2026-03-15T13:00:00.000Z',
    });
    await visit('2026-03-16T20:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 3, currentPeriodCount: 1 });
    // The end of the next week is that of Sydney.
    await moveTo('2026-03-29T12:59:00.000Z');
    expect((await streak()).status).toBe('at_risk');
    await moveTo('2026-03-29T13:00:00.000Z');
    expect((await streak()).status).toBe('broken');
  });
});
