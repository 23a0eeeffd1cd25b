import type { Database } from 'bun:sqlite';
import { pause, stopwatch } from '../kernel/clock.ts';
import { errorCode } from '../kernel/errors.ts';
import { Problem } from '../kernel/problem.ts';
import { isOutOfDescriptors } from './descriptors.ts';
import type { QueuedWrite } from './queued-write.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** How often a write tries to get the lock, in real milliseconds. Waiting inside SQLite would block the event loop. */
export const BUSY_RETRY_MS = 10;

export const isBusy = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_BUSY');

/** Divides writes by whether they have waited too long for the lock, from when they were first divided. */
export const dividedByTimeout = (writes: readonly QueuedWrite[]) => {
  const now = stopwatch();
  const isExpired = (write: QueuedWrite): boolean => {
    write.waitsUntil ??= now + BUSY_TIMEOUT_MS;
    return write.waitsUntil < now;
  };
  const { expired = [], waiting = [] } = Object.groupBy(writes, (write) => (isExpired(write) ? 'expired' : 'waiting'));
  return { expired, waiting };
};

export const databaseBusy = (): Problem =>
  new Problem(503, 'database_busy', 'The database is busy. Send the request again.', { retryAfter: 1 });

export const storageFull = (): Problem =>
  new Problem(503, 'storage_full', 'The disk of the server is full. Free some space, then send the request again.', {
    retryAfter: 5,
  });

/** 503: the process, or the whole system, has no file descriptor left. */
const tooManyOpenFiles = (): Problem =>
  new Problem(503, 'too_many_open_files', 'The server has too many files open. Send the request again.', {
    retryAfter: 1,
  });

export const isStorageFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(errorCode(error));

/** Turns an error of SQLite, a disk or the system that the request did not cause into a 503; returns other errors unchanged. */
export const mapUnavailable = (error: unknown): unknown => {
  if (isBusy(error)) return databaseBusy();
  if (isOutOfDescriptors(error)) return tooManyOpenFiles();
  return isStorageFull(error) ? storageFull() : error;
};

/** Waits for another process without blocking the loop. @throws Problem 503 `database_busy` after too long. */
export const beginImmediate = async (db: Database): Promise<void> => {
  db.run('PRAGMA busy_timeout = 0');
  for (const until = stopwatch() + BUSY_TIMEOUT_MS; ; await pause(BUSY_RETRY_MS)) {
    try {
      db.run('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (stopwatch() > until) throw databaseBusy();
    }
  }
};
