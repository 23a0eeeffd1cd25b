import type { Read, Tx } from '../database/database.ts';
import type { WebhookDeliveryRow } from './record.ts';

/** What a delivery says about its attempt before that has ended. */
export interface NewDelivery
  extends Pick<WebhookDeliveryRow, 'endpointId' | 'eventId' | 'eventType' | 'siteId' | 'attempt'> {
  /** The delivery that is sent again, if it is one. */
  readonly redeliveryOf?: string | null;
}

/** The columns that the result of an attempt sets. */
export type DeliveryResult = Pick<
  WebhookDeliveryRow,
  'status' | 'url' | 'responseStatus' | 'responseSnippet' | 'latencyMs' | 'errorCode' | 'errorMessage' | 'nextAttemptAt'
>;

/** An attempt to `url` that has not ended. */
export const pendingTo = (url: string): DeliveryResult => ({
  status: 'pending',
  url,
  responseStatus: null,
  responseSnippet: null,
  latencyMs: null,
  errorCode: null,
  errorMessage: null,
  nextAttemptAt: null,
});

const INSERT = `insert into webhookDeliveries
  (id, endpointId, eventId, eventType, siteId, attempt, redeliveryOf, status, url, responseStatus, responseSnippet,
   latencyMs, errorCode, errorMessage, nextAttemptAt, createdAt, updatedAt)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?16)`;

/** Records an attempt, with its result if it has ended, and returns the id of its delivery. */
export const insertDelivery = (
  tx: Tx,
  { endpointId, eventId, eventType, siteId, attempt, redeliveryOf = null }: NewDelivery,
  { status, url, responseStatus, responseSnippet, latencyMs, errorCode, errorMessage, nextAttemptAt }: DeliveryResult,
): string => {
  const id = tx.id();
  tx.db
    .query(INSERT)
    .run(
      id,
      endpointId,
      eventId,
      eventType,
      siteId,
      attempt,
      redeliveryOf,
      status,
      url,
      responseStatus,
      responseSnippet,
      latencyMs,
      errorCode,
      errorMessage,
      nextAttemptAt,
      tx.now,
    );
  return id;
};

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

/** An event as deliveries name and send it. */
export interface DeliveredEvent {
  readonly eventType: string;
  readonly siteId: string;
  /** As it was raised. */
  readonly body: string;
}

/** The event of a delivery; undefined when it is deleted. */
export const deliveredEvent = (read: Read, eventId: string): DeliveredEvent | undefined =>
  read.db
    .query<DeliveredEvent, [string]>('select type as eventType, siteId, body from events where id = ?')
    .get(eventId) ?? undefined;

const URL_NOW = 'select url from webhookEndpoints where id = ? and exists (select 1 from events where id = ?)';

/** The present URL of an endpoint; undefined when the endpoint or the event is deleted, so that there can be no delivery. */
export const urlNow = (read: Read, { endpointId, eventId }: Pick<NewDelivery, 'endpointId' | 'eventId'>) =>
  read.db.query<{ url: string }, [string, string]>(URL_NOW).get(endpointId, eventId)?.url;
