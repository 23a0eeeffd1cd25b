import type { Read, Tx } from '../database/database.ts';
import type { ClaimedJob, JobKey } from './jobs.ts';

/** How an attempt ended, as far as the queue needs it. */
export interface AttemptResult {
  /** After an attempt that has not succeeded, its lane has one attempt at a time until one succeeds. */
  readonly hasSucceeded: boolean;
  /** Whether the job is attempted again, if it has attempts left. */
  readonly isRepeated: boolean;
  /** When the attempt ended, epoch ms. */
  readonly endedAt: number;
  /** Before when the receiver does not want another attempt, epoch ms. */
  readonly notBefore?: number;
}

/** A job whose attempt a fault of the program has ended: it rejected. */
export interface Faulted {
  readonly job: ClaimedJob;
  /** When it ended, epoch ms. */
  readonly faultAt: number;
}

/** A job whose attempt has ended. */
export interface Finished<Result> {
  readonly job: ClaimedJob;
  readonly result: Result;
}

/** The same once it is deleted or waits again. */
export interface Settled<Result> extends Finished<Result> {
  /** False when the job was canceled or replaced meanwhile. */
  readonly isCurrent: boolean;
  /** When the job is attempted again; null when it is not. */
  readonly dueAt: string | null;
}

/** A job that a fault of the program keeps from being done, and when it is tried again. */
export interface Postponed extends JobKey {
  /** The number of the attempt, which will be made. */
  readonly attempt: number;
  readonly dueAt: string;
}

export interface Work<Result extends AttemptResult> {
  /**
   * Makes one attempt, outside of any transaction. Attempts that begin together share `read`. It rejects for a fault of the
   * program alone: such a job is tried again without end, and does not use up its attempts.
   */
  attempt(job: ClaimedJob, read: Read): Promise<Result>;
  /** The result of an attempt whose process ended before it did. @param nowMs epoch ms */
  interrupted(nowMs: number): Result;
  /** Records results, in the transaction that deletes their jobs or lets them wait for another attempt. */
  record(tx: Tx, settled: readonly Settled<Result>[]): void;
  /** Records that a fault has ended attempts, in the transaction that lets their jobs wait. */
  postpone(tx: Tx, jobs: readonly Postponed[]): void;
  /** Records that waiting jobs are due earlier than they were, since the clock was set back. */
  advance(tx: Tx, jobs: readonly JobKey[], dueAt: string): void;
}

export interface BackOff {
  /**
   * The wait before each attempt, in milliseconds: before the first one from the time of adding, before each other one from
   * the end of the attempt before. A job has as many attempts as there are waits. The first wait is Infinity where jobs are
   * added for any later time, as reminders are.
   */
  readonly waitsMs: readonly number[];
  /** The most by which a wait is longer, as a fraction of it, so that simultaneous attempts spread. */
  readonly jitter: number;
}
