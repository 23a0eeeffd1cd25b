import type { Read } from '../database/database.ts';
import type { Work } from '../queue/work.ts';
import type { Counters } from './counters.ts';
import { deliveredEvent, deliveryTarget, endedWith, insertDelivery } from './deliveries.ts';
import type { EndpointHealth, EndpointOutcome } from './endpoint-health.ts';
import { type AttemptDelivery, abandonedAt, type DeliveryResult, goneAt } from './sending/attempt.ts';

interface RedeliveryWorkDeps {
  readonly attemptDelivery: AttemptDelivery;
  readonly health: EndpointHealth;
  readonly counters: Counters;
}

const LAST_OF = `select id from webhookDeliveries where eventId = ? and endpointId = ? order by id desc limit 1`;

/** The delivery of an event that an attempt repeats: the last one. */
const lastOf = (read: Read, endpointId: string, eventId: string) =>
  read.db.query<{ id: string }, [string, string]>(LAST_OF).get(eventId, endpointId)?.id;

/** The redeliveries that are queued: each has one attempt, whose success counts for the endpoint and whose failure does not. */
export const createRedeliveryWork = (deps: RedeliveryWorkDeps): Work<DeliveryResult> => {
  const { attemptDelivery, health, counters } = deps;
  return {
    async attempt({ lane, key }, read) {
      const event = deliveredEvent(read, key);
      if (event === undefined) return goneAt(read.nowMs);
      counters.redeliveries += 1;
      return attemptDelivery(lane, { eventId: key, ...event }, read);
    },

    interrupted: abandonedAt,

    record(tx, settled) {
      const outcomes: EndpointOutcome[] = [];
      for (const { job, result } of settled) {
        const target = deliveryTarget(tx, job.lane, job.key);
        if (target === undefined) continue;
        const redeliveryOf = lastOf(tx, job.lane, job.key);
        const delivery = { endpointId: job.lane, eventId: job.key, attempt: 1, ...target };
        insertDelivery(
          tx,
          redeliveryOf === undefined ? delivery : { ...delivery, redeliveryOf },
          endedWith(result, target.url, null),
        );
        outcomes.push({ endpointId: job.lane, outcome: result.hasSucceeded ? 'delivered' : 'attempt_failed' });
      }
      health.record(tx, outcomes);
    },

    postpone() {},

    // A job that has one attempt never waits for another one.
    advance() {},
  };
};
