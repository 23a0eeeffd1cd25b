import type { Database } from 'bun:sqlite';

/**
 * Runs `work` in a read transaction: it sees one consistent state of the data while others write.
 * @param db a connection that nothing else uses at the same time.
 */
export const inReadTransaction = async <T>(db: Database, work: () => T | Promise<T>): Promise<T> => {
  db.run('BEGIN');
  try {
    return await work();
  } finally {
    db.run('COMMIT');
  }
};
