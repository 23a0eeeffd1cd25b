import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const processorCustomers = sqliteTable('processorCustomers', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  processor: text('processor').notNull(),
  mode: text('mode').notNull(),
  account: text('account').notNull(),
  customerId: text('customerId'),
  createdAt: text('createdAt').notNull(),
});

export type CustomerRow = typeof processorCustomers.$inferSelect;

export const paymentMethods = sqliteTable('paymentMethods', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  status: text('status').notNull(),
  processor: text('processor').notNull(),
  mode: text('mode').notNull(),
  account: text('account'),
  customerId: text('customerId'),
  setupId: text('setupId'),
  cardId: text('cardId'),
  brand: text('brand'),
  last4: text('last4'),
  expMonth: integer('expMonth'),
  expYear: integer('expYear'),
  funding: text('funding'),
  country: text('country'),
  billingName: text('billingName'),
  isDefault: integer('isDefault').notNull(),
  isLeftThere: integer('isLeftThere').notNull(),
  requestKey: text('requestKey'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type MethodRow = typeof paymentMethods.$inferSelect;
