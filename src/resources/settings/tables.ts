import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

/** The scope of the brand's row; every other scope is the id of a site. */
export const BRAND = 'brand';

/** What each scope sets itself: a JSON object per group. */
export const settings = lazyTable(() =>
  sqliteTable('settings', {
    scope: text('scope').primaryKey(),
    booking: text('booking').notNull(),
    payment: text('payment').notNull(),
    notification: text('notification').notNull(),
    membership: text('membership').notNull(),
    brand: text('brand').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

export type SettingsRow = typeof settings.$inferSelect;
