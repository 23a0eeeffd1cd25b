import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../../database/lazy-table.ts';

/** The integer key of each entry, which only the search index refers to: its rowid. */
export const entryKeys = lazyTable(() =>
  sqliteTable('contentEntries', {
    rowId: integer('rowId').primaryKey(),
    id: text('id').notNull(),
  }),
);
