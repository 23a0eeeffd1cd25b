import type { Database } from 'bun:sqlite';
import { envelope, type RaisedEvent } from '../events/envelope.ts';
import { legacyCheckIn } from '../events/legacy-check-in.ts';
import { type Clock, isoInstant, nextTurn, pause, setRealTimeout, stopwatch } from '../kernel/clock.ts';
import { type Ids, MAX_AHEAD_MS } from '../kernel/ids.ts';
import { currentOrigin, withOrigin } from '../kernel/origin.ts';
import { Batch } from './batch.ts';
import { View } from './committed-view.ts';
import { MEMORY, type Read, type Tx, withoutWaitingForDisk } from './database.ts';
import { DiskSpace } from './disk-space.ts';
import { raiseIdLead } from './id-order.ts';
import { Outbox } from './outbox.ts';
import type { Outcome, QueuedWrite, Synchronous, WriteOptions } from './queued-write.ts';
import { SharedReads } from './shared-reads.ts';
import { BUSY_RETRY_MS, databaseBusy, dividedByTimeout, isBusy, mapUnavailable, storageFull } from './unavailable.ts';
import { WaitingReads } from './waiting-reads.ts';

/** For this time (real ms) work waits for more, as long as each turn of the event loop brings some. */
const GATHER_MS = 3;

/**
 * Row: book at 32. A commit has 30 bookings instead of 18, which took 0.89 to 1.00 of the time; 16 lines.
 * Runs `work` after a turn of the event loop in which `queue` has not grown: the requests of many connections rarely come
 * in one turn.
 */
const whenGathered = (queue: readonly unknown[], work: () => void, until = stopwatch() + GATHER_MS): void => {
  const before = queue.length;
  nextTurn(() => {
    if (queue.length > before && stopwatch() < until) whenGathered(queue, work, until);
    else work();
  });
};

/** Called for each event inside the transaction that raises it. It may write; if it throws, that work is rolled back. */
export type RaiseListener = (tx: Tx, event: RaisedEvent) => void;

/**
 * All access to the database. Writes are queued and committed together after a turn of the event loop that has brought no
 * further one, with one fsync for all of them: an error rolls back its own write only. A promise settles after the commit.
 */
export class Store {
  /** The space for writes. While there is none, every write is rejected. */
  readonly disk: DiskSpace;
  /** Copies what it can of the write-ahead log into the file of the database, while other writes wait. */
  copyLog: () => Promise<void> = async () => {};
  #queue: QueuedWrite[] = [];
  #writes = 0;
  readonly #reads = new WaitingReads(() => this.#writes - (this.#areWritesStopped ? 0 : this.#queue.length));
  readonly #raised: RaiseListener[] = [];
  readonly #committed: (() => void)[] = [];
  readonly #everyCommit: (() => void)[] = [];
  readonly #looks: ((read: Read) => void)[] = [];
  readonly #outbox: Outbox;
  #batch: Batch;
  #exclusive: Promise<unknown> = Promise.resolve();
  #isExclusive = false;
  readonly #shared: SharedReads;
  #isWaitingForLock = false;
  /** A lead of the ids up to this is stored, or needs not be. */
  #idLead = MAX_AHEAD_MS;

  constructor(
    readonly db: Database,
    readonly clock: Clock,
    readonly ids: Ids,
  ) {
    db.run('PRAGMA busy_timeout = 0');
    this.#shared = new SharedReads(db, clock);
    this.#outbox = new Outbox(db);
    this.#batch = this.#newBatch();
    this.disk = new DiskSpace(db.filename, () => this.#canWrite());
  }

  /** Adds a listener that runs inside the transaction when an event is raised. */
  onRaise(listener: RaiseListener): void {
    this.#raised.push(listener);
  }

  /** Adds a listener that runs after a commit with at least one event. */
  onEventsCommitted(listener: () => void): void {
    this.#committed.push(listener);
  }

  /** Adds a listener that runs after every commit. `look` runs before it, but not before commits of another connection. */
  onCommit(listener: () => void, look: (read: Read) => void = () => {}): void {
    this.#everyCommit.push(listener);
    this.#looks.push(look);
  }

  read<T>(work: (read: Read) => T): T {
    return work(this.view());
  }

  view(): Read {
    return this.viewAt(this.clock.now());
  }

  /** The committed data as a read at another time (epoch ms) would see them. */
  viewAt(nowMs: number): Read {
    return new View(this.#shared.committed, nowMs);
  }

  /** The committed data, for reads within this turn of the event loop, which share one transaction. */
  readShared(): Read {
    return this.#shared.view();
  }

  /**
   * Whether a read has to wait for the writes that came before it. Each turn of the event loop would run all reads that have come,
   * but only one transaction, so writes alone would wait when requests come faster than they are served.
   */
  get readsWait(): boolean {
    return this.#reads.mustWait(this.#areWritesStopped ? undefined : this.#queue[0]);
  }

  /** Runs `work`, which reads, after the writes that are queued now. The promise has what it returns or throws. */
  readLater<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#reads.add(this.#writes, work);
  }

  /** Whether writes wait for something else than their turn. No read waits for them then. */
  get #areWritesStopped(): boolean {
    return this.#isExclusive || this.#isWaitingForLock;
  }

  /**
   * Runs `work` in a transaction and resolves with its result once it is on disk. If `work` throws, the promise is
   * rejected and nothing is written.
   * @throws Problem 503 `database_busy` when another process locks the database for too long.
   */
  write<T>(work: (tx: Tx) => Synchronous<T>, { mayBeLost = false }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = { resolve: (result: unknown) => resolve(result as T), reject };
      this.#queue.push({ work, mayBeLost, origin: currentOrigin(), since: stopwatch(), ...settle });
      this.#writes += 1;
      if (this.#queue.length === 1) whenGathered(this.#queue, this.flush);
    });
  }

  /**
   * Delays all writes while `work` uses the database through its own connection, or the only one of a database in memory. Reads
   * continue and see the data committed before. Several calls run one after the other, each with `transaction` for its writes.
   */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#exclusive.then(async () => {
      this.flush();
      this.#isExclusive = true;
      try {
        return await (this.db.filename === MEMORY ? this.#shared.besideCopy(work) : work());
      } finally {
        this.#isExclusive = false;
        this.#outbox.forget();
        for (const listener of [...this.#committed, ...this.#everyCommit]) withOrigin(undefined, listener);
        nextTurn(this.flush);
      }
    });
    this.#exclusive = done.catch(() => {});
    return done;
  }

  /** The 503 for an error of SQLite that the write did not cause; other errors unchanged. */
  mapError(error: unknown): unknown {
    if (!this.disk.isCause(error)) return mapUnavailable(error);
    this.disk.fail();
    return storageFull();
  }

  /** Writes to the database without a change. */
  #canWrite(): boolean {
    if (this.#areWritesStopped) return false;
    this.#shared.end();
    try {
      this.db.run('BEGIN IMMEDIATE');
      this.db.run(`update "appliance" set "value" = "value" where "name" = 'release'`);
      this.db.run('COMMIT');
      return true;
    } catch {
      if (this.db.inTransaction) this.db.run('ROLLBACK');
      return false;
    }
  }

  /** Commits all queued writes, also those that have to wait, and runs the reads that wait for them. Call it before closing. */
  async drain(): Promise<void> {
    await this.#exclusive;
    for (this.flush(); this.#queue.length > 0; this.flush()) await pause(BUSY_RETRY_MS);
    this.#reads.run(Number.POSITIVE_INFINITY);
  }

  /** Commits queued writes now, unless another process holds the lock. It runs automatically. */
  flush = (): void => {
    this.#shared.end();
    if (this.#queue.length > 0 && !this.#areWritesStopped) {
      if (this.disk.isFull) for (const write of this.#queue.splice(0)) write.reject(storageFull());
      else if (this.#queue.every(({ mayBeLost }) => mayBeLost)) withoutWaitingForDisk(this.db, () => this.#commit());
      else this.#commit();
    }
    this.#reads.runLater();
  };

  /** Begins the transaction of the queued writes. Returns whether there is one. */
  #begin(): boolean {
    try {
      this.db.query('BEGIN IMMEDIATE').run();
      return true;
    } catch (error) {
      if (isBusy(error)) this.#waitForLock();
      else for (const write of this.#queue.splice(0)) write.reject(this.mapError(error));
      return false;
    }
  }

  #waitForLock(): void {
    const { expired, waiting } = dividedByTimeout(this.#queue);
    this.#queue = waiting;
    for (const write of expired) write.reject(databaseBusy());
    if (waiting.length === 0) return;
    this.#isWaitingForLock = true;
    setRealTimeout(BUSY_RETRY_MS, () => {
      this.#isWaitingForLock = false;
      this.flush();
    });
  }

  #commit(): void {
    if (!this.#begin()) return;
    const writes = this.#queue.splice(0);
    let attempted = writes;
    let outcomes: Outcome[];
    this.#batch = this.#newBatch();
    try {
      this.ids.catchUp();
      outcomes = this.#batch.run(writes);
      attempted = writes.slice(0, outcomes.length);
      // The only work was refused, and took the transaction with it.
      if (this.db.inTransaction) this.#endTransaction();
    } catch (error) {
      if (this.db.inTransaction) this.db.run('ROLLBACK');
      this.#batch = this.#newBatch();
      outcomes = attempted.map((write) => ({ write, error }));
      this.#outbox.forget();
    }
    const others = writes.slice(outcomes.length);
    this.#queue.unshift(...others);
    // Before the next transaction, whose writes came after them.
    this.#reads.runLater();
    if (others.length > 0) this.#reads.runBetween(this.flush);
    for (const { write, result, error } of outcomes) {
      if (error === undefined) write.resolve(result);
      else write.reject(this.mapError(error));
    }
    if (this.#batch.events > 0) for (const listener of this.#committed) listener();
    for (const listener of this.#everyCommit) listener();
  }

  #newBatch(): Batch {
    return new Batch(this.db, ({ origin }, cached) => this.transaction(this.db, origin, cached));
  }

  #endTransaction(): void {
    for (const work of this.#batch.beforeCommit) work();
    this.#outbox.index(this.#batch.events);
    for (const look of this.#looks) look(this.view());
    if (this.ids.lead > this.#idLead) this.#idLead = raiseIdLead(this.db, this.ids.lead);
    this.db.query('COMMIT').run();
  }

  transaction(db = this.db, origin = currentOrigin(), cached: Tx['cached'] = new Map()): Tx {
    const nowMs = this.clock.now();
    const now = isoInstant(nowMs);
    const eventId = () => `evt_${this.ids.uuid()}`;
    let raised = 0;
    const raise = (event: RaisedEvent): string => {
      raised += 1;
      return this.#raise(tx, event);
    };
    const tx: Tx = {
      db,
      origin,
      nowMs,
      now,
      cached,
      raised: () => raised,
      id: () => this.ids.uuid(),
      raise: (type, siteId, data) => raise(envelope(eventId(), type, siteId, now, data)),
      // A long write has no savepoints and commits separately.
      beforeCommit: (work) => (this.#isExclusive ? work() : void this.#batch.beforeCommit.push(work)),
      raiseCheckIn: (facts) => raise(legacyCheckIn(eventId(), now, facts)),
    };
    return tx;
  }

  #raise(tx: Tx, event: RaisedEvent): string {
    this.#outbox.add(tx.db, event, tx.origin);
    this.#batch.events += 1;
    for (const listener of this.#raised) listener(tx, event);
    return event.id;
  }
}
