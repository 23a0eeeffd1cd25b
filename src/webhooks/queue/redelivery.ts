import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Counters } from '../counters.ts';
import type { Standing } from '../endpoint-health.ts';
import { beginDelivery, deliveryRows, endDelivery, endpointRows, eventBody, type Pending } from '../queries.ts';
import { isKept } from '../retention.ts';
import { type Attempt, type Attempted, endedBy } from '../sending/attempt.ts';
import type { WebhookDeliveryRow } from '../tables.ts';
import { Lane } from './serial.ts';

/** One delivery that a caller asked for and waits for. It is attempted once and queued nowhere. */
export interface Redelivery {
  /**
   * Sends a delivery's event again: the stored body, a new delivery id, a fresh signature. Success counts as the next
   * successful delivery; failure does not count.
   * @throws Problem 404 when the endpoint has no such delivery in its history.
   */
  redeliver(endpointId: string, deliveryId: string): Promise<WebhookDeliveryRow>;
  /**
   * Sends a `ping` to one endpoint.
   * @throws Problem 404 when there is no such endpoint.
   */
  ping(endpointId: string): Promise<WebhookDeliveryRow>;
  /** Resolves once none is under way. */
  idle(): Promise<void>;
}

export interface RedeliveryDeps {
  readonly store: Store;
  readonly attempt: Attempt;
  readonly standing: Standing;
  readonly counters: Counters;
  readonly brandSiteId: (read: Read) => string;
  /** Attempts under way to one endpoint, apart from those of the queue. */
  readonly perEndpoint: number;
}

const beginAgain = (tx: Tx, endpointId: string, deliveryId: string): Pending => {
  const original = deliveryRows.find(tx, deliveryId);
  const endpoint = endpointRows.find(tx, endpointId);
  if (original === undefined || endpoint === undefined || original.endpointId !== endpointId || !isKept(tx, original)) {
    throw notFound('webhook delivery', deliveryId);
  }
  const { eventId, eventType, siteId } = original;
  const { url } = endpoint;
  return beginDelivery(tx, { endpointId, eventId, eventType, siteId, url, attempt: 1, redeliveryOf: deliveryId });
};

export const createRedelivery = (deps: RedeliveryDeps): Redelivery => {
  const { store, attempt, standing, counters, brandSiteId } = deps;
  const lane = new Lane(deps.perEndpoint);
  const underWay = new Set<Promise<unknown>>();

  const beginPing = (tx: Tx, endpointId: string): Pending => {
    const endpoint = endpointRows.find(tx, endpointId);
    if (endpoint === undefined) throw notFound('webhook endpoint', endpointId);
    const siteId = brandSiteId(tx);
    const eventId = tx.raise('ping', siteId, { webhookId: endpointId });
    const { url } = endpoint;
    return beginDelivery(tx, { endpointId, eventId, eventType: 'ping', siteId, url, attempt: 1, redeliveryOf: null });
  };

  const end = (tx: Tx, begun: Pending, { url, result }: Attempted): WebhookDeliveryRow => {
    endDelivery(tx, begun.id, endedBy(result, url ?? begun.url, null));
    const ending = result.failure === null ? 'delivered' : 'attempt_failed';
    standing.record(tx, [{ endpointId: begun.endpointId, ending }]);
    const ended = deliveryRows.find(tx, begun.id);
    if (ended === undefined) throw notFound('webhook delivery', begun.id);
    return ended;
  };

  const send = async (begin: (tx: Tx) => Pending): Promise<WebhookDeliveryRow> => {
    const begun = await store.write<Pending>(begin);
    counters.redeliveries += 1;
    const { eventId, eventType, endpointId } = begun;
    const body = eventBody(store.view(), eventId) ?? '';
    const attempted = await attempt(endpointId, { eventId, eventType, body });
    return store.write<WebhookDeliveryRow>((tx) => end(tx, begun, attempted));
  };

  const inLane = (endpointId: string, begin: (tx: Tx) => Pending): Promise<WebhookDeliveryRow> => {
    const sent = lane.run(endpointId, () => send(begin));
    underWay.add(sent);
    return sent.finally(() => underWay.delete(sent));
  };

  return {
    redeliver: (endpointId, deliveryId) => inLane(endpointId, (tx) => beginAgain(tx, endpointId, deliveryId)),
    ping: (endpointId) => inLane(endpointId, (tx) => beginPing(tx, endpointId)),
    idle: async () => {
      await Promise.allSettled([...underWay]);
    },
  };
};
