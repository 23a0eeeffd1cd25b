import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE_FILE, prepareDirectory } from '../../database/data-directory.ts';
import { APPLICATION_ID } from '../../database/database.ts';
import { DataDirectoryError } from '../../database/migrate.ts';
import { errorCode, errorMessage } from '../../kernel/errors.ts';
import type { Call } from '../verb.ts';

export const readingSettings = ['data', 'allowNetworkStorage'] as const;

/**
 * Runs `work` on a connection that cannot write, also beside a server, and closes it. Nothing is migrated, and a server
 * that starts meanwhile waits no longer than `work` takes.
 * @throws DataDirectoryError when there is no database of studiod.
 */
export const readDatabase = <T>(call: Call, work: (db: Database) => T): T => {
  const { data: path, allowNetworkStorage } = call.configure().config;
  const file = join(prepareDirectory({ path, mayCreate: false, allowNetworkStorage }), DATABASE_FILE);
  let db: Database | undefined;
  try {
    db = new Database(file, { readonly: true, strict: true });
    db.run('PRAGMA query_only = ON');
    if (db.query('PRAGMA application_id').values()[0]?.[0] !== APPLICATION_ID) {
      throw new Error('it is not a studiod database');
    }
  } catch (error) {
    db?.close();
    // Another process has the file for itself for a moment.
    if (errorCode(error).startsWith('SQLITE_BUSY')) throw error;
    throw new DataDirectoryError(`${file} cannot be read: ${errorMessage(error)}.`);
  }
  try {
    return work(db);
  } finally {
    db.close();
  }
};
