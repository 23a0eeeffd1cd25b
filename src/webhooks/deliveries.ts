import type { Read, Tx } from '../database/database.ts';
import { WebhookDelivery, type WebhookDeliveryRow } from './record.ts';
import type { DeliveryResult } from './sending/attempt.ts';
import { INTERRUPTED } from './sending/failure.ts';

export interface NewDelivery
  extends Pick<WebhookDeliveryRow, 'endpointId' | 'eventId' | 'eventType' | 'siteId' | 'attempt'> {
  readonly redeliveryOf?: string;
}

/** The columns of a delivery that say how its attempt goes or went. */
export type DeliveryColumns = Pick<
  WebhookDeliveryRow,
  'status' | 'url' | 'responseStatus' | 'responseSnippet' | 'latencyMs' | 'errorCode' | 'errorMessage' | 'nextAttemptAt'
>;

export const pendingTo = (url: string): DeliveryColumns => ({
  status: 'pending',
  url,
  responseStatus: null,
  responseSnippet: null,
  latencyMs: null,
  errorCode: null,
  errorMessage: null,
  nextAttemptAt: null,
});

/** @param url where the event is delivered, if nothing was sent. @param nextAttemptAt null when there is no other attempt. */
export const endedWith = (result: DeliveryResult, url: string, nextAttemptAt: string | null): DeliveryColumns => ({
  status: result.failure === null ? 'succeeded' : 'failed',
  url: result.url ?? url,
  responseStatus: result.responseStatus,
  responseSnippet: result.snippet,
  latencyMs: result.latencyMs,
  errorCode: result.failure?.code ?? null,
  errorMessage: result.failure?.message ?? null,
  nextAttemptAt,
});

const OF_ERASED = `select 1 from "events" join "clients" on "clients"."id" = "events"."clientId"
  where "events"."id" = ? and "events"."createdAt" <= "clients"."erasedAt"`;

/** The columns without what the receiver has said of a client who was erased while it was asked: that may be what it was sent. */
const withoutErased = (read: Read, eventId: string, columns: DeliveryColumns): DeliveryColumns =>
  columns.responseSnippet !== null && read.db.query(OF_ERASED).get(eventId) !== null
    ? { ...columns, responseSnippet: null }
    : columns;

/** Records an attempt that is pending or has ended, and returns the id of its delivery. */
export const insertDelivery = (tx: Tx, delivery: NewDelivery, columns: DeliveryColumns): string => {
  const id = tx.id();
  const times = { createdAt: tx.now, updatedAt: tx.now };
  const kept = withoutErased(tx, delivery.eventId, columns);
  WebhookDelivery.rows.insert(tx, { redeliveryOf: null, ...delivery, ...kept, ...times, id });
  return id;
};

export const finishDelivery = (tx: Tx, deliveryId: string, columns: DeliveryColumns): void => {
  const kept = withoutErased(tx, WebhookDelivery.rows.find(tx, deliveryId)?.eventId ?? '', columns);
  WebhookDelivery.rows.update(tx, deliveryId, { ...kept, updatedAt: tx.now });
};

// SQLite would read the whole history in the order of its ids, to save the sorting of a few.
const PENDING = `select * from webhookDeliveries indexed by webhookDeliveriesPending where status = 'pending' order by id`;

export const pendingDeliveries = (read: Read): WebhookDeliveryRow[] =>
  read.db.query<WebhookDeliveryRow, []>(PENDING).all();

/** Fails a pending attempt that was not made, or whose end no one knows. */
export const interruptDelivery = (tx: Tx, deliveryId: string, nextAttemptAt: string | null): void => {
  const { code, message } = INTERRUPTED;
  const url = WebhookDelivery.rows.find(tx, deliveryId)?.url ?? '';
  const failed = { ...pendingTo(url), status: 'failed', errorCode: code, errorMessage: message } as const;
  finishDelivery(tx, deliveryId, { ...failed, nextAttemptAt });
};

/** Fails the attempts that the process before has left, such as redeliveries. Attempts of the queue are recorded with their jobs. */
export const interruptPending = (tx: Tx): void => {
  for (const { id } of pendingDeliveries(tx)) interruptDelivery(tx, id, null);
};

const PENDING_OF = `select id from webhookDeliveries indexed by webhookDeliveriesPending
  where endpointId = ? and eventId = ? and attempt = ? and redeliveryOf is null and status = 'pending'`;

/** The id of the delivery of an attempt of the queue that has not ended; undefined when it is not recorded. */
export const pendingDelivery = (
  read: Read,
  { endpointId, eventId, attempt }: Pick<NewDelivery, 'endpointId' | 'eventId' | 'attempt'>,
): string | undefined =>
  read.db.query<{ id: string }, [string, string, number]>(PENDING_OF).get(endpointId, eventId, attempt)?.id;

export interface DeliveredEvent {
  readonly eventType: string;
  readonly siteId: string;
  readonly body: string;
}

export const deliveredEvent = (read: Read, eventId: string): DeliveredEvent | undefined =>
  read.db
    .query<DeliveredEvent, [string]>('select type as eventType, siteId, body from events where id = ?')
    .get(eventId) ?? undefined;

const TARGET = `select url, type as eventType, events.siteId from webhookEndpoints cross join events
  where webhookEndpoints.id = ? and events.id = ?`;

/** Where an event is delivered now; undefined when the endpoint or the event is deleted, so that there can be no delivery. */
export const deliveryTarget = (read: Read, endpointId: string, eventId: string) =>
  read.db
    .query<Pick<WebhookDeliveryRow, 'url' | 'eventType' | 'siteId'>, [string, string]>(TARGET)
    .get(endpointId, eventId) ?? undefined;

const ANNOUNCE = `update webhookDeliveries set nextAttemptAt = ?
  where eventId = ? and endpointId = ? and nextAttemptAt is not null`;

/** Lets the deliveries of an event, which announce another attempt, announce it for `dueAt`. */
export const announceAttempt = (tx: Tx, endpointId: string, eventId: string, dueAt: string): void => {
  tx.db.query(ANNOUNCE).run(dueAt, eventId, endpointId);
};
