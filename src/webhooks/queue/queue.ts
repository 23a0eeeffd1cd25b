import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Counters } from '../counters.ts';
import { finishDelivery, insertDelivery, pendingDeliveries } from '../deliveries.ts';
import type { AttemptOutcome, EndpointHealth } from '../endpoint-health.ts';
import { MAX_ATTEMPTS } from '../record.ts';
import { type AttemptResult, deliveryResult } from '../sending/attempt.ts';
import { INTERRUPTED } from '../sending/failure.ts';
import { notSent } from '../sending/send.ts';
import {
  claimJob,
  correctDueTimes,
  deleteJob,
  dueJobs,
  interruptedJobs,
  type JobKey,
  type LatestDue,
  type QueuedJob,
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

/** A job whose attempt is counted and recorded as a pending delivery. */
export interface ClaimedJob extends QueuedJob {
  readonly claim: string;
  readonly deliveryId: string;
}

/** A claimed job whose attempt has ended. */
export interface FinishedJob {
  readonly job: ClaimedJob;
  readonly result: AttemptResult;
}

/** The stored queue of deliveries. */
export interface Queue {
  /** Claims up to `limit` due jobs of an endpoint. Their attempts are counted before they are made. */
  claim(tx: Tx, endpointId: string, limit: number): ClaimedJob[];
  /** Records the results of attempts. Returns when the first retry among them is due (epoch ms), Infinity for none. */
  finish(tx: Tx, finished: readonly FinishedJob[]): number;
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
  const retryAt = (attempt: number, endedAt: number): number => {
    const wait = RETRY_AFTER_MS[attempt - 1] ?? 0;
    return endedAt + Math.ceil(wait * (1 + random.fraction() * jitter));
  };

  const finishOne = (
    tx: Tx,
    { job, result }: FinishedJob,
  ): { readonly outcome: AttemptOutcome['outcome']; readonly dueAt: number } => {
    const { claim, attempt, deliveryId } = job;
    const { failure } = result.response;
    const hasRetry = failure !== null && attempt < MAX_ATTEMPTS && failure.code !== 'endpoint_disabled';
    let dueAt = hasRetry ? retryAt(attempt, result.endedAt) : Number.POSITIVE_INFINITY;
    const isOwned = hasRetry ? retryJob(tx, job, claim, isoInstant(dueAt)) : deleteJob(tx, job, claim);
    if (!isOwned) dueAt = Number.POSITIVE_INFINITY;
    const nextAttemptAt = Number.isFinite(dueAt) ? isoInstant(dueAt) : null;
    finishDelivery(tx, deliveryId, deliveryResult(result.response, result.url ?? job.url, nextAttemptAt));
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

    claim(tx, endpointId, limit) {
      const jobs = dueJobs(tx, endpointId, limit);
      if (jobs.length === 0) return [];
      const claim = tx.id();
      return jobs.map((job) => {
        claimJob(tx, job, claim);
        const delivery = { ...job, attempt: job.attempt + 1, redeliveryOf: null };
        return { ...delivery, claim, deliveryId: insertDelivery(tx, delivery).id };
      });
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
