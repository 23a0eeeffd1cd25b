import type { Database } from 'bun:sqlite';
import { Store } from '../../src/database/store.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { type ClaimedJob, Jobs } from '../../src/queue/jobs.ts';
import { Queue } from '../../src/queue/queue.ts';
import type { AttemptResult, BackOff, Settled } from '../../src/queue/work.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';

export const START = Date.parse('2026-03-08T07:30:00.000Z');

/** An instant, in milliseconds after the start. */
export const after = (milliseconds: number): string => new Date(START + milliseconds).toISOString();

/** How an attempt ends: it succeeds, is repeated, is given up, holds its slot until `release` is called, or meets a fault. */
type Ending = 'success' | 'failure' | 'refusal' | 'hold' | 'fault';

interface QueueOptions {
  /** The clock, instead of one that is moved by hand. */
  readonly time?: Timeline;
  readonly perLane?: number;
  readonly total?: number;
  readonly backOff?: BackOff;
  readonly requests?: () => number;
  /** The database of another process, which has ended or goes on. */
  readonly db?: Database;
  /** How the attempts of a key end; they succeed by default. */
  readonly ending?: (job: ClaimedJob) => Ending;
}

/** A queue, with what it does. */
export const openQueue = (options: QueueOptions = {}) => {
  const time = options.time ?? new Timeline(START);
  const db = options.db ?? migratedDatabase();
  const random = systemRandom();
  const store = new Store(db, time, createIds(time, random));
  const jobs = new Jobs('mail');
  const attempts: { readonly key: string; readonly attempt: number; readonly at: number }[] = [];
  const recorded: (readonly [key: string, attempt: number, how: string, dueAt: string | null, isCurrent: boolean])[] =
    [];
  const advanced: (readonly [key: string, dueAt: string])[] = [];
  const reported: string[] = [];
  const held = new Map<string, () => void>();
  const seen = { inProgress: 0, most: 0 };
  const outcome = (how: string) => ({
    how,
    hasSucceeded: how === 'success',
    isRepeated: how === 'failure' || how === 'interrupted',
    endedAt: time.now(),
  });
  const queue = new Queue<AttemptResult & { readonly how: string }>({
    store,
    time,
    random: { bytes: random.bytes, fraction: () => 0.5 },
    jobs,
    work: {
      async attempt(job) {
        attempts.push({ key: job.key, attempt: job.attempt, at: time.now() - START });
        seen.inProgress += 1;
        seen.most = Math.max(seen.most, seen.inProgress);
        const how = options.ending?.(job) ?? 'success';
        if (how === 'hold') await new Promise<void>((resolve) => held.set(job.key, resolve));
        else await new Promise<void>((resolve) => setImmediate(resolve));
        seen.inProgress -= 1;
        if (how === 'fault') throw new ReferenceError('listening is not there yet');
        return outcome(how === 'hold' ? 'success' : how);
      },
      interrupted: () => outcome('interrupted'),
      record(_tx, settled: readonly Settled<ReturnType<typeof outcome>>[]) {
        for (const { job, result, dueAt, isCurrent } of settled) {
          recorded.push([job.key, job.attempt, result.how, dueAt, isCurrent]);
        }
      },
      postpone(_tx, postponed) {
        for (const { key, attempt, dueAt } of postponed) recorded.push([key, attempt, 'fault', dueAt, true]);
      },
      advance(_tx, moved, dueAt) {
        for (const { key } of moved) advanced.push([key, dueAt]);
      },
    },
    backOff: options.backOff ?? { waitsMs: [0, MINUTE_MS, 2 * MINUTE_MS], jitter: 0 },
    slots: { perLane: options.perLane ?? 2, total: options.total ?? 8 },
    report: (what) => reported.push(what),
    requests: options.requests ?? (() => 0),
  });
  const add = (lane: string, keys: readonly string[], dueAt = new Date(time.now()).toISOString()) =>
    store.write<void>((tx) => {
      for (const key of keys) queue.add(tx, key, [lane], dueAt);
    });
  return {
    db,
    store,
    time,
    jobs,
    queue,
    attempts,
    recorded,
    advanced,
    reported,
    held,
    seen,
    add,
    /** The stored jobs: key, attempt and whether each is in progress. */
    stored: () =>
      db
        .query('select key, attempt, leasedUntil is not null from queueJobs order by key, lane')
        .values()
        .map(([key, attempt, isClaimed]) => [key, attempt, isClaimed === 1]),
  };
};
