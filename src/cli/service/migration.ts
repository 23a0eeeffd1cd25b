import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, LOCK_FILE } from '../../database/data-directory.ts';
import { isLocked } from '../../database/lock.ts';
import { schemaOf } from '../../database/migrate.ts';
import { isBusy } from '../../database/unavailable.ts';

/** A backup, its check and a migration have at least this time, and as much again for each 600 MiB of the database. */
const AT_LEAST_MS = 600_000;
const MS_PER_MIB = 1_000;

/** `running`: the server backs the database up or migrates it. `ended`: it stopped without having migrated it. */
export type MigrationState = 'none' | 'running' | 'ended';

/** What the start of a newer server does with an older database before it answers. */
export interface Migration {
  state(): MigrationState | Promise<MigrationState>;
  /** How long it may take, in real milliseconds. */
  readonly within: number;
}

/** Whether a file has an older schema; a server that starts keeps others out of it for a moment. */
const isOlder = (file: string, schema: number): boolean => {
  let db: Database | undefined;
  try {
    db = new Database(file, { readonly: true, strict: true });
    return schemaOf(db) < schema;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db?.close();
  }
};

/** Looks from outside at a migration. `schema` is the schema that the new server gives the database. */
export const migrationOf = (directory: string, schema: number): Migration => {
  const [file, lock] = [join(directory, DATABASE_FILE), join(directory, LOCK_FILE)];
  let hasBegun = false;
  return {
    state() {
      if (!(existsSync(file) && isOlder(file, schema))) return 'none';
      if (isLocked(lock)) hasBegun = true;
      else return hasBegun ? 'ended' : 'none';
      return 'running';
    },
    within: AT_LEAST_MS + (existsSync(file) ? (statSync(file).size / 1024 ** 2) * MS_PER_MIB : 0),
  };
};
