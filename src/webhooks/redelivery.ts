import type { Read, Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import { KeyedConcurrency, TooManyWaiting } from '../kernel/concurrency.ts';
import { conflict, forbidden, notFound } from '../kernel/problem.ts';
import type { Counters } from './counters.ts';
import {
  deliveredEvent,
  endedWith,
  finishDelivery,
  insertDelivery,
  type NewDelivery,
  pendingTo,
} from './deliveries.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { EndpointOwners } from './endpoint-owners.ts';
import { siteOfEndpoint, WebhookDelivery, type WebhookDeliveryRow, WebhookEndpoint } from './record.ts';
import { isKept } from './retention.ts';
import { type AttemptDelivery, abandonedAt, type DeliveryResult } from './sending/attempt.ts';

export interface RedeliveryDeps {
  readonly store: Store;
  readonly attemptDelivery: AttemptDelivery;
  readonly health: EndpointHealth;
  readonly counters: Counters;
  readonly brandSiteId: (read: Read) => string;
  readonly mayReceive: EndpointOwners['mayReceive'];
  /** Attempts in progress to one endpoint, besides the attempts of the queue. */
  readonly perEndpoint: number;
  readonly report: (what: string, error: unknown) => void;
}

/** Who asks for an attempt, which may have to wait for its turn. */
export interface SendOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called when it is its turn. @throws Problem 401 once the credential that asked has ended: nothing is sent then. */
  readonly requireStill?: (read: Read) => void;
}

interface PendingDelivery extends NewDelivery {
  readonly id: string;
  readonly url: string;
}

const insertPending = (tx: Tx, url: string, delivery: NewDelivery): PendingDelivery => ({
  ...delivery,
  url,
  id: insertDelivery(tx, delivery, pendingTo(url)),
});

/** How many single attempts to one endpoint wait for their turn. */
const MOST_WAITING = 10;

const tooMany = () =>
  conflict(
    'limit_reached',
    `${MOST_WAITING} attempts to this webhook are already pending, because it responds slowly. Try again when they are done.`,
  );

const notPermitted = () =>
  forbidden(
    'The credential that owns this webhook cannot read this event, so it is not sent again. Enable the webhook, ' +
      'or set its URL, with a credential that can read it.',
  );

const insertRedelivery = (
  tx: Tx,
  mayReceive: EndpointOwners['mayReceive'],
  endpointId: string,
  deliveryId: string,
): PendingDelivery => {
  const original = WebhookDelivery.rows.find(tx, deliveryId);
  const endpoint = WebhookEndpoint.rows.find(tx, endpointId);
  if (original === undefined || endpoint === undefined || original.endpointId !== endpointId || !isKept(tx, original)) {
    throw notFound('webhook delivery', deliveryId);
  }
  const { eventId, eventType, siteId } = original;
  if (!mayReceive(tx, endpoint, { type: eventType, siteId })) throw notPermitted();
  const delivery = { endpointId, eventId, eventType, siteId, attempt: 1, redeliveryOf: deliveryId };
  return insertPending(tx, endpoint.url, delivery);
};

/** Single attempts whose result the caller awaits. They are not queued and not repeated. */
export const createRedelivery = (deps: RedeliveryDeps) => {
  const { store, attemptDelivery, health, counters, brandSiteId, mayReceive, report } = deps;
  const concurrency = new KeyedConcurrency(deps.perEndpoint);
  const inProgress = new Set<Promise<unknown>>();

  const insertPing = (tx: Tx, endpointId: string): PendingDelivery => {
    const endpoint = WebhookEndpoint.rows.find(tx, endpointId);
    if (endpoint === undefined) throw notFound('webhook endpoint', endpointId);
    const siteId = siteOfEndpoint(endpoint, brandSiteId(tx));
    const eventId = tx.raise('ping', siteId, { webhookId: endpointId });
    const delivery = { endpointId, eventId, eventType: 'ping', siteId, attempt: 1 };
    return insertPending(tx, endpoint.url, delivery);
  };

  const finish = (tx: Tx, delivery: PendingDelivery, result: DeliveryResult): WebhookDeliveryRow => {
    finishDelivery(tx, delivery.id, endedWith(result, delivery.url, null));
    const outcome = result.hasSucceeded ? 'delivered' : 'attempt_failed';
    health.record(tx, [{ endpointId: delivery.endpointId, outcome }]);
    const finished = WebhookDelivery.rows.find(tx, delivery.id);
    if (finished === undefined) throw notFound('webhook delivery', delivery.id);
    return finished;
  };

  const send = async (insert: (tx: Tx) => PendingDelivery): Promise<WebhookDeliveryRow> => {
    const delivery = await store.write<PendingDelivery>(insert);
    counters.redeliveries += 1;
    const { eventId, eventType, siteId, endpointId } = delivery;
    const body = deliveredEvent(store.view(), eventId)?.body ?? '';
    const result = await attemptDelivery(endpointId, { eventId, eventType, siteId, body }).catch((error: unknown) => {
      report('A webhook could not be sent. Its secret may be encrypted with another key.', error);
      return abandonedAt(store.clock.now());
    });
    return store.write<WebhookDeliveryRow>((tx) => finish(tx, delivery, result));
  };

  const run = (
    endpointId: string,
    insert: (tx: Tx) => PendingDelivery,
    { signal, requireStill }: SendOptions = {},
  ): Promise<WebhookDeliveryRow> => {
    const begin = (tx: Tx): PendingDelivery => {
      requireStill?.(tx);
      return insert(tx);
    };
    const waiting = concurrency.run(endpointId, () => send(begin), { signal, most: MOST_WAITING });
    const sent = waiting.catch((error: unknown) => {
      throw error instanceof TooManyWaiting || signal?.aborted === true ? tooMany() : error;
    });
    inProgress.add(sent);
    return sent.finally(() => inProgress.delete(sent));
  };

  return {
    /**
     * Sends the event of a delivery again, whatever the status of the endpoint: the stored body, a new delivery id, a new
     * signature. A success counts for the health of the endpoint, a failure does not, and neither enables a disabled one.
     * @throws Problem 403 when the owner of the endpoint may not read the event, 404 when the endpoint has no such
     *   delivery in its history, 409 `limit_reached` when too many attempts to the endpoint wait, or `signal` ends the wait.
     */
    redeliver: (endpointId: string, deliveryId: string, asked?: SendOptions) =>
      run(endpointId, (tx) => insertRedelivery(tx, mayReceive, endpointId, deliveryId), asked),
    /** Sends a `ping` to one endpoint, whatever its status. @throws Problem 404 when there is no such endpoint, 409 as `redeliver`. */
    ping: (endpointId: string, asked?: SendOptions) => run(endpointId, (tx) => insertPing(tx, endpointId), asked),
    idle: async () => {
      await Promise.allSettled([...inProgress]);
    },
  };
};
