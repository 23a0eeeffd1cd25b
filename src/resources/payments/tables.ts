import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent', 'service_issue', 'other'] as const;

/** What a refund cancels: nothing, the package that was paid, or the whole sale as if it had not been made. */
export const KEEPS = 0;
export const CANCELS_PACKAGE = 1;
export const VOIDS = 2;

/** The refunds of payments. They are answered inside their payment. */
export const refunds = lazyTable(() =>
  sqliteTable('refunds', {
    id: text('id').primaryKey(),
    paymentId: text('paymentId').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason', { enum: REFUND_REASONS }),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    notes: text('notes'),
    createdByStaffId: text('createdByStaffId'),
    cancelPackage: integer('cancelPackage').notNull(),
    requestKey: text('requestKey'),
    processorRefundId: text('processorRefundId'),
    failureCode: text('failureCode'),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  }),
);

export type RefundRow = typeof refunds.$inferSelect;

/** How a payment is charged to a saved card; one row for each such payment. */
export const charges = lazyTable(() =>
  sqliteTable('charges', {
    paymentId: text('paymentId').primaryKey(),
    methodId: text('methodId').notNull(),
    /** Counts the tries; each has an idempotency key of its own at the processor. */
    attempt: integer('attempt').notNull(),
    /** 1 until the result is known. */
    isOpen: integer('isOpen').notNull(),
    /** 1 when no request waits for the result, as with a renewal. */
    isAutomatic: integer('isAutomatic').notNull(),
    handler: text('handler').notNull(),
    context: text('context').notNull(),
    requestKey: text('requestKey'),
    /** Of a charge whose card holder is there to approve it, as JSON; null for others. */
    approval: text('approval'),
    /** Since when it takes days; null for most. */
    processingAt: text('processingAt'),
    /** 1 where what it pays for was given before it settles. */
    isAhead: integer('isAhead').notNull(),
  }),
);

export type ChargeRow = typeof charges.$inferSelect;
