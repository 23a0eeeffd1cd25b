import type { Database } from 'bun:sqlite';
import { type FileHandle, open } from 'node:fs/promises';
import { setRealTimeout } from '../kernel/clock.ts';
import { collectGarbage } from '../kernel/garbage.ts';
import { runAtOnce, runInSlices, turn } from '../kernel/slices.ts';
import { openDatabase, type Tx } from './database.ts';
import { indexAfter, lastIndexed } from './outbox.ts';
import type { Store } from './store.ts';
import { beginImmediate } from './unavailable.ts';

/** The work of a long write: it yields wherever it can be interrupted. */
export type LongWork<T> = (tx: Tx) => Generator<void, T>;

/**
 * The changed pages that the connection of a long write holds, in KiB. More are written to the log while the work goes
 * on, because `COMMIT` writes those that it holds at once: 16 MB took 100 ms.
 */
const CACHE_KIB = 2000;

/** When the garbage of a long write is collected, in real ms after it: the answer still has its results. */
const COLLECT_AFTER_MS = 1_000;

/** Thrown to roll back a transaction and still return its result. */
class RolledBack<T> {
  constructor(readonly value: T) {}
}

/** A database in memory has only one connection, so the work runs at once. */
const writeInMemory = async <T>(store: Store, work: LongWork<T>, isKept: boolean): Promise<T> => {
  const all = (tx: Tx): { value: T } => {
    const last = lastIndexed(tx.db);
    const value = runAtOnce(work(tx));
    if (!isKept) throw new RolledBack(value);
    runAtOnce(indexAfter(tx.db, last));
    return { value };
  };
  try {
    return (await store.write(all)).value;
  } catch (error) {
    if (error instanceof RolledBack) return error.value;
    throw error;
  }
};

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

/**
 * A transaction that may take seconds and blocks only other writers: it runs on its own connection, in short slices
 * between turns of the event loop. Its events are announced after its commit.
 * @param isKept false rolls everything back at the end and returns the result all the same (a dry run).
 */
export const longWrite = <T>(store: Store, work: LongWork<T>, isKept = true): Promise<T> => {
  const path = store.db.filename;
  if (path === ':memory:') return writeInMemory(store, work, isKept);
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
      const last = lastIndexed(db);
      const value = await runInSlices(work(tx));
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
