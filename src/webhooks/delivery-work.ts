import type { Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import { setRealTimeout } from '../kernel/clock.ts';
import { asJob } from '../kernel/origin.ts';
import type { ClaimedJob } from '../queue/jobs.ts';
import type { Settled, Work } from '../queue/work.ts';
import type { Counters } from './counters.ts';
import {
  announceAttempt,
  type DeliveryColumns,
  deliveredEvent,
  deliveryTarget,
  endedWith,
  finishDelivery,
  insertDelivery,
  interruptDelivery,
  pendingDelivery,
  pendingTo,
} from './deliveries.ts';
import type { EndpointHealth, EndpointOutcome } from './endpoint-health.ts';
import { type AttemptDelivery, abandonedAt, type DeliveryResult, goneAt } from './sending/attempt.ts';
import { isWithheld } from './sending/failure.ts';

interface DeliveryWorkDeps {
  readonly store: Store;
  readonly attemptDelivery: AttemptDelivery;
  readonly health: EndpointHealth;
  readonly counters: Counters;
  /** Real milliseconds after which an attempt is recorded as pending. Most have ended by then, and are written once. */
  readonly pendingAfterMs: number;
}

/** The deliveries of the queue: each job is an event (its key) for an endpoint (its lane). */
export const createDeliveryWork = (deps: DeliveryWorkDeps): Work<DeliveryResult> => {
  const { store, attemptDelivery, health, counters, pendingAfterMs } = deps;

  /** Records an attempt, unless its endpoint or event is deleted. */
  const recordDelivery = (tx: Tx, job: ClaimedJob, columnsTo: (url: string) => DeliveryColumns): void => {
    const target = deliveryTarget(tx, job.lane, job.key);
    if (target === undefined) return;
    const delivery = { endpointId: job.lane, eventId: job.key, attempt: job.attempt, ...target };
    const pendingId = pendingDelivery(tx, delivery);
    if (pendingId === undefined) insertDelivery(tx, delivery, columnsTo(target.url));
    else finishDelivery(tx, pendingId, columnsTo(target.url));
  };

  const recordPending = (job: ClaimedJob): void => {
    const write = () => store.write<void>((tx) => recordDelivery(tx, job, pendingTo), { mayBeLost: true });
    // Without it the attempt is recorded when it ends.
    asJob('webhooks', write).catch(() => {});
  };

  const outcomeOf = ({ result, isCurrent, dueAt }: Settled<DeliveryResult>): EndpointOutcome['outcome'] => {
    const { failure } = result;
    if (failure === null) return 'delivered';
    return isCurrent && dueAt === null && !isWithheld(failure) ? 'failed' : 'attempt_failed';
  };

  return {
    async attempt(job, read) {
      const event = deliveredEvent(read, job.key);
      if (event === undefined) return goneAt(read.nowMs);
      const cancelPending = setRealTimeout(pendingAfterMs, () => recordPending(job));
      try {
        return await attemptDelivery(job.lane, { eventId: job.key, ...event }, read);
      } finally {
        cancelPending();
      }
    },

    interrupted: abandonedAt,

    record(tx, settled) {
      const outcomes: EndpointOutcome[] = [];
      for (const each of settled) {
        const { job, result, dueAt } = each;
        recordDelivery(tx, job, (url) => endedWith(result, url, dueAt));
        const outcome = outcomeOf(each);
        if (outcome === 'failed') counters.eventsFailed += 1;
        if (outcome === 'failed' || result.isAbandoned !== true) outcomes.push({ endpointId: job.lane, outcome });
      }
      health.record(tx, outcomes);
    },

    postpone(tx, jobs) {
      for (const { lane, key, attempt, dueAt } of jobs) {
        const pendingId = pendingDelivery(tx, { endpointId: lane, eventId: key, attempt });
        if (pendingId !== undefined) interruptDelivery(tx, pendingId, dueAt);
        announceAttempt(tx, lane, key, dueAt);
      }
    },

    advance(tx, jobs, dueAt) {
      for (const { lane, key } of jobs) announceAttempt(tx, lane, key, dueAt);
    },
  };
};
