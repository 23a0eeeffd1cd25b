import type { Read } from '../../database/database.ts';
import { unpackList } from '../../database/json.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { MAX_ATTEMPTS } from '../../webhooks/queue/queue.ts';
import { DELIVERIES_KEPT_MS } from '../../webhooks/retention.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../webhooks/tables.ts';
import { bodyOf } from './queries.ts';
import type { DeliveryWire, WebhookWire } from './shapes.ts';

export const webhookView = (row: WebhookEndpointRow): WebhookWire => ({
  id: row.id,
  object: 'webhook_endpoint',
  name: row.name,
  url: row.url,
  eventTypes: unpackList(row.eventTypes),
  locationScope: row.locationScope as WebhookWire['locationScope'],
  locationIds: unpackList(row.locationIds),
  customHeader: row.customHeaderName === null ? null : { name: row.customHeaderName, valueSet: true },
  status: row.status as WebhookWire['status'],
  consecutiveFailures: row.consecutiveFailures,
  skippedWhileDisabled: row.skippedWhileDisabled,
  disabledAt: row.disabledAt,
  lastSuccessAt: row.lastSuccessAt,
  lastFailureAt: row.lastFailureAt,
  apiVersion: API_VERSION,
  secretLast4: row.secretLast4,
  secretRotatedAt: row.secretRotatedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const deliveryView = (row: WebhookDeliveryRow): DeliveryWire => ({
  id: row.id,
  object: 'webhook_delivery',
  webhookId: row.endpointId,
  eventId: row.eventId,
  eventType: row.eventType,
  siteId: row.siteId,
  url: row.url,
  status: row.status as DeliveryWire['status'],
  attempt: row.attempt,
  // A redelivery is attempted once.
  maxAttempts: row.redeliveryOf === null && row.eventType !== 'ping' ? MAX_ATTEMPTS : 1,
  responseStatus: row.responseStatus,
  latencyMs: row.latencyMs,
  error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
  redeliveryOf: row.redeliveryOf,
  nextAttemptAt: row.nextAttemptAt,
  expiresAt: isoInstant(epochOf(row.createdAt) + DELIVERIES_KEPT_MS),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** A delivery with the payload that was sent and the beginning of the response. */
export const deliveryDetail = (read: Read, row: WebhookDeliveryRow) => ({
  ...deliveryView(row),
  responseSnippet: row.responseSnippet,
  payload: JSON.parse(bodyOf(read, row.eventId) ?? '{}') as Record<string, unknown>,
});
