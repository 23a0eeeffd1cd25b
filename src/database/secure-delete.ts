import type { Database } from 'bun:sqlite';

/** Overwrites also pages that become free with zeros: SQLite can take such a page over with what it had. */
export const overwriteDeleted = (db: Database): void => {
  db.run('PRAGMA secure_delete = ON');
};
