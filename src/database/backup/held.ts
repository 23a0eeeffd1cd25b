// Whether a process has a database open that is to be copied: what it writes meanwhile would be in the copy in part.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOCK_FILE } from '../data-directory.ts';
import { isLocked } from '../lock.ts';
import { BackupError } from './content.ts';

/** Where SQLite locks a file: the bytes from this one on. */
const LOCK_BYTES_FROM = 0x4000_0000;
const LOCK_BYTES = 512;

/** A line of `/proc/locks`: kind, mode, process, device and inode, first and last byte. */
const LOCK_LINE = /^\d+: (?:-> )?\S+\s+\S+\s+(?:READ|WRITE)\s+(-?\d+) [\da-f]+:[\da-f]+:(\d+) (\d+) (\d+|EOF)$/;

/** Whether a process has a file open; undefined where this user may not see that. */
const hasOpen = (pid: string, file: string): boolean | undefined => {
  const folder = `/proc/${pid}/fd`;
  const { dev, ino } = statSync(file);
  try {
    return readdirSync(folder).some((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found?.dev === dev && found.ino === ino;
    });
  } catch {
    return undefined;
  }
};

/** The process that has locked a database as SQLite does; undefined for none, and where the system does not report it. */
const lockerOf = (file: string): string | undefined => {
  let locks: string;
  try {
    locks = readFileSync('/proc/locks', 'utf8');
  } catch {
    return undefined;
  }
  const inode = String(statSync(file).ino);
  for (const line of locks.split('\n')) {
    const [, pid = '', locked, first, last] = LOCK_LINE.exec(line.trim()) ?? [];
    if (locked !== inode || pid === String(process.pid)) continue;
    const overlaps =
      Number(first) < LOCK_BYTES_FROM + LOCK_BYTES && (last === 'EOF' || Number(last) >= LOCK_BYTES_FROM);
    if (overlaps && hasOpen(pid, file) !== false) return pid;
  }
  return undefined;
};

/** @throws BackupError when a process has the database open. */
export const refuseHeld = (file: string): void => {
  const lock = join(dirname(file), LOCK_FILE);
  const isServed = existsSync(lock) && isLocked(lock);
  const locker = lockerOf(file);
  if (!isServed && locker === undefined) return;
  const who = locker === undefined ? 'A server' : `The process ${locker}`;
  throw new BackupError(
    `${who} has ${file} open, so a copy would lack what has not been written yet. Stop it first, or run 'studiod backup create' to make a backup while it runs.`,
  );
};
