import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { type Call, operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { firstIdAt, idsEndAt } from '../../kernel/ids.ts';
import type { Static } from '../../kernel/schemas.ts';
import { DELIVERIES_KEPT_MS } from '../../webhooks/retention.ts';
import type { WebhookDeliveryRow } from '../../webhooks/tables.ts';
import { checkUrl, ping, redeliver, type WebhookPort } from './flows.ts';
import { deliveryPage, endpointPage } from './queries.ts';
import {
  CreateWebhook,
  DeletedWebhook,
  DeliveryList,
  DeliveryQuery,
  UpdateWebhook,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookList,
  WebhookQuery,
} from './shapes.ts';
import { deliveryDetail, deliveryView, webhookView } from './view.ts';
import {
  createWebhook,
  enable,
  findDelivery,
  findWebhook,
  removeWebhook,
  rotateSecret,
  type Secrets,
  updateWebhook,
} from './webhooks.ts';

/** What the routes of webhooks need besides what all routes do. */
export interface WebhookRouteDeps extends RouteDeps {
  readonly webhooks: WebhookPort;
  readonly secrets: Secrets;
}

const listWebhooks = (read: Read, query: Static<typeof WebhookQuery>, { siteIds }: Caller) => {
  const reachable = siteIds === null ? undefined : JSON.stringify(siteIds);
  return listAnswer(
    '/v2/webhooks',
    endpointPage(read, pageRequest(query), { status: query.status, reachable }),
    webhookView,
  );
};

const listDeliveries = (read: Read, query: Static<typeof DeliveryQuery>, endpoint: string) => {
  const { start_date: from, end_date: before } = query;
  const since = Math.max(read.nowMs - DELIVERIES_KEPT_MS, from === undefined ? 0 : epochOf(from));
  const page = deliveryPage(read, pageRequest(query), {
    endpoint,
    ...(query.status === undefined ? {} : { [query.status]: 1 }),
    notBefore: firstIdAt(since),
    ...(from === undefined ? {} : { from: isoInstant(epochOf(from)) }),
    ...(before === undefined ? {} : { before: isoInstant(epochOf(before)), notAfter: idsEndAt(epochOf(before)) }),
  });
  return listAnswer(`/v2/webhooks/${endpoint}/deliveries`, page, deliveryView);
};

export const webhookRoutes = (deps: WebhookRouteDeps): AnyElysia => {
  const { store, webhooks, secrets } = deps;
  const { reads, writes, flows } = operations(deps, 'Webhooks');

  /** 200 when it arrived, 202 when it was attempted and failed. */
  const attempted = (call: Call<unknown, unknown>, row: WebhookDeliveryRow) => {
    call.answerWith(row.status === 'succeeded' ? 200 : 202);
    return deliveryDetail(store.view(), row);
  };
  const alsoAnswers = { 202: WebhookDeliveryDetail };

  return router('/webhooks')
    .get(
      '/',
      ...reads(
        {
          id: 'listWebhooks',
          summary: 'List webhook endpoints',
          query: WebhookQuery,
          answer: WebhookList,
          refusals: [400],
        },
        (read, { query, caller }) => listWebhooks(read, query, caller),
      ),
    )
    .post(
      '/',
      ...flows(
        {
          id: 'createWebhook',
          summary: 'Register a webhook endpoint',
          body: CreateWebhook,
          status: 201,
          answer: WebhookEndpointWithSecret,
          refusals: [400],
        },
        async ({ caller, body }, conclude) => {
          await checkUrl(webhooks, body.url);
          return conclude((tx) => {
            const { row, secret } = createWebhook(tx, caller, body, secrets);
            return { ...webhookView(row), secret };
          });
        },
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getWebhook', summary: 'Retrieve a webhook endpoint', answer: WebhookEndpoint, refusals: [404] },
        (read, { caller, id }) => webhookView(findWebhook(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...flows(
        {
          id: 'updateWebhook',
          summary: 'Update a webhook endpoint',
          body: UpdateWebhook,
          isBodyRequired: true,
          answer: WebhookEndpoint,
          refusals: [400, 404],
        },
        async ({ caller, id, body }, conclude) => {
          findWebhook(store.view(), caller, id);
          await checkUrl(webhooks, body.url);
          return conclude((tx) => webhookView(updateWebhook(tx, caller, findWebhook(tx, caller, id), body, secrets)));
        },
      ),
    )
    .delete(
      '/:id',
      ...writes(
        { id: 'deleteWebhook', summary: 'Delete a webhook endpoint', answer: DeletedWebhook, refusals: [404] },
        (tx, { caller, id }) => {
          removeWebhook(tx, findWebhook(tx, caller, id));
          return { id, object: 'webhook_endpoint', deleted: true };
        },
      ),
    )
    .post(
      '/:id/rotate-secret',
      ...writes(
        {
          id: 'rotateWebhookSecret',
          summary: 'Rotate the signing secret',
          answer: WebhookEndpointWithSecret,
          refusals: [404, 409],
        },
        (tx, { caller, id }) => {
          const { row, secret } = rotateSecret(tx, findWebhook(tx, caller, id), secrets);
          return { ...webhookView(row), secret };
        },
      ),
    )
    .post(
      '/:id/enable',
      ...writes(
        {
          id: 'enableWebhook',
          summary: 'Enable a disabled webhook endpoint',
          answer: WebhookEndpoint,
          refusals: [404, 409],
        },
        (tx, { caller, id }) => webhookView(enable(tx, findWebhook(tx, caller, id))),
      ),
    )
    .post(
      '/:id/test',
      ...flows(
        {
          id: 'testWebhook',
          summary: 'Send a ping to a webhook endpoint',
          answer: WebhookDeliveryDetail,
          alsoAnswers,
          refusals: [404],
          isExtension: true,
        },
        async (call) => attempted(call, await ping(store, webhooks, call.caller, call.id)),
      ),
    )
    .get(
      '/:id/deliveries',
      ...reads(
        {
          id: 'listWebhookDeliveries',
          summary: 'List deliveries of a webhook endpoint',
          query: DeliveryQuery,
          answer: DeliveryList,
          refusals: [400, 404],
        },
        (read, { query, caller, id }) => listDeliveries(read, query, findWebhook(read, caller, id).id),
      ),
    )
    .get(
      '/:id/deliveries/:deliveryId',
      ...reads(
        { id: 'getWebhookDelivery', summary: 'Retrieve a delivery', answer: WebhookDeliveryDetail, refusals: [404] },
        (read, { caller, id, params }) =>
          deliveryDetail(read, findDelivery(read, caller, id, String(params.deliveryId))),
      ),
    )
    .post(
      '/:id/deliveries/:deliveryId/redeliver',
      ...flows(
        {
          id: 'redeliverWebhookDelivery',
          summary: 'Send a delivery again',
          answer: WebhookDeliveryDetail,
          alsoAnswers,
          refusals: [404],
        },
        async (call) =>
          attempted(call, await redeliver(store, webhooks, call.caller, call.id, String(call.params.deliveryId))),
      ),
    );
};
