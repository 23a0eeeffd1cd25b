import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { ACCEPT, addChallenge, addDraft, addPart } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

describe('managing challenges', () => {
  test('400 for times that do not go together, with all of them', async () => {
    const send = async (fields: object) => {
      const body = { title: 'Spring', type: 'points', startDate: '2026-03-04', endDate: '2026-03-17', ...fields };
      const response = await studio.post('/manage/challenges', body);
      return [response.status, response.body.error?.details.map(({ param }: { param: string }) => param)];
    };
    expect(await send({ endDate: '2026-03-03' })).toEqual([400, ['endDate']]);
    expect(await send({ endDate: '2027-03-05' })).toEqual([400, ['endDate']]);
    expect(await send({ startDate: '9998-12-31', endDate: '9998-12-31' })).toEqual([201, undefined]);
    expect(await send({ startDate: '9999-12-31', endDate: '9999-12-31' })).toEqual([400, ['endDate']]);
    expect(await send({ enrollmentOpensAt: '2026-03-04T05:00:01Z' })).toEqual([400, ['enrollmentOpensAt']]);
    expect(await send({ enrollmentClosesAt: '2026-03-18T04:00:01Z' })).toEqual([400, ['enrollmentClosesAt']]);
    expect(await send({ timezone: 'Nowhere/Here' })).toEqual([400, ['timezone']]);
    const references = { leaderboardId: UNKNOWN, awardIds: [UNKNOWN] };
    expect(await send(references)).toEqual([400, ['leaderboardId', 'awardIds[0]']]);
    expect(studio.events()).toEqual([]);
  });

  test('takes the zone of its site, and closes enrolment with its last day, also when a draft moves', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown', timezone: 'Europe/London' });
    const draft = await addDraft(studio, { siteIds: [site.id] });
    expect(draft).toMatchObject({
      timezone: 'Europe/London',
      enrollmentClosesAt: '2026-03-18T00:00:00.000Z',
      status: 'draft',
      enrollment: null,
      enrollmentOpensAt: '2026-03-02T08:00:00.000Z',
    });
    const moved = await studio.patch(`/manage/challenges/${draft.id}`, { endDate: '2026-03-20' });
    expect(moved.body.enrollmentClosesAt).toBe('2026-03-21T00:00:00.000Z');
  });

  test('nobody completes an archived challenge: its enrolments stay, and are found as what they are', async () => {
    const id = await addChallenge(studio, { startDate: '2026-03-02', endDate: '2026-03-02' });
    const headers = { 'x-client-id': await addClient(studio) };
    await studio.post(`/v2/member/challenges/${id}/enroll`, ACCEPT, headers);
    await studio.given(studio.delete(`/manage/challenges/${id}`));
    await studio.time.skipTo(Date.parse('2026-03-03T06:01:00Z'));
    const found = async (status: string) =>
      (await studio.get(`/manage/challenges/${id}/enrollments?status=${status}`)).body.data.length;
    expect([await found('enrolled'), await found('completed'), await found('withdrawn')]).toEqual([1, 0, 0]);
    expect(studio.events()).toEqual([]);
  });

  test('409 challenge_not_ready for a draft that has moved away from the days of its parts, with all of them', async () => {
    const { id } = await addDraft(studio);
    const path = `/manage/challenges/${id}`;
    const goal = { title: 'Walk', targetType: 'boolean', submitBy: '2026-03-10T17:00:00Z' };
    const { id: goalId } = await addPart(studio, id, 'goals', goal);
    await addPart(studio, id, 'goals', { title: 'Sleep', targetType: 'boolean', period: 'week' });
    const fields = [{ key: 'weight', label: 'Weight' }];
    const times = { opensAt: '2026-03-16T05:00:00Z', fields };
    const final = await addPart(studio, id, 'assessments', { name: 'Final', stage: 'final', ...times });
    const { id: contentEntryId } = await addEntry(studio, { type: 'article' });
    const article = await addPart(studio, id, 'articles', { contentEntryId, weekNumber: 3 });
    const move = (startDate: string, endDate: string) => studio.patch(path, { startDate, endDate });
    await move('2026-03-11', '2026-03-14');
    const refused = await studio.post(`${path}/publish`);
    const { code, details } = refused.body.error;
    expect([refused.status, code, details.map(({ param }: { param: string }) => param)]).toEqual([
      409,
      'challenge_not_ready',
      ['goals[0].submitBy', 'assessments[0].closesAt', 'articles[0].weekNumber'],
    ]);
    expect((await studio.get(path)).body.status).toBe('draft');
    await studio.patch(`${path}/goals/${goalId}`, { submitBy: null });
    await studio.patch(`${path}/assessments/${final.id}`, { opensAt: null });
    await studio.given(studio.patch(`${path}/articles/${article.id}`, { weekNumber: 1 }));
    expect((await studio.post(`${path}/publish`)).status).toBe(200);
    expect((await studio.post(`${path}/publish`)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('409 challenge_published for what is fixed, challenge_archived for publishing what is archived', async () => {
    const id = await addChallenge(studio, { pointsRules: { perGoal: 5 } });
    const path = `/manage/challenges/${id}`;
    for (const body of [{ endDate: '2026-03-20' }, { pointsRules: { perGoal: 6 } }, { type: 'goals' }]) {
      expect((await studio.patch(path, body)).body.error?.code).toBe('challenge_published');
    }
    const same = await studio.patch(path, { title: 'New', capacity: 3, pointsRules: { perGoal: 5 } });
    expect(same.body).toMatchObject({ title: 'New', capacity: 3 });
    const deleted = await studio.delete(path);
    expect(deleted.body).toMatchObject({ id, deleted: true, archived: true });
    expect((await studio.post(`${path}/publish`)).body.error.code).toBe('challenge_archived');
    const ids = (query: string) => studio.listed(`/manage/challenges${query}`);
    expect([await ids(''), await ids('?status=archived'), await ids('?include_archived=true')]).toEqual([
      [],
      [id],
      [id],
    ]);
  });
});
