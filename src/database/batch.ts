import type { Database } from 'bun:sqlite';
import { stopwatch } from '../kernel/clock.ts';
import { dataVersion, type Read, type Tx } from './database.ts';
import { isThenable, type Outcome, type QueuedWrite } from './queued-write.ts';

/** After this time (real ms) a transaction takes no further work, so that many writes at once do not block the thread. */
const BATCH_MS = 25;

/** The number of writes that have a savepoint after one without has failed and had changed something. */
const WRITES_WITH_SAVEPOINTS = 256;

/** Thrown when a write without a savepoint has to be undone: the transaction is rolled back, and its writes run again. */
export class RunAgain extends Error {}

/**
 * The writes of one transaction. SQLite copies each page that changes under a savepoint, which takes up to a seventh of the
 * time of a booking. So writes that may run again have none: when one of them fails and has changed something, all of them
 * are rolled back together and run again, each with a savepoint.
 */
export class Batch {
  /** Whether each write that may run again runs twice, and the first run is undone. For tests: the result must be the same. */
  runsTwice = false;
  /** How many events the writes of this transaction have raised. */
  events = 0;
  /** What the writes of this transaction have left for the time before the commit. */
  beforeCommit: (() => void)[] = [];
  /** How many further writes have a savepoint, also if they may run again. */
  #withSavepoints = 0;
  /** What writes without a map of their own have read in this transaction and not changed. */
  readonly #ofTransaction = new Map<string, unknown>();
  /** The map of the write that ran last: it tells what is in the database now. */
  #known: Read['known'];
  #dataVersion = Number.NaN;

  /** @param transactionOf the transaction of a write, with what those before it have read. */
  constructor(
    private readonly db: Database,
    private readonly transactionOf: (write: QueuedWrite, known: Tx['known']) => Tx,
  ) {}

  /**
   * Runs writes in their order, as many as there is time for, in the transaction that has just begun.
   * @throws RunAgain when it has to be rolled back and begun anew for the same writes, and errors of SQLite that have rolled
   *   it back.
   */
  run(writes: readonly QueuedWrite[]): Outcome[] {
    this.#begin(writes);
    const outcomes: Outcome[] = [];
    const start = stopwatch();
    const isAlone = writes.length === 1;
    let hasSavepoint = !isAlone && this.#withSavepoints > 0;
    for (const write of writes) {
      if (outcomes.length > 0 && stopwatch() - start > BATCH_MS) break;
      // Writes that run once are not rolled back with others, so those after them have savepoints too.
      hasSavepoint ||= !isAlone && !write.mayRunAgain;
      if (this.runsTwice && write.mayRunAgain) this.#runAndUndo(write);
      outcomes.push(hasSavepoint ? this.#attemptInSavepoint(write) : this.#attempt(write, isAlone));
    }
    this.#withSavepoints = Math.max(0, this.#withSavepoints - outcomes.length);
    return outcomes;
  }

  /** Forgets what the writes have left, after the transaction is rolled back. */
  undo(): void {
    this.events = 0;
    this.beforeCommit = [];
    this.forget();
  }

  /** Forgets what writes have read, after another connection has changed the database. */
  forget(): void {
    this.#known?.clear();
  }

  /** Whether the write that ran last has this map, so that it tells what is in the database. */
  isCurrent(known: Read['known']): boolean {
    return known !== undefined && known === this.#known;
  }

  #begin(writes: readonly QueuedWrite[]): void {
    this.events = 0;
    this.beforeCommit = [];
    this.#ofTransaction.clear();
    if (writes.every(({ known }) => known === undefined)) return;
    const before = this.#dataVersion;
    this.#dataVersion = dataVersion(this.db);
    if (this.#dataVersion !== before) this.forget();
  }

  /** What the writes before this one have read and not changed. */
  #knownTo({ known = this.#ofTransaction }: QueuedWrite): Tx['known'] {
    if (known !== this.#known) this.forget();
    this.#known = known;
    return known;
  }

  /** Runs a write. @throws its error, after which nothing is left of it outside the database. */
  #work(write: QueuedWrite): void {
    const events = this.events;
    const works = this.beforeCommit.length;
    try {
      const tx = this.transactionOf(write, this.#knownTo(write));
      if (isThenable(write.run(tx))) throw new Error('the work of a write must be synchronous');
    } catch (error) {
      this.forget();
      this.events = events;
      this.beforeCommit.length = works;
      throw error ?? new Error('the work of a write threw nothing');
    }
  }

  #attemptInSavepoint(write: QueuedWrite): Outcome {
    this.db.query('SAVEPOINT work').run();
    try {
      this.#work(write);
      this.db.query('RELEASE work').run();
      return { write };
    } catch (error) {
      if (!this.db.inTransaction) throw error;
      this.db.query('ROLLBACK TO work').run();
      this.db.query('RELEASE work').run();
      return { write, error };
    }
  }

  #attempt(write: QueuedWrite, isAlone: boolean): Outcome {
    const before = isAlone ? undefined : this.#changes();
    try {
      this.#work(write);
      return { write };
    } catch (error) {
      if (!this.db.inTransaction) throw error;
      if (isAlone) this.db.query('ROLLBACK').run();
      else if (this.#changes() !== before) {
        this.#withSavepoints = WRITES_WITH_SAVEPOINTS;
        throw new RunAgain();
      }
      return { write, error };
    }
  }

  /** How many rows this connection has changed so far. */
  #changes(): number | undefined {
    return this.db.query<{ count: number }, []>('select total_changes() as count').get()?.count;
  }

  #runAndUndo(write: QueuedWrite): void {
    const { events, beforeCommit } = this;
    this.beforeCommit = [];
    this.db.query('SAVEPOINT undone').run();
    try {
      this.#work(write);
    } catch {
      // It fails again.
    }
    if (!this.db.inTransaction) return;
    this.db.query('ROLLBACK TO undone').run();
    this.db.query('RELEASE undone').run();
    this.forget();
    this.events = events;
    this.beforeCommit = beforeCommit;
  }
}
