// Challenges with their parts, and what members did in them.

import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../../database/database.ts';
import type { KeyedTable } from '../../../database/lazy-table.ts';
import { described, flag, id, instant, nullable, object } from '../../../kernel/schemas.ts';
import { type PageOf, pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { ChallengeArticle } from '../../challenges/articles/record.ts';
import { ChallengeAssessment } from '../../challenges/assessments/record.ts';
import { ChallengeGoal } from '../../challenges/goals/record.ts';
import { challengePage, isClosed } from '../../challenges/queries.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow } from '../../challenges/record.ts';
import {
  type ArticleReadRow,
  challengeGoalEntries,
  type GoalEntryRow,
  type SubmissionRow,
} from '../../challenges/tables.ts';
import { challengeView } from '../../challenges/view.ts';
import { sitesOfClients } from '../../clients/queries.ts';
import { Client } from '../../clients/record.ts';
import { type ExportFamily, listed, ofClients, plain, valuesIn, viewed } from '../exported-family.ts';
import { factDatesOf } from '../fact-dates.ts';
import { factDates } from '../shapes.ts';

const { table: challenges } = Challenge;
const { table: clients } = Client;

const time = (description: string) => described(nullable(instant()), description);

export const challengeState = object(() => ({
  isCompleted: described(flag(), 'Whether the final ranks of all are stored.'),
  ...Challenge.state.properties,
}));

/** A challenge as its list shows it, and since when members see it. */
const exportedChallenge = object(() => ({
  ...Type.Omit(Challenge.schema, ['enrollment']).properties,
  publishedAt: time('Since when members see it; null for a draft.'),
  state: challengeState,
}));

export const allChallengesPage: PageOf<ChallengeRow> = (read, request, { externalId }, siteIds) => {
  const filters = { include_archived: true, ...(externalId === undefined ? {} : { external_id: String(externalId) }) };
  return challengePage(read, request, filters, siteIds ?? null);
};

const challengeViews =
  (read: Read) =>
  (row: ChallengeRow): object => {
    const { enrollment: _none, ...shown } = challengeView(read, row);
    return {
      ...shown,
      publishedAt: row.publishedAt,
      state: { isCompleted: row.completedAt !== null, ...Challenge.stateOf(row) },
    };
  };

interface PartRecord<Row> {
  readonly object: string;
  readonly create: TObject;
  readonly table: KeyedTable & { readonly challengeId: SQLiteColumn };
  view(row: Row): object;
}

/** Managed parts, without what they are for a member or in a period. `sent` is what the view has in another form. */
const exportedParts = <Row extends { readonly id: string }>(
  { object: kind, create, table, view }: PartRecord<Row>,
  sent: (row: Row) => object,
) => ({
  schema: object(() => ({
    id: id(),
    object: Type.Literal(kind),
    challengeId: id(),
    ...Type.Required(Type.Object<TProperties>(create.properties)).properties,
    archivedAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
  })),
  view: (row: Row): object => ({ ...view(row), ...sent(row) }),
  page: pagesOf<Row>(table, () => ({
    ...every,
    sites: {
      within: sql`exists (select 1 from ${challenges} where ${challenges.id} = ${table.challengeId}
        and ${Challenge.sites?.within})`,
    },
  })),
});

const every = { direction: 'descending', filters: {} } as const;

export const exportedGoals = exportedParts(ChallengeGoal, ({ commitBy, submitBy }) => ({ commitBy, submitBy }));
export const exportedAssessments = exportedParts(ChallengeAssessment, ({ opensAt, closesAt }) => ({
  opensAt,
  closesAt,
}));
export const exportedArticles = exportedParts(ChallengeArticle, ({ estimatedMinutes }) => ({ estimatedMinutes }));

const submission = object(() => ({
  id: id(),
  assessmentId: id(),
  values: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean(), Type.String()])),
  measuredAt: instant(),
  createdAt: instant(),
  updatedAt: instant(),
  fact: described(nullable(factDates), 'Where and when it counts.'),
}));
const articleRead = object(() => ({
  id: id(),
  articleId: id(),
  readAt: instant(),
  fact: described(nullable(factDates), 'Where and when it counts.'),
}));
const countedVisit = object(() => ({
  id: described(id(), 'The id of its fact.'),
  at: instant(),
  sourceId: described(id(), 'The booking or the check-in.'),
}));

export const enrollmentState = object(() => ({
  ...ChallengeEnrollment.state.properties,
  visits: described(
    nullable(Type.Array(countedVisit)),
    'The visits that count in a closed challenge, which no longer changes. `null` for an open challenge.',
  ),
}));

/** An enrollment with the assessments that the member submitted and the articles that the member read. */
const exportedEnrollment = object(() => ({
  ...ChallengeEnrollment.schema.properties,
  assessments: Type.Array(submission),
  articles: Type.Array(articleRead),
  state: enrollmentState,
}));

const allEnrollmentsPage = pagesOf<EnrollmentRow>(ChallengeEnrollment.table, () => ({
  ...every,
  sites: sitesOfClients(ChallengeEnrollment.table.clientId),
}));

const SUBMISSIONS = 'select * from "challengeAssessmentSubmissions" where "enrollmentId" = ? order by "id"';
const READS = 'select * from "challengeArticleReads" where "enrollmentId" = ? order by "id"';
const VISITS = `select "factId" "id", "at", "sourceId" from "challengePoints" where "enrollmentId" = ? and "part" = 'attendance'
  order by "day", "at", "factId"`;

export const enrollmentViews =
  (read: Read) =>
  (row: EnrollmentRow): object => {
    const { status, completedAt, finalRank } = row;
    const challenge = Challenge.rows.find(read, row.challengeId);
    const isOver = challenge !== undefined && (challenge.archivedAt !== null || isClosed(challenge, read.now));
    const submissions = read.db.query<SubmissionRow, [string]>(SUBMISSIONS).all(row.id);
    const reads = read.db.query<ArticleReadRow, [string]>(READS).all(row.id);
    return {
      ...ChallengeEnrollment.view(row),
      status,
      completedAt,
      finalRank,
      assessments: submissions.map(({ enrollmentId: _id, values, ...each }) => ({
        ...each,
        values: JSON.parse(values),
        fact: factDatesOf(read, 'assessment', each.id),
      })),
      articles: reads.map(({ enrollmentId: _id, ...each }) => ({
        ...each,
        fact: factDatesOf(read, 'article_read', each.id),
      })),
      state: { ...ChallengeEnrollment.stateOf(row), visits: isOver ? read.db.query(VISITS).all(row.id) : null },
    };
  };

const exportedGoalEntry = object(() => ({
  id: id(),
  object: Type.Literal('challenge_goal_entry'),
  clientId: id(),
  challengeId: id(),
  goalId: id(),
  periodIndex: described(Type.Integer(), 'The index of the week, starting at 0.'),
  target: nullable(Type.Number()),
  committedAt: time('When the member committed to the target; null without a commitment.'),
  value: nullable(Type.Number()),
  achieved: nullable(Type.Boolean()),
  submittedAt: time('When the member submitted it last; null without a submission.'),
  note: nullable(Type.String()),
  state: object({ fact: described(nullable(factDates), 'Where and when it counts.') }),
}));

interface OwnedEntry extends GoalEntryRow {
  readonly clientId: string;
  readonly challengeId: string;
}

const { table: enrollments } = ChallengeEnrollment;
const ofEnrollment = () => sql`${enrollments.id} = ${challengeGoalEntries.enrollmentId}`;

const allGoalEntriesPage = pagesOf<OwnedEntry>(challengeGoalEntries, () => ({
  ...every,
  extraColumns: {
    clientId: sql<string>`(select ${enrollments.clientId} from ${enrollments} where ${ofEnrollment()})`.as('clientId'),
    challengeId: sql<string>`(select ${enrollments.challengeId} from ${enrollments} where ${ofEnrollment()})`.as(
      'challengeId',
    ),
  },
  sites: {
    within: sql`exists (select 1 from ${enrollments} join ${clients} on ${clients.id} = ${enrollments.clientId}
      where ${ofEnrollment()} and ${clients.homeLocationId} in (select value from json_each(${named('reachable')})))`,
  },
}));

const goalEntryViews =
  (read: Read) =>
  ({ achieved, ...entry }: OwnedEntry): object =>
    valuesIn(exportedGoalEntry, {
      ...entry,
      object: 'challenge_goal_entry',
      achieved: achieved === null ? null : achieved === 1,
      state: { fact: factDatesOf(read, 'goal_submission', entry.id) },
    });

export const challengeFamilies: readonly ExportFamily[] = [
  viewed(listed('challenges', 'manageListChallenges'), exportedChallenge, allChallengesPage, challengeViews),
  plain(listed('challenge_goals', 'manageListChallengeGoals'), exportedGoals, exportedGoals.page),
  plain(
    listed('challenge_assessments', 'manageListChallengeAssessments'),
    exportedAssessments,
    exportedAssessments.page,
  ),
  plain(listed('challenge_articles', 'manageListChallengeArticles'), exportedArticles, exportedArticles.page),
];

export const enrollmentFamilies: readonly ExportFamily[] = [
  viewed(
    ofClients('challenge_enrollments', 'listChallengeEnrollments'),
    exportedEnrollment,
    allEnrollmentsPage,
    enrollmentViews,
  ),
  viewed(
    ofClients('challenge_goal_entries', 'listChallengeEnrollments'),
    exportedGoalEntry,
    allGoalEntriesPage,
    goalEntryViews,
  ),
];
