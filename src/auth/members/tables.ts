import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

// The columns that signing in reads of the tables of clients and sites, which belong to their families.

export const clients = sqliteTable('clients', {
  id: text('id').primaryKey(),
  status: text('status').notNull(),
  homeLocationId: text('homeLocationId').notNull(),
});
