import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The integer key of each client, which only the search index refers to. */
export const clientKeys = sqliteTable('clients', {
  rowId: integer('rowId').primaryKey(),
  id: text('id').notNull(),
});

/** The index of names and emails; its rowid is the client's `rowId`. */
export const clientSearch = sqliteTable('clientSearch', { rowid: integer('rowid').notNull(), words: text('words') });
