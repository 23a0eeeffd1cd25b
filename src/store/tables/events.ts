import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const events = sqliteTable('events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  siteId: text('siteId').notNull(),
  createdAt: text('createdAt').notNull(),
  body: text('body').notNull(),
});

export type EventRow = typeof events.$inferSelect;
