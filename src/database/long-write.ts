import { nextTurn, stopwatch } from '../kernel/clock.ts';
import { openDatabase, type Tx } from './database.ts';
import type { Store } from './store.ts';
import { beginImmediate, mapUnavailable } from './unavailable.ts';

/** How long the work may block the thread before it yields to others, in real milliseconds. */
const SLICE_MS = 5;

/** The work of a long write: it yields wherever it can be interrupted. */
export type LongWork<T> = (tx: Tx) => Generator<void, T>;

/** Thrown to roll back a transaction and still return its result. */
class RolledBack<T> {
  constructor(readonly value: T) {}
}

const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

const runAtOnce = <T>(steps: Generator<void, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

const runInSlices = async <T>(steps: Generator<void, T>): Promise<T> => {
  let sliceStart = stopwatch();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (stopwatch() - sliceStart < SLICE_MS) continue;
    await turn();
    sliceStart = stopwatch();
  }
};

/** A database in memory has only one connection, so the work runs at once. */
const writeInMemory = async <T>(store: Store, work: LongWork<T>, isKept: boolean): Promise<T> => {
  const all = (tx: Tx): { value: T } => {
    const value = runAtOnce(work(tx));
    if (!isKept) throw new RolledBack(value);
    return { value };
  };
  try {
    return (await store.write(all)).value;
  } catch (error) {
    if (error instanceof RolledBack) return error.value;
    throw error;
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
    const db = openDatabase(path);
    const tx = store.transaction(db);
    try {
      // The checkpointer's worker copies the log into the file; an automatic checkpoint here would block the thread.
      db.run('PRAGMA wal_autocheckpoint = 0');
      await beginImmediate(db);
      const value = await runInSlices(work(tx));
      db.run(isKept ? 'COMMIT' : 'ROLLBACK');
      return value;
    } catch (error) {
      throw mapUnavailable(error);
    } finally {
      if (db.inTransaction) db.run('ROLLBACK');
      db.close();
    }
  });
};
