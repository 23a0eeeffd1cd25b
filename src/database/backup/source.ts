// What a backup, or a database that no one serves, holds with the log beside it.

import type { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../../kernel/errors.ts';
import { partOf, type Report, unreported } from '../../kernel/report.ts';
import { closeDatabase } from '../data-directory.ts';
import { openDatabase } from '../database.ts';
import { logsOf, refuseForeignLog } from '../opened.ts';
import { makePrivate } from '../private-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createFresh, digestOf, type Manifest, manifestOf, requireDigest, syncToDisk } from './backup.ts';
import { BackupError, type Content, compareContent, inspect, requireDatabase } from './content.ts';
import { flushingMeanwhile } from './flush.ts';
import { refuseHeld } from './held.ts';

/** Compares a file that is a backup with its manifest, and checks its integrity. @throws BackupError with the difference. */
const verifyFile = (path: string, manifest: Manifest | undefined, name: string, report: Report): Content => {
  const content = inspect(path, report, name);
  if (manifest !== undefined) compareContent(name, content, manifest);
  return content;
};

/** @throws BackupError when there is no such file, it is no database of studiod, or a process has it open. */
export const requireSource = (path: string): void => {
  if (!existsSync(path)) throw new BackupError(`There is no file ${path}. Run 'studiod backup list'.`);
  refuseHeld(path);
  refuseForeignLog(dirname(path), path);
  // A manifest says more, and a log may have what makes it a database.
  if (manifestOf(path) === undefined && logsOf(path).length === 0) requireDatabase(path);
};

/**
 * Copies a database, and merges the log beside it into the copy. The source is left as it is, and may be on a read-only disk.
 * @param copy the path of the copy, whose folder exists. It is removed when the copy fails.
 * @returns what the copy holds, which was checked, compared with the manifest of the source, and is on the disk.
 * @throws BackupError when the source is damaged, no backup, or in use.
 */
export const copyWhole = (path: string, copy: string, report = unreported): Content => {
  requireSource(path);
  const manifest = manifestOf(path);
  if (manifest !== undefined) requireDigest(path, manifest, partOf(report, 0, 30));
  report(`copying ${basename(path)}`, 30, 100);
  createFresh(copy);
  try {
    flushingMeanwhile(copy, statSync(path).size, () => copyFileSync(path, copy));
    // A copy has the mode of its source.
    makePrivate(copy);
    if (digestOf(copy, partOf(report, 40, 60)) !== (manifest?.sha256 ?? digestOf(path))) {
      throw new BackupError(
        `The copy of ${path} at ${copy} differs from the original. Nothing changed. Check the disk.`,
      );
    }
    const logs = logsOf(path);
    for (const log of logs) {
      const copied = copy + log.slice(path.length);
      copyFileSync(log, copied);
      makePrivate(copied);
    }
    if (logs.length > 0) mergeLogs(copy, path);
    syncToDisk(copy);
    return verifyFile(copy, manifest, path, partOf(report, 60, 100));
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true });
    throw error;
  }
};

const mergeLogs = (copy: string, name: string): void => {
  let db: Database | undefined;
  try {
    db = openDatabase(copy);
    db.query('select 1 from sqlite_master').get();
  } catch (error) {
    throw new BackupError(`${name} cannot be read as a database: ${errorMessage(error)}.`);
  } finally {
    if (db !== undefined) closeDatabase(db);
  }
};

/**
 * Checks the integrity of a backup, and its manifest if there is one. A log beside it counts, as `restore` merges it.
 * @throws BackupError with the difference, and when a process has the file open.
 */
export const verifyBackup = (path: string, report = unreported): Content => {
  requireSource(path);
  if (logsOf(path).length > 0) return verifyWithLog(path, report);
  const manifest = manifestOf(path);
  if (manifest !== undefined) requireDigest(path, manifest, partOf(report, 0, 50));
  return verifyFile(path, manifest, path, partOf(report, 50, 100));
};

const verifyWithLog = (path: string, report: Report): Content => {
  const folder = temporaryFolder('studiod-verify-');
  try {
    return copyWhole(path, join(folder, basename(path)), report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
