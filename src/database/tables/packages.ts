import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const packages = sqliteTable('packages', {
  id: text('id').primaryKey(),
  clientId: text('clientId').notNull(),
  siteId: text('siteId').notNull(),
  planId: text('planId'),
  name: text('name').notNull(),
  category: text('category'),
  description: text('description'),
  type: text('type').notNull(),
  status: text('status').notNull(),
  creditsTotal: integer('creditsTotal'),
  creditsRemaining: integer('creditsRemaining'),
  creditsUsed: integer('creditsUsed').notNull(),
  creditsHeld: integer('creditsHeld').notNull(),
  usageLimit: text('usageLimit'),
  startsAt: text('startsAt'),
  activatedAt: text('activatedAt'),
  expiresAt: text('expiresAt'),
  activationType: text('activationType').notNull(),
  validityDays: integer('validityDays'),
  price: integer('price').notNull(),
  currency: text('currency').notNull(),
  paymentId: text('paymentId'),
  frozenFrom: text('frozenFrom'),
  frozenUntil: text('frozenUntil'),
  freezeReason: text('freezeReason'),
  freezeYear: integer('freezeYear'),
  freezeDaysUsed: integer('freezeDaysUsed').notNull(),
  freezeDaysAllowed: integer('freezeDaysAllowed').notNull(),
  freezeDaysAdded: integer('freezeDaysAdded').notNull(),
  onHold: integer('onHold').notNull(),
  holdReason: text('holdReason'),
  eligibleSiteIds: text('eligibleSiteIds'),
  eligibleCategories: text('eligibleCategories'),
  expiryToldAt: text('expiryToldAt'),
  cancelledAt: text('cancelledAt'),
  cancelReason: text('cancelReason'),
  metadata: text('metadata'),
  externalId: text('externalId'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
  autoRenews: integer('autoRenews').notNull(),
  nextRenewalAt: text('nextRenewalAt'),
  paymentMethodId: text('paymentMethodId'),
  renewalAttempts: integer('renewalAttempts').notNull(),
});

export type PackageRow = typeof packages.$inferSelect;

export const creditLedger = sqliteTable('creditLedger', {
  id: text('id').primaryKey(),
  packageId: text('packageId').notNull(),
  at: text('at').notNull(),
  delta: integer('delta').notNull(),
  balance: integer('balance').notNull(),
  reason: text('reason').notNull(),
  bookingId: text('bookingId'),
  staffId: text('staffId'),
  note: text('note'),
});

export type LedgerRow = typeof creditLedger.$inferSelect;

export const packageUses = sqliteTable('packageUses', {
  bookingId: text('bookingId').primaryKey(),
  packageId: text('packageId').notNull(),
  credits: integer('credits').notNull(),
  startTime: text('startTime').notNull(),
  state: text('state').notNull(),
});

export type PackageUseRow = typeof packageUses.$inferSelect;
