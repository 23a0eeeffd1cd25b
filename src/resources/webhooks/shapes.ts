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
  secret: described(Type.String(), 'The signing secret. Shown only once.'),
}));

export const DeletedWebhook = deletedShape('webhook_endpoint', {});

/** A delivery with what was sent and the beginning of the response. */
export const WebhookDeliveryDetail = shape('WebhookDeliveryDetail', () => ({
  ...WebhookDelivery.schema.properties,
  responseSnippet: described(nullable(Type.String()), 'The first 1 KiB of the response.'),
  payload: described(Type.Record(Type.String(), Type.Unknown()), 'The body that was sent.'),
}));

const attempts = () => ({
  delivered: described(count(), 'The number of attempts that were acknowledged.'),
  failed: described(count(), 'The number of attempts that failed.'),
  isCapped: described(
    Type.Boolean(),
    'Whether there are more: only the latest 10,000 attempts of a day are counted, or 1,000 for a credential ' +
      'limited to some sites.',
  ),
  latencyP50Ms: described(
    nullable(count()),
    'The response time within which half of the latest 1,000 acknowledged attempts completed, in milliseconds.',
  ),
  latencyP95Ms: described(nullable(count()), 'The response time within which 95% of them completed, in milliseconds.'),
});

/** How deliveries to an endpoint went in the last 7 days. */
export const WebhookHealth = shape('WebhookHealth', () => ({
  object: Type.Literal('webhook_health'),
  webhookId: id(),
  status: oneOf(...ENDPOINT_STATUSES),
  consecutiveFailures: described(count(), 'The number of consecutive events for which all attempts failed.'),
  failingSince: described(
    nullable(instant()),
    'Time of the first failed attempt since the last successful one. `null` if the last attempt was successful.',
  ),
  lastError: described(
    nullable(
      object({
        code: Type.String(),
        message: Type.String(),
        responseStatus: described(
          nullable(Type.Integer()),
          'The HTTP status of the response. `null` without a response.',
        ),
      }),
    ),
    'Why the latest failed attempt failed.',
  ),
  from: described(instant(), 'The start of the 7 days.'),
  ...attempts(),
  undelivered: described(
    count(),
    'The number of events whose attempts all failed, which `redeliverFailedDeliveries` sends again. Based on the ' +
      'latest 1,000 failed attempts.',
  ),
  isUndeliveredCapped: described(Type.Boolean(), 'Whether there may be more.'),
  redelivering: described(count(), 'The number of events waiting to be sent again, up to 1,000.'),
  days: described(
    Type.Array(object({ date: described(date(), 'The local date.'), ...attempts() })),
    "By day in the time zone of the endpoint's site, oldest first. The first one covers only the rest of its day.",
  ),
}));

/** What was queued to be sent again. */
export const WebhookRedelivery = shape('WebhookRedelivery', () => ({
  object: Type.Literal('webhook_redelivery'),
  webhookId: id(),
  queued: described(count(), 'The number of events being sent again now.'),
  isComplete: described(Type.Boolean(), '`false` while more are being queued after this response.'),
}));

export type CreateWebhookBody = Static<typeof CreateWebhook>;
export type UpdateWebhookBody = Static<typeof UpdateWebhook>;
