import { stopwatch } from '../kernel/clock.ts';

/** The longest time (real ms) for which reads that have waited run in one turn of the event loop. */
const READS_MS = 25;

interface WaitingRead {
  /** How many writes have to be settled first, of all since the start. */
  readonly after: number;
  run(): void;
}

/** Reads that wait for the writes that came before them. They run in their order. */
export class WaitingReads {
  #reads: WaitingRead[] = [];

  get length(): number {
    return this.#reads.length;
  }

  /** Adds a read, which runs once `after` writes are settled. The promise has what `work` returns or throws. */
  add<T>(after: number, work: () => T): Promise<Awaited<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<T>>();
    const run = (): void => {
      try {
        resolve(work() as Awaited<T>);
      } catch (error) {
        reject(error);
      }
    };
    this.#reads.push({ after, run });
    return promise;
  }

  /** Runs those that need no more than `settled` writes, as many as there is time for. Returns whether any is left of them. */
  run(settled: number, limit = READS_MS): boolean {
    const start = stopwatch();
    let count = 0;
    for (const { after, run } of this.#reads) {
      if (after > settled || (count > 0 && stopwatch() - start > limit)) break;
      run();
      count += 1;
    }
    this.#reads.splice(0, count);
    const [next] = this.#reads;
    return next !== undefined && next.after <= settled;
  }
}
