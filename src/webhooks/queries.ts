import type { Read, Tx } from '../database/database.ts';
import { tableRows } from '../database/query.ts';
import { type WebhookDeliveryRow, webhookDeliveries, webhookEndpoints } from './tables.ts';

export const endpointRows = tableRows(webhookEndpoints);
export const deliveryRows = tableRows(webhookDeliveries);

/** The name of a job: one endpoint has one job for an event at most. */
export interface JobKey {
  readonly eventId: string;
  readonly endpointId: string;
}

/** What is needed to make one attempt. */
export interface QueuedJob extends JobKey {
  /** Attempts made so far. */
  readonly attempt: number;
  readonly eventType: string;
  readonly siteId: string;
  readonly body: string;
}

/** Jobs of one endpoint that are due and not under way, the oldest first. A bare limit would be compiled each time. */
export const dueJobs = (read: Read, endpointId: string, limit: number): QueuedJob[] =>
  read.db
    .query<QueuedJob, [string, string, number]>(
      `select eventId, endpointId, attempt, type as eventType, siteId, body
       from webhookJobs job join events on events.id = eventId
       where endpointId = ? and claim is null and dueAt <= ? order by dueAt, eventId limit ? + 0`,
    )
    .all(endpointId, read.now, limit);

/** What waits for one endpoint: whether something is due, and when the first of what is not becomes so. */
export interface Waiting {
  readonly endpointId: string;
  readonly isDue: 0 | 1;
  readonly nextDueAt: string | null;
}

/** What waits, endpoint by endpoint: two seeks for each. */
export const waiting = (read: Read): Waiting[] =>
  read.db
    .query<Waiting, [string]>(
      `select id as endpointId,
         exists (select 1 from webhookJobs where endpointId = webhookEndpoints.id and claim is null and dueAt <= ?1) as isDue,
         (select dueAt from webhookJobs where endpointId = webhookEndpoints.id and claim is null and dueAt > ?1
          order by dueAt limit 1) as nextDueAt
       from webhookEndpoints where status <> 'disabled'`,
    )
    .all(read.now);

/** Endpoints for which something has been due since `before` or longer and is not under way. */
export const overdue = (read: Read, before: string): { endpointId: string }[] =>
  read.db
    .query<{ endpointId: string }, [string]>(
      `select id as endpointId from webhookEndpoints where status <> 'disabled' and exists
       (select 1 from webhookJobs where endpointId = webhookEndpoints.id and claim is null and dueAt <= ?)`,
    )
    .all(before);

/** How much endpoints have still to receive, and when the first of what is not under way is or was due. */
export interface QueueDepth {
  /** Not attempted yet. */
  readonly waiting: number;
  readonly retrying: number;
  readonly underWay: number;
  readonly oldestDueAt: string | null;
}

export const queueDepth = (read: Read): QueueDepth =>
  read.db
    .query<QueueDepth, []>(
      `select count(*) filter (where claim is null and attempt = 0) as waiting,
         count(*) filter (where claim is null and attempt > 0) as retrying,
         count(*) filter (where claim is not null) as underWay,
         min(dueAt) filter (where claim is null) as oldestDueAt from webhookJobs`,
    )
    .get() as QueueDepth;

/** Marks a job as under way: the attempt is counted before it is made. */
export const claimJob = (tx: Tx, job: JobKey, claim: string): void => {
  tx.db
    .query('update webhookJobs set attempt = attempt + 1, claim = ? where eventId = ? and endpointId = ?')
    .run(claim, job.eventId, job.endpointId);
};

/** Ends a job that is still held under `claim`; false when it is gone or another's. */
export const dropJob = (tx: Tx, job: JobKey, claim: string): boolean =>
  tx.db
    .query('delete from webhookJobs where eventId = ? and endpointId = ? and claim = ?')
    .run(job.eventId, job.endpointId, claim).changes > 0;

/** Gives a job back for another attempt at `dueAt`; false when it is gone or another's. */
export const returnJob = (tx: Tx, job: JobKey, claim: string, dueAt: string): boolean =>
  tx.db
    .query('update webhookJobs set claim = null, dueAt = ? where eventId = ? and endpointId = ? and claim = ?')
    .run(dueAt, job.eventId, job.endpointId, claim).changes > 0;

/** Drops everything an endpoint has still to receive, and the promise of another attempt in its history. */
export const dropJobsOf = (tx: Tx, endpointId: string): void => {
  tx.db.query('delete from webhookJobs where endpointId = ?').run(endpointId);
  tx.db
    .query(
      `update webhookDeliveries set nextAttemptAt = null
       where endpointId = ? and status = 'failed' and nextAttemptAt is not null`,
    )
    .run(endpointId);
};

/** What is known of an attempt before it is made. */
export type Begun = Pick<
  WebhookDeliveryRow,
  'endpointId' | 'eventId' | 'eventType' | 'siteId' | 'url' | 'attempt' | 'redeliveryOf'
>;

/** An attempt that is counted and not ended. */
export interface Pending extends Begun {
  /** The delivery's. */
  readonly id: string;
}

/** Inserts a pending delivery. */
export const beginDelivery = (tx: Tx, begun: Begun): Pending => {
  const id = tx.id();
  tx.db
    .query(
      `insert into webhookDeliveries
       (id, endpointId, eventId, eventType, siteId, url, status, attempt, redeliveryOf, createdAt, updatedAt)
       values (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
    )
    .run(
      ...[id, begun.endpointId, begun.eventId, begun.eventType, begun.siteId, begun.url],
      ...[begun.attempt, begun.redeliveryOf, tx.now, tx.now],
    );
  return { ...begun, id };
};

/** What an attempt showed, as columns of its delivery. */
export type Ended = Pick<
  WebhookDeliveryRow,
  'status' | 'url' | 'responseStatus' | 'responseSnippet' | 'latencyMs' | 'errorCode' | 'errorMessage' | 'nextAttemptAt'
>;

/** Writes the end of an attempt; a delivery that has ended already stays as it is. */
export const endDelivery = (tx: Tx, deliveryId: string, ended: Ended): void => {
  tx.db
    .query(
      `update webhookDeliveries set status = ?, url = ?, responseStatus = ?, responseSnippet = ?, latencyMs = ?,
       errorCode = ?, errorMessage = ?, nextAttemptAt = ?, updatedAt = ? where id = ? and status = 'pending'`,
    )
    .run(
      ...[ended.status, ended.url, ended.responseStatus, ended.responseSnippet, ended.latencyMs],
      ...[ended.errorCode, ended.errorMessage, ended.nextAttemptAt, tx.now, deliveryId],
    );
};

/** A job that was under way when the program ended. */
export interface Abandoned extends JobKey {
  readonly attempt: number;
  readonly claim: string;
}

export const abandonedJobs = (read: Read): Abandoned[] =>
  read.db
    .query<Abandoned, []>(
      'select eventId, endpointId, attempt, claim from webhookJobs where claim is not null order by eventId',
    )
    .all();

export const pendingDeliveries = (read: Read): WebhookDeliveryRow[] =>
  read.db.query<WebhookDeliveryRow, []>("select * from webhookDeliveries where status = 'pending' order by id").all();

/** The body of an event as it was raised. */
export const eventBody = (read: Read, eventId: string): string | undefined =>
  read.db.query<{ body: string }, [string]>('select body from events where id = ?').get(eventId)?.body;

/** Deletes up to `limit` ended deliveries made before `before`; answers how many. */
export const deleteDeliveries = (tx: Tx, before: string, beforeId: string, limit: number): number =>
  tx.db
    .query(
      `delete from webhookDeliveries where id in
       (select id from webhookDeliveries where id < ? and createdAt < ? and status <> 'pending' order by id limit ?)`,
    )
    .run(beforeId, before, limit).changes;

/** Deletes up to `limit` events raised before `before` that no job and no delivery needs; answers how many. */
export const deleteEvents = (tx: Tx, before: string, beforeId: string, limit: number): number =>
  tx.db
    .query(
      `delete from events where id in (select id from events where id < ? and createdAt < ?
       and not exists (select 1 from webhookJobs where eventId = events.id)
       and not exists (select 1 from webhookDeliveries where eventId = events.id) order by id limit ?)`,
    )
    .run(beforeId, before, limit).changes;
