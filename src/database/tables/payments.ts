import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const payments = sqliteTable('payments', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  siteId: text('siteId').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  amountRefunded: integer('amountRefunded').notNull(),
  amountRefunding: integer('amountRefunding').notNull(),
  taxAmount: integer('taxAmount').notNull(),
  discountAmount: integer('discountAmount').notNull(),
  platformFeeAmount: integer('platformFeeAmount').notNull(),
  status: text('status').notNull(),
  paymentMethod: text('paymentMethod').notNull(),
  paymentMethodDetails: text('paymentMethodDetails'),
  purpose: text('purpose').notNull(),
  description: text('description'),
  invoiceNumber: text('invoiceNumber'),
  lineItems: text('lineItems'),
  packageId: text('packageId'),
  bookingId: text('bookingId'),
  processor: text('processor'),
  failureCode: text('failureCode'),
  failureMessage: text('failureMessage'),
  paidAt: text('paidAt'),
  failedAt: text('failedAt'),
  metadata: text('metadata'),
  externalId: text('externalId'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type PaymentRow = typeof payments.$inferSelect;

export const refunds = sqliteTable('refunds', {
  id: text('id').primaryKey(),
  paymentId: text('paymentId').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  reason: text('reason'),
  status: text('status').notNull(),
  notes: text('notes'),
  createdByStaffId: text('createdByStaffId'),
  cancelPackage: integer('cancelPackage').notNull(),
  requestKey: text('requestKey'),
  processorRefundId: text('processorRefundId'),
  failureCode: text('failureCode'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export const charges = sqliteTable('charges', {
  paymentId: text('paymentId').primaryKey(),
  methodId: text('methodId').notNull(),
  attempt: integer('attempt').notNull(),
  isOpen: integer('isOpen').notNull(),
  isAutomatic: integer('isAutomatic').notNull(),
  follows: text('follows').notNull(),
  facts: text('facts').notNull(),
  requestKey: text('requestKey'),
});

export type ChargeRow = typeof charges.$inferSelect;

export type RefundRow = typeof refunds.$inferSelect;
