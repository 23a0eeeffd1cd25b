import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const memberLinks = sqliteTable('memberLinks', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type MemberLinkRow = typeof memberLinks.$inferSelect;
