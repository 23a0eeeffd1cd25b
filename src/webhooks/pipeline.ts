import type { Read } from '../database/database.ts';
import type { Seal } from '../database/seal.ts';
import type { RaiseListener, Store } from '../database/store.ts';
import { afterReal } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { Time } from '../kernel/timer.ts';
import { type Counters, newCounters } from './counters.ts';
import { createStanding } from './endpoint-health.ts';
import { createFanOut } from './fan-out.ts';
import { type QueueDepth, queueDepth } from './queries.ts';
import { createQueue, RETRY_JITTER } from './queue/queue.ts';
import { createRedelivery } from './queue/redelivery.ts';
import { Scheduler } from './queue/scheduler.ts';
import { LANE_LIMITS, type LaneLimits, Lanes, type LaneUse } from './queue/slots.ts';
import { createAttempt, type Report } from './sending/attempt.ts';
import { createGuard, type Guard, type NetworkPolicy, type Resolve, systemResolve } from './sending/guard.ts';
import { createTargets } from './sending/message.ts';
import { createSender, SEND_LIMITS, type SendLimits } from './sending/send.ts';
import type { WebhookDeliveryRow } from './tables.ts';

export interface WebhookLimits extends SendLimits, LaneLimits {
  /** Real milliseconds that `stop` waits for attempts under way before they are interrupted. */
  readonly parkMs: number;
  /** The most by which a retry is late, as a fraction of its wait. */
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
  /** The brand's default site: the place of events about an endpoint as a whole. */
  readonly brandSiteId: (read: Read) => string;
  /** Tells the operator of a fault inside the pipeline. */
  readonly report: Report;
  /** How names are looked up; the machine's resolver unless given. */
  readonly resolve?: Resolve;
  /** Differences from the interface's limits, for sandboxes and tests. */
  readonly limits?: Partial<WebhookLimits>;
}

/** The webhook pipeline as the composition root sees it. */
export interface Webhooks {
  /** For `Store.onRaise`. */
  readonly fanOut: RaiseListener;
  /** For `Store.onEventsCommitted`. */
  readonly wake: () => void;
  /** Decides which URLs may be registered and reached. */
  readonly guard: Guard;
  readonly counters: Readonly<Counters>;
  /** How the lanes of the queue are filled at this moment. */
  lanes(): LaneUse;
  /** What waits, as the database has it. It reads the whole queue. */
  queue(): QueueDepth;
  /** Whether sending keeps up; a slow receiver is its owner's matter and changes nothing here. */
  keepsUp(): boolean;
  /** Settles what a crash left under way, then begins to send. */
  start(): Promise<void>;
  /** Sends the event of a delivery again and answers the new delivery; Problem 404 where there is none. */
  redeliver(endpointId: string, deliveryId: string): Promise<WebhookDeliveryRow>;
  /** Sends a `ping` to an endpoint and answers its delivery; Problem 404 where there is none. */
  ping(endpointId: string): Promise<WebhookDeliveryRow>;
  /** Resolves once nothing is under way and nothing is due. */
  idle(): Promise<void>;
  /** Begins nothing more, waits a bounded time, and interrupts the rest; the store must still be open. */
  stop(): Promise<void>;
}

const LIMITS: WebhookLimits = { ...SEND_LIMITS, ...LANE_LIMITS, parkMs: 5_000, jitter: RETRY_JITTER };

/** Real milliseconds for writing how the interrupted attempts ended. */
const WRITE_MS = 1_000;

export const createWebhooks = (deps: WebhookDeps): Webhooks => {
  const { store, time, random, seal, network, brandSiteId, report } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const counters = newCounters();
  const guard = createGuard(network, deps.resolve ?? systemResolve);
  const sender = createSender(guard, network.extraCa, limits);
  const attempt = createAttempt({ store, time, readTarget: createTargets(seal), sender, counters, report });
  const standing = createStanding(brandSiteId, counters);
  const queue = createQueue(standing, random, counters, limits.jitter);
  const lanes = new Lanes(limits);
  const scheduler = new Scheduler(store, time, queue, attempt, report, lanes);
  const redelivery = createRedelivery({
    store,
    attempt,
    standing,
    counters,
    brandSiteId,
    perEndpoint: limits.perEndpoint,
  });
  const idle = async (): Promise<void> => {
    await Promise.all([scheduler.idle(), redelivery.idle()]);
  };

  return {
    fanOut: createFanOut((endpointId) => scheduler.markReady(endpointId)),
    wake: () => scheduler.wake(),
    guard,
    counters,
    lanes: () => lanes.use(),
    queue: () => queueDepth(store.view()),
    keepsUp: () => scheduler.keepsUp(),
    async start() {
      await store.write<void>((tx) => queue.recover(tx));
      scheduler.start();
    },
    redeliver: redelivery.redeliver,
    ping: redelivery.ping,
    idle,
    async stop() {
      scheduler.stop();
      await new Promise<void>((resolve) => {
        const bounds = [
          afterReal(limits.parkMs, () => sender.interrupt()),
          afterReal(limits.parkMs + WRITE_MS, resolve),
        ];
        void idle().then(() => {
          for (const cancel of bounds) cancel();
          resolve();
        });
      });
      sender.close();
    },
  };
};
