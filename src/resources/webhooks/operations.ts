import type { Read } from '../../database/database.ts';
import type { Filters } from '../../database/pages.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { Conclude, Concluded } from '../../http/operations/operation.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { firstIdAt, idsEndAt } from '../../kernel/ids.ts';
import { instant, optional } from '../../kernel/schemas.ts';
import { DELIVERIES_KEPT_MS } from '../../webhooks/retention.ts';
import type { WebhookDeliveryRow } from '../../webhooks/tables.ts';
import { checkUrl, type WebhookPort } from './flows.ts';
import { deliveryPage, endpointPage } from './queries.ts';
import {
  CreateWebhook,
  DeletedWebhook,
  DeliveryList,
  deliveryStatus,
  endpointStatus,
  UpdateWebhook,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookList,
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

interface WebhookDeps {
  readonly store: Store;
  readonly webhooks: WebhookPort;
  readonly secrets: Secrets;
}

const onWebhook = { find: findWebhook };

/** The range of deliveries between two instants, within the history that is kept. */
const deliveriesBetween = ({ nowMs }: Read, from: string | undefined, before: string | undefined): Filters => {
  const since = Math.max(nowMs - DELIVERIES_KEPT_MS, from === undefined ? 0 : epochOf(from));
  return {
    notBefore: firstIdAt(since),
    ...(from === undefined ? {} : { from: isoInstant(epochOf(from)) }),
    ...(before === undefined ? {} : { before: isoInstant(epochOf(before)), notAfter: idsEndAt(epochOf(before)) }),
  };
};

/** Answers a delivery that was attempted: 200 when it succeeded, 202 when it failed. */
const concludeAttempt = (
  call: { answerWith(status: number): void },
  conclude: Conclude,
  row: WebhookDeliveryRow,
): Promise<Concluded> => {
  call.answerWith(row.status === 'succeeded' ? 200 : 202);
  return conclude((tx) => deliveryDetail(tx, row));
};

const attemptAnswers = { answer: WebhookDeliveryDetail, alsoAnswers: { 202: WebhookDeliveryDetail } };

/** Webhook endpoints and their deliveries. */
export const webhookOperations = ({ store, webhooks, secrets }: WebhookDeps) =>
  businessOperations('Webhooks', 'webhooks', ({ list, read, write, flow }) => [
    list(
      'GET /v2/webhooks',
      'listWebhooks',
      {
        summary: 'List webhook endpoints',
        filters: { status: optional(endpointStatus) },
        answer: WebhookList,
        staff: 'integrations:manage',
      },
      (read, { query, caller: { siteIds }, page }) => ({
        page: endpointPage(read, page, {
          status: query.status,
          reachable: siteIds === null ? undefined : JSON.stringify(siteIds),
        }),
        view: webhookView,
      }),
    ),
    flow(
      'POST /v2/webhooks',
      'createWebhook',
      {
        summary: 'Register a webhook endpoint',
        body: CreateWebhook,
        status: 201,
        answer: WebhookEndpointWithSecret,
        staff: 'integrations:manage',
        sites: 'named',
      },
      async ({ caller, body }, conclude) => {
        await checkUrl(webhooks, body.url);
        return conclude((tx) => {
          const { row, secret } = createWebhook(tx, caller, body, secrets);
          return { ...webhookView(row), secret };
        });
      },
    ),
    read(
      'GET /v2/webhooks/:id',
      'getWebhook',
      {
        summary: 'Retrieve a webhook endpoint',
        on: onWebhook,
        answer: WebhookEndpoint,
        staff: 'integrations:manage',
      },
      (_read, { record }) => webhookView(record),
    ),
    flow(
      'PATCH /v2/webhooks/:id',
      'updateWebhook',
      {
        summary: 'Update a webhook endpoint',
        on: onWebhook,
        body: UpdateWebhook,
        isBodyRequired: true,
        answer: WebhookEndpoint,
        staff: 'integrations:manage',
      },
      async ({ caller, id, body }, conclude) => {
        await checkUrl(webhooks, body.url);
        return conclude((tx) => webhookView(updateWebhook(tx, caller, findWebhook(tx, caller, id), body, secrets)));
      },
    ),
    write(
      'DELETE /v2/webhooks/:id',
      'deleteWebhook',
      { summary: 'Delete a webhook endpoint', on: onWebhook, answer: DeletedWebhook, staff: 'integrations:manage' },
      (tx, { id, record }) => {
        removeWebhook(tx, record);
        return { id, object: 'webhook_endpoint', deleted: true };
      },
    ),
    write(
      'POST /v2/webhooks/:id/rotate-secret',
      'rotateWebhookSecret',
      {
        summary: 'Rotate the signing secret',
        on: onWebhook,
        answer: WebhookEndpointWithSecret,
        staff: 'integrations:manage',
      },
      (tx, { record }) => {
        const { row, secret } = rotateSecret(tx, record, secrets);
        return { ...webhookView(row), secret };
      },
    ),
    write(
      'POST /v2/webhooks/:id/enable',
      'enableWebhook',
      {
        summary: 'Enable a disabled webhook endpoint',
        on: onWebhook,
        answer: WebhookEndpoint,
        staff: 'integrations:manage',
      },
      (tx, { record }) => webhookView(enable(tx, record)),
    ),
    flow(
      'POST /v2/webhooks/:id/test',
      'testWebhook',
      {
        summary: 'Send a ping to a webhook endpoint',
        on: onWebhook,
        ...attemptAnswers,
        isExtension: true,
        staff: 'integrations:manage',
      },
      async (call, conclude) => concludeAttempt(call, conclude, await webhooks.ping(call.id)),
    ),
    list(
      'GET /v2/webhooks/:id/deliveries',
      'listWebhookDeliveries',
      {
        summary: 'List deliveries of a webhook endpoint',
        on: onWebhook,
        filters: {
          status: optional(deliveryStatus),
          start_date: optional(instant()),
          end_date: optional(instant()),
        },
        answer: DeliveryList,
        staff: 'integrations:manage',
      },
      (read, { query: { status, start_date: from, end_date: before }, record, page }) => ({
        page: deliveryPage(read, page, {
          endpoint: record.id,
          ...(status === undefined ? {} : { [status]: 1 }),
          ...deliveriesBetween(read, from, before),
        }),
        view: deliveryView,
      }),
    ),
    read(
      'GET /v2/webhooks/:id/deliveries/:deliveryId',
      'getWebhookDelivery',
      {
        summary: 'Retrieve a delivery',
        on: onWebhook,
        answer: WebhookDeliveryDetail,
        staff: 'integrations:manage',
      },
      (read, { record, params }) => deliveryDetail(read, findDelivery(read, record, String(params.deliveryId))),
    ),
    flow(
      'POST /v2/webhooks/:id/deliveries/:deliveryId/redeliver',
      'redeliverWebhookDelivery',
      { summary: 'Send a delivery again', on: onWebhook, ...attemptAnswers, staff: 'integrations:manage' },
      async (call, conclude) => {
        const delivery = findDelivery(store.view(), call.record, String(call.params.deliveryId));
        return concludeAttempt(call, conclude, await webhooks.redeliver(delivery.endpointId, delivery.id));
      },
    ),
  ]);
