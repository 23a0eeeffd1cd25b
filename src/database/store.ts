import type { Database } from 'bun:sqlite';
import { envelope, type RaisedEvent } from '../events/envelope.ts';
import { legacyCheckIn } from '../events/legacy-check-in.ts';
import type { Clock } from '../kernel/clock.ts';
import { isoInstant, nextTurn } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import type { Read, Tx } from './database.ts';

/** Told of every event inside the transaction that raises it; it may write, and its failure undoes that work. */
export type RaiseListener = (tx: Tx, event: RaisedEvent) => void;

interface Job {
  readonly work: (tx: Tx) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Outcome {
  readonly job: Job;
  readonly value?: unknown;
  readonly error?: unknown;
}

/** A promise is refused by the type: what is awaited inside a transaction would run after its commit. */
type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** What to tell of an error: that another process holds the database is no fault. */
export const unlessBusy = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
    ? new Problem(503, 'database_busy', 'The database is busy. Send the request again.', { retryAfter: 1 })
    : error;

/** Most reads never ask for the time as text, so it is written when one does. */
class View implements Read {
  #now: string | undefined;

  constructor(
    readonly db: Database,
    readonly nowMs: number,
  ) {}

  get now(): string {
    this.#now ??= isoInstant(this.nowMs);
    return this.#now;
  }
}

/**
 * The one way to the data. Writes are queued and committed together once per turn of the event loop: one fsync for
 * all of them, a savepoint for each, so that a refusal undoes only itself. A promise settles after the commit.
 */
export class Store {
  #queue: Job[] = [];
  readonly #raised: RaiseListener[] = [];
  readonly #committed: (() => void)[] = [];
  readonly #everyCommit: (() => void)[] = [];
  #eventsInBatch = 0;
  #exclusive: Promise<unknown> = Promise.resolve();
  #isExclusive = false;
  #isSharing = false;

  constructor(
    readonly db: Database,
    readonly clock: Clock,
    readonly ids: Ids,
  ) {}

  /** Registers what happens inside a transaction when an event is raised in it. */
  onRaise(listener: RaiseListener): void {
    this.#raised.push(listener);
  }

  /** Registers what happens after a commit that raised at least one event. */
  onEventsCommitted(listener: () => void): void {
    this.#committed.push(listener);
  }

  /** Registers what happens after every commit. */
  onCommit(listener: () => void): void {
    this.#everyCommit.push(listener);
  }

  /** Runs `work` on the committed state. */
  read<T>(work: (read: Read) => T): T {
    return work(this.view());
  }

  /** The committed state as of now. */
  view(): Read {
    return new View(this.db, this.clock.now());
  }

  /**
   * The committed state as of now, for what is read within this turn of the event loop. Everybody who asks in one turn
   * shares one read transaction, since a statement outside of one locks the file for itself, which costs more than a
   * seek. It ends with the turn, or before the next write.
   */
  readShared(): Read {
    if (!this.#isSharing && !this.db.inTransaction && this.db.filename !== ':memory:') {
      this.#isSharing = true;
      this.db.query('BEGIN').run();
      nextTurn(() => this.#endSharing());
    }
    return this.view();
  }

  #endSharing(): void {
    if (!this.#isSharing) return;
    this.#isSharing = false;
    if (this.db.inTransaction) this.db.query('COMMIT').run();
  }

  /**
   * Runs `work` in a transaction and resolves with its result once that is on disk. Whatever `work` throws rejects
   * the promise and leaves nothing written.
   * @throws Problem 503 `database_busy` when another process holds the database for too long.
   */
  write<T>(work: (tx: Tx) => Synchronous<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#queue.length === 1) nextTurn(() => this.flush());
    });
  }

  /**
   * Keeps every write waiting while `work` holds the database through a connection of its own; reads go on and see
   * what was committed before. One after the other.
   */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#exclusive.then(async () => {
      this.flush();
      this.#isExclusive = true;
      try {
        return await work();
      } finally {
        this.#isExclusive = false;
        for (const listener of this.#everyCommit) listener();
        nextTurn(() => this.flush());
      }
    });
    this.#exclusive = mine.catch(() => {});
    return mine;
  }

  /** Commits everything that is queued, now. Called by itself once per turn, and before closing. */
  flush(): void {
    this.#endSharing();
    const jobs = this.#queue;
    if (jobs.length === 0 || this.#isExclusive) return;
    this.#queue = [];
    this.#eventsInBatch = 0;
    let outcomes: Outcome[];
    try {
      outcomes = this.#commit(jobs);
    } catch (error) {
      if (this.db.inTransaction) this.db.run('ROLLBACK');
      const reason = unlessBusy(error);
      outcomes = jobs.map((job) => ({ job, error: reason }));
      this.#eventsInBatch = 0;
    }
    for (const { job, value, error } of outcomes) {
      if (error === undefined) job.resolve(value);
      else job.reject(error);
    }
    if (this.#eventsInBatch > 0) for (const listener of this.#committed) listener();
    for (const listener of this.#everyCommit) listener();
  }

  #commit(jobs: Job[]): Outcome[] {
    this.db.query('BEGIN IMMEDIATE').run();
    const outcomes = jobs.map((job) => this.#attempt(job));
    this.db.query('COMMIT').run();
    return outcomes;
  }

  #attempt(job: Job): Outcome {
    const eventsBefore = this.#eventsInBatch;
    this.db.query('SAVEPOINT work').run();
    try {
      const value = job.work(this.#transaction());
      if (isThenable(value)) throw new Error('the work of a write must be synchronous');
      this.db.query('RELEASE work').run();
      return { job, value };
    } catch (error) {
      if (!this.db.inTransaction) throw error;
      this.db.query('ROLLBACK TO work').run();
      this.db.query('RELEASE work').run();
      this.#eventsInBatch = eventsBefore;
      return { job, error: error ?? new Error('the work of a write threw nothing') };
    }
  }

  #transaction(): Tx {
    const nowMs = this.clock.now();
    const now = isoInstant(nowMs);
    const eventId = () => `evt_${this.ids.uuid()}`;
    const tx: Tx = {
      db: this.db,
      nowMs,
      now,
      id: () => this.ids.uuid(),
      raise: (type, siteId, data) => this.#raise(tx, envelope(eventId(), type, siteId, now, data)),
      raiseCheckIn: (facts) => this.#raise(tx, legacyCheckIn(eventId(), now, facts)),
    };
    return tx;
  }

  #raise(tx: Tx, event: RaisedEvent): string {
    this.db
      .query('insert into "events" ("id", "type", "siteId", "clientId", "createdAt", "body") values (?, ?, ?, ?, ?, ?)')
      .run(event.id, event.type, event.siteId, event.clientId, event.createdAt, event.body);
    this.#eventsInBatch += 1;
    for (const listener of this.#raised) listener(tx, event);
    return event.id;
  }
}
