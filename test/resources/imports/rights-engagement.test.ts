import { beforeAll, describe, expect, test } from 'bun:test';
import { forAllTests, openStudio } from '../../helpers/api.ts';
import { addChallenge, addPart } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { createClient } from '../../helpers/sales.ts';
import { ENGAGEMENT, expectRights, type RightsRow } from './rights.ts';
import { imported } from './set-up.ts';

const CONTENT = 'content:manage';
const CHALLENGES = 'challenges:manage';
const AWARDS = 'awards:manage';
const BOARD = '019cad8f-ac00-7070-987d-5c79805043ca';
const PERIOD = '019cad8f-ac00-7070-987d-5c79805043cb';
const past = { startTime: '2026-02-01T10:00:00Z' };
const made = { createdAt: '2026-02-01T00:00:00Z', updatedAt: '2026-02-01T00:00:00Z' };
const march = {
  title: 'Spring',
  type: 'points',
  startDate: '2026-02-01',
  endDate: '2026-03-17',
  enrollmentOpensAt: '2026-01-01T00:00:00Z',
};

let clientId: string;
let otherId: string;
let entryId: string;
let challengeId: string;
let goalId: string;
let awardId: string;
const studio = forAllTests(openStudio);
beforeAll(async () => {
  clientId = await createClient(studio);
  entryId = (await addEntry(studio)).id;
  otherId = await createClient(studio);
  challengeId = await addChallenge(studio, march);
  const goal = { title: 'Sleep', targetType: 'boolean' };
  goalId = (await addPart(studio, challengeId, 'goals', goal)).id;
  await imported(studio, 'challenge_enrollments', [{ clientId, challengeId, enrolledAt: past.startTime }]);
  const day = { id: PERIOD, startDate: '2026-02-01', endDate: '2026-02-02', closedAt: null, ...made };
  const board = { name: 'Days', rankBy: 'attendance', periodType: 'daily', timezone: 'UTC', order: 'desc' };
  const over = { startDate: '2026-02-01', endDate: '2026-02-01', periods: [day] };
  await imported(studio, 'leaderboards', [{ ...board, ...over, id: BOARD, key: 'days' }]);
  awardId = (await studio.given(studio.post('/manage/awards', { name: 'Kind', trigger: 'manual' }))).id;
});

const ROWS: readonly RightsRow[] = [
  ['a challenge', 'challenges', () => ({ ...march, externalId: 'c' }), [], [CHALLENGES]],
  [
    'a published challenge that is archived',
    'challenges',
    () => ({ ...march, externalId: 'c', publishedAt: past.startTime, archivedAt: past.startTime }),
    [],
    [CHALLENGES],
  ],
  ['a goal', 'challenge_goals', () => ({ challengeId, title: 'Walk', targetType: 'boolean' }), [], [CHALLENGES]],
  [
    'an assessment',
    'challenge_assessments',
    () => ({ challengeId, name: 'Start', stage: 'baseline', fields: [{ key: 'kg', label: 'Weight' }] }),
    [],
    [CHALLENGES],
  ],
  ['an article', 'challenge_articles', () => ({ challengeId, contentEntryId: entryId }), [], [CHALLENGES]],
  [
    'watched minutes',
    'facts',
    () => ({ clientId, kind: 'watched_minutes', at: past.startTime, value: 5 }),
    ['clients:write'],
    ['clients:write', CONTENT],
  ],
  [
    'an enrolment',
    'challenge_enrollments',
    () => ({ clientId: otherId, challengeId, enrolledAt: past.startTime }),
    ['clients:write'],
    ['clients:write', CHALLENGES],
  ],
  [
    'what a client submitted for a goal',
    'challenge_goal_entries',
    () => ({ clientId, challengeId, goalId, periodIndex: 0, achieved: true, submittedAt: past.startTime }),
    ['clients:write'],
    ['clients:write', CHALLENGES],
  ],
  [
    'a leaderboard',
    'leaderboards',
    () => ({ key: 'week', name: 'Week', rankBy: 'attendance', periodType: 'weekly' }),
    [],
    [CHALLENGES],
  ],
  [
    'a score of a period that is over',
    'leaderboard_scores',
    () => ({ clientId, leaderboardId: BOARD, periodId: PERIOD, value: 3, achievedAt: past.startTime }),
    ['clients:write'],
    ['clients:write', CHALLENGES],
  ],
  ['an award', 'awards', () => ({ externalId: 'a', name: 'Hero', trigger: 'manual' }), [], [AWARDS]],
  [
    'a grant that was taken away',
    'award_grants',
    () => ({ clientId, awardId, earnedAt: past.startTime, state: { revokedAt: past.startTime } }),
    ['clients:write'],
    ['clients:write', AWARDS],
  ],
  [
    'the targets of weeks',
    'streaks',
    () => ({ clientId, weekTargets: [{ from: '2026-02-02', target: 2 }] }),
    ['clients:write'],
    ['clients:write'],
  ],
];

describe('an import needs what writing its records one by one needs', () => {
  test.each(ROWS)('%s', async (_name, family, rowOf, scopes, permissions) => {
    await expectRights(studio, family, rowOf(), scopes, permissions);
  });

  test('every family is named here', () => {
    expect(new Set(ROWS.map(([, family]) => family))).toEqual(new Set(ENGAGEMENT));
  });
});
