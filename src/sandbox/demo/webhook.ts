import type { Tx } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { DELIVERIES, EVENTS, recentEventLike, SITES, WEBHOOKS } from '../../resources/demo-ids.ts';
import { createWebhook, type EndpointDeps } from '../../resources/webhooks/webhooks.ts';
import { insertDelivery, pendingTo } from '../../webhooks/deliveries.ts';
import { ATTEMPT_WAITS_MS, WebhookEndpoint } from '../../webhooks/record.ts';
import { statusFailure } from '../../webhooks/sending/failure.ts';
import { sandboxKeyCaller } from './credentials.ts';
import { UNDELIVERED } from './event.ts';
import { naming } from './naming.ts';

const FAILURES = 10;
const ANSWERED_MS = 1_000;
/** An endpoint that was disabled this long ago no longer has deliveries. */
const DISABLED_MS = 12 * DAY_MS;

const EVENT = `select "id", "type", "siteId", "createdAt" from "events" where "id" like ?`;
type Undelivered = Readonly<Record<'id' | 'type' | 'siteId' | 'createdAt', string>>;

/** The attempts to deliver what the endpoint has not received, each tried again. @returns the time of the last one. */
const failDeliveries = (tx: Tx, url: string): string => {
  let count = 0;
  let last = tx.now;
  for (const { number } of UNDELIVERED) {
    const event = tx.db.query<Undelivered, [string]>(EVENT).get(recentEventLike(number));
    if (event === null) throw new Error('the demo studio lacks an event that is not delivered');
    let at = epochOf(event.createdAt);
    for (const [index, wait] of ATTEMPT_WAITS_MS.entries()) {
      count += 1;
      at += wait + ANSWERED_MS;
      last = isoInstant(at);
      const attempt = { endpointId: WEBHOOKS.failing, eventId: event.id, eventType: event.type, siteId: event.siteId };
      const { code, message } = statusFailure(500);
      insertDelivery(
        naming({ ...tx, now: last, nowMs: at }, DELIVERIES.failed(count)),
        { ...attempt, attempt: index + 1 },
        {
          ...pendingTo(url),
          status: 'failed',
          responseStatus: 500,
          responseSnippet: '',
          latencyMs: 31,
          errorCode: code,
          errorMessage: message,
        },
      );
    }
  }
  return last;
};

/**
 * Creates three endpoints that name inboxes of this server: one that receives when packages are frozen, with its first
 * delivery, one that was disabled after ten failed events, and one that fails, with the attempts of three events. Does nothing in a studio that has them.
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
    disabledAt: isoInstant(tx.nowMs - DISABLED_MS),
    consecutiveFailures: FAILURES,
    lastFailureAt: isoInstant(tx.nowMs - DISABLED_MS),
  });
  const failing = `${rootUrl}/sandbox/inbox/mailing-list?respond=500`;
  create(WEBHOOKS.failing, 'Mailing list', failing);
  const lastFailureAt = failDeliveries(tx, failing);
  WebhookEndpoint.rows.update(tx, WEBHOOKS.failing, {
    status: 'failing',
    consecutiveFailures: UNDELIVERED.length,
    lastFailureAt,
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
