import { describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { nextThreshold, thresholdsBetween } from '../../../src/resources/streaks/milestones/lists.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openStreaks } from './set-up.ts';

const ofMilestones = (raised: readonly string[]) => raised.filter((each) => each.startsWith('milestone.'));
const MAY = '2026-05-04T09:00:00.000Z';
const shift = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
const dayBefore = (days: number) => new Date(Date.parse(MAY) - days * DAY_MS).toISOString();

test('visits 1, 5, 10 and so on, each raised once, also when a visit is taken back and comes again', async () => {
  const { visit, milestones, now, clientId, raised } = await openStreaks('Europe/London', MAY);
  expect(await milestones('visits')).toEqual([
    {
      id: 'visits_1',
      object: 'milestone',
      type: 'visits',
      threshold: 1,
      name: '1 visit',
      reachedAt: null,
      progress: { current: 0, target: 1, percent: 0 },
      next: 5,
    },
  ]);
  const found: string[] = [];
  for (let day = 9; day >= 1; day -= 1) found.push(...ofMilestones(await visit(dayBefore(day))));
  expect(found).toEqual(['milestone.reached visits 1', 'milestone.reached visits 5']);
  const sessionId = await addSession(now(), {
    startTime: '2026-05-04T09:30:00.000Z',
    endTime: '2026-05-04T10:30:00.000Z',
  });
  const come = async () => {
    const booking = await addBooking(now(), clientId, sessionId);
    await now().post(`/v2/bookings/${booking}/checkin`);
    return booking;
  };
  const booking = await come();
  expect(ofMilestones(raised())).toEqual(['milestone.reached visits 10']);
  await now().post(`/v2/bookings/${booking}/cancel`);
  expect((await milestones('visits'))[0]).toMatchObject({ id: 'visits_5', reachedAt: dayBefore(5) });
  await come();
  expect(ofMilestones(raised())).toEqual([]);
  const list = await milestones('visits');
  expect(
    list.map((each: { id: string; reachedAt: string; next: number }) => [each.id, each.reachedAt, each.next]),
  ).toEqual([
    ['visits_10', MAY, 25],
    ['visits_5', dayBefore(5), 10],
    ['visits_1', dayBefore(9), 5],
    ['visits_25', null, 50],
  ]);
  expect(list[3].progress).toEqual({ current: 10, target: 25, percent: 40 });
});

test('the minutes of attended sessions', async () => {
  const { milestones, now, clientId, raised } = await openStreaks('Europe/London', MAY);
  for (const startTime of ['2026-05-04T08:45:00.000Z', '2026-05-04T09:45:00.000Z']) {
    const sessionId = await addSession(now(), { startTime, endTime: shift(startTime, 29) });
    const { body } = await now().post('/v2/checkins', {
      clientId,
      sessionId,
      locationId: '01950000-0000-7000-8000-000000000001',
    });
    expect(body.status).toBe('valid');
  }
  const sessionId = await addSession(now(), {
    startTime: '2026-05-04T10:00:00.000Z',
    endTime: '2026-05-04T10:42:00.000Z',
  });
  raised();
  const booking = await addBooking(now(), clientId, sessionId);
  await now().post(`/v2/bookings/${booking}/checkin`);
  expect(ofMilestones(raised())).toEqual(['milestone.reached minutes 100']);
  expect((await milestones('minutes')).map(({ id, name }: { id: string; name: string }) => `${id} ${name}`)).toEqual([
    'minutes_100 100 minutes',
    'minutes_500 500 minutes',
  ]);
});

test('an import counts, and raises nothing, also later', async () => {
  const { milestones, streak, now, raised, moveTo } = await openStreaks('Europe/London', MAY);
  const { body } = await now().get('/v2/clients');
  const clientId = body.data[0].id;
  const rows = [6, 7, 8, 14, 21].map((days) => ({ externalId: `v${days}`, clientId, checkedInAt: dayBefore(days) }));
  const response = await now().post('/manage/imports?family=checkins', rows);
  expect(response.body).toMatchObject({ created: 5 });
  expect(raised()).toEqual([]);
  expect((await milestones('visits'))[0]).toMatchObject({ id: 'visits_5', reachedAt: dayBefore(6) });
  expect(await streak()).toMatchObject({ length: 3, longestLength: 3, status: 'active' });
  expect(await streak('daily_activity')).toMatchObject({ length: 0, longestLength: 3, status: 'broken' });
  await moveTo('2026-05-04T09:03:00.000Z');
  expect(raised()).toEqual([]);
});

describe('an anniversary', () => {
  test('of 29 February is the 28th in other years; each is raised once, at local midnight', async () => {
    const joinedAt = '2024-03-01T02:00:00.000Z'; // 29 February in New York
    const { milestones, moveTo, raised, now } = await openStreaks('America/New_York', '2027-02-27T09:00:00.000Z', {
      joinedAt,
    });
    const other = await addClient(now(), { joinedAt: '2020-02-29T02:00:00.000Z' });
    const gone = await addClient(now(), { joinedAt });
    await now().delete(`/v2/clients/${gone}`);
    expect(await milestones('anniversary')).toMatchObject([
      { id: 'anniversary_2', name: '2 years', reachedAt: '2026-02-28T05:00:00.000Z' },
      { id: 'anniversary_1', name: '1 year', reachedAt: '2025-02-28T05:00:00.000Z' },
      { id: 'anniversary_3', reachedAt: null, progress: { current: 2, target: 3, percent: 66 }, next: 4 },
    ]);
    await moveTo('2027-02-28T04:57:00.000Z');
    await moveTo('2027-02-28T04:59:30.000Z');
    // The other client joined on the 28th in New York.
    expect(raised()).toEqual([]);
    await moveTo('2027-02-28T05:01:00.000Z');
    expect(raised().toSorted()).toEqual(['milestone.reached anniversary 3', 'milestone.reached anniversary 7']);
    await moveTo('2027-02-28T05:04:00.000Z');
    expect(raised()).toEqual([]);
    expect((await milestones('anniversary'))[0]).toMatchObject({ threshold: 3, reachedAt: '2027-02-28T05:00:00.000Z' });
    await moveTo('2028-02-28T06:00:00.000Z');
    expect((await milestones('anniversary'))[0].threshold).toBe(3);
    await moveTo('2028-02-29T05:00:00.000Z');
    expect((await milestones('anniversary'))[0]).toMatchObject({ threshold: 4, reachedAt: '2028-02-29T05:00:00.000Z' });
    expect(other).toBeString();
  });
});

describe('the lists', () => {
  test('go on in equal steps, or end', () => {
    const visits = { thresholds: [1, 5, 10, 25, 50, 100], thenEach: 50 };
    expect(thresholdsBetween(visits, 40, 260)).toEqual([50, 100, 150, 200, 250]);
    expect(nextThreshold(visits, 250)).toBe(300);
    expect(nextThreshold({ thresholds: [3], thenEach: null }, 3)).toBeUndefined();
  });
});

test('the list of all of them is paged by id; 400 for an unknown cursor', async () => {
  const { visit, now, headers } = await openStreaks('Europe/London', MAY);
  await visit(MAY);
  const all = (await now().get('/v2/member/milestones?limit=100', headers)).body;
  expect(all.data.map(({ id }: { id: string }) => id)).toEqual([
    'visits_1',
    'visits_5',
    'minutes_100',
    'anniversary_1',
  ]);
  const second = (await now().get('/v2/member/milestones?limit=2&starting_after=visits_5', headers)).body;
  expect(second).toMatchObject({ data: [all.data[2], all.data[3]], hasMore: false, previousCursor: 'minutes_100' });
  const before = (await now().get('/v2/member/milestones?limit=1&ending_before=visits_5', headers)).body;
  expect(before).toMatchObject({ data: [all.data[0]], hasMore: false, nextCursor: 'visits_1' });
  const unknown = await now().get('/v2/member/milestones?starting_after=visits_2', headers);
  expect([unknown.status, unknown.body.error.code]).toEqual([400, 'cursor_invalid']);
  const streaks = (await now().get('/v2/member/streaks', headers)).body;
  expect(streaks.data.map(({ id }: { id: string }) => id)).toEqual(['weekly_attendance', 'daily_activity', 'video']);
  expect((await now().get('/v2/member/streaks?type=monthly', headers)).status).toBe(400);
});

test('the lists that the brand has chosen, and the usual ones again', async () => {
  const { visit, milestones, now, raised } = await openStreaks('Europe/London', MAY);
  const put = (visits: number[] | null) => now().send('PUT', '/manage/experience', { milestones: { visits } });
  expect((await put([2, 3])).status).toBe(200);
  raised();
  const found: string[] = [];
  for (let day = 9; day >= 6; day -= 1) found.push(...ofMilestones(await visit(dayBefore(day))));
  expect(found).toEqual(['milestone.reached visits 2', 'milestone.reached visits 3']);
  const shown = async () =>
    (await milestones('visits')).map((each: { threshold: number; next: number | null }) => [each.threshold, each.next]);
  expect(await shown()).toEqual([
    [3, null],
    [2, 3],
  ]);
  expect((await put(null)).status).toBe(200);
  expect(ofMilestones(await visit(dayBefore(5)))).toEqual(['milestone.reached visits 5']);
  expect(await shown()).toEqual([
    [5, 10],
    [1, 5],
    [10, 25],
  ]);
});
