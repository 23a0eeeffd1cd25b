import type { Tx } from './database.ts';

const inSavepoint = <Result>(tx: Tx, isKept: boolean, work: () => Result): Result => {
  tx.db.query('SAVEPOINT attempt').run();
  let isDone = false;
  try {
    const result = work();
    isDone = isKept;
    return result;
  } finally {
    // A full disk ends the whole transaction.
    if (tx.db.inTransaction) {
      if (!isDone) tx.db.query('ROLLBACK TO attempt').run();
      tx.db.query('RELEASE attempt').run();
    }
    if (!isDone) tx.cached.clear();
  }
};

/**
 * Runs `work` inside a transaction. What it throws undoes its own changes only, with the events that it has raised. Not for
 * work that changes search indexes, which are written before the commit.
 */
export const undoneOnError = <Result>(tx: Tx, work: () => Result): Result => inSavepoint(tx, true, work);

/** Runs `work`, and undoes its changes and events whatever it returns or throws: for what is shown before it is done. */
export const rehearse = <Result>(tx: Tx, work: () => Result): Result => inSavepoint(tx, false, work);
