import type { Tx } from '../database/database.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { ClaimedJob, Jobs } from './jobs.ts';
import type { AttemptResult, BackOff, Finished, Settled, Work } from './work.ts';

/** Interrupted jobs are due within this time, evenly spread. */
const RECOVERY_SPREAD_MS = 5_000;
/** Waiting jobs that one transaction changes after the clock was set back. */
const ADVANCED_AT_ONCE = 500;

export interface RecordingDeps<Result extends AttemptResult> {
  readonly jobs: Jobs;
  readonly work: Work<Result>;
  readonly backOff: BackOff;
  readonly random: Random;
}

/** What follows for jobs when their attempts have ended. */
export class Recording<Result extends AttemptResult> {
  constructor(private readonly deps: RecordingDeps<Result>) {}

  /** Records results. Returns when the first of the jobs is attempted again, epoch ms; Infinity when there is none. */
  finish(tx: Tx, finished: readonly Finished<Result>[]): number {
    const { work, backOff, random } = this.deps;
    if (finished.length === 0) return Number.POSITIVE_INFINITY;
    const settled = finished.map((each) => {
      const { job, result } = each;
      const wait = (backOff.waitsMs[job.attempt] ?? 0) * (1 + random.fraction() * backOff.jitter);
      return this.#settle(tx, each, result.endedAt + Math.ceil(wait));
    });
    work.record(tx, settled);
    return Math.min(...settled.map(({ dueAt }) => (dueAt === null ? Number.POSITIVE_INFINITY : epochOf(dueAt))));
  }

  /** Records that attempts were interrupted. Jobs with attempts left are due within a few seconds. */
  recover(tx: Tx, jobs: readonly ClaimedJob[]): void {
    const { work, random } = this.deps;
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
