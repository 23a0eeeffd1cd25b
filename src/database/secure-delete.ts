import type { Database } from 'bun:sqlite';

/**
 * Overwrites what is deleted or replaced with zeros, also whole pages that become free: SQLite can take such a page over with
 * what it had.
 */
export const overwriteDeleted = (db: Database): void => {
  db.run('PRAGMA secure_delete = ON');
};
