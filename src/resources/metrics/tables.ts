import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

/** The kinds of personal bests (engagement.md "Metrics"). */
export const RECORD_TYPES = ['max_value', 'min_value', 'by_reps', 'estimated_1rm'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The personal bests of clients, kept in the transaction of the entry. */
export const metricBests = lazyTable(() =>
  sqliteTable('metricBests', {
    id: text('id').primaryKey(),
    clientId: text('clientId').notNull(),
    contentEntryId: text('contentEntryId').notNull(),
    recordType: text('recordType').$type<RecordType>().notNull(),
    /** The repetitions of `by_reps`, also of those that are no scheme of the metric; 0 for other kinds. */
    reps: integer('reps').notNull(),
    entryId: text('entryId').notNull(),
    /** The best one of the entries before it. */
    previousEntryId: text('previousEntryId'),
    /** In the base unit; of `estimated_1rm` the estimate. */
    value: real('value').notNull(),
    achievedAt: text('achievedAt').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

/** How many entries a client has of a metric. There is no row for none. */
export const metricCounts = lazyTable(() =>
  sqliteTable('metricCounts', {
    clientId: text('clientId').notNull(),
    contentEntryId: text('contentEntryId').notNull(),
    entryCount: integer('entryCount').notNull(),
  }),
);

export const metricShares = lazyTable(() =>
  sqliteTable('metricShares', {
    id: text('id').primaryKey(),
    clientId: text('clientId').notNull(),
    entryId: text('entryId').notNull(),
    token: text('token').notNull(),
    expiresAt: text('expiresAt').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

export type BestRow = typeof metricBests.$inferSelect;
export type ShareRow = typeof metricShares.$inferSelect;
