import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const oauthClients = sqliteTable('oauthClients', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  secretHash: blob('secretHash', { mode: 'buffer' }).notNull(),
  secretLast4: text('secretLast4').notNull(),
  scopes: text('scopes').notNull(),
  siteIds: text('siteIds'),
  tier: text('tier').notNull(),
  lastUsedAt: text('lastUsedAt'),
  revokedAt: text('revokedAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export const signingKeys = sqliteTable('signingKeys', {
  id: text('id').primaryKey(),
  privateKey: blob('privateKey', { mode: 'buffer' }).notNull(),
  publicKey: text('publicKey').notNull(),
  createdAt: text('createdAt').notNull(),
  retiredAt: text('retiredAt'),
});

export type OAuthClientRow = typeof oauthClients.$inferSelect;
export type SigningKeyRow = typeof signingKeys.$inferSelect;
