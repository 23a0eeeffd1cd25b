import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const webhookEndpoints = sqliteTable('webhookEndpoints', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  eventTypes: text('eventTypes').notNull(),
  locationScope: text('locationScope').notNull(),
  locationIds: text('locationIds'),
  customHeaderName: text('customHeaderName'),
  customHeaderValue: blob('customHeaderValue', { mode: 'buffer' }),
  secret: blob('secret', { mode: 'buffer' }).notNull(),
  secretLast4: text('secretLast4').notNull(),
  secretRotatedAt: text('secretRotatedAt'),
  status: text('status').notNull(),
  consecutiveFailures: integer('consecutiveFailures').notNull(),
  skippedWhileDisabled: integer('skippedWhileDisabled').notNull(),
  disabledAt: text('disabledAt'),
  lastSuccessAt: text('lastSuccessAt'),
  lastFailureAt: text('lastFailureAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;

export const webhookDeliveries = sqliteTable('webhookDeliveries', {
  id: text('id').primaryKey(),
  endpointId: text('endpointId').notNull(),
  eventId: text('eventId').notNull(),
  eventType: text('eventType').notNull(),
  siteId: text('siteId').notNull(),
  url: text('url').notNull(),
  status: text('status').notNull(),
  attempt: integer('attempt').notNull(),
  responseStatus: integer('responseStatus'),
  responseSnippet: text('responseSnippet'),
  latencyMs: integer('latencyMs'),
  errorCode: text('errorCode'),
  errorMessage: text('errorMessage'),
  redeliveryOf: text('redeliveryOf'),
  nextAttemptAt: text('nextAttemptAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
