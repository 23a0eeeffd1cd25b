import type { Read, Tx } from '../database/database.ts';
import { EVENT_RETENTION_MS } from '../database/outbox.ts';
import type { Store } from '../database/store.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { idLowerBound } from '../kernel/ids.ts';
import { DELIVERIES_KEPT_MS, type WebhookDeliveryRow } from './record.ts';

/** Rows per transaction, so that other writes never wait long. */
const BATCH = 500;

/** Whether a delivery still belongs to the history; older rows exist until the next deletion. */
export const isKept = (read: Read, delivery: Pick<WebhookDeliveryRow, 'createdAt'>): boolean =>
  epochOf(delivery.createdAt) > read.nowMs - DELIVERIES_KEPT_MS;

const deleteOldDeliveries = (tx: Tx): number => {
  const before = tx.nowMs - DELIVERIES_KEPT_MS;
  return tx.db
    .query(
      `delete from webhookDeliveries where id in
       (select id from webhookDeliveries where id < ? and createdAt < ? and status <> 'pending' order by id limit ?)`,
    )
    .run(idLowerBound(before), isoInstant(before), BATCH).changes;
};

const deleteOldEvents = (tx: Tx): number => {
  const before = tx.nowMs - EVENT_RETENTION_MS;
  return tx.db
    .query(
      `delete from events where id in (select id from events where id < ? and createdAt < ?
       and not exists (select 1 from webhookJobs where eventId = events.id)
       and not exists (select 1 from webhookDeliveries where eventId = events.id) order by id limit ?)`,
    )
    .run(`evt_${idLowerBound(before)}`, isoInstant(before), BATCH).changes;
};

/** Deletes deliveries after 7 days, and events after 30 unless a job or a delivery refers to them, in batches. */
export const deleteOldHistory = async (store: Store, signal: AbortSignal): Promise<void> => {
  for (const deleteBatch of [deleteOldDeliveries, deleteOldEvents]) {
    while (!signal.aborted && (await store.write<number>(deleteBatch)) === BATCH);
  }
};
