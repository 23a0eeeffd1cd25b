import { isoInstant, nextTurn, stopwatch } from '../kernel/clock.ts';
import { openDatabase, type Tx } from './database.ts';
import { type Store, unlessBusy } from './store.ts';

/** How long the work may keep the thread before others have their turn, in real milliseconds. */
const STRETCH_MS = 5;

/** Work of a long write: it yields wherever it can be interrupted. */
export type LongWork<T> = (tx: Tx) => Generator<void, T>;

/** Undoes a transaction of the store with its result kept. */
class Undone<T> {
  constructor(readonly value: T) {}
}

const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

const finished = <T>(steps: Generator<void, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

const inTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  let begun = stopwatch();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (stopwatch() - begun < STRETCH_MS) continue;
    await turn();
    begun = stopwatch();
  }
};

/** A database in memory has one connection only: there the work is done in one piece. */
const inOnePiece = async <T>(store: Store, work: LongWork<T>, isKept: boolean): Promise<T> => {
  const all = (tx: Tx): { value: T } => {
    const value = finished(work(silent(tx)));
    if (!isKept) throw new Undone(value);
    return { value };
  };
  try {
    return (await store.write(all)).value;
  } catch (error) {
    if (error instanceof Undone) return error.value;
    throw error;
  }
};

const nothing = (): string => '';

/** The same work without a word to anybody outside. */
const silent = (tx: Tx): Tx => ({ ...tx, raise: nothing, raiseCheckIn: nothing });

/**
 * One transaction that may last for seconds and keeps nobody waiting but other writers: it runs on a connection of its
 * own, a short stretch in each turn of the event loop. It raises no events.
 * @param isKept false undoes everything in the end and answers what would have been.
 */
export const longWrite = <T>(store: Store, work: LongWork<T>, isKept = true): Promise<T> => {
  const path = store.db.filename;
  if (path === ':memory:') return inOnePiece(store, work, isKept);
  return store.exclusive(async () => {
    const db = openDatabase(path);
    const nowMs = store.clock.now();
    const id = () => store.ids.uuid();
    const tx: Tx = { db, nowMs, now: isoInstant(nowMs), id, raise: nothing, raiseCheckIn: nothing };
    try {
      // Moving the log into the file is the checkpointer's work: at the end of this it would keep everybody waiting.
      db.run('PRAGMA wal_autocheckpoint = 0');
      db.run('BEGIN IMMEDIATE');
      const value = await inTurns(work(tx));
      db.run(isKept ? 'COMMIT' : 'ROLLBACK');
      return value;
    } catch (error) {
      throw unlessBusy(error);
    } finally {
      if (db.inTransaction) db.run('ROLLBACK');
      db.close();
    }
  });
};
