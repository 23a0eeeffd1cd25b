import { stopwatch } from '../../kernel/clock.ts';
import type { ClaimedJob, FinishedJob } from './claimed-jobs.ts';

/** So many results are recorded together, while others are sent: each transaction writes pages of every endpoint. */
const RECORDED_TOGETHER = 256;
/** When attempts are recorded. */
export interface RecordingLimits {
  /** Real milliseconds after which a result is recorded at the latest. */
  readonly recordedWithinMs: number;
  /** Real milliseconds after which an attempt is recorded as pending. */
  readonly pendingAfterMs: number;
}

/** Most attempts have ended within a second, and are written once. */
export const RECORDING_LIMITS: RecordingLimits = { recordedWithinMs: 50, pendingAfterMs: 1_000 };

const hasFailed = ({ result }: FinishedJob): boolean => result.response.failure !== null;

/** The attempts that are not recorded: those in progress, and those that have ended. */
export class Attempts {
  /** When each attempt in progress that is not recorded as pending began, on the stopwatch, the first one first. */
  readonly #begun = new Map<ClaimedJob, number>();
  #ended: FinishedJob[] = [];
  /** When the first of those that have ended did, on the stopwatch. */
  #endedSince = Number.POSITIVE_INFINITY;
  #hasFailed = false;

  constructor(private readonly limits: RecordingLimits) {}

  /** How many have ended and are not recorded. */
  get ended(): number {
    return this.#ended.length;
  }

  begin(job: ClaimedJob): void {
    this.#begun.set(job, stopwatch());
  }

  end(finished: FinishedJob): void {
    this.#begun.delete(finished.job);
    this.#ended.push(finished);
    this.#hasFailed ||= hasFailed(finished);
    this.#endedSince = Math.min(this.#endedSince, stopwatch());
  }

  /**
   * Whether results should be recorded now. One that failed decides what is sent to its endpoint next.
   * @param most how many are recorded at once
   */
  areResultsDue(most: number): boolean {
    const { length } = this.#ended;
    return this.#hasFailed || length >= Math.min(most, RECORDED_TOGETHER) || this.#resultsDueAt <= stopwatch();
  }

  /** When something is to be recorded, on the stopwatch; Infinity for nothing. */
  get dueAt(): number {
    const [began = Number.POSITIVE_INFINITY] = this.#begun.values();
    return Math.min(this.#resultsDueAt, began + this.limits.pendingAfterMs);
  }

  get #resultsDueAt(): number {
    return this.#endedSince + this.limits.recordedWithinMs;
  }

  /** Takes up to `most` of those that have ended, for being recorded. */
  takeEnded(most: number): FinishedJob[] {
    const taken = this.#ended.splice(0, Math.min(most, this.#ended.length));
    this.#noteEnded();
    return taken;
  }

  /** Puts back what could not be recorded. */
  putBack(taken: readonly FinishedJob[]): void {
    this.#ended.unshift(...taken);
    this.#noteEnded();
  }

  /** Up to `most` attempts in progress that are to be recorded as pending. */
  long(most: number): ClaimedJob[] {
    const before = stopwatch() - this.limits.pendingAfterMs;
    const found: ClaimedJob[] = [];
    for (const [job, began] of this.#begun) {
      if (began > before || found.length === most) break;
      found.push(job);
    }
    return found;
  }

  /** Notes that attempts are recorded as pending. */
  notePending(jobs: readonly ClaimedJob[]): void {
    for (const job of jobs) this.#begun.delete(job);
  }

  /** The others that have ended wait anew, so that a few at a time are recorded while requests come in. */
  #noteEnded(): void {
    this.#hasFailed = this.#ended.some(hasFailed);
    this.#endedSince = this.#ended.length === 0 ? Number.POSITIVE_INFINITY : stopwatch();
  }
}
