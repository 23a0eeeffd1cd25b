import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How long events are kept, in milliseconds. */
export const EVENT_RETENTION_MS = 30 * 86_400_000;

/** Every event that was raised, written in the transaction of its change; `body` is what deliveries send. */
export const events = sqliteTable('events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  siteId: text('siteId').notNull(),
  clientId: text('clientId'),
  createdAt: text('createdAt').notNull(),
  body: text('body').notNull(),
});

export type EventRow = typeof events.$inferSelect;
