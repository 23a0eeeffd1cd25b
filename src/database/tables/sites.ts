import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const sites = sqliteTable('sites', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  status: text('status').notNull(),
  isDigital: integer('isDigital').notNull(),
  code: text('code'),
  description: text('description'),
  phone: text('phone'),
  email: text('email'),
  websiteUrl: text('websiteUrl'),
  imageUrls: text('imageUrls'),
  address: text('address'),
  latitude: real('latitude'),
  longitude: real('longitude'),
  timezone: text('timezone').notNull(),
  currency: text('currency').notNull(),
  openingHours: text('openingHours'),
  closures: text('closures'),
  rooms: text('rooms'),
  searchText: text('searchText').notNull(),
  metadata: text('metadata'),
  externalId: text('externalId'),
  archivedAt: text('archivedAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
  paymentsEnabled: integer('paymentsEnabled').notNull(),
  processorAccountStatus: text('processorAccountStatus').notNull(),
});

export type SiteRow = typeof sites.$inferSelect;
