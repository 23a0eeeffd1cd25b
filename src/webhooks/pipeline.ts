import type { Read } from '../database/database.ts';
import type { Seal } from '../database/seal.ts';
import type { Store } from '../database/store.ts';
import { type Clock, setRealTimeout } from '../kernel/clock.ts';
import { asJob } from '../kernel/origin.ts';
import type { Random } from '../kernel/random.ts';
import type { Time } from '../kernel/timer.ts';
import { Queue } from '../queue/queue.ts';
import { newCounters } from './counters.ts';
import { interruptPending, pendingDeliveries } from './deliveries.ts';
import { createDeliveryWork } from './delivery-work.ts';
import { createEndpointHealth } from './endpoint-health.ts';
import type { EndpointOwners } from './endpoint-owners.ts';
import { redeliveryJobs } from './failed-deliveries.ts';
import { createFanOut } from './fan-out.ts';
import { webhookJobs } from './jobs.ts';
import { ATTEMPT_WAITS_MS } from './record.ts';
import { createRedelivery } from './redelivery.ts';
import { createRedeliveryWork } from './redelivery-work.ts';
import { createAddressCheck, type NetworkPolicy, type Resolve } from './sending/address-check.ts';
import { createDeliveryAttempts } from './sending/attempt.ts';
import { createTargets, type ReadTarget, withoutDisabled } from './sending/message.ts';
import { createSender, SEND_LIMITS, type Sender, type SendLimits } from './sending/send.ts';

export interface WebhookLimits extends SendLimits {
  /** Attempts in progress to one endpoint. */
  readonly perEndpoint: number;
  /** Attempts in progress to all endpoints whose last attempt did not fail. */
  readonly total: number;
  /** Real milliseconds after which an attempt that has not ended is recorded as pending. */
  readonly pendingAfterMs: number;
  /** Real milliseconds that `stop` waits for attempts in progress before it interrupts them. */
  readonly gracePeriodMs: number;
  /** The most by which a retry is delayed, as a fraction of its wait. */
  readonly jitter: number;
}

export interface WebhookDeps {
  readonly store: Store;
  readonly time: Time;
  readonly random: Random;
  readonly seal: Seal;
  readonly network: NetworkPolicy & {
    /** PEM certificates that are trusted besides the public authorities. */
    readonly extraCa?: readonly string[];
  };
  /** The brand's default site, which events about an endpoint name. */
  readonly brandSiteId: (read: Read) => string;
  /** Decides what endpoints may get. */
  readonly owners: EndpointOwners;
  readonly report: (what: string, error: unknown) => void;
  /** How many requests have come so far; deliveries are slower while it grows. */
  readonly requests?: () => number;
  /** The time of signatures, which receivers compare with their own; `time` by default. */
  readonly signatureClock?: Clock;
  /** Resolves host names; by default name servers and the file of hosts do. */
  readonly resolve?: Resolve;
  /** Sends requests; by default over the network. */
  readonly sender?: Sender | undefined;
  /** Overrides of the limits, for sandboxes and tests. */
  readonly limits?: Partial<WebhookLimits>;
}

const LIMITS: WebhookLimits = {
  ...SEND_LIMITS,
  perEndpoint: 4,
  total: 64,
  pendingAfterMs: 1_000,
  gracePeriodMs: 5_000,
  jitter: 0.1,
};

/** Redeliveries in progress to one endpoint and to all, besides what the queue of events sends. */
const REDELIVERY_SLOTS = { perLane: 2, total: 16 };

/** Real milliseconds for recording the interrupted attempts. */
const WRITE_MS = 1_000;

export const createWebhooks = (deps: WebhookDeps) => {
  const { store, time, random, seal, network, brandSiteId, report } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const counters = newCounters();
  const addressCheck = createAddressCheck(network, deps.resolve);
  const sender = deps.sender ?? createSender(addressCheck, network.extraCa, limits);
  const readTarget = createTargets(seal);
  const { mayReceive } = deps.owners;
  const signatureClock = deps.signatureClock ?? time;
  const attemptsTo = (targets: ReadTarget) =>
    createDeliveryAttempts({ store, time, signatureClock, readTarget: targets, mayReceive, sender, counters });
  const health = createEndpointHealth(brandSiteId, counters);
  const { perEndpoint, total, pendingAfterMs, jitter } = limits;
  const queue = new Queue({
    store,
    time,
    random,
    report,
    jobs: webhookJobs,
    work: createDeliveryWork({
      store,
      attemptDelivery: attemptsTo(withoutDisabled(readTarget)),
      health,
      counters,
      pendingAfterMs,
    }),
    backOff: { waitsMs: ATTEMPT_WAITS_MS, jitter },
    slots: { perLane: perEndpoint, total },
    requests: deps.requests ?? (() => 0),
  });
  /** Also to endpoints that are disabled. */
  const attemptDelivery = attemptsTo(readTarget);
  const redeliveries = new Queue({
    store,
    time,
    random,
    report,
    jobs: redeliveryJobs,
    work: createRedeliveryWork({ attemptDelivery, health, counters }),
    backOff: { waitsMs: [0], jitter: 0 },
    slots: REDELIVERY_SLOTS,
    requests: deps.requests ?? (() => 0),
  });
  const redelivery = createRedelivery({
    store,
    attemptDelivery,
    health,
    counters,
    brandSiteId,
    mayReceive,
    perEndpoint,
    report,
  });
  const idle = async (): Promise<void> => {
    await Promise.all([queue.idle(), redeliveries.idle(), redelivery.idle()]);
  };

  return {
    /** For `Store.onRaise`. */
    fanOut: createFanOut(deps.owners, queue),
    /** Finds the jobs that another process queued, such as an import from the command line, and what is to be sent again. */
    async refresh() {
      await queue.refresh();
      await redeliveries.refresh();
    },
    /** Whether another process has left something that it can no longer send, by the time of a read. */
    hasAbandoned: (read: Read): boolean => [queue, redeliveries].some((each) => each.hasAbandoned(read, read.now)),
    addressCheck,
    owners: deps.owners,
    counters,
    /** How the concurrency slots of the queue are used at this moment. */
    slots: () => queue.slots(),
    /** The number of queued jobs. It reads the whole queue. */
    queue: () => webhookJobs.depth(store.view()),
    /** Whether sending is on time. Jobs that wait for a slow receiver do not count. */
    isHealthy: () => queue.isHealthy(),
    /** Recovers what a crash interrupted, then starts to send. */
    async start() {
      await asJob('webhooks', async () => {
        const view = store.view();
        const isAbandoned = [queue, redeliveries].some((each) => each.hasAbandoned(view));
        if (!isAbandoned && pendingDeliveries(view).length === 0) return;
        await store.write<void>((tx) => {
          queue.recover(tx);
          redeliveries.recover(tx);
          interruptPending(tx);
        });
      });
      queue.start();
      redeliveries.start();
    },
    redeliver: redelivery.redeliver,
    ping: redelivery.ping,
    idle,
    /** Starts no further attempt, waits for a limited time and interrupts the rest. The store must still be open. */
    async stop() {
      queue.stop();
      redeliveries.stop();
      await new Promise<void>((resolve) => {
        const timeouts = [
          setRealTimeout(limits.gracePeriodMs, () => sender.interrupt()),
          setRealTimeout(limits.gracePeriodMs + WRITE_MS, resolve),
        ];
        void idle().then(() => {
          for (const cancel of timeouts) cancel();
          resolve();
        });
      });
      sender.close();
    },
  };
};

/** Fan-out, queue and sender of webhook deliveries (events.md "Delivery"). */
export type Webhooks = ReturnType<typeof createWebhooks>;
