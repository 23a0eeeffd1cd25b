import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

/** Every version of the studio's theme and of what goes with it; the last one counts. */
export const experienceVersions = lazyTable(() =>
  sqliteTable('experienceVersions', {
    id: text('id').primaryKey(),
    version: integer('version').notNull(),
    theme: text('theme').notNull(),
    isEnabled: integer('isEnabled').notNull(),
    maintenance: text('maintenance').notNull(),
    milestones: text('milestones').notNull(),
    createdAt: text('createdAt').notNull(),
  }),
);

export type ExperienceRow = typeof experienceVersions.$inferSelect;
