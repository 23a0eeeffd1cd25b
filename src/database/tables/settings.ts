import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const settings = sqliteTable('settings', {
  scope: text('scope').primaryKey(),
  booking: text('booking').notNull(),
  payment: text('payment').notNull(),
  notification: text('notification').notNull(),
  membership: text('membership').notNull(),
  brand: text('brand').notNull(),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type SettingsRow = typeof settings.$inferSelect;
