import type { Database } from 'bun:sqlite';
import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorMessage } from '../../kernel/errors.ts';
import type { Random } from '../../kernel/random.ts';
import { partOf, type Report, unreported } from '../../kernel/report.ts';
import { closeDatabase, DATABASE_FILE, prepareDirectory } from '../data-directory.ts';
import { openDatabase } from '../database.ts';
import { DirectoryInUse, lockDirectory, openExclusively } from '../lock.ts';
import { DataDirectoryError, migrations } from '../migrate.ts';
import { hasForeignLog } from '../opened.ts';
import { createSeal, KEY_FILE, readKeyFile } from '../seal.ts';
import { digestOf, manifestOf, syncToDisk } from './backup.ts';
import { type Content, readContent } from './content.ts';
import { copyWhole, requireSource } from './source.ts';

export interface RestoreOptions {
  /** The backup, or any complete copy of a `studiod.db`. */
  readonly file: string;
  readonly path: string;
  readonly random: Random;
  readonly allowNetworkStorage: boolean;
  /** The suffix of the names of files and directories that it makes: `20260308T073000123Z`. */
  readonly stamp: string;
  readonly report?: Report;
  /** Writes into the restored database that it was restored, before the server sees it. */
  readonly record?: (db: Database, restored: RestoredFrom) => Promise<void>;
}

export interface RestoredFrom {
  readonly file: string;
  readonly sha256: string;
  /** When the backup was made; null without a manifest. */
  readonly createdAt: string | null;
  /** The name under which the replaced database is kept; null when there was none. */
  readonly before: string | null;
}

export interface Restored extends Pick<Content, 'schema' | 'counts' | 'media'>, Pick<RestoredFrom, 'createdAt'> {
  readonly before: string | null;
}

const checkKey = (directory: string, fingerprint: string | null, random: Random): void => {
  if (fingerprint === null) return;
  const path = join(directory, KEY_FILE);
  let present: string;
  try {
    present = createSeal(readKeyFile(path, random, false), random).fingerprint;
  } catch (error) {
    throw new DataDirectoryError(errorMessage(error));
  }
  if (present === fingerprint) return;
  throw new DataDirectoryError(
    `This backup needs the encryption key ${fingerprint}, but ${path} is ${present}. Put the key of the backup there first.`,
  );
};

/** @throws DirectoryInUse when another process has the database open. A damaged one is no one's: it is replaced. */
const refuseInUse = async (path: string): Promise<void> => {
  try {
    (await openExclusively(path)).close();
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error;
  }
};

/** Writes the log into the database file, so that the one file holds everything. */
const mergeLog = (path: string): void => {
  let db: Database | undefined;
  try {
    db = openDatabase(path);
  } catch {
    // The file is damaged, which may be why it is replaced. It is kept unchanged.
  }
  if (db !== undefined) closeDatabase(db);
};

/** Keeps the current file under a second name, with a log that is not its own beside it. It is never missing under its own. */
const keepCurrent = (path: string, copy: string, isLogForeign: boolean): void => {
  if (!isLogForeign) mergeLog(path);
  try {
    linkSync(path, copy);
  } catch {
    copyFileSync(path, copy, constants.COPYFILE_EXCL);
  }
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, copy + suffix);
  }
};

/**
 * Replaces the database with a backup (appliance.md "Backup"). The backup is verified first, the current file is kept
 * as `before-restore-*`, and the replacement is atomic.
 * @throws DataDirectoryError while a server runs, and when the backup does not match this program or the key.
 * @throws BackupError when the file is damaged or not a backup.
 */
export const restore = async ({
  file,
  path,
  random,
  allowNetworkStorage,
  stamp,
  record,
  report = unreported,
}: RestoreOptions): Promise<Restored> => {
  requireSource(file);
  const directory = prepareDirectory({ path, mayCreate: true, allowNetworkStorage });
  const unlock = lockDirectory(join(directory, 'LOCK'));
  const target = join(directory, DATABASE_FILE);
  const part = `${target}.restoring`;
  try {
    // SQLite would write a log that is not its own into the file that is kept.
    const isLogForeign = hasForeignLog(directory, target);
    if (existsSync(target) && !isLogForeign) await refuseInUse(target);
    const content = copyWhole(file, part, partOf(report, 0, 90));
    if (content.schema > migrations.length) {
      throw new DataDirectoryError(
        `${file} has schema ${content.schema}, but this program supports schemas up to ${migrations.length}. Use a newer studiod.`,
      );
    }
    checkKey(directory, content.keyFingerprint, random);
    const manifest = manifestOf(file);
    const sha256 = manifest?.sha256 ?? digestOf(part, partOf(report, 90, 100));
    const createdAt = manifest?.createdAt ?? null;
    const before = existsSync(target) ? join(directory, `before-restore-${stamp}.db`) : null;
    if (record !== undefined) {
      const kept = before === null ? null : basename(before);
      const db = openDatabase(part);
      try {
        await record(db, { file: basename(file), sha256, createdAt, before: kept });
      } finally {
        closeDatabase(db);
      }
      syncToDisk(part);
    }
    const { counts } = record === undefined ? content : readContent(part);
    if (before !== null) keepCurrent(target, before, isLogForeign);
    renameSync(part, target);
    syncToDisk(directory);
    return { before, createdAt, schema: content.schema, counts, media: content.media };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(part + suffix, { force: true });
    unlock();
  }
};
