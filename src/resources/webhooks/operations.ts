import type { Read } from '../../database/database.ts';
import type { LongChanges } from '../../database/long-changes.ts';
import type { Store } from '../../database/store.ts';
import { rightsToRead } from '../../events/rights.ts';
import { type Conclude, type Concluded, WithStatus } from '../../http/operations/call.ts';
import { from, like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { type Caller, requireRights } from '../../kernel/caller.ts';
import { instant, oneOf, optional } from '../../kernel/schemas.ts';
import type { EndpointOwners } from '../../webhooks/endpoint-owners.ts';
import { jobDeletions } from '../../webhooks/jobs.ts';
import {
  DELIVERY_STATUSES,
  ENDPOINT_STATUSES,
  WebhookDelivery,
  type WebhookDeliveryRow,
  WebhookEndpoint,
} from '../../webhooks/record.ts';
import type { SendOptions } from '../../webhooks/redelivery.ts';
import type { AddressCheck } from '../../webhooks/sending/address-check.ts';
import { DELIVERIES, WEBHOOKS } from '../demo-ids.ts';
import type { Secrets } from '../program.ts';
import { deliveryDetail, deliveryPage, endpointPage, findDelivery } from './queries.ts';
import { urlProblems } from './registration.ts';
import {
  CreateWebhook,
  DeletedWebhook,
  UpdateWebhook,
  WebhookDeliveryDetail,
  WebhookEndpointWithSecret,
} from './shapes.ts';
import {
  beginDeletion,
  createWebhook,
  enableWebhook,
  rotateSecret,
  updateWebhook,
  webhookDeletions,
} from './webhooks.ts';

/** The part of the webhook pipeline that these operations use. */
export interface WebhookPort {
  readonly addressCheck: AddressCheck;
  readonly owners: EndpointOwners;
  /** Finds the jobs that another process queued. */
  readonly refresh: () => Promise<void>;
  /** Whether `refresh` would find what another process has left, by the time of a read. */
  readonly hasAbandoned: (read: Read) => boolean;
  /** Sends the event of a delivery again and returns the new delivery. @throws Problem 404 */
  redeliver(endpointId: string, deliveryId: string, asked?: SendOptions): Promise<WebhookDeliveryRow>;
  /** Sends a `ping` and returns its delivery. @throws Problem 404 */
  ping(endpointId: string, asked?: SendOptions): Promise<WebhookDeliveryRow>;
}

export interface WebhookPorts {
  readonly webhooks: WebhookPort;
}

interface WebhookDeps extends WebhookPorts {
  readonly store: Store;
  readonly changes: Pick<LongChanges, 'finish'>;
  readonly secrets: Secrets;
  /** The caller of a request at another time. @throws Problem 401 when it has ended. */
  readonly callerIn: (read: Read, request: Request) => unknown;
}

const staff = 'integrations:manage';
const onWebhook = { on: WebhookEndpoint, staff } as const;

/** The response to an attempt: 200 when it succeeded, 202 when it failed. */
const concludeAttempt = (
  { caller }: { readonly caller: Caller },
  conclude: Conclude,
  row: WebhookDeliveryRow,
): Promise<Concluded> =>
  conclude((tx) => {
    const detail = deliveryDetail(tx, caller, row);
    return row.status === 'succeeded' ? detail : new WithStatus(202, detail);
  });

const delivery = {
  path: {
    id: from(WEBHOOKS.inbox, 'testWebhook', '/webhookId'),
    deliveryId: from(DELIVERIES.first, 'testWebhook'),
  },
};

const attemptResponses = { response: WebhookDeliveryDetail, alsoResponds: { 202: WebhookDeliveryDetail } };

export const webhookOperations = ({ store, changes, webhooks, secrets, callerIn }: WebhookDeps) => {
  /** An attempt may wait for its turn, and by then the credential that asked for it may have ended. */
  const askedBy = ({ request }: { readonly request?: Request | undefined }): SendOptions =>
    request === undefined ? {} : { signal: request.signal, requireStill: (read) => void callerIn(read, request) };
  const deps = { secrets, owners: webhooks.owners };
  return recordOperations(
    { tag: 'Webhooks', about: 'Endpoints that receive events, with their deliveries and secrets.' },
    'webhooks',
    {
      record: WebhookEndpoint,
      path: '/v2/webhooks',
      names: ['webhook endpoint', 'webhook endpoints'],
      ids: ['Webhook', 'Webhooks'],
      staff,
      example: like(WEBHOOKS.inbox, 'createWebhook'),
    },
    (usual, { list, read, write, flow }) => [
      usual.list(
        'Returns the newest endpoints first. Secrets are not included.',
        (read, { query: { status }, caller, page }) => endpointPage(read, page, { status }, caller.siteIds),
        { filters: { status: optional(oneOf(...ENDPOINT_STATUSES)) } },
      ),
      flow(
        'POST /v2/webhooks',
        'createWebhook',
        {
          givesRights: true,
          sensitive: true,
          summary: 'Create a webhook endpoint',
          description:
            'The response includes the signing secret, which is shown only once. An event type can end in `.*`, ' +
            'and `*` means every type your credential can read at the time of sending. To name a type, you need ' +
            'the scope that reads its records.',
          body: CreateWebhook,
          status: 201,
          response: WebhookEndpointWithSecret,
          staff,
          sites: 'named',
          example: {
            body: {
              name: 'My inbox',
              url: 'http://127.0.0.1:8420/sandbox/inbox/mine',
              eventTypes: ['booking.*', 'client.created'],
            },
          },
        },
        async ({ caller, body }, conclude) => {
          const ofUrl = await urlProblems(webhooks.addressCheck, body.url);
          return conclude((tx) => {
            const { row, secret } = createWebhook(tx, caller, body, ofUrl, deps);
            return { ...WebhookEndpoint.view(row), secret };
          });
        },
      ),
      usual.retrieve('The secret is not included; `secretLast4` tells which one it is.'),
      flow(
        'PATCH /v2/webhooks/:id',
        'updateWebhook',
        {
          givesRights: true,
          summary: 'Update a webhook endpoint',
          description:
            'Only the fields you send are changed. A new URL is validated like that of a new endpoint. The ' +
            "credential that sends the URL, event types, or locations becomes the endpoint's owner, and must be " +
            'allowed to read what it receives.',
          ...onWebhook,
          body: UpdateWebhook,
          isBodyRequired: true,
          response: WebhookEndpoint.schema,
          example: { ...like(WEBHOOKS.inbox, 'createWebhook'), body: { eventTypes: ['*'] } },
        },
        async ({ caller, id, body }, conclude) => {
          const ofUrl = await urlProblems(webhooks.addressCheck, body.url);
          return conclude((tx) =>
            WebhookEndpoint.view(updateWebhook(tx, caller, WebhookEndpoint.find(tx, caller, id), body, ofUrl, deps)),
          );
        },
      ),
      flow(
        'DELETE /v2/webhooks/:id',
        'deleteWebhook',
        {
          changesBefore: true,
          summary: 'Delete a webhook endpoint',
          description: 'Permanently deletes the endpoint and its deliveries.',
          ...onWebhook,
          response: DeletedWebhook,
          example: like(WEBHOOKS.inbox, 'createWebhook'),
        },
        async ({ caller, id, change }, conclude) => {
          await store.write((tx) =>
            change(tx, () => beginDeletion(tx, WebhookEndpoint.find(tx, caller, id)), 'removed'),
          );
          await changes.finish(jobDeletions, id);
          await changes.finish(webhookDeletions, id);
          return conclude(() => ({ id, object: 'webhook_endpoint', deleted: true }));
        },
      ),
      write(
        'POST /v2/webhooks/:id/rotate-secret',
        'rotateWebhookSecret',
        {
          sensitive: true,
          summary: 'Rotate the signing secret',
          description:
            'The response includes the new secret, which is shown only once. The old secret is no longer used.',
          ...onWebhook,
          response: WebhookEndpointWithSecret,
          example: like(WEBHOOKS.inbox, 'createWebhook'),
        },
        (tx, { record }) => {
          const { row, secret } = rotateSecret(tx, record, secrets);
          return { ...WebhookEndpoint.view(row), secret };
        },
      ),
      flow(
        'POST /v2/webhooks/:id/enable',
        'enableWebhook',
        {
          givesRights: true,
          summary: 'Enable a disabled webhook endpoint',
          description:
            'Events that occurred while it was disabled are not sent. Fails with 409 if it is not disabled. If its ' +
            'credential was revoked, has expired, or lacks permission, yours replaces it.',
          ...onWebhook,
          response: WebhookEndpoint.schema,
          example: like(WEBHOOKS.disabled, 'createWebhook'),
        },
        async ({ caller, id }, conclude) => {
          await changes.finish(jobDeletions, id);
          return conclude((tx) =>
            WebhookEndpoint.view(enableWebhook(tx, caller, WebhookEndpoint.find(tx, caller, id), deps)),
          );
        },
      ),
      flow(
        'POST /v2/webhooks/:id/test',
        'testWebhook',
        {
          seesRequest: true,
          summary: 'Send a test ping to a webhook endpoint',
          description:
            'Returns 200 if the endpoint acknowledges the ping within 10 seconds, and 202 if not; both return the ' +
            'delivery.',
          ...onWebhook,
          ...attemptResponses,
          isExtension: true,
          example: like(WEBHOOKS.inbox, 'createWebhook'),
        },
        async (call, conclude) => concludeAttempt(call, conclude, await webhooks.ping(call.id, askedBy(call))),
      ),
      list(
        'GET /v2/webhooks/:id/deliveries',
        'listWebhookDeliveries',
        {
          summary: "List a webhook endpoint's deliveries",
          description: 'Returns every attempt of the last 7 days, newest first.',
          ...onWebhook,
          filters: {
            status: optional(oneOf(...DELIVERY_STATUSES)),
            start_date: optional(instant()),
            end_date: optional(instant()),
          },
          response: WebhookDelivery.list,
          example: like(WEBHOOKS.inbox, 'createWebhook'),
        },
        (read, { query, caller, record, page }) => ({
          page: deliveryPage(read, page, caller, record.id, query),
          view: WebhookDelivery.view,
        }),
      ),
      read(
        'GET /v2/webhooks/:id/deliveries/:deliveryId',
        'getWebhookDelivery',
        {
          summary: 'Retrieve a delivery',
          description:
            'Includes the body that was sent and the beginning of the response. Requires the scope that reads the ' +
            'records of its event.',
          ...onWebhook,
          response: WebhookDeliveryDetail,
          example: delivery,
        },
        (read, { caller, record, params }) =>
          deliveryDetail(read, caller, findDelivery(read, caller, record, String(params.deliveryId))),
      ),
      flow(
        'POST /v2/webhooks/:id/deliveries/:deliveryId/redeliver',
        'redeliverWebhookDelivery',
        {
          seesRequest: true,
          summary: 'Redeliver a delivery',
          description:
            'Sends the original body with a new signature, as a new delivery. Returns 200 if it is acknowledged, ' +
            'and 202 if not.',
          ...onWebhook,
          ...attemptResponses,
          example: delivery,
        },
        async (call, conclude) => {
          const delivery = findDelivery(store.view(), call.caller, call.record, String(call.params.deliveryId));
          requireRights(call.caller, rightsToRead(delivery.eventType));
          return concludeAttempt(
            call,
            conclude,
            await webhooks.redeliver(delivery.endpointId, delivery.id, askedBy(call)),
          );
        },
      ),
    ],
  );
};
