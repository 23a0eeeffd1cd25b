import { afterEach, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openAwardStudio } from './set-up.ts';

const END = '2026-03-05T06:00:00.000Z';

/** Noon of Wednesday 4 March in New York. */
const studio = forEachTest(() => openAwardStudio({ startAt: Date.parse('2026-03-04T17:00:00Z') }));
afterEach(() => studio.close());

test('a completed challenge earns its award, by the final rank where there is one, also from before the award', async () => {
  const rules = { pointsRules: { perAttendance: 10 }, endDate: '2026-03-04' };
  const [id, other] = [await addChallenge(studio, rules), await addChallenge(studio, rules)];
  const [winner, second] = [await studio.member(), await studio.member()];
  for (const member of [winner, second]) await member.post(`/challenges/${id}/enroll`, ACCEPT);
  const booking = await addBooking(studio, winner.id, await addSession(studio, { startsIn: 5 * DAY_MS }));
  await studio.post(`/v2/bookings/${booking}/checkin`);
  const any = await studio.award({ name: 'Any', trigger: 'challenge' });
  const won = await studio.award({ name: 'Won', trigger: 'challenge', challengeId: id, maxRank: 1 });
  const elsewhere = await studio.award({ trigger: 'challenge', challengeId: other });
  expect((await winner.get(`/awards/${won.id}`)).body.progress).toEqual({ current: 0, target: 1, percent: 0 });
  studio.events();
  await studio.time.skipTo(Date.parse(END));
  const raised = studio.eventsInFull().map(({ type, data }) => [type, data.awardId, data.clientId].join(' '));
  const expected = [`award.earned ${any.id} ${winner.id}`, `award.earned ${won.id} ${winner.id}`];
  expect(raised.filter((each) => each.startsWith('award')).sort()).toEqual(
    [...expected, `award.earned ${any.id} ${second.id}`].sort(),
  );
  expect((await winner.get(`/awards/${won.id}`)).body).toMatchObject({
    isEarned: true,
    earnedAt: END,
    progress: { current: 1, target: 1, percent: 100 },
  });
  expect((await winner.get(`/awards/${elsewhere.id}`)).body.isEarned).toBe(false);
  const late = await studio.award({ trigger: 'challenge', challengeId: id, maxRank: 2 });
  expect(studio.earned()).toEqual([
    [late.id, END],
    [late.id, END],
  ]);
});

test('400 for a challenge that does not exist, and for an award of a challenge that does not exist', async () => {
  const unknown = await studio.post('/manage/awards', { name: 'A', trigger: 'challenge', challengeId: UNKNOWN });
  expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'resource_missing', param: 'challengeId' } } });
  const { id } = await studio.award({ trigger: 'manual' });
  const challenge = await addChallenge(studio, { awardIds: [id] });
  expect((await studio.get(`/manage/challenges/${challenge}`)).body.awardIds).toEqual([id]);
  const response = await studio.patch(`/manage/challenges/${challenge}`, { awardIds: [id, UNKNOWN] });
  expect(response).toMatchObject({ status: 400, body: { error: { param: 'awardIds[1]', code: 'resource_missing' } } });
});
