import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import { unfinishedChanges } from '../../database/long-change.ts';

/** The erased clients of whom the processor or the search index has something yet. */
export const clientErasures = lazyTable(() =>
  sqliteTable('clientErasures', {
    clientId: text('clientId').primaryKey(),
    createdAt: text('createdAt').notNull(),
  }),
);

export type ErasureRow = typeof clientErasures.$inferSelect;

/** What is left of removing the traces of a client from other records. */
export const unfinishedTraces = unfinishedChanges<{
  readonly identifiers: readonly string[];
  /** The event of the erasure. Earlier events of the client lose their personal data. */
  readonly eventId: string;
  readonly step: number;
  readonly after: string;
}>('erasure');
