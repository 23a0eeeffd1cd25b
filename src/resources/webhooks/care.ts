import { rightsToRead } from '../../events/rights.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { like } from '../../http/operations/example.ts';
import { type Caller, requireRights, requireScope } from '../../kernel/caller.ts';
import { failedRedelivery } from '../../webhooks/failed-deliveries.ts';
import { WebhookEndpoint } from '../../webhooks/record.ts';
import { WEBHOOKS } from '../demo-ids.ts';
import { readableTypes } from '../events/queries.ts';
import { webhookHealth } from './health.ts';
import type { WebhookPort } from './operations.ts';
import { WebhookHealth, WebhookRedelivery } from './shapes.ts';

const onWebhook = { on: WebhookEndpoint, staff: 'integrations:manage' } as const;

/** They read and send what the operations of the interface read and send, so they need the scopes of those too. */
const requireWebhooks = (caller: Caller): void => requireRights(caller, rightsToRead('webhook.*'));

/** What an owner does for an endpoint besides the interface: look at its health, and send again what has not arrived. */
export const endpointCareOperations = ({ webhooks }: { readonly webhooks: Pick<WebhookPort, 'refresh'> }) =>
  businessOperations({ tag: 'Webhooks', audited: true, reads: 'getWebhook' }, 'manage', ({ read, flow }) => [
    read(
      'GET /manage/webhooks/:id/health',
      'getWebhookHealth',
      {
        summary: 'Retrieve the delivery statistics of a webhook endpoint',
        description:
          'The attempts of the last 7 days, in total and by day: how many were acknowledged, how many failed, and ' +
          'how long acknowledged ones took. Also how many events have not been delivered by any attempt. Also ' +
          'requires the scope `webhooks:read`.',
        ...onWebhook,
        response: WebhookHealth,
        example: like(WEBHOOKS.inbox, 'createWebhook'),
      },
      (read, { caller, record }) => {
        requireWebhooks(caller);
        return webhookHealth(read, caller, record);
      },
    ),
    flow(
      'POST /manage/webhooks/:id/redeliver-failed',
      'redeliverFailedDeliveries',
      {
        summary: 'Redeliver all failed events',
        description:
          'Sends each event of the last 7 days whose attempts all failed once more, oldest first, two at a time: ' +
          'the original body with a new signature, as a new delivery. Excludes events that have since been ' +
          'delivered, are waiting for another attempt, or are already queued, and pings, so that calling it twice ' +
          'sends nothing twice. Events whose records you cannot read are excluded, too. Also requires the scope ' +
          '`webhooks:write`.',
        ...onWebhook,
        status: 202,
        response: WebhookRedelivery,
        example: like(WEBHOOKS.inbox, 'createWebhook'),
      },
      async ({ caller, id }, conclude) => {
        requireWebhooks(caller);
        requireScope(caller, 'webhooks:write');
        const response = await conclude((tx) => {
          WebhookEndpoint.find(tx, caller, id);
          const asked = {
            after: '',
            queued: 0,
            types: readableTypes(caller) ?? null,
            siteIds: caller.siteIds,
          };
          const { left, result } = failedRedelivery.begin(tx, id, asked);
          const { queued } = left ?? result ?? asked;
          return { object: 'webhook_redelivery', webhookId: id, queued, isComplete: left === undefined };
        });
        await webhooks.refresh();
        return response;
      },
    ),
  ]);
