import type { Read, Tx } from '../../database/database.ts';
import { type Slice, unfinishedChanges } from '../../database/long-changes.ts';
import { deleteNewJobsOf } from './new-jobs.ts';

/** The key of a job: an endpoint has at most one job for an event. */
export interface JobKey {
  readonly eventId: string;
  readonly endpointId: string;
}

/** A job whose next attempt is due. */
export interface DueJob {
  readonly eventId: string;
  /** Attempts made so far. */
  readonly attempt: number;
}

/** Jobs of an endpoint that are due and not in progress, the oldest first. A bare limit would be compiled each time. */
export const dueJobs = (read: Read, endpointId: string, limit: number): DueJob[] =>
  read.db
    .query<DueJob, [string, string, number]>(
      `select eventId, attempt from webhookJobs
       where endpointId = ? and claim is null and dueAt <= ? order by dueAt, eventId limit ? + 0`,
    )
    .all(endpointId, read.now, limit);

/** The jobs of an endpoint: whether one is due, and when the first of the others becomes due. */
export interface EndpointQueue {
  readonly endpointId: string;
  readonly isDue: 0 | 1;
  readonly nextDueAt: string | null;
}

/** The queue of every endpoint that is not disabled: two seeks for each. */
export const endpointQueues = (read: Read): EndpointQueue[] =>
  read.db
    .query<EndpointQueue, [string]>(
      `select id as endpointId,
         exists (select 1 from webhookJobs where endpointId = webhookEndpoints.id and claim is null and dueAt <= ?1) as isDue,
         (select dueAt from webhookJobs where endpointId = webhookEndpoints.id and claim is null and dueAt > ?1
          order by dueAt limit 1) as nextDueAt
       from webhookEndpoints where status <> 'disabled'`,
    )
    .all(read.now);

/** Endpoints with a job that has been due since `before` or longer and is not in progress. */
export const overdueEndpoints = (read: Read, before: string): { endpointId: string }[] =>
  read.db
    .query<{ endpointId: string }, [string]>(
      `select id as endpointId from webhookEndpoints where status <> 'disabled' and exists
       (select 1 from webhookJobs where endpointId = webhookEndpoints.id and claim is null and dueAt <= ?)`,
    )
    .all(before);

/** When jobs are due that wait for a clock that was set back, by the attempts made. Instants. */
export interface LatestDue {
  /** A later `dueAt` is of that clock. */
  readonly latest: readonly string[];
  /** The `dueAt` that such a job gets. */
  readonly dueAt: readonly string[];
}

/** Corrects up to `limit` jobs of an endpoint whose `dueAt` is too late, and returns how many it corrected. */
export const correctDueTimes = (tx: Tx, endpointId: string, { latest, dueAt }: LatestDue, limit: number): number => {
  const corrected = tx.db
    .query<{ eventId: string; dueAt: string }, string[]>(
      `update webhookJobs set dueAt = case attempt when 0 then ?5 when 1 then ?6 else ?7 end
       where endpointId = ?1 and eventId in (
         select eventId from webhookJobs where endpointId = ?1 and dueAt > ?2 and claim is null
         and dueAt > case attempt when 0 then ?2 when 1 then ?3 else ?4 end limit ${limit})
       returning eventId, dueAt`,
    )
    .all(endpointId, ...latest, ...dueAt);
  const announce = tx.db.query(
    `update webhookDeliveries set nextAttemptAt = ?
     where eventId = ? and endpointId = ? and nextAttemptAt is not null`,
  );
  for (const { eventId, dueAt: due } of corrected) announce.run(due, eventId, endpointId);
  return corrected.length;
};

/** The number of jobs by state, and when the first of those not in progress is or was due. */
export interface QueueDepth {
  /** Not attempted yet. */
  readonly waiting: number;
  readonly retrying: number;
  readonly inProgress: number;
  readonly oldestDueAt: string | null;
}

/** Counts every job: it reads the whole table. */
export const queueDepth = (read: Read): QueueDepth =>
  read.db
    .query<QueueDepth, []>(
      `select count(*) filter (where claim is null and attempt = 0) as waiting,
         count(*) filter (where claim is null and attempt > 0) as retrying,
         count(*) filter (where claim is not null) as inProgress,
         min(dueAt) filter (where claim is null) as oldestDueAt from webhookJobs`,
    )
    .get() ?? { waiting: 0, retrying: 0, inProgress: 0, oldestDueAt: null };

/**
 * Marks a job as in progress, in its `attempt`. Returns false when it is gone, is marked, or has had another number of
 * attempts.
 */
export const markJob = (tx: Tx, { eventId, endpointId }: JobKey, attempt: number, claim: string): boolean =>
  tx.db
    .query(
      `update webhookJobs set attempt = ?1, claim = ?2
       where eventId = ?3 and endpointId = ?4 and claim is null and attempt = ?1 - 1`,
    )
    .run(attempt, claim, eventId, endpointId).changes > 0;

/** Deletes a job that has this claim, or none. Returns false when it is gone or has another claim. */
export const deleteJob = (tx: Tx, { eventId, endpointId }: JobKey, claim: string | null): boolean =>
  tx.db
    .query('delete from webhookJobs where eventId = ? and endpointId = ? and claim is ?')
    .run(eventId, endpointId, claim).changes > 0;

/** A job after a failed attempt. */
export interface RetriedJob extends JobKey {
  /** Attempts made so far. */
  readonly attempt: number;
}

/** Releases a job for another attempt at `dueAt`. Returns false when it is gone or has another claim. */
export const retryJob = (tx: Tx, job: RetriedJob, claim: string | null, dueAt: string): boolean =>
  tx.db
    .query(
      'update webhookJobs set attempt = ?, claim = null, dueAt = ? where eventId = ? and endpointId = ? and claim is ?',
    )
    .run(job.attempt, dueAt, job.eventId, job.endpointId, claim).changes > 0;

/** Adds a job after `attempt` attempts: one that is due again, or, with a claim, one in progress. */
export const insertJob = (tx: Tx, job: RetriedJob, claim: string | null, dueAt: string): void => {
  tx.db
    .query('insert into webhookJobs (eventId, endpointId, attempt, dueAt, claim) values (?, ?, ?, ?, ?)')
    .run(job.eventId, job.endpointId, job.attempt, dueAt, claim);
};

/** Jobs that one transaction deletes. */
const BATCH = 500;
/** The disabled endpoints that have jobs to delete. */
const jobDeletions = unfinishedChanges<object>('webhookJobs');

/** Deletes some jobs of an endpoint; its deliveries no longer announce another attempt. Returns whether there may be more. */
export const deleteSomeJobsOf = (tx: Tx, endpointId: string): boolean => {
  deleteNewJobsOf(tx, endpointId);
  const deleted = tx.db
    .query<{ eventId: string }, [string, number]>(
      `delete from webhookJobs where endpointId = ?1 and eventId in
       (select eventId from webhookJobs where endpointId = ?1 limit ?2) returning eventId`,
    )
    .all(endpointId, BATCH);
  const announceNone = tx.db.query(
    `update webhookDeliveries set nextAttemptAt = null
     where eventId = ? and endpointId = ? and status = 'failed' and nextAttemptAt is not null`,
  );
  for (const { eventId } of deleted) announceNone.run(eventId, endpointId);
  return deleted.length === BATCH;
};

/** Deletes all jobs of an endpoint that is disabled; many of them in several transactions. */
export const deleteJobsOf = (tx: Tx, endpointId: string): void => {
  if (deleteSomeJobsOf(tx, endpointId)) jobDeletions.store(tx, endpointId, {});
};

/** Deletes more jobs of a disabled endpoint. */
export const deleteMoreJobs: Slice<object> = (tx, endpointId) => {
  if (deleteSomeJobsOf(tx, endpointId)) return undefined;
  jobDeletions.remove(tx, endpointId);
  return {};
};

/** A job that was in progress when the program ended. */
export interface InterruptedJob extends RetriedJob {
  readonly claim: string;
}

// Each has a pending delivery, of which there are few: the queue itself may be long. The order of a cross join stays.
const INTERRUPTED = `select distinct eventId, endpointId, job.attempt, claim
  from webhookDeliveries indexed by webhookDeliveriesPending cross join webhookJobs job using (eventId, endpointId)
  where status = 'pending' and claim is not null order by eventId`;

export const interruptedJobs = (read: Read): InterruptedJob[] => read.db.query<InterruptedJob, []>(INTERRUPTED).all();

const LEFT = `select 1 where exists (select 1 from webhookNewJobs) or exists (select 1 from webhookClaims)
  or exists (select 1 from webhookDeliveries indexed by webhookDeliveriesPending where status = 'pending')`;

/** Whether the process before has left attempts that it did not record. After most stops there are none. */
export const areAttemptsLeft = (read: Read): boolean => read.db.query(LEFT).get() !== null;
