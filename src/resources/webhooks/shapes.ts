import { type Static, Type } from '@sinclair/typebox';
import { deletedShape, described, nullable, patchOf, shape } from '../../kernel/schemas.ts';
import { WebhookDelivery, WebhookEndpoint } from '../../webhooks/record.ts';

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

export type CreateWebhookBody = Static<typeof CreateWebhook>;
export type UpdateWebhookBody = Static<typeof UpdateWebhook>;
