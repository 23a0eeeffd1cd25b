import type { Database } from 'bun:sqlite';
import { type FileHandle, open } from 'node:fs/promises';
import { setRealTimeout, stopwatch } from '../kernel/clock.ts';
import { collectGarbage } from '../kernel/garbage.ts';
import { runInSlices, turn } from '../kernel/slices.ts';
import { MEMORY, openDatabase, type Tx } from './database.ts';
import { indexAfter, lastIndexed } from './outbox.ts';
import type { Store } from './store.ts';
import { beginImmediate, databaseBusy } from './unavailable.ts';

/** The work of a long write: it yields wherever it can be interrupted. */
export type LongWork<T> = (tx: Tx) => Generator<void, T>;

/**
 * The changed pages that the connection of a long write holds, in KiB. More are written to the log while the work goes
 * on, because `COMMIT` writes all those that it holds: 16 MB took 100 ms.
 */
const CACHE_KIB = 2000;

/** When the garbage of a long write is collected, in real ms after it: the response still has its results. */
const COLLECT_AFTER_MS = 1_000;

interface LongWriteOptions {
  /** False rolls everything back at the end and returns the result all the same (a dry run). */
  readonly isKept: boolean;
  /** The longest that it may hold the lock, in real milliseconds; by default without a bound. */
  readonly longestMs: number;
  readonly tooLong: () => Error;
}

/** The same steps until they have taken too long. Then it throws. */
function* within<T>(steps: Generator<void, T>, { longestMs, tooLong }: LongWriteOptions): Generator<void, T> {
  const start = stopwatch();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (stopwatch() - start > longestMs) throw tooLong();
    yield;
  }
}

/** A database in memory has only one connection: reads see a copy of it meanwhile. */
const writeInMemory = <T>(store: Store, work: LongWork<T>, options: LongWriteOptions): Promise<T> =>
  store.exclusive(async () => {
    const { db } = store;
    db.run('BEGIN IMMEDIATE');
    try {
      store.ids.catchUp();
      const last = lastIndexed(db);
      const value = await runInSlices(within(work(store.transaction(db)), options));
      if (options.isKept) await runInSlices(indexAfter(db, last));
      db.run(options.isKept ? 'COMMIT' : 'ROLLBACK');
      return value;
    } catch (error) {
      throw store.mapError(error);
    } finally {
      if (db.inTransaction) db.run('ROLLBACK');
    }
  });

/** How many steps there are between two copies of the log. */
const COPIED_STEPS = 8;

/**
 * The same steps, while the log is copied. Copying all of it at the end would take another thread some 100 ms of processor
 * time. On the core of the server it gets that in slices of 4 ms, during each of which all requests wait.
 */
function* copyingLog(store: Store, steps: Iterable<void>): Generator<void, void> {
  let count = 0;
  let isCopying = false;
  const done = () => {
    isCopying = false;
  };
  for (const step of steps) {
    count += 1;
    if (count % COPIED_STEPS === 0 && !isCopying) {
      isCopying = true;
      store.copyLog().then(done, done);
    }
    yield step;
  }
}

/**
 * Indexes the events of a long write after its commit, in short transactions: in an old database each event of a client
 * is on another page of an index, and the commit of them all took 70 ms. Later commits index what is left after an error.
 */
const indexEventsAfter = async (store: Store, db: Database, last: string): Promise<void> => {
  try {
    await runInSlices(copyingLog(store, indexAfter(db, last)));
  } catch {
    // The write itself is done.
  }
};

const UNBOUNDED: LongWriteOptions = {
  isKept: true,
  longestMs: Number.POSITIVE_INFINITY,
  tooLong: databaseBusy,
};

/**
 * A transaction that may take seconds and blocks only other writers: it runs in short slices between turns of the event loop, on
 * its own connection where the database is a file. Its events are announced after its commit.
 */
export const longWrite = <T>(store: Store, work: LongWork<T>, given: Partial<LongWriteOptions> = {}): Promise<T> => {
  const options = { ...UNBOUNDED, ...given };
  const { isKept } = options;
  const path = store.db.filename;
  if (path === MEMORY) return writeInMemory(store, work, options);
  return store.exclusive(async () => {
    store.disk.requireSpace();
    await store.copyLog();
    const db = openDatabase(path);
    const tx = store.transaction(db);
    let log: FileHandle | undefined;
    try {
      // The checkpointer's worker copies the log into the file; an automatic checkpoint here would block the thread.
      db.run('PRAGMA wal_autocheckpoint = 0');
      db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
      // A second map of the file counts as memory a second time.
      db.run('PRAGMA mmap_size = 0');
      // COMMIT does not wait for the disk, which takes some 20 ms for a large import: another thread does, at the end.
      db.run('PRAGMA synchronous = NORMAL');
      log = await open(`${path}-wal`);
      await beginImmediate(db);
      store.ids.catchUp();
      const last = lastIndexed(db);
      const value = await runInSlices(within(work(tx), options));
      // The commit of a large import takes some 20 ms, so it gets a turn of its own.
      await turn();
      db.run(isKept ? 'COMMIT' : 'ROLLBACK');
      await turn();
      if (isKept) {
        await indexEventsAfter(store, db, last);
        await log.datasync();
      }
      return value;
    } catch (error) {
      throw store.mapError(error);
    } finally {
      if (db.inTransaction) db.run('ROLLBACK');
      db.close();
      await log?.close();
      setRealTimeout(COLLECT_AFTER_MS, collectGarbage);
    }
  });
};
