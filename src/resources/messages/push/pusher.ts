import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { setRealTimeout } from '../../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { asJob } from '../../../kernel/origin.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Time } from '../../../kernel/timer.ts';
import { Queue } from '../../../queue/queue.ts';
import { DUE, pushJobs } from './jobs.ts';
import { recordPostponedPushes, recordPushes } from './results.ts';
import type { NotificationQueue } from './schedule.ts';
import { createPushAttempt, interruptedAt, type PushResult, type PushWorkDeps } from './work.ts';

interface PusherDeps extends Omit<PushWorkDeps, 'now'> {
  readonly store: Store;
  readonly time: Time;
  readonly random: Random;
  readonly report: (what: string, error: unknown) => void;
  /** How many requests have come so far; notifications are slower while it grows. */
  readonly requests: () => number;
  /** The most by which a retry is delayed, as a fraction of its wait. */
  readonly jitter: number;
}

/** The waits before each attempt, as those of mails (messages.md). */
const WAITS_MS: readonly number[] = [
  Number.POSITIVE_INFINITY,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
];

/** A push service that is slow, or defers everything, delays no other. */
const SLOTS = { perLane: 4, total: 8 };
/** Real milliseconds that `stop` waits for notifications that are being sent. */
const GRACE_MS = 5_000;

/** Sends notifications over the durable queue. */
export const createPusher = (deps: PusherDeps) => {
  const { store, time, random, report, requests, jitter } = deps;
  const queue: Queue<PushResult> = new Queue({
    store,
    time,
    random,
    report,
    requests,
    jobs: pushJobs,
    work: {
      attempt: createPushAttempt({ ...deps, now: () => time.now() }),
      interrupted: interruptedAt,
      record: (tx, settled) => recordPushes(tx, settled, (...job) => queue.add(...job)),
      postpone: recordPostponedPushes,
      advance: () => {},
    },
    backOff: { waitsMs: WAITS_MS, jitter },
    slots: SLOTS,
  });
  const notifications: NotificationQueue = {
    add: (tx, messageId, dueAt) => queue.add(tx, messageId, [DUE], dueAt),
    cancel: (tx, messageId) => pushJobs.cancel(tx, messageId),
  };
  return {
    notifications,
    /** Finds the jobs that another process added. */
    refresh: () => queue.refresh(),
    /** Whether another process has left something, by the time of a read. */
    hasAbandoned: (read: Read): boolean => queue.hasAbandoned(read, read.now),
    idle: () => queue.idle(),
    async start(): Promise<void> {
      await asJob('push', async () => {
        if (queue.hasAbandoned(store.view())) await store.write<void>((tx) => queue.recover(tx));
      });
      queue.start();
    },
    /** Starts no further attempt, and waits a few seconds for those in progress. The store must still be open. */
    async stop(): Promise<void> {
      queue.stop();
      await new Promise<void>((resolve) => {
        const cancel = setRealTimeout(GRACE_MS, resolve);
        void queue.idle().then(() => {
          cancel();
          resolve();
        });
      });
    },
  };
};
