import { beforeAll, describe, expect, test } from 'bun:test';
import { forAllTests, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { createClient } from '../../helpers/sales.ts';
import { waitFor } from '../../helpers/wait.ts';
import { check as checkAwards } from '../../properties/engagement/awards.ts';
import { check as checkChallenges } from '../../properties/engagement/challenges.ts';
import { check as checkLeaderboards } from '../../properties/engagement/leaderboards.ts';
import { check as checkStreaks } from '../../properties/engagement/streaks.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

let ann: string;
let bob: string;
let articleId: string;
const studio = forAllTests(openStudio);
beforeAll(async () => {
  ann = await createClient(studio, { externalId: 'ann', email: 'ann@example.com' });
  bob = await createClient(studio, { externalId: 'bob', email: 'bob@example.com' });
  articleId = (await addEntry(studio, { title: 'Sleep', externalId: 'sleep' })).id;
  const visits = [1, 2, 3].map((day) => ({
    externalId: `v${day}`,
    clientId: ann,
    checkedInAt: `2026-02-0${day}T15:00:00Z`,
  }));
  await studio.given(imported(studio, 'checkins', visits));
});

const ABSENT = '019cad8f-ac00-7000-8000-000000000099';
const exported = async (family: string) => JSON.parse(await exportFile(studio, family, 'json'));
const settled = () => waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);

const spring = {
  externalId: 'spring',
  title: 'Spring',
  type: 'points',
  startDate: '2026-02-01',
  endDate: '2026-03-31',
  enrollmentOpensAt: '2026-01-01T00:00:00Z',
  publishedAt: '2026-01-01T00:00:00Z',
  pointsRules: { perAttendance: 10, perGoal: 5, perArticle: 2, perAssessment: 8, dailyCap: 14 },
};
const goal = { challengeExternalId: 'spring', title: 'Walk', period: 'day', targetType: 'count', defaultTarget: 3 };
const assessment = {
  challengeExternalId: 'spring',
  name: 'Start',
  stage: 'baseline',
  fields: [{ key: 'kg', label: 'Weight' }],
};
const enrolled = (fields: object = {}) => ({
  challengeExternalId: 'spring',
  clientExternalId: 'ann',
  enrolledAt: '2026-02-02T00:00:00Z',
  division: 'Masters',
  ...fields,
});
/** A leaderboard with periods of these first days, and of the days after their last ones. */
const days = (...periods: readonly (readonly [string, string | null])[]) => ({
  id: ABSENT,
  key: 'd',
  name: 'D',
  rankBy: 'attendance',
  periodType: 'daily',
  order: 'desc',
  timezone: 'UTC',
  startDate: '2026-02-01',
  periods: periods.map(([startDate, endDate], index) => ({
    id: `${ABSENT.slice(0, -1)}${index}`,
    startDate,
    endDate,
    closedAt: null,
    createdAt: '2026-02-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
  })),
});
const done = (fields: object = {}) => ({
  challengeExternalId: 'spring',
  clientEmail: 'ann@example.com',
  periodIndex: 1,
  value: 4,
  submittedAt: '2026-02-02T20:00:00Z',
  ...fields,
});

describe('the engagement of another system', () => {
  test('comes in, counts, and raises nothing; the same files again change nothing', async () => {
    const files: [string, () => Promise<object[]>][] = [
      ['challenges', async () => [spring]],
      ['challenge_goals', async () => [goal]],
      ['challenge_assessments', async () => [assessment]],
      ['challenge_articles', async () => [{ challengeExternalId: 'spring', contentEntryId: articleId }]],
      ['facts', async () => [{ clientId: bob, kind: 'watched_minutes', at: '2026-02-05T12:00:00Z', value: 7.5 }]],
      [
        'challenge_enrollments',
        async () => [
          enrolled({
            assessments: [
              {
                assessmentId: (await exported('challenge_assessments'))[0].id,
                values: { kg: 70 },
                measuredAt: '2026-02-04T12:00:00Z',
              },
            ],
            articles: [{ articleId: (await exported('challenge_articles'))[0].id, readAt: '2026-02-04T13:00:00Z' }],
          }),
          enrolled({ clientExternalId: 'bob', withdrawnAt: '2026-02-20T00:00:00Z', division: undefined }),
        ],
      ],
      ['challenge_goal_entries', async () => [done({ goalId: (await exported('challenge_goals'))[0].id })]],
      [
        'leaderboards',
        async () => [
          { key: 'visits', name: 'Visits', rankBy: 'attendance', periodType: 'monthly', startDate: '2026-01-01' },
        ],
      ],
      ['awards', async () => [{ externalId: 'three', name: 'Three', trigger: 'visits', threshold: 3 }]],
      [
        'award_grants',
        async () => {
          const kind = { externalId: 'kind', name: 'Kind', trigger: 'manual' };
          await imported(studio, 'awards', [kind]);
          return [{ clientId: bob, awardExternalId: 'kind', earnedAt: '2026-02-01T00:00:00Z' }];
        },
      ],
      ['streaks', async () => [{ clientId: ann, weekTargets: [{ from: '2026-01-26', target: 2 }] }]],
    ];
    for (const [family, rowsOf] of files) {
      const rows = await rowsOf();
      const response = await imported(studio, family, rows);
      expect({ family, changed: response.created + response.updated }).toEqual({ family, changed: rows.length });
      await settled();
      expect(await imported(studio, family, rows)).toMatchObject({ family, unchanged: rows.length });
    }
    const all = studio.events();
    expect(new Set(all)).toEqual(new Set(['import.completed']));
    // A visit before she enrolled does not count; 5 of the second day are over its limit.
    const who = { 'x-client-id': ann };
    const [{ challengeId }] = await exported('challenge_enrollments');
    const { body } = await studio.get(`/v2/member/challenges/${challengeId}/progress`, who);
    expect(body).toMatchObject({
      pointsBreakdown: { attendance: 20, goals: 4, assessments: 8, articles: 2 },
      pointsTotal: 34,
      rank: 1,
      participantCount: 1,
      goalsAchieved: 1,
      assessmentsCompleted: 1,
      articlesRead: 1,
    });
    expect(await checkChallenges(studio)).toEqual([]);
    expect(await checkStreaks(studio)).toEqual([]);
    expect(checkLeaderboards(studio)).toEqual([]);
    const { body: held } = await studio.get('/v2/member/awards/earned', who);
    expect(held.data).toMatchObject([{ name: 'Three', earnedAt: '2026-02-03T15:00:00.000Z' }]);
    expect((await studio.get('/v2/member/streaks?type=weekly_attendance', who)).body.data).toMatchObject([
      { longestLength: 1, startedOn: null },
    ]);
    // The awards by old facts were earned without an event, and nothing else is wrong with them.
    expect((await checkAwards(studio)).filter((each) => !each.endsWith('raised'))).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('the periods that a leaderboard of another system has had close without an event', async () => {
    await studio.time.moveTo(studio.time.now() + 61_000);
    const past = studio.db.query("select count(*) n from leaderboardPeriods where endsAt < '2026-03-02'").get();
    const closed = studio.db.query('select count(*) n from leaderboardPeriods where closedAt is not null').get();
    expect(closed).toEqual(past);
    expect(studio.events()).toEqual([]);
  });

  test('400 with every bad row, and nothing is written', async () => {
    const [{ id: goalId }] = await exported('challenge_goals');
    const [{ id: boardId, periods }] = await exported('leaderboards');
    const current = periods.find(({ label }: { label: string }) => label === '2026-03').id;
    const past = periods.find(({ label }: { label: string }) => label === '2026-02').id;
    const score = { clientId: ann, leaderboardId: boardId, achievedAt: '2026-02-03T15:00:00Z' };
    const ahead = new Date(studio.time.now() + 1000).toISOString();
    const bad: [string, object[], string[]][] = [
      [
        'challenges',
        [
          { ...spring, externalId: undefined },
          { ...spring, externalId: 'b', endDate: '2026-01-01' },
          { ...spring, startDate: '2026-02-02' },
        ],
        ['1 externalId parameter_missing', '2 endDate parameter_invalid', '3 null challenge_published'],
      ],
      [
        'challenge_goals',
        [
          { ...goal, challengeExternalId: undefined },
          { ...goal, challengeExternalId: 'none' },
          { ...goal, title: 'B', defaultTarget: undefined },
        ],
        [
          '1 challengeId parameter_missing',
          '2 challengeExternalId resource_missing',
          '3 defaultTarget parameter_missing',
        ],
      ],
      [
        'challenge_articles',
        [{ challengeExternalId: 'spring', contentEntryId: ABSENT }],
        ['1 contentEntryId resource_missing'],
      ],
      [
        'challenge_enrollments',
        [
          enrolled({ clientExternalId: 'nobody' }),
          enrolled({ enrolledAt: '2026-02-03T00:00:00Z' }),
          enrolled({ clientExternalId: undefined, clientId: bob, status: 'enrolled' }),
        ],
        [
          '1 clientExternalId resource_missing',
          '2 enrolledAt parameter_invalid',
          '3 division parameter_invalid',
          '3 status parameter_invalid',
        ],
      ],
      [
        'challenge_goal_entries',
        [
          done({ goalId: ABSENT }),
          done({ goalId, periodIndex: 70 }),
          done({ goalId, periodIndex: 2, submittedAt: ahead }),
          done({ goalId, value: 5 }),
        ],
        [
          '1 goalId resource_missing',
          '2 periodIndex parameter_invalid',
          '3 submittedAt parameter_invalid',
          '4 value parameter_invalid',
        ],
      ],
      [
        'facts',
        [
          { clientId: ann, kind: 'watched_minutes', at: ahead, value: 1 },
          { clientId: ann, kind: 'watched_minutes', at: '2026-02-05T12:00:00Z', homeDate: '2026-02-09' },
          { clientId: ann, kind: 'content_completed', at: '2026-02-05T12:00:00Z', siteId: ABSENT },
        ],
        ['1 at parameter_invalid', '2 homeDate parameter_invalid', '3 siteId resource_missing'],
      ],
      [
        'leaderboards',
        [
          { name: 'B', rankBy: 'attendance', periodType: 'daily' },
          { key: 'b', name: 'B', rankBy: 'points', periodType: 'daily' },
          { key: 'visits', periodType: 'weekly' },
          days(['2026-02-01', '2026-02-01']),
          days(['2026-02-02', '2026-02-03'], ['2026-02-01', '2026-02-03']),
          days(['2026-02-01', null], ['2026-02-02', '2026-02-03']),
        ],
        [
          '1 key parameter_missing',
          '2 challengeId parameter_missing',
          '3 periodType parameter_invalid',
          '4 periods parameter_invalid',
          '5 periods parameter_invalid',
          '6 periods parameter_invalid',
        ],
      ],
      [
        'leaderboard_scores',
        [
          { ...score, periodId: ABSENT, value: 1 },
          { ...score, periodId: current, value: 1 },
          { ...score, periodId: past, value: 4 },
        ],
        ['1 periodId resource_missing', '2 value parameter_invalid', '3 value parameter_invalid'],
      ],
      [
        'award_grants',
        [
          { clientId: ann, awardExternalId: 'three', earnedAt: '2026-02-05T00:00:00Z' },
          { clientId: ann, awardExternalId: 'kind', earnedAt: '2026-02-05T00:00:00Z', source: 'earned' },
          { clientId: ann, awardExternalId: 'kind', earnedAt: ahead },
        ],
        ['1 null award_already_earned', '2 source parameter_invalid', '3 earnedAt parameter_invalid'],
      ],
      ['streaks', [{ clientExternalId: 'nobody', weekTargets: [] }], ['1 clientExternalId resource_missing']],
    ];
    const counts = () =>
      studio.db.query('select count(*) n from facts union all select count(*) from challengePoints').all();
    const before = counts();
    const found: Record<string, string[]> = {};
    for (const [family, rows] of bad) found[family] = complaints(await importFile(studio, family, rows));
    expect(found).toEqual(Object.fromEntries(bad.map(([family, , expected]) => [family, expected])));
    expect(counts()).toEqual(before);
  });

  test('a key of some sites neither writes nor reads what clients of other sites did', async () => {
    const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
    const scopes = ['manage', 'clients:read', 'clients:write'];
    const key = await studio.makeKey({ scopes, siteIds: [other] });
    for (const family of [
      'facts',
      'challenge_enrollments',
      'challenge_goal_entries',
      'leaderboard_scores',
      'award_grants',
    ]) {
      expect(JSON.parse(await exportFile(studio, family, 'json', key))).toEqual([]);
    }
    expect(JSON.parse(await exportFile(studio, 'streaks', 'json', key))).toEqual([]);
    const row = { clientId: ann, kind: 'watched_minutes', at: '2026-02-06T12:00:00Z', value: 1, siteId: MAIN_SITE };
    const response = await importFile(studio, 'facts', [row], { headers: { 'x-service-api-key': key } });
    expect(response.status).not.toBe(200);
    expect(response.body.error.code).toMatch(/site_not_allowed|parameter_invalid/);
  });
});
