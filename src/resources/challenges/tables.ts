import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import type { Part } from './record.ts';

/** What a member committed to and submitted for a goal in one of its periods. */
export const challengeGoalEntries = lazyTable(() =>
  sqliteTable('challengeGoalEntries', {
    id: text('id').primaryKey(),
    enrollmentId: text('enrollmentId').notNull(),
    goalId: text('goalId').notNull(),
    periodIndex: integer('periodIndex').notNull(),
    /** Null for a goal that is reached or not. */
    target: real('target'),
    committedAt: text('committedAt'),
    value: real('value'),
    achieved: integer('achieved'),
    submittedAt: text('submittedAt'),
    note: text('note'),
  }),
);
export type GoalEntryRow = typeof challengeGoalEntries.$inferSelect;

/** What a member measured for an assessment. */
export const challengeAssessmentSubmissions = lazyTable(() =>
  sqliteTable('challengeAssessmentSubmissions', {
    id: text('id').primaryKey(),
    enrollmentId: text('enrollmentId').notNull(),
    assessmentId: text('assessmentId').notNull(),
    /** JSON: the values by the keys of the fields. */
    values: text('values').notNull(),
    measuredAt: text('measuredAt').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);
export type SubmissionRow = typeof challengeAssessmentSubmissions.$inferSelect;

export const challengeArticleReads = lazyTable(() =>
  sqliteTable('challengeArticleReads', {
    id: text('id').primaryKey(),
    enrollmentId: text('enrollmentId').notNull(),
    articleId: text('articleId').notNull(),
    readAt: text('readAt').notNull(),
  }),
);
export type ArticleReadRow = typeof challengeArticleReads.$inferSelect;

/** What a fact counts in a challenge. */
export const challengePoints = lazyTable(() =>
  sqliteTable('challengePoints', {
    enrollmentId: text('enrollmentId').notNull(),
    /** The local date in the zone of the challenge. */
    day: text('day').notNull(),
    at: text('at').notNull(),
    factId: text('factId').notNull(),
    part: text('part').$type<Part>().notNull(),
    sourceId: text('sourceId').notNull(),
    /** What it is worth without the caps of the day. */
    base: integer('base').notNull(),
    points: integer('points').notNull(),
  }),
);
export type PointsRow = typeof challengePoints.$inferSelect;
