import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

/** Adults who were invited by email. A row goes once it is accepted, declined or withdrawn. */
export const householdInvitations = lazyTable(() =>
  sqliteTable('householdInvitations', {
    id: text('id').primaryKey(),
    householdId: text('householdId').notNull(),
    email: text('email').notNull(),
    invitedByClientId: text('invitedByClientId'),
    createdAt: text('createdAt').notNull(),
    expiresAt: text('expiresAt').notNull(),
  }),
);

export type InvitationRow = typeof householdInvitations.$inferSelect;
