import type { Tx } from '../../database/database.ts';
import { DELIVERIES, EVENTS, SITES, WEBHOOKS } from '../../resources/demo-ids.ts';
import { createWebhook, type EndpointDeps } from '../../resources/webhooks/webhooks.ts';
import { insertDelivery } from '../../webhooks/deliveries.ts';
import { WebhookEndpoint } from '../../webhooks/record.ts';
import { sandboxKeyCaller } from './credentials.ts';
import { naming } from './naming.ts';

const FAILURES = 10;

/**
 * Creates three endpoints that name inboxes of this server: one that receives when packages are frozen, with its first
 * delivery, one that was disabled after ten failed events, and one that fails. Does nothing in a studio that has them.
 */
export const createWebhooks = (tx: Tx, rootUrl: string, deps: EndpointDeps): void => {
  if (WebhookEndpoint.rows.find(tx, WEBHOOKS.inbox) !== undefined) return;
  const caller = sandboxKeyCaller(tx);
  const create = (id: string, name: string, url: string) =>
    createWebhook(naming(tx, id), caller, { name, url, eventTypes: ['package.frozen', 'package.unfrozen'] }, [], deps);
  const url = `${rootUrl}/sandbox/inbox/demo`;
  create(WEBHOOKS.inbox, 'Demo inbox', url);
  WebhookEndpoint.rows.update(tx, WEBHOOKS.inbox, { lastSuccessAt: tx.now });
  create(WEBHOOKS.disabled, 'Old inbox', `${rootUrl}/sandbox/inbox/old`);
  WebhookEndpoint.rows.update(tx, WEBHOOKS.disabled, {
    status: 'disabled',
    disabledReason: 'failed_deliveries',
    disabledAt: tx.now,
    consecutiveFailures: FAILURES,
    lastFailureAt: tx.now,
  });
  create(WEBHOOKS.failing, 'Mailing list', `${rootUrl}/sandbox/inbox/mailing-list?respond=500`);
  WebhookEndpoint.rows.update(tx, WEBHOOKS.failing, {
    status: 'failing',
    consecutiveFailures: 3,
    lastFailureAt: tx.now,
  });
  insertDelivery(
    naming(tx, DELIVERIES.first),
    {
      endpointId: WEBHOOKS.inbox,
      eventId: EVENTS.frozen,
      eventType: 'package.frozen',
      siteId: SITES.downtown,
      attempt: 1,
    },
    {
      status: 'succeeded',
      url,
      responseStatus: 200,
      responseSnippet: '',
      latencyMs: 12,
      errorCode: null,
      errorMessage: null,
      nextAttemptAt: null,
    },
  );
};
