import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The integer key of each entry, which only the search index refers to: its rowid. */
export const entryKeys = sqliteTable('contentEntries', {
  rowId: integer('rowId').primaryKey(),
  id: text('id').notNull(),
});
