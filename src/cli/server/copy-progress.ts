import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COPIED_PERCENT, COPYING } from '../../database/backup/backup.ts';
import { setRealTimeout } from '../../kernel/clock.ts';
import type { Report } from '../../kernel/report.ts';

const EACH_MS = 300;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The pages that are in the unfinished copy, in bytes. */
const copiedIn = (directory: string): number => {
  try {
    return Math.max(
      0,
      ...readdirSync(directory).flatMap((name) => (name.endsWith('.db.part') ? sizeOf(join(directory, name)) : [])),
    );
  } catch {
    // The first backup makes the directory.
    return 0;
  }
};

/**
 * Follows a backup that another process makes: the copy of the database is one statement, which does not say how far it is, so
 * the pages in the new file are compared with the pages of the database.
 */
export const followingCopy = (
  directory: string,
  database: string,
  report: Report,
): { readonly report: Report; readonly end: () => void } => {
  let cancel = (): void => {};
  const end = (): void => cancel();
  const look = (): void => {
    cancel = setRealTimeout(EACH_MS, look);
    const part = Math.min(1, copiedIn(directory) / Math.max(1, sizeOf(database)));
    // The file is read again after it is made, which takes the last fifth.
    report(COPYING, part * COPIED_PERCENT * 0.8, 100);
  };
  return {
    end,
    report: (what, done, total) => {
      end();
      report(what, done, total);
      if (what === COPYING) cancel = setRealTimeout(EACH_MS, look);
    },
  };
};
