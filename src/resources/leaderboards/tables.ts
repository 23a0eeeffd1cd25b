import { real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import { unfinishedChanges } from '../../database/long-change.ts';

/** The value of a client in a period. A row stays when its value is gone. */
export const leaderboardScores = lazyTable(() =>
  sqliteTable('leaderboardScores', {
    id: text('id').primaryKey(),
    leaderboardId: text('leaderboardId').notNull(),
    periodId: text('periodId').notNull(),
    clientId: text('clientId').notNull(),
    /** Empty if there is none. */
    division: text('division').notNull(),
    /** The list in which it counts, by `listOf`; null for an entry that only its owner sees. */
    list: text('list'),
    position: text('position').notNull(),
    /** As responses show it, or null. */
    value: real('value'),
    /** What the value is computed from. */
    amount: real('amount').notNull(),
    achievedAt: text('achievedAt').notNull(),
    /** At the beginning of `day`. */
    valueBefore: real('valueBefore'),
    /** The local date of the last change. */
    day: text('day').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

export type ScoreRow = typeof leaderboardScores.$inferSelect;

/** What is left of counting the values of a leaderboard again. */
export const unfinishedCounts = unfinishedChanges<{
  readonly after: string;
}>('leaderboard');
