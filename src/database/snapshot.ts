import type { Database } from 'bun:sqlite';

/**
 * Shows `work` one moment of the data however long it takes, while others write.
 * @param db a connection that nothing else uses meanwhile.
 */
export const atOneMoment = async <T>(db: Database, work: () => T | Promise<T>): Promise<T> => {
  db.run('BEGIN');
  try {
    return await work();
  } finally {
    db.run('COMMIT');
  }
};
