import type { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isoInstant, pause, systemClock } from '../kernel/clock.ts';
import { errorCode, errorMessage } from '../kernel/errors.ts';
import type { Random } from '../kernel/random.ts';
import { type Report, unreported } from '../kernel/report.ts';
import { makeBackup } from './backup/backup.ts';
import { openDatabase, openToOthers } from './database.ts';
import { DirectoryInUse, lockDirectory, lockForServing, openExclusively } from './lock.ts';
import { DataDirectoryError, migrate, migrations, schemaOf } from './migrate.ts';
import { networkStorageUnder } from './network-storage.ts';
import { markOpened, refuseForeignLog } from './opened.ts';
import { createPrivateFile } from './private-file.ts';
import { createSeal, KEY_FILE, readKeyFile, type Seal, temporaryKey } from './seal.ts';
import {
  checkPages,
  isEmpty,
  isForbidden,
  isMissing,
  RUN_AS_OWNER,
  refuseLostDatabase,
  servedByOlder,
  withFileProblem,
} from './start-checks.ts';

/** Whether a directory holds the data of a business or of a sandbox. The two never share a directory. */
type Purpose = 'business' | 'sandbox';

/** Opened data, on disk or in memory. */
export interface Data {
  readonly db: Database;
  readonly seal: Seal;
  /** The absolute path of the directory; undefined in memory. */
  readonly directory: string | undefined;
  readonly file: string | undefined;
  /** Undefined until a server has used the directory. */
  readonly purpose: Purpose | undefined;
  /** The schema that an older database had before this start migrated it; undefined when nothing was migrated. */
  readonly migratedFrom: number | undefined;
  /** Writes everything into the one file, closes it and unlocks the directory. */
  close(): void;
}

export interface OpenOptions {
  readonly path: string;
  readonly release: string;
  readonly random: Random;
  readonly purpose: Purpose | 'either';
  /** A server locks the directory; a short command can run beside a server. */
  readonly serving: boolean;
  readonly mayCreate: boolean;
  readonly allowNetworkStorage: boolean;
  /** The folder of the backup before a migration; by default `backups` in the directory. */
  readonly backupDirectory?: string | undefined;
  /** Says how far the checks, the backup before a migration, and the migration are. */
  readonly report?: Report;
  /** Hears of an older database (its schema, its size in bytes) before it is backed up and migrated. */
  readonly beforeUpgrade?: (schema: number, bytes: number) => void;
}

export const DATABASE_FILE = 'studiod.db';
export const LOCK_FILE = 'LOCK';
/** The default folder of backups, in the data directory. */
export const BACKUPS_FOLDER = 'backups';
/** How often, and how many milliseconds apart, a short command retries while a server prepares the directory. */
const ATTEMPTS = 100;
const BETWEEN_ATTEMPTS = 50;

/** A value that the appliance keeps about itself, such as the fingerprint of its sealing key. */
export const applianceValue = (db: Database, name: string): string | undefined =>
  db.query<{ value: string }, [string]>('select "value" from "appliance" where "name" = ?').get(name)?.value;

/** Stores a value of the appliance, which must not be stored yet. */
export const setApplianceValue = (db: Database, name: string, value: string): void => {
  db.query('insert into "appliance" ("name", "value") values (?, ?)').run(name, value);
};

/**
 * Opens a data directory and creates it when `mayCreate`. It has its own key and this program's schema, and is locked
 * with `lock` when serving.
 * @throws DataDirectoryError when continuing could damage the data; the message says what to do.
 */
export const openDataDirectory = async (opening: OpenOptions, lock = lockForServing): Promise<Data> => {
  const directory = prepareDirectory(opening);
  const unlock = opening.serving ? await lock(join(directory, LOCK_FILE)) : undefined;
  let db: Database | undefined;
  try {
    db = opening.serving ? await openToServe(directory, opening) : await openBesideServer(directory, opening);
    const migratedFrom = upgrade(db, directory, opening);
    const seal = sealOf(db, directory, opening.random);
    const purpose = claimFor(db, directory, opening.purpose);
    if (opening.serving) markOpened(db, directory, opening.random);
    const opened = db;
    return {
      db: opened,
      seal,
      directory,
      file: join(directory, DATABASE_FILE),
      purpose,
      migratedFrom,
      close() {
        closeDatabase(opened);
        unlock?.();
      },
    };
  } catch (error) {
    if (db !== undefined) closeDatabase(db);
    unlock?.();
    throw withFileProblem(error, join(directory, DATABASE_FILE));
  }
};

/** Opens a database in memory with a temporary key: everything ends with the process. */
export const openInMemory = (release: string, random: Random): Data => {
  const db = openDatabase(':memory:');
  migrate(db, release);
  return {
    db,
    seal: createSeal(temporaryKey(random), random),
    directory: undefined,
    file: undefined,
    purpose: 'sandbox',
    migratedFrom: undefined,
    close: () => db.close(),
  };
};

/** The real path of the directory, created when `mayCreate`. @throws DataDirectoryError when it must not be used. */
export const prepareDirectory = ({
  path,
  mayCreate,
  allowNetworkStorage,
  backupDirectory,
}: Pick<OpenOptions, 'path' | 'mayCreate' | 'allowNetworkStorage' | 'backupDirectory'>): string => {
  const wanted = resolve(path);
  if (isForbidden(wanted)) {
    throw new DataDirectoryError(`This user cannot read the data directory ${wanted}. ${RUN_AS_OWNER}`);
  }
  if (!mayCreate && !existsSync(join(wanted, DATABASE_FILE))) {
    refuseLostDatabase(join(wanted, DATABASE_FILE), wanted, backupDirectory ?? join(wanted, BACKUPS_FOLDER));
    throw new DataDirectoryError(
      `There is no data in ${wanted}. Set the data directory with --data, or create it with: studiod serve --data ${path}`,
    );
  }
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
  } catch (error) {
    const isFile = errorCode(error) === 'EEXIST';
    const problem = isFile ? 'is a file, not a directory' : `cannot be created (${errorMessage(error)})`;
    throw new DataDirectoryError(`The data directory ${wanted} ${problem}. Set another one with --data.`);
  }
  const directory = realpathSync(wanted);
  const network = networkStorageUnder(directory);
  if (network !== undefined && !allowNetworkStorage) {
    throw new DataDirectoryError(
      `${directory} is on a network file system (${network}), which can damage a database. ` +
        'Use a local disk, or accept the risk with --allow-network-storage.',
    );
  }
  return directory;
};

/** Migrates the database. An older one is backed up first. Returns the schema that it had. */
const upgrade = (db: Database, directory: string, opening: OpenOptions): number | undefined => {
  const { release, backupDirectory, report = unreported, beforeUpgrade } = opening;
  let from: number | undefined;
  const backUp = (schema: number): void => {
    from = schema;
    beforeUpgrade?.(schema, statSync(join(directory, DATABASE_FILE)).size);
    const now = isoInstant(systemClock.now());
    const into = backupDirectory ?? join(directory, BACKUPS_FOLDER);
    makeBackup({ db, directory: into, name: `before-migration-${schema}`, release, now, report });
  };
  migrate(db, release, backUp, report);
  return from;
};

/** Waits until no one has the database open. @throws DataDirectoryError when it is in use, lost or damaged. */
const openToServe = async (
  directory: string,
  { backupDirectory, report = unreported }: OpenOptions,
): Promise<Database> => {
  const file = join(directory, DATABASE_FILE);
  const refuseLost = () => refuseLostDatabase(file, directory, backupDirectory ?? join(directory, BACKUPS_FOLDER));
  if (isMissing(file)) refuseLost();
  refuseForeignLog(directory, file);
  createPrivateFile(file);
  const alone = await openExclusively(file);
  try {
    if (isEmpty(alone)) refuseLost();
    else {
      report('checking the pages of the database', 0, 100);
      checkPages(alone, file);
    }
    return openToOthers(alone, file);
  } catch (error) {
    alone.close();
    throw error;
  }
};

const isPrepared = (db: Database): boolean =>
  schemaOf(db) >= migrations.length && applianceValue(db, 'sealingKey') !== undefined;

const openPrepared = (directory: string, file: string): Database | undefined => {
  if (isMissing(file)) return undefined;
  refuseForeignLog(directory, file);
  const db = openDatabase(file);
  try {
    if (isPrepared(db)) return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
  closeDatabase(db);
  return undefined;
};

/** A short command prepares the data only as a server would. If a server has the lock, it waits until the server has. */
const openBesideServer = async (directory: string, opening: OpenOptions): Promise<Database> => {
  const file = join(directory, DATABASE_FILE);
  for (let attempt = 1; ; attempt += 1) {
    const prepared = openPrepared(directory, file);
    if (prepared !== undefined) return prepared;
    try {
      (await openDataDirectory({ ...opening, serving: true }, async (path) => lockDirectory(path))).close();
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
      if (attempt === ATTEMPTS) throw servedByOlder(file) ?? error;
      await pause(BETWEEN_ATTEMPTS);
    }
  }
};

/** @throws DataDirectoryError when the key file is missing, damaged or not the key of this database. */
const sealOf = (db: Database, directory: string, random: Random): Seal => {
  const path = join(directory, KEY_FILE);
  const expected = applianceValue(db, 'sealingKey');
  let seal: Seal;
  try {
    seal = createSeal(readKeyFile(path, random, expected === undefined), random);
  } catch (error) {
    throw new DataDirectoryError(errorMessage(error));
  }
  if (expected === undefined) setApplianceValue(db, 'sealingKey', seal.fingerprint);
  else if (expected !== seal.fingerprint) {
    throw new DataDirectoryError(
      `${path} is not the encryption key for this database (expected ${expected}, found ${seal.fingerprint}). ` +
        'Restore the key that belongs to it.',
    );
  }
  return seal;
};

const purposeOf = (db: Database): Purpose | undefined => {
  const value = applianceValue(db, 'purpose');
  return value === 'business' || value === 'sandbox' ? value : undefined;
};

/** Stores the purpose of a new directory. The API key of a sandbox is public, so its data must never be served. */
const claimFor = (db: Database, directory: string, purpose: OpenOptions['purpose']): Purpose | undefined => {
  const found = purposeOf(db);
  if (purpose === 'either' || found === purpose) return found;
  if (found === 'sandbox') {
    throw new DataDirectoryError(
      `${directory} contains a sandbox, whose API key is public. Use another directory to serve.`,
    );
  }
  if (found === 'business') {
    throw new DataDirectoryError(`${directory} contains a real business. Use another directory for the sandbox.`);
  }
  setApplianceValue(db, 'purpose', purpose);
  return purpose;
};

/** Merges the log into the one file if no other process has it open. Otherwise the last one to close it does that. */
export const closeDatabase = (db: Database): void => {
  try {
    db.run('PRAGMA busy_timeout = 0');
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    db.run('PRAGMA journal_mode = DELETE');
  } catch {
    // Another process has the file open and does this when it closes.
  }
  db.close();
};
