import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { type Choices, choicesOf } from '../../helpers/seeded.ts';
import { check } from './challenges.ts';

const ACTIONS = 60;

/** A challenge of two days, a Sunday and a Monday, with a goal of each period, two assessments and two articles. */
const openChallenge = async (studio: Studio, contentEntryId: string, fields: object) => {
  const { id } = await addDraft(studio, { startDate: '2026-03-08', endDate: '2026-03-09', ...fields });
  const goals: string[] = [];
  for (const period of ['day', 'week', 'challenge']) {
    const goal = { title: period, period, targetType: 'count', defaultTarget: 3, minTarget: 1, maxTarget: 5 };
    goals.push((await addPart(studio, id, 'goals', goal)).id);
  }
  const assessments: string[] = [];
  for (const stage of ['baseline', 'final']) {
    const fields = [{ key: 'weight', label: 'Weight' }];
    assessments.push((await addPart(studio, id, 'assessments', { name: stage, stage, fields })).id);
  }
  const articles: string[] = [];
  for (const weekNumber of [1, 2]) {
    articles.push((await addPart(studio, id, 'articles', { contentEntryId, weekNumber, pointsValue: 3 })).id);
  }
  await publish(studio, id);
  for (const periodType of ['challenge', 'weekly']) {
    const board = { name: 'Points', rankBy: 'points', periodType, challengeId: id };
    await studio.post('/manage/leaderboards', board);
  }
  return { id, goals, assessments, articles };
};

type Open = Awaited<ReturnType<typeof openChallenge>>;

/** One random act of a member. It may be refused. */
const act = async (studio: Studio, choices: Choices, clientId: string, challenge: Open, bookings: string[]) => {
  const path = `/v2/member/challenges/${challenge.id}`;
  const send = (method: string, part: string, body?: object) =>
    studio.send(method, `${path}/${part}`, body, { 'x-client-id': clientId });
  const goal = { goalId: choices.of(challenge.goals) };
  const visit = async () => {
    const sessionId = await addSession(studio, { startsIn: 20 * DAY_MS });
    const { body } = await studio.post('/v2/bookings', { clientId, sessionId });
    await studio.post(`/v2/bookings/${body.id}/checkin`);
    bookings.push(body.id);
  };
  const actions: readonly (() => Promise<unknown>)[] = [
    () => send('POST', 'enroll', { acceptRules: true }),
    () => send('POST', 'enroll', { acceptRules: true }),
    () => (choices.once(3) ? send('DELETE', 'enroll') : Promise.resolve()),
    () => send('POST', 'goals/commit', { goals: [{ ...goal, target: 1 + choices.below(5) }] }),
    () => send('POST', 'goals/submit', { goals: [{ ...goal, value: choices.below(6) }] }),
    () => send('POST', 'goals/submit', { goals: [{ ...goal, value: choices.below(6) }] }),
    () =>
      send('POST', 'assessments/submit', { assessmentId: choices.of(challenge.assessments), values: { weight: 70 } }),
    () => send('POST', `articles/${choices.of(challenge.articles)}/read`),
    () => studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE }),
    visit,
    visit,
    visit,
    () => studio.post(`/v2/bookings/${choices.of(bookings) ?? clientId}/cancel`),
  ];
  await choices.of(actions)?.();
};

for (const seed of testsEverything ? [1, 3] : [3]) {
  test(`points and ranks equal a recount from the facts after every act (seed ${seed})`, async () => {
    // Saturday noon in New York, whose clocks change on Sunday.
    let studio = await openStudio({ startAt: Date.parse('2026-03-07T17:00:00Z') });
    const choices = choicesOf(seed);
    const { id: entry } = await addEntry(studio);
    const rules = {
      perAttendance: 10,
      perGoal: 5,
      perAssessment: 8,
      perArticle: 2,
      maxAttendancePerDay: 2,
      dailyCap: 21,
    };
    const challenges = [
      await openChallenge(studio, entry, { pointsRules: rules }),
      await openChallenge(studio, entry, {
        pointsRules: { ...rules, dailyCap: null },
        siteIds: [MAIN_SITE],
        capacity: 2,
      }),
    ];
    const clients = [await addClient(studio), await addClient(studio), await addClient(studio)];
    const bookings: string[] = [];
    for (let index = 0; index < ACTIONS; index += 1) {
      const [clientId, challenge] = [choices.of(clients), choices.of(challenges)];
      if (clientId === undefined || challenge === undefined) throw new Error('nobody');
      await act(studio, choices, clientId, challenge, bookings);
      // The clock moves without the jobs of each minute: what is read is true before any has run.
      if (choices.once(2)) {
        await studio.app.stop();
        const startAt = studio.time.now() + choices.below(6) * HOUR_MS;
        studio = await openStudio({ startAt, file: studio.db.serialize(), seal: studio.seal });
      }
      if (choices.once(4)) await studio.time.moveTo(studio.time.now() + 61_000);
      expect({ index, wrong: await check(studio) }).toEqual({ index, wrong: [] });
    }
    const { n } = studio.db.query('select count(*) as n from challengePoints where points > 0').get() as { n: number };
    expect(n).toBeGreaterThan(5);
    expect(studio.db.query('select 1 from leaderboardScores where value > 0').get()).not.toBeNull();
    await studio.app.stop();
  });
}
