import type { Read, Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Counters } from '../counters.ts';
import { deliveredEvent, finishDelivery, insertDelivery, pendingDeliveries, pendingTo, urlNow } from '../deliveries.ts';
import type { AttemptOutcome, EndpointHealth } from '../endpoint-health.ts';
import { MAX_ATTEMPTS } from '../record.ts';
import { deliveryResult } from '../sending/attempt.ts';
import { INTERRUPTED, isWithheld } from '../sending/failure.ts';
import { notSent } from '../sending/send.ts';
import { type ClaimedJob, complete, type FinishedJob, isNewStill, mark, repeat } from './claimed-jobs.ts';
import { Claims, deleteClaims, storedClaims } from './claims.ts';
import {
  correctDueTimes,
  type DueJob,
  deleteJob,
  dueJobs,
  type EndpointQueue,
  endpointQueues,
  interruptedJobs,
  type JobKey,
  type LatestDue,
  markJob,
  overdueEndpoints,
  type QueueDepth,
  queueDepth,
  retryJob,
} from './jobs.ts';
import { eventOfJob, type NewJobs, oldestNewJob } from './new-jobs.ts';

/** From the end of an attempt to the next one, in milliseconds (events.md "Delivery"). */
const RETRY_AFTER_MS = [60_000, 120_000] as const;
/** The most by which a retry is delayed beyond that, as a fraction, so that simultaneous retries spread. */
export const RETRY_JITTER = 0.1;
/** Interrupted jobs are due within this time after a start, evenly spread. */
const RECOVERY_SPREAD_MS = 5_000;

/** Jobs that `followClock` corrects in one transaction. */
const CORRECTED_AT_ONCE = 500;

/** Claims up to `limit` due jobs of an endpoint, and returns how many. */
type ClaimSome = (endpointId: string, limit: number) => number;

/** The stored queue of deliveries. */
export interface Queue {
  /** Adds the jobs that `choose` asks for to `claimed`. Their attempts are counted before they are made. */
  claim(tx: Tx, claimed: ClaimedJob[], choose: (claim: ClaimSome) => void): void;
  /** Records attempts that have not ended as pending deliveries. */
  recordPending(tx: Tx, jobs: readonly ClaimedJob[]): void;
  /** Records the results of attempts. Returns when the first retry among them is due (epoch ms), Infinity for none. */
  finish(tx: Tx, finished: readonly FinishedJob[]): number;
  /** Call it after each commit, with the jobs whose attempts it has recorded. */
  commit(recorded: readonly ClaimedJob[]): void;
  /** Call it after a transaction that failed, with the jobs that it claimed and those that it recorded as pending. */
  undo(claimed: readonly ClaimedJob[], pending: readonly ClaimedJob[]): void;
  /** The number of queued jobs. It reads the whole queue. */
  depth(read: Read): QueueDepth;
  /** Fails the attempts that a crash interrupted, once all jobs are in `webhookJobs`. Their jobs are due again soon if they have attempts left. */
  recover(tx: Tx): void;
  /** The queue of every endpoint that is not disabled. From now on, due jobs that another process has queued are known. */
  endpoints(read: Read): EndpointQueue[];
  /** Endpoints with a job that has been due since `beforeMs` (epoch ms) or longer and is not in progress. */
  overdueEndpoints(read: Read, beforeMs: number): { readonly endpointId: string }[];
  /**
   * Corrects a few jobs of an endpoint that are due later than they can be by the present clock, because it was set
   * back. Returns whether there may be more.
   */
  followClock(tx: Tx, endpointId: string): boolean;
}

const keyOf = ({ eventId, endpointId }: JobKey): string => `${eventId} ${endpointId}`;

/** @param jitter the most by which a retry is delayed, as a fraction. */
export const createQueue = (
  health: EndpointHealth,
  random: Random,
  counters: Counters,
  jitter: number,
  newJobs: NewJobs,
): Queue => {
  const claims = new Claims<ClaimedJob>();

  /** Up to `limit` due jobs of an endpoint that are in `webhookJobs` and not claimed. */
  const storedJobs = (tx: Tx, endpointId: string, limit: number): DueJob[] => {
    if (limit === 0 || !newJobs.mayHaveStored(endpointId)) return [];
    const known = claims.eventsOf(endpointId);
    const jobs = dueJobs(tx, endpointId, limit + (known?.size ?? 0))
      .filter(({ eventId }) => known?.has(eventId) !== true)
      .slice(0, limit);
    newJobs.noteStored(endpointId, jobs.length === limit);
    return jobs;
  };

  const retryAt = (attempt: number, endedAt: number): number => {
    const wait = RETRY_AFTER_MS[attempt - 1] ?? 0;
    return endedAt + Math.ceil(wait * (1 + random.fraction() * jitter));
  };

  const finishOne = (
    tx: Tx,
    { job, result }: FinishedJob,
  ): { readonly outcome: AttemptOutcome['outcome']; readonly dueAt: number } => {
    const { attempt, pending } = job;
    const { failure } = result.response;
    const hasRetry = failure !== null && attempt < MAX_ATTEMPTS && !isWithheld(failure);
    let dueAt = hasRetry ? retryAt(attempt, result.endedAt) : Number.POSITIVE_INFINITY;
    const isOwned = hasRetry ? repeat(tx, job, isoInstant(dueAt)) : complete(tx, job);
    if (isNewStill(job)) newJobs.end(tx, job);
    if (!isOwned) dueAt = Number.POSITIVE_INFINITY;
    // Without its job, its endpoint may be gone, and its delivery with it.
    const url = isOwned && result.url !== null ? result.url : urlNow(tx, job);
    if (url !== undefined) {
      const nextAttemptAt = Number.isFinite(dueAt) ? isoInstant(dueAt) : null;
      const columns = deliveryResult(result.response, result.url ?? url, nextAttemptAt);
      if (pending === undefined) insertDelivery(tx, job, columns);
      else finishDelivery(tx, pending.deliveryId, columns);
    }
    if (failure === null) return { outcome: 'delivered', dueAt };
    return { outcome: isOwned && !hasRetry && !isWithheld(failure) ? 'failed' : 'attempt_failed', dueAt };
  };

  /** A first attempt is due at once; a retry waits for no longer than its full time again. */
  const latestDue = (nowMs: number): LatestDue => {
    const waits = [0, ...RETRY_AFTER_MS];
    return {
      latest: waits.map((wait) => isoInstant(nowMs + Math.ceil(wait * (1 + jitter)))),
      dueAt: waits.map((wait) => isoInstant(nowMs + wait)),
    };
  };

  return {
    endpoints(read) {
      const queues = endpointQueues(read);
      for (const { endpointId, isDue } of queues) if (isDue === 1) newJobs.noteStored(endpointId, true);
      return queues;
    },

    overdueEndpoints: (read, beforeMs) => [
      ...overdueEndpoints(read, isoInstant(beforeMs)),
      ...newJobs.waitingSince(beforeMs),
    ],

    followClock: (tx, endpointId) =>
      correctDueTimes(tx, endpointId, latestDue(tx.nowMs), CORRECTED_AT_ONCE) === CORRECTED_AT_ONCE,

    claim(tx, claimed, choose) {
      choose((endpointId, limit) => {
        const before = claimed.length;
        const add = ({ eventId, attempt }: DueJob, isNew: boolean): void => {
          const event = eventOfJob(tx, eventId);
          if (event === undefined) return;
          const { eventType, siteId, body } = event;
          claimed.push({ endpointId, eventId, attempt: attempt + 1, isNew, eventType, siteId, body });
        };
        const taken = newJobs.take(tx, endpointId, limit);
        for (const eventId of taken) add({ eventId, attempt: 0 }, true);
        for (const job of storedJobs(tx, endpointId, limit - taken.length)) add(job, false);
        return claimed.length - before;
      });
      if (claimed.length > 0) claims.store(tx, claimed);
    },

    recordPending(tx, jobs) {
      if (jobs.length === 0) return;
      const claim = tx.id();
      for (const job of jobs) {
        mark(tx, job, claim);
        const url = urlNow(tx, job);
        if (url === undefined) continue;
        if (job.isNew) newJobs.end(tx, job);
        job.pending = { claim, deliveryId: insertDelivery(tx, job, pendingTo(url)) };
      }
    },

    commit(recorded) {
      claims.forget(recorded);
      newJobs.commit();
    },

    undo(claimed, pending) {
      claims.forget(claimed);
      newJobs.undo(claimed.filter(({ isNew }) => isNew));
      for (const { endpointId, isNew } of claimed) if (!isNew) newJobs.noteStored(endpointId, true);
      for (const job of pending) delete job.pending;
    },

    depth(read) {
      const claimed = [...claims.all()];
      const { waiting, retrying, inProgress, oldestDueAt } = queueDepth(read);
      // The job of a claim may be gone, with its endpoint disabled.
      const unclaimed = (jobs: number, isOne: (job: ClaimedJob) => boolean): number =>
        Math.max(0, jobs - claimed.filter((job) => !job.isNew && isOne(job)).length);
      const dueAt = [oldestDueAt, oldestNewJob(read)].filter((each) => each !== null).sort();
      return {
        waiting: unclaimed(waiting, ({ attempt }) => attempt === 1) + newJobs.count,
        retrying: unclaimed(retrying, ({ attempt }) => attempt > 1),
        inProgress: inProgress + claimed.length,
        oldestDueAt: dueAt[0] ?? null,
      };
    },

    finish(tx, finished) {
      let firstRetry = Number.POSITIVE_INFINITY;
      const outcomes = finished.map((each): AttemptOutcome => {
        const { outcome, dueAt } = finishOne(tx, each);
        firstRetry = Math.min(firstRetry, dueAt);
        if (outcome === 'failed') counters.eventsFailed += 1;
        return { endpointId: each.job.endpointId, outcome };
      });
      health.record(tx, outcomes);
      return firstRetry;
    },

    recover(tx) {
      const claim = tx.id();
      for (const claimed of storedClaims(tx)) {
        // Of an attempt that is recorded, the job is gone, or has been marked or given another number.
        if (!markJob(tx, claimed, claimed.attempt, claim)) continue;
        const event = deliveredEvent(tx, claimed.eventId);
        const url = urlNow(tx, claimed);
        if (event === undefined || url === undefined) continue;
        insertDelivery(tx, { ...claimed, ...event }, pendingTo(url));
      }
      deleteClaims(tx);
      const retries = new Map<string, string>();
      const outcomes: AttemptOutcome[] = [];
      for (const job of interruptedJobs(tx)) {
        if (job.attempt < MAX_ATTEMPTS) {
          const dueAt = isoInstant(tx.nowMs + Math.ceil(random.fraction() * RECOVERY_SPREAD_MS));
          retryJob(tx, job, job.claim, dueAt);
          retries.set(keyOf(job), dueAt);
        } else {
          deleteJob(tx, job, job.claim);
          outcomes.push({ endpointId: job.endpointId, outcome: 'failed' });
          counters.eventsFailed += 1;
        }
      }
      for (const delivery of pendingDeliveries(tx)) {
        const nextAttemptAt = delivery.redeliveryOf === null ? retries.get(keyOf(delivery)) : undefined;
        finishDelivery(tx, delivery.id, deliveryResult(notSent(INTERRUPTED), delivery.url, nextAttemptAt ?? null));
      }
      health.record(tx, outcomes);
    },
  };
};
