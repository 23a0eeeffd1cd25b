import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const plans = sqliteTable('plans', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description'),
  category: text('category'),
  type: text('type').notNull(),
  price: integer('price').notNull(),
  currency: text('currency').notNull(),
  creditsTotal: integer('creditsTotal'),
  validityDays: integer('validityDays'),
  activationType: text('activationType').notNull(),
  usageLimit: text('usageLimit'),
  eligibleSiteIds: text('eligibleSiteIds'),
  eligibleCategories: text('eligibleCategories'),
  metadata: text('metadata'),
  externalId: text('externalId'),
  archivedAt: text('archivedAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
  autoRenews: integer('autoRenews').notNull(),
});

export type PlanRow = typeof plans.$inferSelect;
