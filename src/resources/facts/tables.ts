import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import { unfinishedChanges } from '../../database/long-change.ts';

/** What members do that moves points, ranks, streaks, milestones and awards (engagement.md "Facts, and what is derived"). */
export const FACT_KINDS = [
  'visit',
  'metric_entry',
  'goal_submission',
  'assessment',
  'article_read',
  'content_completed',
  'watched_minutes',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** What members did. A row never changes, except that it is taken back. */
export const facts = lazyTable(() =>
  sqliteTable('facts', {
    /** In the order in which they were recorded. */
    number: integer('number').primaryKey(),
    id: text('id').notNull(),
    kind: text('kind').$type<FactKind>().notNull(),
    clientId: text('clientId').notNull(),
    /** Where it happened, else the client's home site. */
    siteId: text('siteId').notNull(),
    at: text('at').notNull(),
    /** The local date at the site, in the time zone that it had when the fact was recorded. */
    localDate: text('localDate').notNull(),
    /** The local date at the client's home site, likewise. */
    homeDate: text('homeDate').notNull(),
    /** The booking, or check-in without one, of a visit; the fact itself for completions and watched minutes. */
    sourceId: text('sourceId').notNull(),
    /** A visit: the minutes of the session, 0 without one. Watched minutes: how many. Otherwise what the family says. */
    value: real('value').notNull(),
    createdAt: text('createdAt').notNull(),
    takenBackAt: text('takenBackAt'),
  }),
);

export type Fact = Omit<typeof facts.$inferSelect, 'number'>;

/** What is left of recording the visits of a database from before there were facts. */
export const unfinishedVisits = unfinishedChanges<{
  readonly table: 'bookings' | 'checkins';
  /** The last id that is done. */
  readonly after: string;
}>('visits');
