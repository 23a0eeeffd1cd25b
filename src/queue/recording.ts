import type { Tx } from '../database/database.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Random } from '../kernel/random.ts';
import type { ClaimedJob, Jobs } from './jobs.ts';
import type { AttemptResult, BackOff, Faulted, Finished, Postponed, Settled, Work } from './work.ts';

/** Interrupted jobs are due within this time, evenly spread. */
const RECOVERY_SPREAD_MS = 5_000;
/** The waits after faults of the program in a row, ms; the last one is repeated without end. */
const FAULT_WAITS_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS];
/** Waiting jobs that one transaction changes after the clock was set back. */
const ADVANCED_AT_ONCE = 500;

export interface RecordingDeps<Result extends AttemptResult> {
  readonly jobs: Jobs;
  readonly work: Work<Result>;
  readonly backOff: BackOff;
  readonly random: Random;
}

export type Ended<Result> = Finished<Result> | Faulted;

const isFaulted = <Result>(ended: Ended<Result>): ended is Faulted => 'faultAt' in ended;

const firstOf = (instants: readonly (string | null)[]): number =>
  Math.min(...instants.map((instant) => (instant === null ? Number.POSITIVE_INFINITY : epochOf(instant))));

/** What follows for jobs when their attempts have ended. */
export class Recording<Result extends AttemptResult> {
  constructor(private readonly deps: RecordingDeps<Result>) {}

  /** Records how attempts ended. Returns when the first of the jobs is attempted again, epoch ms; Infinity when there is none. */
  finish(tx: Tx, ended: readonly Ended<Result>[]): number {
    const faulted = ended.filter(isFaulted);
    const finished = ended.filter((each): each is Finished<Result> => !isFaulted(each));
    return Math.min(this.#postpone(tx, faulted), this.#finish(tx, finished));
  }

  #finish(tx: Tx, finished: readonly Finished<Result>[]): number {
    const { work, backOff, random } = this.deps;
    if (finished.length === 0) return Number.POSITIVE_INFINITY;
    const settled = finished.map((each) => {
      const { job, result } = each;
      const wait = (backOff.waitsMs[job.attempt] ?? 0) * (1 + random.fraction() * backOff.jitter);
      return this.#settle(tx, each, Math.max(result.endedAt + Math.ceil(wait), result.notBefore ?? 0));
    });
    work.record(tx, settled);
    return firstOf(settled.map(({ dueAt }) => dueAt));
  }

  /** Nothing is final that a fault of the program has ended. */
  #postpone(tx: Tx, faulted: readonly Faulted[]): number {
    const { jobs, work, backOff, random } = this.deps;
    if (faulted.length === 0) return Number.POSITIVE_INFINITY;
    const postponed = faulted.flatMap(({ job, faultAt }): Postponed[] => {
      const wait = FAULT_WAITS_MS[Math.min(job.faults, FAULT_WAITS_MS.length - 1)] ?? 0;
      const dueAt = isoInstant(faultAt + Math.ceil(wait * (1 + random.fraction() * backOff.jitter)));
      const { lane, key, attempt } = job;
      return jobs.repeatUncounted(tx, job, dueAt) ? [{ lane, key, attempt, dueAt }] : [];
    });
    work.postpone(tx, postponed);
    return firstOf(postponed.map(({ dueAt }) => dueAt));
  }

  /** Records that attempts were interrupted. Jobs with attempts left are due within a few seconds. */
  recover(tx: Tx, jobs: readonly ClaimedJob[]): void {
    const { work, random } = this.deps;
    if (jobs.length === 0) return;
    const result = work.interrupted(tx.nowMs);
    const settled = jobs.map((job) =>
      this.#settle(tx, { job, result }, tx.nowMs + Math.ceil(random.fraction() * RECOVERY_SPREAD_MS)),
    );
    work.record(tx, settled);
  }

  /**
   * Lets some jobs of a lane that wait for longer than the back-off says, since the clock was set back, wait for as long as it
   * says. Returns whether there may be more.
   */
  advanceSome(tx: Tx, lane: string): boolean {
    const { jobs, work, backOff } = this.deps;
    const counts = backOff.waitsMs.map((waitMs, attempt) => {
      if (!Number.isFinite(waitMs)) return 0;
      const latest = isoInstant(tx.nowMs + Math.ceil(waitMs * (1 + backOff.jitter)));
      const dueAt = isoInstant(tx.nowMs + waitMs);
      const advanced = jobs.advance(tx, lane, attempt, latest, dueAt, ADVANCED_AT_ONCE);
      work.advance(tx, advanced, dueAt);
      return advanced.length;
    });
    return counts.includes(ADVANCED_AT_ONCE);
  }

  /** Deletes the job of an attempt, or lets it wait until `retryAt` (epoch ms). */
  #settle(tx: Tx, { job, result }: Finished<Result>, retryAt: number): Settled<Result> {
    const { jobs, backOff } = this.deps;
    const hasRetry = result.isRepeated && job.attempt < backOff.waitsMs.length;
    const dueAt = hasRetry ? isoInstant(retryAt) : null;
    const isCurrent = dueAt === null ? jobs.end(tx, job) : jobs.repeat(tx, job, dueAt);
    return { job, result, isCurrent, dueAt: isCurrent ? dueAt : null };
  }
}
