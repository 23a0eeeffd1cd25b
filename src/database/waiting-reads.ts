import { nextTurn, stopwatch } from '../kernel/clock.ts';
import type { QueuedWrite } from './queued-write.ts';

/** A write that has waited longer (real ms) is late: reads then wait for the writes that came before them. */
const LATE_MS = 100;
/** The longest time (real ms) for which reads that have waited run in one turn of the event loop. */
const READS_MS = 25;

const afterTurns = (turns: number, work: () => void): void =>
  nextTurn(turns === 1 ? work : () => afterTurns(turns - 1, work));

interface WaitingRead {
  /** How many writes have to be settled first, of all since the start. */
  readonly after: number;
  run(): void;
}

/**
 * Reads that wait for the writes that came before them. They run in their order. Row: the p99 of the rush. Without them,
 * bookings wait for up to 5 s while timetables are answered immediately (decision 3.38).
 */
export class WaitingReads {
  #reads: WaitingRead[] = [];
  #isScheduled = false;

  /** @param settled how many writes are settled, or need not be waited for. */
  constructor(private readonly settled: () => number) {}

  /** Whether a read that comes now has to wait, when `first` is the write that has waited the longest. */
  mustWait(first: QueuedWrite | undefined): boolean {
    return this.#reads.length > 0 || (first !== undefined && stopwatch() - first.since > LATE_MS);
  }

  /** Adds a read, which runs once `after` writes are settled. The promise has what `work` returns or throws. */
  add<T>(after: number, work: () => T | Promise<T>): Promise<T> {
    const added = new Promise<T>((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.#reads.push({ after, run });
    });
    this.runLater();
    return added;
  }

  /** Runs due reads after `turns`, so that the responses of committed writes are sent first. */
  runLater(turns = 1): void {
    if (this.#isScheduled || this.#reads.length === 0) return;
    this.#isScheduled = true;
    afterTurns(turns, () => {
      this.#isScheduled = false;
      this.run();
      const [next] = this.#reads;
      // Writes have the turn between.
      if (next !== undefined && next.after <= this.settled()) this.runLater(2);
    });
  }

  /** Runs `work`, which may take as long, in the next turn; in the one after it where reads that have waited are next. */
  runBetween(work: () => void): void {
    afterTurns(this.#isScheduled ? 2 : 1, work);
  }

  /** Runs those that no longer need to wait, for at most `limit` real ms and at least one. */
  run(limit = READS_MS): void {
    const settled = this.settled();
    const start = stopwatch();
    let count = 0;
    for (const { after, run } of this.#reads) {
      if (after > settled || (count > 0 && stopwatch() - start > limit)) break;
      run();
      count += 1;
    }
    this.#reads.splice(0, count);
  }
}
