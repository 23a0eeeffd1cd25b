import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  date,
  deletedShape,
  described,
  id,
  instant,
  nullable,
  object,
  oneOf,
  patchOf,
  shape,
} from '../../kernel/schemas.ts';
import { ENDPOINT_STATUSES, WebhookDelivery, WebhookEndpoint } from '../../webhooks/record.ts';

export const CreateWebhook = shape('CreateWebhookRequest', () => WebhookEndpoint.create.properties);
export const UpdateWebhook = patchOf('UpdateWebhookRequest', CreateWebhook);

/** The endpoint with its signing secret, which only the responses to createWebhook and rotateWebhookSecret contain. */
export const WebhookEndpointWithSecret = shape('WebhookEndpointWithSecret', () => ({
  ...WebhookEndpoint.schema.properties,
  secret: described(Type.String(), 'The signing secret; shown only once.'),
}));

export const DeletedWebhook = deletedShape('webhook_endpoint', {});

/** A delivery with what was sent and the beginning of the response. */
export const WebhookDeliveryDetail = shape('WebhookDeliveryDetail', () => ({
  ...WebhookDelivery.schema.properties,
  responseSnippet: described(nullable(Type.String()), 'The first 1 KiB of the response.'),
  payload: described(Type.Record(Type.String(), Type.Unknown()), 'The body that was sent.'),
}));

const attempts = () => ({
  delivered: described(count(), 'Attempts that were acknowledged.'),
  failed: described(count(), 'Attempts that failed.'),
  isCapped: described(
    Type.Boolean(),
    'Whether there are more: at most the latest 10,000 attempts of a day are counted, 1,000 for a credential of some sites.',
  ),
  latencyP50Ms: described(
    nullable(count()),
    'Half of the acknowledged attempts took at most this many milliseconds. Of the latest 1,000 attempts.',
  ),
  latencyP95Ms: described(nullable(count()), '95 of 100 took at most this many milliseconds.'),
});

/** How deliveries to an endpoint went in the last 7 days. */
export const WebhookHealth = shape('WebhookHealth', () => ({
  object: Type.Literal('webhook_health'),
  webhookId: id(),
  status: oneOf(...ENDPOINT_STATUSES),
  consecutiveFailures: described(count(), 'Events in a row that failed all attempts.'),
  failingSince: described(
    nullable(instant()),
    'When the first attempt failed since the last one that succeeded; null when the last one succeeded.',
  ),
  lastError: described(
    nullable(
      object({
        code: Type.String(),
        message: Type.String(),
        responseStatus: described(
          nullable(Type.Integer()),
          'The HTTP status of the response; null without a response.',
        ),
      }),
    ),
    'Why the latest failed attempt failed.',
  ),
  from: described(instant(), 'The beginning of the 7 days.'),
  ...attempts(),
  undelivered: described(
    count(),
    'Events whose attempts all failed, and that redeliverFailedDeliveries sends again. Of the latest 1,000 failed attempts.',
  ),
  isUndeliveredCapped: described(Type.Boolean(), 'Whether there may be more.'),
  redelivering: described(count(), 'Events that wait to be sent again, at most 1,000.'),
  days: described(
    Type.Array(object({ date: described(date(), 'The local date.'), ...attempts() })),
    'By day in the time zone of the site that the endpoint belongs to, the oldest first. The first one is the rest of its day.',
  ),
}));

/** What was queued to be sent again. */
export const WebhookRedelivery = shape('WebhookRedelivery', () => ({
  object: Type.Literal('webhook_redelivery'),
  webhookId: id(),
  queued: described(count(), 'Events that are sent again now.'),
  isComplete: described(Type.Boolean(), 'False while more are being queued, after this response.'),
}));

export type CreateWebhookBody = Static<typeof CreateWebhook>;
export type UpdateWebhookBody = Static<typeof UpdateWebhook>;
