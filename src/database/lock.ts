import { Database } from 'bun:sqlite';
import { UnsafeData } from './migrate.ts';

/**
 * Holds a data directory for one serving process. The operating system lets go of it when the process ends, however
 * it ends, so that a crash leaves nothing to clean up.
 * @returns the function that lets go.
 * @throws UnsafeData when another process serves the directory.
 */
export const lockDirectory = (path: string): (() => void) => {
  const lock = new Database(path, { create: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    lock.run('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new UnsafeData(
      `Another studiod serves this data directory (it holds ${path}). Stop it first, or name another directory.`,
    );
  }
  return () => lock.close();
};
