import { Database } from 'bun:sqlite';
import { DataDirectoryError } from './migrate.ts';

/**
 * Locks a data directory for one process. The operating system releases the lock when the process ends, also after a
 * crash.
 * @returns the function that unlocks it.
 * @throws DataDirectoryError when another process has locked the directory.
 */
export const lockDirectory = (path: string): (() => void) => {
  const lock = new Database(path, { create: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    lock.run('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DataDirectoryError(
      `Another studiod uses this data directory (it has locked ${path}). Stop it first, or use another directory.`,
    );
  }
  return () => lock.close();
};
