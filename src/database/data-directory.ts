import type { Database } from 'bun:sqlite';
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isoInstant, pause, systemClock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import { makeBackup } from './backup/backup.ts';
import { openDatabase } from './database.ts';
import { lockDirectory } from './lock.ts';
import { migrate, migrations, schemaOf, UnsafeData } from './migrate.ts';
import { networkStorageUnder } from './network-storage.ts';
import { createSeal, readKeyFile, type Seal, temporaryKey } from './seal.ts';

/** What a server keeps for real, or what a sandbox makes up; the two never share a directory. */
type Purpose = 'business' | 'sandbox';

/** The opened data, on disk or in memory. */
export interface Data {
  readonly db: Database;
  readonly seal: Seal;
  /** The absolute path of the directory; undefined in memory. */
  readonly directory: string | undefined;
  /** The absolute path of the database file; undefined in memory. */
  readonly file: string | undefined;
  /** Undefined while nobody has served the directory. */
  readonly purpose: Purpose | undefined;
  /** Writes everything into the one file, closes it and lets go of the directory. */
  close(): void;
}

export interface Opening {
  readonly path: string;
  /** The version of this program, for the messages of later ones. */
  readonly release: string;
  readonly random: Random;
  readonly purpose: Purpose | 'either';
  /** Serving holds the directory alone; a short verb works beside a server. */
  readonly serving: boolean;
  readonly mayCreate: boolean;
  readonly allowNetworkStorage: boolean;
  /** Where a backup goes before a migration; `backups` below the directory unless told. */
  readonly backupDirectory?: string | undefined;
}

export const DATABASE = 'studiod.db';
/** Where backups go unless a setting says otherwise. */
export const BACKUPS = 'backups';
/** How often, and how many milliseconds apart, a short verb asks again while a server prepares the directory. */
const ATTEMPTS = 100;
const BETWEEN_ATTEMPTS = 50;

const fact = (db: Database, name: string): string | undefined =>
  (db.query('select "value" from "appliance" where "name" = ?').get(name) as { value: string } | null)?.value;

const setFact = (db: Database, name: string, value: string): void => {
  db.query('insert into "appliance" ("name", "value") values (?, ?)').run(name, value);
};

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Opens a data directory, made when `mayCreate`: locked when serving, at this program's schema, with its own key.
 * @throws UnsafeData that says what to do, when going on could harm the data.
 */
export const openDataDirectory = async (opening: Opening): Promise<Data> => {
  const directory = prepared(opening);
  const unlock = opening.serving ? lockDirectory(join(directory, 'LOCK')) : undefined;
  let db: Database | undefined;
  try {
    ownFile(join(directory, DATABASE));
    db = openDatabase(join(directory, DATABASE));
    if (opening.serving) upgrade(db, directory, opening);
    else await prepareBesideServer(db, directory, opening);
    const seal = sealOf(db, directory, opening.random);
    const purpose = claimFor(db, directory, opening.purpose);
    const opened = db;
    return {
      db: opened,
      seal,
      directory,
      file: join(directory, DATABASE),
      purpose,
      close() {
        closeDatabase(opened);
        unlock?.();
      },
    };
  } catch (error) {
    if (db !== undefined) closeDatabase(db);
    unlock?.();
    const trouble = troubleOf(error);
    throw trouble === undefined ? error : new UnsafeData(`${join(directory, DATABASE)} ${trouble}`);
  }
};

/** The same in memory, with a key that is forgotten: everything ends with the process. */
export const openMemory = (release: string, random: Random): Data => {
  const db = openDatabase(':memory:');
  migrate(db, release);
  return {
    db,
    seal: createSeal(temporaryKey(random), random),
    directory: undefined,
    file: undefined,
    purpose: 'sandbox',
    close: () => db.close(),
  };
};

/** The directory itself, made when it may be. @throws UnsafeData when it must not be used. */
export const prepared = ({
  path,
  mayCreate,
  allowNetworkStorage,
}: Pick<Opening, 'path' | 'mayCreate' | 'allowNetworkStorage'>): string => {
  const wanted = resolve(path);
  if (!mayCreate && !existsSync(join(wanted, DATABASE))) {
    throw new UnsafeData(
      `There is no data in ${wanted}. Name the data directory with --data, or make it with: studiod serve --data ${path}`,
    );
  }
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UnsafeData(`The data directory ${wanted} cannot be made (${reason(error)}). Name another with --data.`);
  }
  const directory = realpathSync(wanted);
  const network = networkStorageUnder(directory);
  if (network !== undefined && !allowNetworkStorage) {
    throw new UnsafeData(
      `${directory} lies on a network file system (${network}), where a database can be damaged. ` +
        'Use a local disk, or take the risk with --allow-network-storage.',
    );
  }
  return directory;
};

/** Makes the file for its owner alone, in whatever directory; the files beside it take the mode from it. */
const ownFile = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
};

const TROUBLES: readonly (readonly [code: string, trouble: string])[] = [
  ['SQLITE_NOTADB', 'is no SQLite database. Put back your backup, or name another directory.'],
  ['SQLITE_CORRUPT', 'is damaged. Put back your latest backup; keep this file until that works.'],
  ['SQLITE_FULL', 'cannot be written: the disk is full. Free some space and start again.'],
  ['SQLITE_READONLY', 'cannot be written. Let the user of this process write the directory and its files.'],
  ['SQLITE_CANTOPEN', 'cannot be opened. Let the user of this process write the directory and its files.'],
  ['SQLITE_IOERR', 'cannot be read or written: the disk reports an error, or is full.'],
  ['EACCES', 'cannot be made. Let the user of this process write the directory.'],
  ['EROFS', 'cannot be made: the disk is read-only.'],
  ['ENOSPC', 'cannot be made: the disk is full. Free some space and start again.'],
];

/** What an owner should know of an error of the disk or the file; undefined for a fault of the program. */
const troubleOf = (error: unknown): string | undefined => {
  const code = String((error as { code?: unknown } | null)?.code);
  return TROUBLES.find(([start]) => code.startsWith(start))?.[1];
};

/** Migrates, with a backup of an older file made first. */
const upgrade = (db: Database, directory: string, { release, backupDirectory }: Opening): void => {
  migrate(db, release, (schema) => {
    const now = isoInstant(systemClock.now());
    const into = backupDirectory ?? join(directory, BACKUPS);
    makeBackup({ db, directory: into, name: `before-migration-${schema}`, release, now });
  });
};

const isPrepared = (db: Database): boolean => schemaOf(db) >= migrations.length && fact(db, 'sealingKey') !== undefined;

/** A short verb prepares only under the lock; while a server holds it, the server is doing just that. */
const prepareBesideServer = async (db: Database, directory: string, opening: Opening): Promise<void> => {
  for (let attempt = 1; !isPrepared(db); attempt += 1) {
    try {
      const unlock = lockDirectory(join(directory, 'LOCK'));
      try {
        upgrade(db, directory, opening);
        sealOf(db, directory, opening.random);
      } finally {
        unlock();
      }
    } catch (error) {
      if (!(error instanceof UnsafeData) || attempt === ATTEMPTS) throw error;
      await pause(BETWEEN_ATTEMPTS);
    }
  }
  migrate(db, opening.release);
};

/** @throws UnsafeData when the key beside the file is not the one that sealed its secrets. */
const sealOf = (db: Database, directory: string, random: Random): Seal => {
  const path = join(directory, 'studiod.key');
  const expected = fact(db, 'sealingKey');
  let seal: Seal;
  try {
    seal = createSeal(readKeyFile(path, random, expected === undefined), random);
  } catch (error) {
    throw new UnsafeData(reason(error));
  }
  if (expected === undefined) setFact(db, 'sealingKey', seal.fingerprint);
  else if (expected !== seal.fingerprint) {
    throw new UnsafeData(
      `The sealing key ${path} (${seal.fingerprint}) is not the one this database was sealed with (${expected}). ` +
        'Put back the key that belongs to it.',
    );
  }
  return seal;
};

/** A sandbox has a key that everybody knows, so its data must never be served, nor a business be played with. */
const claimFor = (db: Database, directory: string, purpose: Opening['purpose']): Purpose | undefined => {
  const found = fact(db, 'purpose') as Purpose | undefined;
  if (purpose === 'either' || found === purpose) return found;
  if (found === 'sandbox') {
    throw new UnsafeData(
      `${directory} holds a sandbox, whose API key everybody knows. Name another directory to serve.`,
    );
  }
  if (found === 'business') {
    throw new UnsafeData(`${directory} holds a real business. Name another directory for the sandbox.`);
  }
  setFact(db, 'purpose', purpose);
  return purpose;
};

/** Leaves one file when nobody else has it open; the last one to close does it otherwise. */
export const closeDatabase = (db: Database): void => {
  try {
    db.run('PRAGMA busy_timeout = 0');
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    db.run('PRAGMA journal_mode = DELETE');
  } catch {
    // Another process reads beside us: its own closing finishes this.
  }
  db.close();
};
