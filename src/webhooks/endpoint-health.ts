import type { Read, Tx } from '../database/database.ts';
import type { Counters } from './counters.ts';
import { type Ending, type EndpointStatus, type Health, healthAfter } from './health.ts';
import { dropJobsOf, endpointRows } from './queries.ts';
import type { WebhookEndpointRow } from './tables.ts';

/** What an attempt means for its endpoint: the event ended, or only this attempt failed. */
export interface Outcome {
  readonly endpointId: string;
  readonly ending: Ending | 'attempt_failed';
}

/** Brings the records of endpoints up to date with what happened to them. */
export interface Standing {
  /** Applies outcomes in their order; tells the brand's other endpoints when one begins to fail or is disabled. */
  record(tx: Tx, outcomes: readonly Outcome[]): void;
}

/** @param brandSiteId the brand's default site: the place of events about an endpoint as a whole. */
export const createStanding = (brandSiteId: (read: Read) => string, counters: Counters): Standing => {
  const worsened = (tx: Tx, row: WebhookEndpointRow, health: Health): void => {
    const data = { webhookId: row.id, name: row.name, consecutiveFailures: health.consecutiveFailures };
    tx.raise(health.status === 'disabled' ? 'webhook.disabled' : 'webhook.failing', brandSiteId(tx), data);
    if (health.status !== 'disabled') return;
    counters.endpointsDisabled += 1;
    dropJobsOf(tx, row.id);
  };

  const recordOne = (tx: Tx, row: WebhookEndpointRow, endings: readonly Outcome['ending'][]): void => {
    let health: Health = { status: row.status as EndpointStatus, consecutiveFailures: row.consecutiveFailures };
    for (const ending of endings) {
      if (ending === 'attempt_failed') continue;
      const next = healthAfter(health, ending);
      if (next.status !== health.status && next.status !== 'enabled') worsened(tx, row, next);
      health = next;
    }
    const moved = health.status !== row.status;
    endpointRows.update(tx, row.id, {
      ...(moved ? { status: health.status, updatedAt: tx.now } : {}),
      ...(moved && health.status === 'disabled' ? { disabledAt: tx.now } : {}),
      ...(health.consecutiveFailures === row.consecutiveFailures
        ? {}
        : { consecutiveFailures: health.consecutiveFailures }),
      ...(endings.includes('delivered') ? { lastSuccessAt: tx.now } : {}),
      ...(endings.some((ending) => ending !== 'delivered') ? { lastFailureAt: tx.now } : {}),
    });
  };

  return {
    record(tx, outcomes) {
      const byEndpoint = Map.groupBy(outcomes, ({ endpointId }) => endpointId);
      for (const [endpointId, own] of byEndpoint) {
        const row = endpointRows.find(tx, endpointId);
        if (row !== undefined)
          recordOne(
            tx,
            row,
            own.map(({ ending }) => ending),
          );
      }
    },
  };
};
