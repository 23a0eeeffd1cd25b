import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

/** The keys that sign access tokens; the private one is sealed. */
export const signingKeys = lazyTable(() =>
  sqliteTable('signingKeys', {
    id: text('id').primaryKey(),
    privateKey: blob('privateKey', { mode: 'buffer' }).notNull(),
    publicKey: text('publicKey').notNull(),
    createdAt: text('createdAt').notNull(),
    retiredAt: text('retiredAt'),
  }),
);

export type SigningKeyRow = typeof signingKeys.$inferSelect;
