import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import type { CONTENT_STATUSES } from './shapes.ts';

/** What members did with entries, one row for each client and entry. Lists take the id of the entry as their cursor. */
export const contentStatuses = lazyTable(() =>
  sqliteTable('contentStatuses', {
    clientId: text('clientId').notNull(),
    id: text('contentEntryId').notNull(),
    status: text('status').$type<(typeof CONTENT_STATUSES)[number]>().notNull(),
    progressPercent: real('progressPercent').notNull(),
    positionSeconds: real('positionSeconds').notNull(),
    startedAt: text('startedAt'),
    completedAt: text('completedAt'),
    lastViewedAt: text('lastViewedAt'),
    completionCount: integer('completionCount').notNull(),
    favoritedAt: text('favoritedAt'),
    watchLaterAt: text('watchLaterAt'),
    rating: integer('rating'),
    /** The local date on which it was last counted as viewed. */
    viewedOn: text('viewedOn'),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

export type StatusRow = Omit<typeof contentStatuses.$inferSelect, 'id'> & { readonly contentEntryId: string };

/** How far a member got with an entry: `not_started` clears it, except the number of completions. */
export type ProgressColumns = Pick<
  StatusRow,
  ('status' | 'progressPercent' | 'positionSeconds' | 'startedAt' | 'completedAt' | 'lastViewedAt') | 'completionCount'
>;
