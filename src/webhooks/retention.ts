import type { Read, Tx } from '../database/database.ts';
import { EVENT_RETENTION_MS } from '../database/outbox.ts';
import type { Store } from '../database/store.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { idLowerBound } from '../kernel/ids.ts';
import { changeSome } from '../kernel/slices.ts';
import { webhookJobs } from './jobs.ts';
import { DELIVERIES_KEPT_MS, type WebhookDeliveryRow } from './record.ts';

/** The most rows per transaction, so that other writes never wait long. */
const BATCH = 500;

/** Whether a delivery still belongs to the history; older rows exist until the next deletion. */
export const isKept = (read: Read, delivery: Pick<WebhookDeliveryRow, 'createdAt'>): boolean =>
  epochOf(delivery.createdAt) > read.nowMs - DELIVERIES_KEPT_MS;

const OLD_DELIVERIES = `select id from webhookDeliveries
  where id < ? and createdAt < ? and status <> 'pending' order by id limit ${BATCH}`;

const OLD_EVENTS = `select id from events where id < ? and createdAt < ?
  and not exists (select 1 from queueJobs where queue = '${webhookJobs.queue}' and key = events.id)
  and not exists (select 1 from webhookDeliveries where eventId = events.id) order by id limit ${BATCH}`;

interface Old {
  readonly id: string;
}

/** Deletes a batch of rows, fewer of large ones. Returns whether more may be left. */
const deleteSome = (tx: Tx, table: 'webhookDeliveries' | 'events', rows: readonly Old[]): boolean => {
  const count = changeSome(rows, ({ id }) => tx.db.query(`delete from ${table} where id = ?`).run(id));
  return count < rows.length || count === BATCH;
};

const deleteOldDeliveries = (tx: Tx): boolean => {
  const before = tx.nowMs - DELIVERIES_KEPT_MS;
  const statement = tx.db.query<Old, [string, string]>(OLD_DELIVERIES);
  return deleteSome(tx, 'webhookDeliveries', statement.all(idLowerBound(before), isoInstant(before)));
};

const deleteOldEvents = (tx: Tx): boolean => {
  const before = tx.nowMs - EVENT_RETENTION_MS;
  const statement = tx.db.query<Old, [string, string]>(OLD_EVENTS);
  return deleteSome(tx, 'events', statement.all(`evt_${idLowerBound(before)}`, isoInstant(before)));
};

/** Deletes deliveries after 7 days, and events after 30 unless a job or a delivery refers to them, in batches. */
export const deleteOldHistory = async (store: Store, signal: AbortSignal): Promise<void> => {
  for (const deleteBatch of [deleteOldDeliveries, deleteOldEvents]) {
    while (!signal.aborted && (await store.write<boolean>(deleteBatch)));
  }
};
