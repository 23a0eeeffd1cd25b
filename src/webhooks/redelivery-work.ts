import type { Read } from '../database/database.ts';
import type { Work } from '../queue/work.ts';
import type { Counters } from './counters.ts';
import { deliveredEvent, deliveryTarget, insertDelivery } from './deliveries.ts';
import type { AttemptOutcome, EndpointHealth } from './endpoint-health.ts';
import { type Attempt, type AttemptResult, attemptResult, deliveryResult } from './sending/attempt.ts';
import { ENDPOINT_DISABLED, INTERRUPTED } from './sending/failure.ts';
import { notSent } from './sending/send.ts';

interface RedeliveryWorkDeps {
  readonly attempt: Attempt;
  readonly health: EndpointHealth;
  readonly counters: Counters;
}

const LAST_OF = `select id from webhookDeliveries where eventId = ? and endpointId = ? order by id desc limit 1`;

/** The delivery of an event that an attempt repeats: the last one. */
const lastOf = (read: Read, endpointId: string, eventId: string) =>
  read.db.query<{ id: string }, [string, string]>(LAST_OF).get(eventId, endpointId)?.id;

/** The redeliveries that are queued: each has one attempt, whose success counts for the endpoint and whose failure does not. */
export const createRedeliveryWork = (deps: RedeliveryWorkDeps): Work<AttemptResult> => {
  const { attempt, health, counters } = deps;
  return {
    async attempt({ lane, key }, read) {
      const event = deliveredEvent(read, key);
      if (event === undefined) return attemptResult(null, notSent(ENDPOINT_DISABLED), read.nowMs);
      counters.redeliveries += 1;
      return attempt(lane, { eventId: key, ...event }, read);
    },

    interrupted: (nowMs) => attemptResult(null, notSent(INTERRUPTED), nowMs),

    record(tx, settled) {
      const outcomes: AttemptOutcome[] = [];
      for (const { job, result } of settled) {
        const target = deliveryTarget(tx, job.lane, job.key);
        if (target === undefined) continue;
        const redeliveryOf = lastOf(tx, job.lane, job.key);
        const delivery = { endpointId: job.lane, eventId: job.key, attempt: 1, ...target };
        const { response, url } = result;
        insertDelivery(
          tx,
          redeliveryOf === undefined ? delivery : { ...delivery, redeliveryOf },
          deliveryResult(response, url ?? target.url, null),
        );
        outcomes.push({ endpointId: job.lane, outcome: response.failure === null ? 'delivered' : 'attempt_failed' });
      }
      health.record(tx, outcomes);
    },

    // A job that has one attempt never waits for another one.
    advance() {},
  };
};
