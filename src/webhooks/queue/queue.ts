import type { Read, Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Counters } from '../counters.ts';
import {
  type DeliveredEvent,
  deliveredEvent,
  finishDelivery,
  insertDelivery,
  pendingDeliveries,
  pendingTo,
  urlNow,
} from '../deliveries.ts';
import type { AttemptOutcome, EndpointHealth } from '../endpoint-health.ts';
import { MAX_ATTEMPTS } from '../record.ts';
import { type AttemptResult, deliveryResult } from '../sending/attempt.ts';
import { INTERRUPTED } from '../sending/failure.ts';
import { notSent } from '../sending/send.ts';
import { type Claim, Claims, deleteClaims, storedClaims } from './claims.ts';
import {
  correctDueTimes,
  deleteJob,
  dueJobs,
  interruptedJobs,
  type JobKey,
  type LatestDue,
  markJob,
  type QueueDepth,
  queueDepth,
  retryJob,
} from './jobs.ts';

/** From the end of an attempt to the next one, in milliseconds (events.md "Delivery"). */
const RETRY_AFTER_MS = [60_000, 120_000] as const;
/** The most by which a retry is delayed beyond that, as a fraction, so that simultaneous retries spread. */
export const RETRY_JITTER = 0.1;
/** Interrupted jobs are due within this time after a start, evenly spread. */
const RECOVERY_SPREAD_MS = 5_000;

/** Jobs that `followClock` corrects in one transaction. */
const CORRECTED_AT_ONCE = 500;

/** The pending delivery of an attempt that takes long, and the mark of its job. */
interface Pending {
  readonly deliveryId: string;
  readonly claim: string;
}

/** A job whose attempt is counted. */
export interface ClaimedJob extends Claim, DeliveredEvent {
  pending?: Pending;
}

/** A claimed job whose attempt has ended. */
export interface FinishedJob {
  readonly job: ClaimedJob;
  readonly result: AttemptResult;
}

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
  /** Forgets claims: after the commit that records their attempts, or when that of the claims failed. */
  forget(jobs: readonly ClaimedJob[]): void;
  /** Undoes what `recordPending` did with `jobs`, after its transaction failed. */
  undoPending(jobs: readonly ClaimedJob[]): void;
  /** The number of queued jobs. It reads the whole queue. */
  depth(read: Read): QueueDepth;
  /** Fails the attempts that a crash interrupted. Their jobs are due again soon if they have attempts left. */
  recover(tx: Tx): void;
  /**
   * Corrects a few jobs of an endpoint that are due later than they can be by the present clock, because it was set
   * back. Returns whether there may be more.
   */
  followClock(tx: Tx, endpointId: string): boolean;
}

const keyOf = ({ eventId, endpointId }: JobKey): string => `${eventId} ${endpointId}`;

/** @param jitter the most by which a retry is delayed, as a fraction. */
export const createQueue = (health: EndpointHealth, random: Random, counters: Counters, jitter: number): Queue => {
  const claims = new Claims();

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
    const hasRetry = failure !== null && attempt < MAX_ATTEMPTS && failure.code !== 'endpoint_disabled';
    let dueAt = hasRetry ? retryAt(attempt, result.endedAt) : Number.POSITIVE_INFINITY;
    const claim = pending?.claim ?? null;
    const isOwned = hasRetry ? retryJob(tx, job, claim, isoInstant(dueAt)) : deleteJob(tx, job, claim);
    if (!isOwned) dueAt = Number.POSITIVE_INFINITY;
    // Without its job, its endpoint may be gone, and its delivery with it.
    const url = isOwned && result.url !== null ? result.url : urlNow(tx, job);
    if (url !== undefined) {
      const nextAttemptAt = Number.isFinite(dueAt) ? isoInstant(dueAt) : null;
      const columns = deliveryResult(result.response, result.url ?? url, nextAttemptAt);
      if (pending === undefined) insertDelivery(tx, { ...job, redeliveryOf: null }, columns);
      else finishDelivery(tx, pending.deliveryId, columns);
    }
    if (failure === null) return { outcome: 'delivered', dueAt };
    return { outcome: isOwned && !hasRetry ? 'failed' : 'attempt_failed', dueAt };
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
    followClock: (tx, endpointId) =>
      correctDueTimes(tx, endpointId, latestDue(tx.nowMs), CORRECTED_AT_ONCE) === CORRECTED_AT_ONCE,

    claim(tx, claimed, choose) {
      const events = new Map<string, DeliveredEvent | undefined>();
      const eventOf = (eventId: string): DeliveredEvent | undefined => {
        if (!events.has(eventId)) events.set(eventId, deliveredEvent(tx, eventId));
        return events.get(eventId);
      };
      choose((endpointId, limit) => {
        const known = claims.eventsOf(endpointId);
        const jobs = dueJobs(tx, endpointId, limit + (known?.size ?? 0))
          .filter(({ eventId }) => known?.has(eventId) !== true)
          .slice(0, limit)
          .flatMap(({ eventId, attempt }): ClaimedJob[] => {
            const event = eventOf(eventId);
            return event === undefined ? [] : [{ endpointId, eventId, attempt: attempt + 1, ...event }];
          });
        claimed.push(...jobs);
        return jobs.length;
      });
      if (claimed.length > 0) claims.store(tx, claimed);
    },

    recordPending(tx, jobs) {
      if (jobs.length === 0) return;
      const claim = tx.id();
      for (const job of jobs) {
        markJob(tx, job, job.attempt, claim);
        const url = urlNow(tx, job);
        if (url === undefined) continue;
        job.pending = { claim, deliveryId: insertDelivery(tx, { ...job, redeliveryOf: null }, pendingTo(url)) };
      }
    },

    forget: (jobs) => claims.forget(jobs),

    undoPending(jobs) {
      for (const job of jobs) delete job.pending;
    },

    depth(read) {
      const { first, retries } = claims.count();
      const { waiting, retrying, inProgress, oldestDueAt } = queueDepth(read);
      // The job of a claim may be gone, with its endpoint disabled.
      const unclaimed = (jobs: number, claimed: number): number => Math.max(0, jobs - claimed);
      return {
        ...{ waiting: unclaimed(waiting, first), retrying: unclaimed(retrying, retries) },
        ...{ inProgress: inProgress + first + retries, oldestDueAt },
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
        insertDelivery(tx, { ...claimed, ...event, redeliveryOf: null }, pendingTo(url));
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
