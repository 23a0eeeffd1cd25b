import { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import type { EventData, EventType } from '../events/catalogue.ts';
import type { LegacyCheckInData } from '../events/legacy-check-in.ts';
import type { Origin } from '../kernel/origin.ts';
import { overwriteDeleted } from './secure-delete.ts';

export interface Read {
  readonly db: Database;
  /** The current time in epoch ms, read once for the whole unit of work. */
  readonly nowMs: number;
  /** The same time as ISO 8601 text. */
  readonly now: string;
  /** What has been read already and has not changed since. */
  readonly cached?: Map<string, unknown> | undefined;
}

/** A transaction: it is committed as a whole or not at all. */
export interface Tx extends Read {
  /** What has been read already in it and has not changed since. */
  readonly cached: Map<string, unknown>;
  /** For whom it runs; undefined where no one is named. */
  readonly origin: Origin | undefined;
  raised(): number;
  id(): string;
  /** Adds an event to the outbox. It is delivered only if this transaction is committed. Returns the id of the event. */
  raise<Type extends EventType>(type: Type, siteId: string, data: EventData<Type>): string;
  /** Adds a legacy v1 check-in to the outbox. Returns the id of the event. */
  raiseCheckIn(facts: LegacyCheckInData): string;
  /**
   * Runs `work` in the transaction, after all writes that are committed together and in the order of the calls. If it
   * throws, none of them is written. For a search index, which SQLite writes out at every savepoint.
   */
  beforeCommit(work: () => void): void;
}

const noEvent = (): string => '';

/** The transaction without its events: for what happened elsewhere and earlier. */
export const withoutEvents = (tx: Tx): Tx => ({ ...tx, raise: noEvent, raiseCheckIn: noEvent });

/** Whether what a transaction does happened elsewhere and earlier. */
export const isWithoutEvents = (tx: Tx): boolean => tx.raise === noEvent;

/** A number that changes whenever another connection commits to the file. */
export const dataVersion = (db: Database): number =>
  db.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version ?? 0;

/** The application id in the header of the database file ("STUD"). */
export const APPLICATION_ID = 0x53545544;

/** How many statements `query` keeps prepared. The default is 20; this program uses hundreds. */
Database.MAX_QUERY_CACHE_SIZE = 2_000;

const CACHE_KIB = 16_000;

/**
 * The part of the file that is mapped into memory, in bytes. Pages in it are read without a call of the system, and count as
 * memory of the process once they have been read: with 256 MB, reads of all clients of a file of 200 MB took
 * 350 MB. Without any, one record costs a tenth more.
 */
const MAPPED_BYTES = 32 * 1024 * 1024;

/** Maps the front of a file that does not fit into the cache. Call it again when the file has grown. */
export const mapLargeFile = (db: Database, path: string): void => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  db.run(`PRAGMA mmap_size = ${size > CACHE_KIB * 1024 ? MAPPED_BYTES : 0}`);
};

export const MEMORY = ':memory:';

/** From now on, each commit waits until its data are on the disk. */
const waitForDisk = (db: Database): void => void db.run('PRAGMA synchronous = FULL');

/**
 * Runs `work`, whose transactions do not wait for the disk. A loss of power may undo the last of them, each as a whole; the end
 * of the process undoes none, and the next commit that waits has all of them on the disk.
 */
export const withoutWaitingForDisk = (db: Database, work: () => void): void => {
  db.run('PRAGMA synchronous = NORMAL');
  try {
    work();
  } finally {
    waitForDisk(db);
  }
};

const configure = (db: Database, path: string): Database => {
  db.run('PRAGMA busy_timeout = 5000');
  if (path !== MEMORY) {
    db.run('PRAGMA journal_mode = WAL');
    waitForDisk(db);
    mapLargeFile(db, path);
  }
  db.run('PRAGMA foreign_keys = ON');
  db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  db.run('PRAGMA temp_store = MEMORY');
  overwriteDeleted(db);
  return db;
};

export const openDatabase = (path: string): Database =>
  configure(new Database(path, { create: true, strict: true }), path);

/** A copy of a database in memory, for reads. */
export const copyInMemory = (db: Database): Database => Database.deserialize(db.serialize(), { strict: true });

/**
 * Lets other processes use a database that this one has opened exclusively. The connection stays open, since a new one would
 * read the schema again, which takes longer than a check of a small database. Only while the file has a log, SQLite cannot share
 * a connection that was exclusive.
 */
export const openToOthers = (alone: Database, path: string): Database => {
  alone.run('ROLLBACK');
  const mode = alone.query<{ journal_mode: string }, []>('PRAGMA journal_mode').get()?.journal_mode;
  if (mode === 'wal') {
    alone.close();
    return openDatabase(path);
  }
  alone.run('PRAGMA locking_mode = NORMAL');
  // The change to a log writes a few bytes in the first sector of the file: it needs no journal on the disk, only one `fsync`.
  // An empty file has a journal already, which SQLite would leave.
  if (statSync(path).size > 0) alone.run('PRAGMA journal_mode = MEMORY');
  return configure(alone, path);
};
