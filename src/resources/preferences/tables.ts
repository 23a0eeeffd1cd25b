import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import { DISTANCE_UNITS, ENERGY_UNITS, LENGTH_UNITS, UNIT_SYSTEMS, WEIGHT_UNITS } from './shapes.ts';

/** What clients chose of their notifications: a JSON object with what they sent. */
export const notificationPreferences = lazyTable(() =>
  sqliteTable('notificationPreferences', {
    clientId: text('clientId').primaryKey(),
    choices: text('choices').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

/** The units that clients chose; null follows the brand in `system`, and the system in the others. */
export const unitPreferences = lazyTable(() =>
  sqliteTable('unitPreferences', {
    clientId: text('clientId').primaryKey(),
    system: text('system', { enum: UNIT_SYSTEMS }),
    weight: text('weight', { enum: WEIGHT_UNITS }),
    distance: text('distance', { enum: DISTANCE_UNITS }),
    length: text('length', { enum: LENGTH_UNITS }),
    energy: text('energy', { enum: ENERGY_UNITS }),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

export type NotificationPreferencesRow = typeof notificationPreferences.$inferSelect;
export type UnitPreferencesRow = typeof unitPreferences.$inferSelect;
