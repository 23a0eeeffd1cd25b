import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { errorOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openMetrics } from '../metrics/set-up.ts';

const open = forEachTest(openMetrics);
let [squat, challengeId, awardId] = ['', '', ''];

const progress = (headers?: Record<string, string>, id = open.clientId) =>
  open.studio.get(`/manage/clients/${id}/progress`, headers);

beforeEach(async () => {
  const { studio, member, clientId } = open;
  squat = await open.addMetric();
  await open.record(squat, 80);
  await open.record(squat, 100);
  challengeId = await addChallenge(studio, { enrollmentOpensAt: '2026-01-01T00:00:00Z' });
  await studio.given(studio.send('POST', `/v2/member/challenges/${challengeId}/enroll`, ACCEPT, member.headers));
  awardId = (await studio.given(studio.post('/manage/awards', { name: 'Kind', trigger: 'manual', tier: 'gold' }))).id;
  await studio.given(studio.post(`/manage/awards/${awardId}/grants`, { clientId }));
  await studio.given(studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE }));
  studio.events();
});

describe('GET /manage/clients/{id}/progress', () => {
  test('200 streaks, awards, personal bests and challenges', async () => {
    const { status, body } = await progress();
    expect([status, open.studio.events()]).toEqual([200, []]);
    expect(body).toMatchObject({
      object: 'client_progress',
      clientId: open.clientId,
      streaks: [{ type: 'weekly_attendance', length: 1 }, { type: 'daily_activity' }, { type: 'video', length: 0 }],
      awards: [{ id: awardId, name: 'Kind', tier: 'gold', badgeUrl: null, timesEarned: 1 }],
      challenges: [{ id: challengeId, title: 'Spring', enrollmentStatus: 'enrolled', finalRank: null }],
    });
    expect(body.personalBests[0]).toMatchObject({
      contentEntryId: squat,
      name: 'Back squat',
      value: 100,
      unit: 'kg',
      previousValue: 80,
    });
  });

  test('200 an award that was taken back is left out', async () => {
    const { studio } = open;
    const [{ id }] = (await studio.get(`/manage/awards/${awardId}/grants`)).body.data;
    await studio.given(studio.send('DELETE', `/manage/awards/${awardId}/grants/${id}`));
    expect((await progress()).body.awards).toEqual([]);
  });

  test('200 the desk sees streaks and awards, and neither bests nor challenges', async () => {
    const { headers } = await addStaffKey(open.studio, { role: 'front_desk' });
    const { status, body } = await progress(headers);
    expect([status, body.personalBests, body.challenges]).toEqual([200, null, null]);
    expect([body.streaks.length, body.awards.length]).toEqual([3, 1]);
  });

  test('404 for nobody', async () => {
    expect(errorOf(await progress(undefined, UNKNOWN))).toEqual([404, 'resource_not_found']);
  });
});
