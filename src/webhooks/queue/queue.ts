import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Counters } from '../counters.ts';
import type { Outcome, Standing } from '../endpoint-health.ts';
import * as rows from '../queries.ts';
import { type Attempted, endedBy } from '../sending/attempt.ts';
import { INTERRUPTED } from '../sending/failure.ts';
import { unsent } from '../sending/send.ts';

/** Attempts per event; section 6. */
export const MAX_ATTEMPTS = 3;
/** From the end of an attempt to the next one, in milliseconds; section 6. */
const RETRY_AFTER_MS = [60_000, 120_000] as const;
/** The most by which a retry is later than that, as a fraction, so that retries of one moment spread. */
export const RETRY_JITTER = 0.1;
/** What was interrupted is taken up again within this time of a start, spread evenly. */
const RECOVERY_SPREAD_MS = 5_000;

/** A job under way: its attempt is counted and its delivery is pending. */
export interface Claimed extends rows.QueuedJob {
  readonly url: string;
  readonly claim: string;
  readonly deliveryId: string;
}

export interface Finished {
  readonly claimed: Claimed;
  readonly attempted: Attempted;
}

/** The durable part of sending: what is to be sent, and what became of it. */
export interface Queue {
  /** Takes up to `limit` due jobs of one endpoint and counts their attempts before they are made. */
  claim(tx: Tx, endpointId: string, limit: number): Claimed[];
  /** Writes how attempts ended; answers when the first of those to be repeated is due (epoch ms), Infinity for none. */
  finish(tx: Tx, finished: readonly Finished[]): number;
  /** After a crash: what was under way is interrupted, and is due again soon where attempts are left. */
  recover(tx: Tx): void;
}

/** @param jitter the most by which a retry is late, as a fraction. */
export const createQueue = (standing: Standing, random: Random, counters: Counters, jitter: number): Queue => {
  const retryAt = (attempt: number, endedAt: number): number => {
    const wait = RETRY_AFTER_MS[attempt - 1] ?? 0;
    return endedAt + Math.ceil(wait * (1 + random.fraction() * jitter));
  };

  const finishOne = (tx: Tx, { claimed, attempted }: Finished): [ending: Outcome['ending'], dueAt: number] => {
    const { claim, attempt, deliveryId } = claimed;
    const { failure } = attempted.result;
    const again = failure !== null && attempt < MAX_ATTEMPTS && failure.code !== 'endpoint_disabled';
    let dueAt = again ? retryAt(attempt, attempted.endedAt) : Number.POSITIVE_INFINITY;
    const held = again ? rows.returnJob(tx, claimed, claim, isoInstant(dueAt)) : rows.dropJob(tx, claimed, claim);
    if (!held) dueAt = Number.POSITIVE_INFINITY;
    const nextAttemptAt = Number.isFinite(dueAt) ? isoInstant(dueAt) : null;
    rows.endDelivery(tx, deliveryId, endedBy(attempted.result, attempted.url ?? claimed.url, nextAttemptAt));
    if (failure === null) return ['delivered', dueAt];
    return [held && !again ? 'failed' : 'attempt_failed', dueAt];
  };

  return {
    claim(tx, endpointId, limit) {
      const jobs = rows.dueJobs(tx, endpointId, limit);
      if (jobs.length === 0) return [];
      const url = rows.endpointRows.find(tx, endpointId)?.url ?? '';
      const claim = tx.id();
      return jobs.map((job) => {
        rows.claimJob(tx, job, claim);
        const begun = { ...job, attempt: job.attempt + 1, url, redeliveryOf: null };
        return { ...begun, claim, deliveryId: rows.beginDelivery(tx, begun).id };
      });
    },

    finish(tx, finished) {
      let first = Number.POSITIVE_INFINITY;
      const outcomes = finished.map((one): Outcome => {
        const [ending, dueAt] = finishOne(tx, one);
        first = Math.min(first, dueAt);
        if (ending === 'failed') counters.eventsFailed += 1;
        return { endpointId: one.claimed.endpointId, ending };
      });
      standing.record(tx, outcomes);
      return first;
    },

    recover(tx) {
      const again = new Map<string, string>();
      const outcomes: Outcome[] = [];
      for (const job of rows.abandonedJobs(tx)) {
        if (job.attempt < MAX_ATTEMPTS) {
          const dueAt = isoInstant(tx.nowMs + Math.ceil(random.fraction() * RECOVERY_SPREAD_MS));
          rows.returnJob(tx, job, job.claim, dueAt);
          again.set(`${job.eventId} ${job.endpointId}`, dueAt);
        } else {
          rows.dropJob(tx, job, job.claim);
          outcomes.push({ endpointId: job.endpointId, ending: 'failed' });
          counters.eventsFailed += 1;
        }
      }
      for (const delivery of rows.pendingDeliveries(tx)) {
        const next =
          delivery.redeliveryOf === null ? again.get(`${delivery.eventId} ${delivery.endpointId}`) : undefined;
        rows.endDelivery(tx, delivery.id, endedBy(unsent(INTERRUPTED), delivery.url, next ?? null));
      }
      standing.record(tx, outcomes);
    },
  };
};
