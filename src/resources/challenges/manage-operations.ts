import { at, like } from '../../http/operations/example.ts';
import type { Operation } from '../../http/operations/operation.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { described, flag, line, oneOf, optional } from '../../kernel/schemas.ts';
import { ownPictures } from '../content/entries/view.ts';
import { ARTICLES, ASSESSMENTS, CHALLENGES, ENTRIES, GOALS } from '../demo-ids.ts';
import { createArticle, updateArticle } from './articles/articles.ts';
import { articlesOf } from './articles/queries.ts';
import { ChallengeArticle, ChallengeArticleList } from './articles/record.ts';
import { articleViews } from './articles/view.ts';
import { createAssessment, updateAssessment } from './assessments/assessments.ts';
import { assessmentsOf } from './assessments/queries.ts';
import { ChallengeAssessment, ChallengeAssessmentList } from './assessments/record.ts';
import { assessmentViews } from './assessments/view.ts';
import { archiveChallenge, createChallenge, updateChallenge } from './challenges.ts';
import { createGoal, updateGoal } from './goals/goals.ts';
import { currentPeriod } from './goals/periods.ts';
import { goalsOf } from './goals/queries.ts';
import { ChallengeGoal, ChallengeGoalList } from './goals/record.ts';
import { goalView } from './goals/view.ts';
import { partOperations } from './manage.ts';
import { publishPreview } from './publishing/preview.ts';
import { publishChallenge } from './publishing/publish.ts';
import { challengePage, enrollmentPage, rankedPage } from './queries.ts';
import {
  CHALLENGE_STATUSES,
  CHALLENGE_TYPES,
  Challenge,
  ENROLLMENT_STATUSES,
  type EnrollmentRow,
  RankedEnrollmentList,
} from './record.ts';
import { challengeView, rankedEnrollmentView } from './view.ts';

const spring = at(CHALLENGES.spring);

const staff = 'challenges:manage';
const on = Challenge;

const challengeOperations = recordOperations(
  {
    tag: 'Challenges',
    about: 'Challenges that members join, and what earns points in them.',
    reads: 'manageGetChallenge',
  },
  'manage',
  {
    record: Challenge,
    views: (read) => (row) => challengeView(read, row),
    path: '/manage/challenges',
    names: ['challenge', 'challenges'],
    staff,
    example: spring,
  },
  (usual, { list, write }) => [
    usual.list(
      'Returns the newest challenges first. Archived challenges are included with `include_archived` or the status ' +
        'archived.',
      (read, { caller, query, page }) => challengePage(read, page, query, caller.siteIds),
      {
        id: 'manageListChallenges',
        filters: {
          status: optional(oneOf(...CHALLENGE_STATUSES)),
          type: optional(oneOf(...CHALLENGE_TYPES)),
          external_id: optional(line(255)),
          include_archived: optional(flag()),
        },
        example: { query: { status: 'active' } },
      },
    ),
    usual.create('Members see it once it is published.', createChallenge, {
      summary: 'Create a challenge as a draft',
      example: {
        body: {
          title: 'Summer challenge',
          type: 'attendance',
          startDate: '2040-06-04',
          endDate: '2040-07-01',
          pointsRules: { perAttendance: 10, dailyCap: 20 },
        },
      },
    }),
    usual.retrieve('Drafts and archived challenges can be retrieved, too.'),
    usual.update(
      'Once the challenge is published, its type, dates, time zone, sites, and point rules are fixed: changing ' +
        'them fails with 409 `challenge_published`. Lowering the capacity removes no participants.',
      updateChallenge,
      { example: { body: { capacity: 80, prizeDescription: 'A month of classes' } } },
    ),
    usual.remove('Members no longer see it, and nothing counts toward it anymore.', archiveChallenge),
    write(
      'POST /manage/challenges/:id/publish',
      'publishChallenge',
      {
        summary: 'Publish a challenge',
        description:
          'Publishing it again changes nothing. Fails with 409 `challenge_not_ready` if a goal, assessment, or ' +
          "article does not fit the challenge's dates. With `dry_run`, the response shows what members would see.",
        on,
        response: Challenge.schema,
        dryRun: publishPreview,
        staff,
        example: like(CHALLENGES.draft, 'createChallenge'),
      },
      (tx, { caller, record }) => challengeView(tx, publishChallenge(tx, caller, record)),
    ),
    list(
      'GET /manage/challenges/:id/enrollments',
      'listChallengeEnrollments',
      {
        summary: "List a challenge's enrollments",
        description:
          'Returns enrollments, including withdrawn ones, newest first; sorted by points, only active ' +
          'participants, most points first. `expand[]=client` includes the clients.',
        filters: {
          status: optional(oneOf(...ENROLLMENT_STATUSES)),
          sort: optional(
            described(oneOf('newest', 'points'), 'The sort order. Sorting by points excludes withdrawn participants.'),
          ),
        },
        expands: 'enrollment',
        on,
        response: RankedEnrollmentList,
        staff,
        example: { ...spring, query: { status: 'enrolled' } },
      },
      (read, { caller, record, query: { status, sort }, page }) => ({
        page:
          sort === 'points'
            ? rankedPage(read, page, record, status, caller.siteIds)
            : enrollmentPage(read, page, record, status, caller.siteIds),
        view: (row: EnrollmentRow) => rankedEnrollmentView(read, row, record),
      }),
    ),
  ],
);

/** Managing challenges (management.md). */
export const manageChallengeOperations: readonly Operation[] = [
  ...challengeOperations,
  ...partOperations({
    name: 'goal',
    about: {
      list: 'Returns goals by position, each in its current period.',
      create: 'Something for members to aim for. A challenge can have up to 50 goals.',
    },
    record: ChallengeGoal,
    list: ChallengeGoalList,
    example: {
      id: GOALS.walk,
      create: { title: 'Drink water', targetType: 'quantity', unit: 'l', defaultTarget: 2, period: 'day' },
      update: { description: 'Any walk counts.' },
    },
    all: goalsOf,
    views: (read, challenge) => (row) => goalView(read, challenge, undefined, currentPeriod(challenge, row, read.now)),
    create: createGoal,
    update: updateGoal,
  }),
  ...partOperations({
    name: 'assessment',
    about: {
      list: 'Returns assessments in the order of their stages.',
      create: 'Questions that members answer at a stage of the challenge. A challenge can have up to 50 assessments.',
    },
    record: ChallengeAssessment,
    list: ChallengeAssessmentList,
    example: {
      id: ASSESSMENTS.start,
      create: { name: 'At the end', stage: 'final', fields: [{ key: 'plank', label: 'Plank', unit: 's' }] },
      update: { name: 'Where you start' },
    },
    all: assessmentsOf,
    views: (read, challenge) => assessmentViews(read, challenge, undefined),
    create: createAssessment,
    update: updateAssessment,
  }),
  ...partOperations({
    name: 'article',
    about: {
      list: 'Returns articles by week and position.',
      create: 'A content entry that opens in a given week of the challenge. A challenge can have up to 200 articles.',
    },
    record: ChallengeArticle,
    list: ChallengeArticleList,
    example: {
      id: ARTICLES.morningFlow,
      create: { contentEntryId: ENTRIES.morningFlow, weekNumber: 2 },
      update: { estimatedMinutes: 15 },
    },
    all: articlesOf,
    views: (read, challenge, rows) => articleViews(read, challenge, rows, undefined, ownPictures),
    create: createArticle,
    update: updateArticle,
  }),
];
