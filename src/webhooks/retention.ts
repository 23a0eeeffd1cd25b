import type { Read } from '../database/database.ts';
import { EVENT_RETENTION_MS } from '../database/outbox.ts';
import type { Store } from '../database/store.ts';
import { type Sweep, sweep } from '../database/sweep.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { idLowerBound } from '../kernel/ids.ts';
import { webhookJobs } from './jobs.ts';
import { DELIVERIES_KEPT_MS, type WebhookDeliveryRow } from './record.ts';

/** Whether a delivery still belongs to the history; older rows exist until the next deletion. */
export const isKept = (read: Read, delivery: Pick<WebhookDeliveryRow, 'createdAt'>): boolean =>
  epochOf(delivery.createdAt) > read.nowMs - DELIVERIES_KEPT_MS;

const OLD_DELIVERIES = `select id from webhookDeliveries
  where id < ? and createdAt < ? and status <> 'pending' order by id limit ?`;

const OLD_EVENTS = `select id from events where id < ? and createdAt < ?
  and not exists (select 1 from queueJobs where queue = '${webhookJobs.queue}' and key = events.id)
  and not exists (select 1 from webhookDeliveries where eventId = events.id) order by id limit ?`;

interface Old {
  readonly id: string;
}

/** Deletes the rows of a table that are older than a time, in milliseconds. */
const deletion = (
  table: 'webhookDeliveries' | 'events',
  keptMs: number,
  statement: string,
  prefix = '',
): Sweep<Old> => ({
  rows(read, limit) {
    const before = read.nowMs - keptMs;
    const values = [`${prefix}${idLowerBound(before)}`, isoInstant(before), limit] as const;
    return read.db.query<Old, [string, string, number]>(statement).all(...values);
  },
  change: (tx, { id }) => tx.db.query(`delete from ${table} where id = ?`).run(id),
});

/** Deletes deliveries after 7 days, and events after 30 unless a job or a delivery refers to them. */
export const deleteOldHistory = async (store: Store, signal: AbortSignal): Promise<void> => {
  await sweep(store, deletion('webhookDeliveries', DELIVERIES_KEPT_MS, OLD_DELIVERIES), signal);
  await sweep(store, deletion('events', EVENT_RETENTION_MS, OLD_EVENTS, 'evt_'), signal);
};
