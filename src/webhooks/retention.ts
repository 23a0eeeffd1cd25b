import type { Read, Tx } from '../database/database.ts';
import { EVENTS_KEPT_MS } from '../database/outbox.ts';
import type { Store } from '../database/store.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { firstIdAt } from '../kernel/ids.ts';
import { deleteDeliveries, deleteEvents } from './queries.ts';
import type { WebhookDeliveryRow } from './tables.ts';

const DAY_MS = 86_400_000;
/** Delivery history retention; section 8. */
export const DELIVERIES_KEPT_MS = 7 * DAY_MS;
/** Rows of one transaction, so that nobody waits long behind a sweep. */
const BATCH = 500;

/** Whether a delivery still belongs to the history; it may stay on disk until the next sweep. */
export const isKept = (read: Read, delivery: Pick<WebhookDeliveryRow, 'createdAt'>): boolean =>
  epochOf(delivery.createdAt) > read.nowMs - DELIVERIES_KEPT_MS;

const oldDeliveries = (tx: Tx): number => {
  const before = tx.nowMs - DELIVERIES_KEPT_MS;
  return deleteDeliveries(tx, isoInstant(before), firstIdAt(before), BATCH);
};

const oldEvents = (tx: Tx): number => {
  const before = tx.nowMs - EVENTS_KEPT_MS;
  return deleteEvents(tx, isoInstant(before), `evt_${firstIdAt(before)}`, BATCH);
};

/** Deletes deliveries after 7 days, and events after 30 that no delivery and no job needs; batch after batch. */
export const sweepHistory = async (store: Store, signal: AbortSignal): Promise<void> => {
  for (const remove of [oldDeliveries, oldEvents]) {
    while (!signal.aborted && (await store.write<number>(remove)) === BATCH);
  }
};
