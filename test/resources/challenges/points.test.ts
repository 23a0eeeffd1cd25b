import { describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { completeChallenges } from '../../../src/resources/challenges/enrollments/complete.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { ACCEPT, addChallenge, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { openContentStudio } from '../../helpers/content-members.ts';
import { waitFor } from '../../helpers/wait.ts';

/** Noon of Wednesday 4 March in New York. */
const studio = forEachTest(() => openContentStudio({ startAt: Date.parse('2026-03-04T17:00:00Z') }));
const member = forEachTest(() => studio.member());

const at = (instant: string) => studio.time.skipTo(Date.parse(instant));
const enroll = (id: string, who = member) => who.post(`/challenges/${id}/enroll`, ACCEPT);
const progress = async (id: string, who = member) => (await who.get(`/challenges/${id}/progress`)).body;
/** A visit without a booking at a site. */
const visit = (who = member, locationId = MAIN_SITE) => studio.post('/v2/checkins', { clientId: who.id, locationId });
/** A visit with a booking. Returns its id. */
const attend = async (who = member) => {
  const sessionId = await addSession(studio, { startsIn: 5 * DAY_MS });
  const bookingId = await addBooking(studio, who.id, sessionId);
  await studio.post(`/v2/bookings/${bookingId}/checkin`);
  return bookingId;
};

describe('visits', () => {
  test('earn points once a day by default, and are listed by week', async () => {
    const id = await addChallenge(studio, {
      pointsRules: { perAttendance: 10 },
      endDate: '2026-03-10',
      targetPerWeek: 2,
    });
    await enroll(id);
    const booking = await attend();
    const second = await attend();
    await at('2026-03-05T05:00:00Z');
    await visit();
    const { body } = await member.get(`/challenges/${id}/attendance`);
    expect(body).toMatchObject({ targetPerWeek: 2, totalAttended: 3, pointsTotal: 20 });
    expect(body.weeks).toEqual([
      { index: 0, start: '2026-03-04', end: '2026-03-08', attended: 3, target: 2, met: true },
      { index: 1, start: '2026-03-09', end: '2026-03-10', attended: 0, target: 2, met: false },
    ]);
    expect(body.entries.map((each: Record<string, unknown>) => [each.date, each.bookingId, each.points])).toEqual([
      ['2026-03-04', booking, 10],
      ['2026-03-04', second, 0],
      ['2026-03-05', null, 10],
    ]);
    expect(body.entries.every(({ checkinId }: { checkinId: string }) => checkinId !== null)).toBe(true);
  });

  test('taken back, their points go, and the next visit of the day earns them', async () => {
    const id = await addChallenge(studio, { pointsRules: { perAttendance: 10 } });
    await enroll(id);
    const booking = await attend();
    expect((await progress(id)).pointsTotal).toBe(10);
    await studio.post(`/v2/bookings/${booking}/cancel`);
    expect((await progress(id)).pointsTotal).toBe(0);
    const second = await attend();
    await attend();
    expect((await progress(id)).pointsTotal).toBe(10);
    await studio.post(`/v2/bookings/${second}/cancel`);
    expect((await progress(id)).pointsTotal).toBe(10);
  });

  test('taken back, their points move to the day of the visit that earns them on a leaderboard of another time zone', async () => {
    const challengeId = await addChallenge(studio, { pointsRules: { perAttendance: 10 } });
    const board = { name: 'Day', rankBy: 'points', periodType: 'daily', timezone: 'Europe/London', challengeId };
    const { body } = await studio.post('/manage/leaderboards', board);
    await waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
    await enroll(challengeId);
    const booking = await attend();
    await at('2026-03-05T01:00:00Z');
    await attend();
    const own = async () => (await member.get(`/leaderboards/${body.id}/top`)).body.data;
    expect(await own()).toEqual([]);
    studio.events();
    await studio.post(`/v2/bookings/${booking}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled']);
    expect(await own()).toMatchObject([{ value: 10, achievedAt: '2026-03-05T01:00:00.000Z' }]);
    const { data } = (await member.get(`/leaderboards/${body.id}/periods?status=current`)).body;
    const counts = data.map((period: Record<string, unknown>) => [period.label, period.participantCount]);
    expect(counts).toEqual([['2026-03-05', 1]]);
  });

  test('count at the sites of the challenge, after enrolling, in its days, and not after leaving', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Uptown', timezone: 'America/New_York' })).body.id;
    const rules = { pointsRules: { perAttendance: 10, maxAttendancePerDay: 9 } };
    const id = await addChallenge(studio, { ...rules, siteIds: [MAIN_SITE] });
    const later = await addChallenge(studio, { ...rules, startDate: '2026-03-05' });
    await visit();
    await at('2026-03-04T20:00:00Z');
    await enroll(id);
    await enroll(later);
    await visit(member, other);
    expect([(await progress(id)).pointsTotal, (await progress(later)).pointsTotal]).toEqual([0, 0]);
    await attend();
    await member.delete(`/challenges/${id}/enroll`);
    await at('2026-03-04T20:00:00.001Z');
    await attend();
    await at('2026-03-04T21:00:00Z');
    await enroll(id);
    expect((await progress(id)).pointsTotal).toBe(10);
    await attend();
    expect([(await progress(id)).pointsTotal, (await progress(later)).pointsTotal]).toEqual([20, 0]);
  });

  test('count from the instant of enrolling on, also those that were recorded before it', async () => {
    const id = await addChallenge(studio, { pointsRules: { perAttendance: 10, maxAttendancePerDay: 9 } });
    await attend();
    // By a door whose clock is ahead.
    await studio.post('/v2/checkins', {
      clientId: member.id,
      locationId: MAIN_SITE,
      checkedInAt: '2026-03-04T17:03:00Z',
    });
    studio.events();
    expect(await enroll(id)).toMatchObject({ status: 201, body: { pointsTotal: 20 } });
    expect(studio.events()).toEqual(['challenge.enrolled']);
    await studio.given(attend());
    await member.delete(`/challenges/${id}/enroll`);
    expect(await enroll(id)).toMatchObject({ status: 201, body: { pointsTotal: 30 } });
    expect(studio.events()).toEqual(['challenge.withdrawn', 'challenge.enrolled']);
    expect((await progress(id)).pointsTotal).toBe(30);
  });

  test('all points of a day are capped, in the order of the facts', async () => {
    const rules = { perAttendance: 10, maxAttendancePerDay: 3, perGoal: 5, dailyCap: 22 };
    const { id } = await addDraft(studio, { pointsRules: rules });
    const { id: goalId } = await addPart(studio, id, 'goals', { title: 'Walk', targetType: 'boolean', period: 'day' });
    await publish(studio, id);
    await enroll(id);
    const first = await attend();
    await at('2026-03-04T17:01:00Z');
    await member.post(`/challenges/${id}/goals/submit`, { goals: [{ goalId, achieved: true }] });
    await at('2026-03-04T17:02:00Z');
    await attend();
    expect((await progress(id)).pointsBreakdown).toEqual({ attendance: 17, goals: 5, assessments: 0, articles: 0 });
    await studio.post(`/v2/bookings/${first}/cancel`);
    expect((await progress(id)).pointsBreakdown).toEqual({ attendance: 10, goals: 5, assessments: 0, articles: 0 });
  });
});

describe('progress', () => {
  test('counts the days, ranks 1, 2, 2, 4 and says what is due next', async () => {
    const { id } = await addDraft(studio, { pointsRules: { perAttendance: 10 }, endDate: '2026-03-07' });
    const { id: goalId } = await addPart(studio, id, 'goals', {
      title: 'Walk',
      targetType: 'count',
      defaultTarget: 1,
      period: 'day',
      commitBy: '2026-03-04T18:00:00Z',
    });
    await publish(studio, id);
    const others = [await studio.member(), await studio.member(), await studio.member()];
    for (const each of [member, ...others]) await enroll(id, each);
    expect(await progress(id)).toMatchObject({
      dayNumber: 1,
      totalDays: 4,
      percentComplete: 25,
      rank: 1,
      participantCount: 4,
      currentStreak: 0,
      nextAction: { type: 'commit', dueAt: '2026-03-04T18:00:00.000Z', id: goalId },
    });
    await member.post(`/challenges/${id}/goals/commit`, { goals: [{ goalId }] });
    expect((await progress(id)).nextAction).toEqual({ type: 'submit', dueAt: '2026-03-05T05:00:00.000Z', id: goalId });
    await member.post(`/challenges/${id}/goals/submit`, { goals: [{ goalId, value: 1 }] });
    expect(await progress(id)).toMatchObject({
      nextAction: null,
      goalsCommitted: 1,
      goalsAchieved: 1,
      currentStreak: 1,
    });
    const [first, second, third] = others;
    for (const each of [first, second, third]) await visit(each);
    await at('2026-03-05T17:00:00Z');
    await visit(first);
    const ranks = [];
    for (const each of [first, second, third, member]) ranks.push((await progress(id, each)).rank);
    expect(ranks).toEqual([1, 2, 2, 4]);
    await second?.delete(`/challenges/${id}/enroll`);
    expect(await progress(id)).toMatchObject({ rank: 3, participantCount: 3, dayNumber: 2, percentComplete: 50 });
  });
});

describe('the end', () => {
  test('freezes the ranks an hour after it, once, true before any job; what comes later changes nothing', async () => {
    const id = await addChallenge(studio, { pointsRules: { perAttendance: 10 }, endDate: '2026-03-04' });
    const other = await studio.member();
    for (const each of [member, other]) await enroll(id, each);
    const booking = await attend(other);
    const left = await studio.member();
    await enroll(id, left);
    await studio.given(left.delete(`/challenges/${id}/enroll`));
    await at('2026-03-05T05:59:59.999Z');
    const mine = async () => (await member.get(`/challenges/${id}`)).body;
    expect(await mine()).toMatchObject({ status: 'completed', enrollment: { status: 'enrolled', finalRank: null } });
    expect(studio.events()).toEqual([]);
    await at('2026-03-05T06:00:00Z');
    const data = studio.eventsInFull().map(({ type, data }) => [type, data.clientId, data.pointsTotal, data.finalRank]);
    expect(data.sort()).toEqual(
      [
        ['challenge.completed', member.id, 0, 2],
        ['challenge.completed', other.id, 10, 1],
      ].sort(),
    );
    expect((await mine()).enrollment).toMatchObject({
      status: 'completed',
      completedAt: '2026-03-05T06:00:00.000Z',
      finalRank: 2,
      pointsTotal: 0,
    });
    await studio.post(`/v2/bookings/${booking}/cancel`);
    expect(await progress(id, other)).toMatchObject({
      pointsTotal: 10,
      rank: 1,
      nextAction: null,
      percentComplete: 100,
    });
    const late = (await member.delete(`/challenges/${id}/enroll`)).body.error;
    expect([late.code, late.message]).toEqual(['not_enrolled', expect.stringContaining('is over')]);
    const list = await studio.get(`/manage/challenges/${id}/enrollments`);
    expect(list.body.data.map(({ status }: { status: string }) => status)).toEqual([
      'withdrawn',
      'completed',
      'completed',
    ]);
    studio.events();
    await completeChallenges(studio.store, new AbortController().signal, reactions);
    expect(studio.events()).toEqual([]);
  });

  test('a reading knows it before the job has run', async () => {
    const id = await addChallenge(studio, { pointsRules: { perAttendance: 10 }, endDate: '2026-03-04' });
    await enroll(id);
    await studio.app.stop();
    await at('2026-03-05T06:00:00Z');
    const { body } = await member.get(`/challenges/${id}`);
    expect(body.enrollment).toMatchObject({ status: 'completed', finalRank: 1 });
    const completed = await studio.get(`/manage/challenges/${id}/enrollments?status=completed`);
    expect(completed.body.data.length).toBe(1);
    expect((await studio.get(`/manage/challenges/${id}/enrollments?status=enrolled`)).body.data).toEqual([]);
    await visit();
    expect(await progress(id)).toMatchObject({ pointsTotal: 0, rank: 1 });
    await completeChallenges(studio.store, new AbortController().signal, reactions);
    expect((await member.get(`/challenges/${id}`)).body).toEqual({
      ...body,
      enrollment: { ...body.enrollment, updatedAt: expect.any(String) },
    });
  });
});
