import type { Read, Tx } from '../database/database.ts';
import type { Counters } from './counters.ts';
import { jobDeletion } from './jobs.ts';
import { type EndpointStatus, siteOfEndpoint, WebhookEndpoint, type WebhookEndpointRow } from './record.ts';

/** What decides whether an endpoint gets deliveries (rules.md "Webhook endpoint"). */
export interface Health {
  readonly status: EndpointStatus;
  /** Events in a row for which every attempt failed. */
  readonly consecutiveFailures: number;
}

/**
 * What an attempt means for its endpoint: its event is `delivered`, or has `failed` by the last attempt. After
 * `attempt_failed` the event is attempted again, or does not count.
 */
export interface EndpointOutcome {
  readonly endpointId: string;
  readonly outcome: 'delivered' | 'failed' | 'attempt_failed';
}

/** Failed events in a row after which an endpoint is failing. */
const FAILING_AFTER = 3;
/** Failed events in a row after which an endpoint is disabled. */
const DISABLED_AFTER = 10;

/** The health of an endpoint after an attempt. A disabled endpoint stays disabled until its owner enables it. */
export const healthAfter = (health: Health, outcome: EndpointOutcome['outcome']): Health => {
  if (health.status === 'disabled' || outcome === 'attempt_failed') return health;
  if (outcome === 'delivered') return { status: 'enabled', consecutiveFailures: 0 };
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (consecutiveFailures >= DISABLED_AFTER) return { status: 'disabled', consecutiveFailures };
  return { status: consecutiveFailures >= FAILING_AFTER ? 'failing' : health.status, consecutiveFailures };
};

const DELIVERED = `update webhookEndpoints set lastSuccessAt = ?
  where id = ? and status = 'enabled' and consecutiveFailures = 0`;

/** Records that all attempts succeeded to an endpoint whose health that does not change. Returns whether it is one. */
const recordDelivered = (tx: Tx, endpointId: string): boolean =>
  tx.db.query(DELIVERED).run(tx.now, endpointId).changes === 1;

/** @param brandSiteId the brand's default site, which events about an endpoint name when it is in the endpoint's scope. */
export const createEndpointHealth = (brandSiteId: (read: Read) => string, counters: Counters) => {
  const raiseChange = (tx: Tx, row: WebhookEndpointRow, { status, consecutiveFailures }: Health): void => {
    const data = { webhookId: row.id, name: row.name, consecutiveFailures };
    const siteId = siteOfEndpoint(row, brandSiteId(tx));
    tx.raise(status === 'disabled' ? 'webhook.disabled' : 'webhook.failing', siteId, data);
    if (status !== 'disabled') return;
    counters.endpointsDisabled += 1;
    // Events that are raised after this in the same batch are not for it.
    tx.cached.clear();
    jobDeletion.begin(tx, row.id, {});
  };

  const recordOne = (tx: Tx, row: WebhookEndpointRow, outcomes: readonly EndpointOutcome['outcome'][]): void => {
    let health: Health = row;
    for (const outcome of outcomes) {
      const next = healthAfter(health, outcome);
      if (next.status !== health.status && next.status !== 'enabled') raiseChange(tx, row, next);
      health = next;
    }
    const { status, consecutiveFailures } = health;
    const isStatusChanged = status !== row.status;
    WebhookEndpoint.rows.update(tx, row.id, {
      ...(isStatusChanged ? { status, updatedAt: tx.now } : {}),
      ...(isStatusChanged && status === 'disabled'
        ? { disabledAt: tx.now, disabledReason: 'failed_deliveries' as const }
        : {}),
      ...(consecutiveFailures === row.consecutiveFailures ? {} : { consecutiveFailures }),
      ...(outcomes.includes('delivered') ? { lastSuccessAt: tx.now } : {}),
      ...(outcomes.some((outcome) => outcome !== 'delivered') ? { lastFailureAt: tx.now } : {}),
    });
  };

  return {
    /** Applies outcomes in their order; raises an event for each endpoint that becomes failing or disabled. */
    record(tx: Tx, outcomes: readonly EndpointOutcome[]) {
      for (const [endpointId, own] of Map.groupBy(outcomes, (each) => each.endpointId)) {
        if (own.every(({ outcome }) => outcome === 'delivered') && recordDelivered(tx, endpointId)) continue;
        const row = WebhookEndpoint.rows.find(tx, endpointId);
        if (row === undefined) continue;
        recordOne(
          tx,
          row,
          own.map(({ outcome }) => outcome),
        );
      }
    },
  };
};

export type EndpointHealth = ReturnType<typeof createEndpointHealth>;
