import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const bookings = sqliteTable('bookings', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  sessionId: text('sessionId').notNull(),
  siteId: text('siteId').notNull(),
  status: text('status').notNull(),
  bookingSource: text('bookingSource').notNull(),
  channel: text('channel').notNull(),
  startTime: text('startTime').notNull(),
  bookedAt: text('bookedAt').notNull(),
  confirmedAt: text('confirmedAt'),
  cancelledAt: text('cancelledAt'),
  checkedInAt: text('checkedInAt'),
  noShowAt: text('noShowAt'),
  cancelledBy: text('cancelledBy'),
  cancelReason: text('cancelReason'),
  isLateCancel: integer('isLateCancel').notNull(),
  creditOutcome: text('creditOutcome').notNull(),
  penalty: text('penalty'),
  notes: text('notes'),
  metadata: text('metadata'),
  externalId: text('externalId'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type BookingRow = typeof bookings.$inferSelect;
