import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  deletedShape,
  id,
  instant,
  integer,
  line,
  listOf,
  name,
  nullable,
  oneOf,
  optional,
  part,
  patchOf,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';
import { MAX_ATTEMPTS } from '../../webhooks/queue/queue.ts';

export const endpointStatus = oneOf('enabled', 'failing', 'disabled');
const locationScope = oneOf('all', 'selected');
export const deliveryStatus = oneOf('pending', 'succeeded', 'failed');

const endpointFields = {
  ...recordFields('webhook_endpoint'),
  name: Type.String(),
  url: Type.String(),
  eventTypes: Type.Array(Type.String()),
  locationScope,
  locationIds: Type.Array(id()),
  customHeader: nullable(part({ name: Type.String(), valueSet: Type.Literal(true) })),
  status: endpointStatus,
  consecutiveFailures: count(),
  skippedWhileDisabled: count(),
  disabledAt: nullable(instant()),
  lastSuccessAt: nullable(instant()),
  lastFailureAt: nullable(instant()),
  apiVersion: Type.String(),
  secretLast4: Type.String(),
  secretRotatedAt: nullable(instant()),
};

/** A registered receiver of events (records.md "Webhook endpoint"). */
export const WebhookEndpoint = shape('WebhookEndpoint', endpointFields);

/** The endpoint in the two answers that show its signing secret, once. */
export const WebhookEndpointWithSecret = shape('WebhookEndpointWithSecret', {
  ...endpointFields,
  secret: Type.String(),
});

export const CreateWebhook = shape('CreateWebhookRequest', {
  name: name(),
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  eventTypes: Type.Array(line(100), { minItems: 1, maxItems: 200 }),
  locationScope: optional(locationScope),
  locationIds: optional(Type.Array(id(), { maxItems: 1000 })),
  customHeader: optional(nullable(part({ name: line(100), value: Type.String({ minLength: 1, maxLength: 4096 }) }))),
});

export const UpdateWebhook = patchOf('UpdateWebhookRequest', CreateWebhook);

export const WebhookList = listOf(WebhookEndpoint);

export const DeletedWebhook = deletedShape('webhook_endpoint', {});

const deliveryFields = {
  ...recordFields('webhook_delivery'),
  webhookId: id(),
  eventId: Type.String(),
  eventType: Type.String(),
  siteId: id(),
  url: Type.String(),
  status: deliveryStatus,
  attempt: integer(1, MAX_ATTEMPTS),
  maxAttempts: integer(1, MAX_ATTEMPTS),
  responseStatus: nullable(Type.Integer()),
  latencyMs: nullable(count()),
  error: nullable(part({ code: Type.String(), message: Type.String() })),
  redeliveryOf: nullable(id()),
  nextAttemptAt: nullable(instant()),
  expiresAt: instant(),
};

/** One attempt to deliver an event, as lists tell it. */
const WebhookDelivery = shape('WebhookDelivery', deliveryFields);

/** One attempt with what was sent and the beginning of what came back. */
export const WebhookDeliveryDetail = shape('WebhookDeliveryDetail', {
  ...deliveryFields,
  responseSnippet: nullable(Type.String()),
  payload: Type.Record(Type.String(), Type.Unknown()),
});

export const DeliveryList = listOf(WebhookDelivery);

export type WebhookWire = Static<typeof WebhookEndpoint>;
export type DeliveryWire = Static<typeof WebhookDelivery>;
export type CreateWebhookBody = Static<typeof CreateWebhook>;
export type UpdateWebhookBody = Static<typeof UpdateWebhook>;
