import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The cancelled sessions that have bookings to cancel. */
export const sessionCancellations = sqliteTable('sessionCancellations', {
  sessionId: text('sessionId').primaryKey(),
  reason: text('reason').$type<'schedule_changed' | 'session_cancelled'>().notNull(),
  /** Bookings made later are not cancelled. */
  lastBookingId: text('lastBookingId').notNull(),
  createdAt: text('createdAt').notNull(),
});
