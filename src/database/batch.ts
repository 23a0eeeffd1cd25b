import type { Database } from 'bun:sqlite';
import { stopwatch } from '../kernel/clock.ts';
import type { Tx } from './database.ts';
import { isThenable, type Outcome, type QueuedWrite } from './queued-write.ts';

/** After this time (real ms) a transaction takes no further work, so that many simultaneous writes do not block the thread. */
const BATCH_MS = 25;

/** The writes of one transaction. Where there are several, each has a savepoint: an error rolls back its own write only. */
export class Batch {
  /** How many events the writes have raised. */
  events = 0;
  /** What the writes have left for the time before the commit. */
  readonly beforeCommit: (() => void)[] = [];
  readonly #cached = new Map<string, unknown>();

  /** @param transactionOf the transaction of a write, with what those before it have read. */
  constructor(
    private readonly db: Database,
    private readonly transactionOf: (write: QueuedWrite, cached: Tx['cached']) => Tx,
  ) {}

  /**
   * Runs writes in their order, as many as there is time for, in the transaction that has just begun.
   * @throws errors of SQLite that have rolled it back.
   */
  run(writes: readonly QueuedWrite[]): Outcome[] {
    const outcomes: Outcome[] = [];
    const start = stopwatch();
    for (const write of writes) {
      if (outcomes.length > 0 && stopwatch() - start > BATCH_MS) break;
      outcomes.push(this.#attempt(write, writes.length === 1));
    }
    return outcomes;
  }

  /** Runs a write. After an error nothing is left of it. @throws errors of SQLite that have rolled back the transaction. */
  #attempt(write: QueuedWrite, isAlone: boolean): Outcome {
    const { events } = this;
    const { length } = this.beforeCommit;
    if (!isAlone) this.db.query('SAVEPOINT work').run();
    try {
      const result = write.work(this.transactionOf(write, this.#cached));
      if (isThenable(result)) throw new Error('the work of a write must be synchronous');
      return { write, result };
    } catch (thrown) {
      const error = thrown ?? new Error('the work of a write threw nothing');
      if (!this.db.inTransaction) throw error;
      this.db.query(isAlone ? 'ROLLBACK' : 'ROLLBACK TO work').run();
      this.#cached.clear();
      this.events = events;
      this.beforeCommit.length = length;
      return { write, error };
    } finally {
      if (!isAlone && this.db.inTransaction) this.db.query('RELEASE work').run();
    }
  }
}
