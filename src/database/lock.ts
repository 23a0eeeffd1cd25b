import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { pause, stopwatch } from '../kernel/clock.ts';
import { errorCode, errorMessage } from '../kernel/errors.ts';
import { DataDirectoryError } from './migrate.ts';
import { createPrivateFile, makePrivate } from './private-file.ts';
import { isBusy, isStorageFull } from './unavailable.ts';

/** How long a start waits until short commands have closed the database, in real milliseconds. */
const WAIT_MS = 5_000;
const RETRY_MS = 50;
/** How long it waits for a short command that prepares the directory, in real milliseconds. */
const PREPARING_MS = 2_000;

/** How long it waits for one that only looks whether the directory is locked, in real milliseconds. */
const LOOK_MS = 100;

export class DirectoryInUse extends DataDirectoryError {}

/** Earlier versions created the file, and with it its journal, for others to read. Its owner alone can change that. */
const keepPrivate = (path: string): void => {
  try {
    for (const file of [path, `${path}-journal`]) makePrivate(file);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
  }
};

/**
 * Locks a data directory for one process. The operating system releases the lock when the process ends, also after a
 * crash.
 * @returns the function that unlocks it.
 * @throws DirectoryInUse when another process has locked the directory.
 * @throws DataDirectoryError when this user cannot lock it.
 */
export const lockDirectory = (path: string): (() => void) => {
  let lock: Database | undefined;
  try {
    createPrivateFile(path);
    keepPrivate(path);
    lock = new Database(path, { create: true });
    lock.run(`PRAGMA busy_timeout = ${LOOK_MS}`);
    lock.run('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      throw new DirectoryInUse(
        `Another studiod uses this data directory (it has locked ${path}). Stop it first, or use another directory.`,
      );
    }
    const what = isStorageFull(error)
      ? 'Free some space and start again.'
      : 'Give the user of this process write access to the directory and its files.';
    throw new DataDirectoryError(`${path} cannot be locked: ${errorMessage(error)}. ${what}`);
  }
  const locked = lock;
  return () => locked.close();
};

/** Waits a while for a short command that prepares the directory. @throws DirectoryInUse when locked for longer. */
export const lockForServing = async (path: string): Promise<() => void> => {
  for (const until = stopwatch() + PREPARING_MS; ; await pause(RETRY_MS)) {
    try {
      return lockDirectory(path);
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || stopwatch() > until) throw error;
    }
  }
};

/** Whether a process serves the data directory with this lock, or prepares it. It changes nothing. */
export const isLocked = (path: string): boolean => {
  if (!existsSync(path)) return false;
  const lock = new Database(path, { readonly: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    lock.query('select 1 from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
};

/**
 * Opens a database that no other process has open. A server keeps the database itself locked, so this also finds one
 * whose LOCK file was removed. It waits a while for short commands.
 * @returns a connection that keeps all others out until it is closed.
 * @throws DirectoryInUse when another process has it open.
 */
export const openExclusively = async (path: string): Promise<Database> => {
  for (const until = stopwatch() + WAIT_MS; ; await pause(RETRY_MS)) {
    const db = new Database(path, { create: false, readwrite: true, strict: true });
    try {
      db.run('PRAGMA busy_timeout = 0');
      // As `openDatabase` does, and here since a later change reads the schema again.
      db.run('PRAGMA temp_store = MEMORY');
      db.run('PRAGMA locking_mode = EXCLUSIVE');
      db.run('BEGIN EXCLUSIVE');
      return db;
    } catch (error) {
      db.close();
      if (!isBusy(error)) throw error;
      if (stopwatch() > until) {
        throw new DirectoryInUse(
          `Another process uses ${path}: a server, also when its LOCK file was removed, or a command that still runs. ` +
            'Stop it, or wait until it ends.',
        );
      }
    }
  }
};
