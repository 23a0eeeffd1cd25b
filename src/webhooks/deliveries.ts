import type { Read, Tx } from '../database/database.ts';
import type { WebhookDeliveryRow } from './record.ts';

/** An attempt that is not recorded yet. */
export type NewDelivery = Pick<
  WebhookDeliveryRow,
  'endpointId' | 'eventId' | 'eventType' | 'siteId' | 'url' | 'attempt' | 'redeliveryOf'
>;

/** An attempt that is recorded and not finished. */
export interface PendingDelivery extends NewDelivery {
  /** The id of the delivery. */
  readonly id: string;
}

/** Records an attempt before it is made. */
export const insertDelivery = (tx: Tx, delivery: NewDelivery): PendingDelivery => {
  const id = tx.id();
  tx.db
    .query(
      `insert into webhookDeliveries
       (id, endpointId, eventId, eventType, siteId, url, status, attempt, redeliveryOf, createdAt, updatedAt)
       values (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
    )
    .run(
      ...[id, delivery.endpointId, delivery.eventId, delivery.eventType, delivery.siteId, delivery.url],
      ...[delivery.attempt, delivery.redeliveryOf, tx.now, tx.now],
    );
  return { ...delivery, id };
};

/** The columns that the result of an attempt sets. */
export type DeliveryResult = Pick<
  WebhookDeliveryRow,
  'status' | 'url' | 'responseStatus' | 'responseSnippet' | 'latencyMs' | 'errorCode' | 'errorMessage' | 'nextAttemptAt'
>;

/** Records the result of an attempt; a delivery that is finished already stays as it is. */
export const finishDelivery = (tx: Tx, deliveryId: string, result: DeliveryResult): void => {
  tx.db
    .query(
      `update webhookDeliveries set status = ?, url = ?, responseStatus = ?, responseSnippet = ?, latencyMs = ?,
       errorCode = ?, errorMessage = ?, nextAttemptAt = ?, updatedAt = ? where id = ? and status = 'pending'`,
    )
    .run(
      ...[result.status, result.url, result.responseStatus, result.responseSnippet, result.latencyMs],
      ...[result.errorCode, result.errorMessage, result.nextAttemptAt, tx.now, deliveryId],
    );
};

// SQLite would read the whole history in the order of its ids, to save the sorting of a few.
const PENDING = `select * from webhookDeliveries indexed by webhookDeliveriesPending where status = 'pending' order by id`;

export const pendingDeliveries = (read: Read): WebhookDeliveryRow[] =>
  read.db.query<WebhookDeliveryRow, []>(PENDING).all();

/** The body of an event as it was raised. */
export const eventBody = (read: Read, eventId: string): string | undefined =>
  read.db.query<{ body: string }, [string]>('select body from events where id = ?').get(eventId)?.body;
