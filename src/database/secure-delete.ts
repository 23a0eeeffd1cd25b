import type { Database } from 'bun:sqlite';
import type { Tx } from './database.ts';

/** Overwrites deleted rows with zeros where their page is written anyway, which costs no more writing. */
export const overwriteWithinPages = (db: Database): void => {
  db.run('PRAGMA secure_delete = FAST');
};

/** Runs `work`, in which everything that is deleted or replaced is overwritten with zeros, whole pages too. */
export const overwriting = <T>(tx: Tx, work: () => T): T => {
  tx.db.run('PRAGMA secure_delete = ON');
  try {
    return work();
  } finally {
    overwriteWithinPages(tx.db);
  }
};
