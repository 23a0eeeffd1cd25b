import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { ApiResponse } from '../../helpers/api.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { ACCEPT, addChallenge, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { plansOf } from '../../helpers/query-plans.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { waitFor } from '../../helpers/wait.ts';
import { MANAGE, openBoards, settled } from './set-up.ts';

let ann: string;
let ben: string;
let challenge: string;
const POINTS = { title: 'Spring', pointsRules: { perAttendance: 10, maxAttendancePerDay: 9 } };
// Wednesday 4 March, noon in New York: the first day of the challenges.
const open = forEachTest(() => openBoards('2026-03-04T17:00:00.000Z'));
beforeEach(async () => {
  ann = await open.client({ firstName: 'Ann', lastName: 'Lee' });
  ben = await open.client({ firstName: 'Ben', lastName: 'Ray' });
  challenge = await addChallenge(open.studio, POINTS);
});
afterEach(() => open.studio.app.stop());

const as = (clientId: string) => ({ 'x-client-id': clientId });
const enroll = async (clientId: string, fields: object = {}, id = challenge): Promise<void> => {
  const path = `/v2/member/challenges/${id}/enroll`;
  const response = await open.studio.send('POST', path, { ...ACCEPT, ...fields }, as(clientId));
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
};
const withdraw = (clientId: string): Promise<ApiResponse> =>
  open.studio.send('DELETE', `/v2/member/challenges/${challenge}/enroll`, undefined, as(clientId));
const ofChallenge = (fields: object = {}) => ({
  name: 'Points',
  rankBy: 'points',
  periodType: 'challenge',
  challengeId: challenge,
  ...fields,
});
const board = (fields: object = {}): Promise<string> => open.board(ofChallenge(fields));
const skipTo = (at: string): Promise<unknown> => open.studio.time.skipTo(Date.parse(at));
/** Checks a client in now. */
const visit = async (clientId: string): Promise<void> => {
  const { body } = await open.studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE });
  if (body.status !== 'valid') throw new Error(JSON.stringify(body));
};

describe('a leaderboard of a challenge', () => {
  test('has the days and the time zone of the challenge, and no others', async () => {
    const tokyo = await addChallenge(open.studio, { timezone: 'Asia/Tokyo' });
    const sent = ofChallenge({ challengeId: tokyo, startDate: '2026-03-04' });
    const { status, body } = await open.studio.post(MANAGE, sent);
    expect([status, body]).toMatchObject([
      201,
      { startDate: '2026-03-04', endDate: '2026-03-17', timezone: 'Asia/Tokyo', challengeId: tokyo, status: 'active' },
    ]);
    const { data } = await open.read(ann, `/${body.id}/periods`);
    expect(data).toMatchObject([
      { label: 'Challenge', startsAt: '2026-03-03T15:00:00.000Z', endsAt: '2026-03-17T15:00:00.000Z' },
    ]);
    for (const [field, value] of [
      ['startDate', '2026-03-05'],
      ['endDate', '2026-03-20'],
      ['timezone', 'America/New_York'],
    ] as const) {
      const refused = await open.studio.post(MANAGE, ofChallenge({ challengeId: tokyo, [field]: value }));
      expect([refused.status, refused.body.error.details[0].param]).toEqual([400, field]);
    }
    const changed = await open.studio.patch(`${MANAGE}/${body.id}`, { endDate: '2026-03-20' });
    expect([changed.status, changed.body.error.details[0].param]).toEqual([400, 'endDate']);
  });

  test('400 for a challenge that is unknown, archived or a draft', async () => {
    const { id: draft } = await addDraft(open.studio);
    const archived = await addChallenge(open.studio);
    await open.studio.delete(`/manage/challenges/${archived}`);
    for (const [challengeId, code] of [
      [UNKNOWN, 'resource_missing'],
      [archived, 'resource_missing'],
      [draft, 'parameter_invalid'],
    ]) {
      const { status, body } = await open.studio.post(MANAGE, ofChallenge({ challengeId }));
      expect([status, body.error.details]).toMatchObject([400, [{ param: 'challengeId', code }]]);
    }
    await publish(open.studio, draft);
    expect((await open.studio.post(MANAGE, ofChallenge({ challengeId: draft }))).status).toBe(201);
    await settled(open.studio);
  });

  test('is refused to whoever does not find the challenge, as an unknown one', async () => {
    const uptown = (await open.studio.post('/v2/sites', { name: 'Uptown', timezone: 'America/New_York' })).body.id;
    const key = await open.studio.withKey({ siteIds: [uptown], scopes: ['manage'] });
    const site = { scope: 'site', siteId: uptown };
    const create = async (challengeId: string): Promise<ApiResponse> =>
      open.studio.send('POST', MANAGE, ofChallenge({ ...site, challengeId }), key);
    const refused = await create(await addChallenge(open.studio, { siteIds: [MAIN_SITE] }));
    expect([refused.status, refused.body.error.details]).toMatchObject([
      400,
      [{ param: 'challengeId', code: 'resource_missing' }],
    ]);
    expect((await create(await addChallenge(open.studio, { siteIds: [uptown] }))).status).toBe(201);
    await settled(open.studio);
  });

  test('is listed by its challenge, and named by it', async () => {
    const id = await board();
    await open.board();
    const idsOf = ({ data }: ApiResponse['body']): string[] => data.map((each: { id: string }) => each.id);
    expect(idsOf(await open.read(ann, `?challenge_id=${challenge}`))).toEqual([id]);
    expect(idsOf((await open.studio.get(`${MANAGE}?challenge_id=${challenge}`)).body)).toEqual([id]);
    const name = (challengeId: string, leaderboardId: string) =>
      open.studio.patch(`/manage/challenges/${challengeId}`, { leaderboardId });
    expect((await name(challenge, id)).body).toMatchObject({ leaderboardId: id });
    const other = await addChallenge(open.studio);
    expect((await name(other, id)).body.error.details).toMatchObject([
      { param: 'leaderboardId', code: 'parameter_invalid' },
    ]);
    await open.studio.delete(`${MANAGE}/${id}`);
    expect((await name(challenge, id)).status).toBe(200);
    expect((await name(other, id)).body.error.details).toMatchObject([
      { param: 'leaderboardId', code: 'resource_missing' },
    ]);
  });
});

describe('points', () => {
  test('of those who are enrolled, from none on; the earlier gain is first in a tie', async () => {
    const id = await board();
    await visit(await open.client({ firstName: 'Cy' }));
    await enroll(ann);
    await skipTo('2026-03-04T18:00:00.000Z');
    await enroll(ben);
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 0', '1 Ben R. 0']);
    open.studio.events();
    await visit(ben);
    expect(open.studio.events().toSorted()).toEqual([
      'checkIn',
      'checkin.created',
      'milestone.reached',
      'streak.extended',
      'streak.extended',
    ]);
    await skipTo('2026-03-04T19:00:00.000Z');
    await visit(ann);
    expect(await open.top(ann, id)).toEqual(['1 Ben R. 10', '1 Ann L. 10']);
    expect(await open.rank(ann, id)).toMatchObject({
      rank: 1,
      value: 10,
      formattedValue: '10 points',
      participantCount: 2,
      isParticipating: true,
    });
    expect((await open.read(ann, `/${id}/top`)).data[1].achievedAt).toBe('2026-03-04T19:00:00.000Z');
  });

  test('go with the source that is taken back, and follow what else the day earns', async () => {
    const { id: capped } = await addDraft(open.studio, {
      pointsRules: { perAttendance: 10, perGoal: 5, dailyCap: 12 },
    });
    const { id: goalId } = await addPart(open.studio, capped, 'goals', {
      title: 'Walk',
      targetType: 'boolean',
      period: 'day',
    });
    await publish(open.studio, capped);
    const id = await board({ challengeId: capped });
    await enroll(ann, {}, capped);
    const submit = (achieved: boolean) =>
      open.studio.send(
        'POST',
        `/v2/member/challenges/${capped}/goals/submit`,
        { goals: [{ goalId, achieved }] },
        as(ann),
      );
    await submit(true);
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 5']);
    await skipTo('2026-03-04T18:00:00.000Z');
    await visit(ann);
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 12']);
    await submit(false);
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 10']);
  });

  test('leave with the member, and come back', async () => {
    const id = await board();
    await enroll(ann);
    await enroll(ben);
    await visit(ann);
    await withdraw(ann);
    expect(await open.top(ben, id)).toEqual(['1 Ben R. 0']);
    expect(await open.rank(ann, id)).toMatchObject({ rank: null, isParticipating: false, participantCount: 1 });
    await enroll(ann);
    expect(await open.top(ben, id)).toEqual(['1 Ann L. 10', '2 Ben R. 0']);
  });

  test('from before the leaderboard was created count', async () => {
    await enroll(ann);
    await enroll(ben);
    await visit(ben);
    const left = await open.client();
    await enroll(left);
    await withdraw(left);
    expect(await open.top(ann, await board())).toEqual(['1 Ben R. 10', '2 Ann L. 0']);
    expect(await open.top(ann, await board({ periodType: 'all_time' }))).toEqual(['1 Ben R. 10', '2 Ann L. 0']);
    expect(await open.top(ann, await board({ periodType: 'weekly' }))).toEqual(['1 Ben R. 10']);
  });

  test('count in the week in which they were gained', async () => {
    const id = await board({ periodType: 'weekly' });
    await enroll(ann);
    await visit(ann);
    await skipTo('2026-03-09T17:00:00.000Z');
    expect(await open.top(ann, id)).toEqual([]);
    await visit(ann);
    await skipTo('2026-03-10T17:00:00.000Z');
    await visit(ann);
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 20']);
  });

  test('rank who enrolled before the first day from its start on', async () => {
    const later = await addChallenge(open.studio, { ...POINTS, startDate: '2026-03-06' });
    const id = await board({ challengeId: later });
    await enroll(ann, {}, later);
    expect(await open.top(ann, id)).toEqual([]);
    await skipTo('2026-03-06T05:00:00.000Z');
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 0']);
  });

  test('rank separately by division; any other is none', async () => {
    const id = await board({ divisions: ['Masters'] });
    const cy = await open.client({ firstName: 'Cy', lastName: 'Poe' });
    await enroll(ann, { division: 'Masters' });
    await enroll(ben, { division: 'Novices' });
    await enroll(cy);
    await visit(cy);
    expect(await open.top(ann, id)).toEqual(['1 Ann L. 0']);
    expect(await open.top(ben, id)).toEqual(['1 Cy P. 10', '2 Ben R. 0']);
    expect(await open.top(ben, id, '?division=Masters')).toEqual(['1 Ann L. 0']);
    await withdraw(cy);
    await enroll(cy, { division: 'Masters' });
    expect(await open.top(ann, id)).toEqual(['1 Cy P. 10', '2 Ann L. 0']);
    expect(await open.top(ben, id)).toEqual(['1 Ben R. 0']);
    expect((await open.read(ann, `/${id}`)).participantCount).toBe(3);
  });

  test('show the whole name of those who consent to it, and nobody who is hidden', async () => {
    const id = await board();
    const cy = await open.client({ firstName: 'Cy', lastName: 'Poe', leaderboardVisibility: 'hidden' });
    await enroll(ann, { displayConsent: true });
    await enroll(ben);
    await enroll(cy, { displayConsent: true });
    expect(await open.top(ben, id)).toEqual(['1 Ann Lee 0', '1 Ben R. 0']);
    expect(await open.top(cy, id)).toEqual(['1 Cy P. 0']);
    await withdraw(ann);
    await enroll(ann, { displayConsent: false });
    expect(await open.top(ben, id)).toEqual(['1 Ann L. 0', '1 Ben R. 0']);
  });

  test('close with the challenge, with the same ranks', async () => {
    const id = await board();
    await enroll(ann, { displayConsent: true });
    await enroll(ben);
    await visit(ann);
    await skipTo('2026-03-18T04:59:00.000Z');
    const closings = () => open.studio.eventsInFull().filter(({ type }) => type === 'leaderboard.period_closed');
    expect(closings()).toEqual([]);
    await skipTo('2026-03-18T05:00:00.000Z');
    const { data } = await open.read(ben, `/${id}/periods?status=closed`);
    expect(data).toMatchObject([{ winner: { displayName: 'Ann Lee', value: 10, formattedValue: '10 points' } }]);
    await waitFor(
      () => open.studio.db.query('select 1 from leaderboardPeriods where closedAt is not null').get() !== null,
    );
    const winners = [
      { clientId: ann, rank: 1, value: 10 },
      { clientId: ben, rank: 2, value: 0 },
    ];
    expect(closings()).toMatchObject([{ data: { leaderboardId: id, winners } }]);
    expect(await open.top(ben, id)).toEqual(['1 Ann Lee 10', '2 Ben R. 0']);
    const own = await open.studio.get(`/v2/member/challenges/${challenge}`, as(ben));
    expect(own.body.enrollment).toMatchObject({ status: 'completed', finalRank: 2 });
  });
});

test('a leaderboard of visits that names a challenge ranks those who are enrolled, and counts a visit once', async () => {
  const id = await board({ rankBy: 'attendance' });
  await visit(ann);
  await visit(ben);
  expect(await open.top(ann, id)).toEqual([]);
  await enroll(ann);
  expect(await open.top(ann, id)).toEqual(['1 Ann L. 1']);
  await skipTo('2026-03-05T17:00:00.000Z');
  await visit(ann);
  expect(await open.top(ann, id)).toEqual(['1 Ann L. 2']);
});

test('the top reads names and consents of its own rows only', async () => {
  const id = await board();
  await enroll(ann, { displayConsent: true });
  const plans = await plansOf(open.studio, 'challengeEnrollments', () => open.top(ann, id));
  expect(plans.filter((step) => step.includes('challengeEnrollments'))).not.toEqual([]);
  expect(plans.filter((step) => /^SCAN "?challengeEnrollments|ByChallenge|ByStatus/.test(step))).toEqual([]);
});
