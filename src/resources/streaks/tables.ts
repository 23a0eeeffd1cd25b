import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import { MILESTONE_TYPES, type STREAK_TYPES } from '../../events/enumerations.ts';

export type StreakType = (typeof STREAK_TYPES)[number];
export type MilestoneType = (typeof MILESTONE_TYPES)[number];

/** The JSON of what a member has done in total, and of the streaks (`MemberStreaks`); null before the first fact. */
export const memberActivity = lazyTable(() =>
  sqliteTable('clients', {
    id: text('id').primaryKey(),
    activity: text('activity'),
  }),
);

/** The targets of weeks: each applies from its Monday (a local date) on, in ascending order. */
export type WeekTargets = readonly (readonly [monday: string, target: number])[];

/** The newest streak of a type, and the longest length. Periods are named by their first local date. */
export interface StreakState {
  /** How many periods it has, also when it is broken; 0 when no period counts. */
  readonly length: number;
  readonly longestLength: number;
  /** Its first period and its newest; null when no period counts. */
  readonly startedOn: string | null;
  readonly lastOn: string | null;
  /** The newest period for which `streak.extended` was raised, or would have been but for an import. */
  readonly raisedOn: string | null;
  /** The newest `lastOn` for which `streak.broken` was raised, or would have been but for an import. */
  readonly brokenOn: string | null;
}

/** The last fact for whose member looks are planned; at most one row. */
export const streakCursor = lazyTable(() =>
  sqliteTable('streakCursor', {
    id: integer('id').primaryKey(),
    after: integer('after').notNull(),
  }),
);

/** When to look whether the streaks of a member are broken. */
export const streakLooks = lazyTable(() =>
  sqliteTable('streakLooks', {
    at: text('at').notNull(),
    clientId: text('clientId').notNull(),
  }),
);

/** The anniversaries that were raised. */
export const milestonesRaised = lazyTable(() =>
  sqliteTable('milestonesRaised', {
    clientId: text('clientId').notNull(),
    type: text('type', { enum: MILESTONE_TYPES }).notNull(),
    threshold: integer('threshold').notNull(),
    raisedAt: text('raisedAt').notNull(),
  }),
);

/** How far the anniversaries of the clients of a site are raised. */
export const siteAnniversaries = lazyTable(() =>
  sqliteTable('siteAnniversaries', {
    siteId: text('siteId').primaryKey(),
    /** A local date: milestones of earlier dates are raised. */
    date: text('date').notNull(),
    /** The day of the year (UTC, such as 02-28) that is being read of those on which clients of that date joined. */
    day: text('day').notNull(),
    /** The last client of that day whose anniversary is raised. */
    after: text('after').notNull(),
  }),
);
