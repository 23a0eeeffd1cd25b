import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const checkins = sqliteTable('checkins', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  siteId: text('siteId').notNull(),
  bookingId: text('bookingId'),
  sessionId: text('sessionId'),
  packageId: text('packageId'),
  checkedInAt: text('checkedInAt').notNull(),
  source: text('source').notNull(),
  status: text('status').notNull(),
  statusCode: text('statusCode').notNull(),
  message: text('message').notNull(),
  isReEntry: integer('isReEntry').notNull(),
  metadata: text('metadata'),
  externalId: text('externalId'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type CheckinRow = typeof checkins.$inferSelect;
