import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

/** The customers at the processor that clients have, one for each processor, mode and account. */
export const processorCustomers = lazyTable(() =>
  sqliteTable('processorCustomers', {
    id: text('id').primaryKey(),
    clientId: text('clientId').notNull(),
    processor: text('processor').notNull(),
    mode: text('mode').notNull(),
    /** A connected account; empty for the platform's own. */
    account: text('account').notNull(),
    customerId: text('customerId'),
    /** When it came with a merge beside another one; null for the customer of new cards. */
    mergedAt: text('mergedAt'),
    createdAt: text('createdAt').notNull(),
  }),
);

export type CustomerRow = typeof processorCustomers.$inferSelect;
