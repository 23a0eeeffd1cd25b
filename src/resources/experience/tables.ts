import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every version of the studio's theme and of what goes with it; the last one counts. */
export const experienceVersions = sqliteTable('experienceVersions', {
  id: text('id').primaryKey(),
  version: integer('version').notNull(),
  theme: text('theme').notNull(),
  isEnabled: integer('isEnabled').notNull(),
  maintenance: text('maintenance').notNull(),
  milestones: text('milestones').notNull(),
  createdAt: text('createdAt').notNull(),
});

export type ExperienceRow = typeof experienceVersions.$inferSelect;
