import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const apiKeys = sqliteTable('apiKeys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  hash: blob('hash', { mode: 'buffer' }).notNull(),
  prefix: text('prefix').notNull(),
  last4: text('last4').notNull(),
  scopes: text('scopes').notNull(),
  siteIds: text('siteIds'),
  staffId: text('staffId'),
  tier: text('tier').notNull(),
  expiresAt: text('expiresAt'),
  lastUsedAt: text('lastUsedAt'),
  revokedAt: text('revokedAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type ApiKeyRow = typeof apiKeys.$inferSelect;
