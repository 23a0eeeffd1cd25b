import type { Database } from 'bun:sqlite';
import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../kernel/random.ts';
import { closeDatabase, DATABASE, prepared } from '../data-directory.ts';
import { openDatabase } from '../database.ts';
import { lockDirectory } from '../lock.ts';
import { migrations, UnsafeData } from '../migrate.ts';
import { createSeal, readKeyFile } from '../seal.ts';
import { BadBackup, digestOf, manifestOf, settle, verifyBackup } from './backup.ts';

interface Restoring {
  /** The backup, or any whole copy of a `studiod.db`. */
  readonly file: string;
  /** The data directory. */
  readonly path: string;
  readonly random: Random;
  readonly allowNetworkStorage: boolean;
  /** What tells the file that was there from others: `20260308T073000123Z`. */
  readonly stamp: string;
}

/** What was restored. */
export interface Restored {
  /** Where the file lies that was there before; null when there was none. */
  readonly before: string | null;
  readonly schema: number;
  readonly counts: Readonly<Record<string, number>>;
}

const checkKey = (directory: string, fingerprint: string | null, random: Random): void => {
  if (fingerprint === null) return;
  const path = join(directory, 'studiod.key');
  let own: string;
  try {
    own = createSeal(readKeyFile(path, random, false), random).fingerprint;
  } catch (error) {
    throw new UnsafeData((error as Error).message);
  }
  if (own === fingerprint) return;
  throw new UnsafeData(
    `This backup was sealed with the key ${fingerprint}, and ${path} is ${own}. Put the key that belongs to it there first.`,
  );
};

/** Writes what is still beside the file into it, so that the one file is everything that is kept. */
const foldIn = (path: string): void => {
  let db: Database | undefined;
  try {
    db = openDatabase(path);
  } catch {
    // Damaged: that may be why it is replaced. It is kept as it is.
  }
  if (db !== undefined) closeDatabase(db);
};

/** Keeps the present file under another name, without a moment in which there is none under its own. */
const keepBefore = (path: string, before: string): void => {
  foldIn(path);
  try {
    linkSync(path, before);
  } catch {
    copyFileSync(path, before, constants.COPYFILE_EXCL);
  }
  for (const beside of ['-wal', '-shm']) {
    if (existsSync(path + beside)) renameSync(path + beside, before + beside);
  }
};

/**
 * Puts a backup in the place of the database (appliance.md "Backup"): verified first, the present file kept as
 * `before-restore-*`, and under its name there is the one or the other at every moment.
 * @throws UnsafeData while a server runs, and when the backup does not go with this program or the key.
 * @throws BadBackup when the file is none, or damaged.
 */
export const restore = ({ file, path, random, allowNetworkStorage, stamp }: Restoring): Restored => {
  const content = verifyBackup(file);
  if (content.schema > migrations.length) {
    throw new UnsafeData(
      `${file} has schema ${content.schema}, and this program knows ${migrations.length}. Use a newer studiod.`,
    );
  }
  const directory = prepared({ path, mayCreate: true, allowNetworkStorage });
  const unlock = lockDirectory(join(directory, 'LOCK'));
  const target = join(directory, DATABASE);
  const part = `${target}.restoring`;
  try {
    checkKey(directory, content.keyFingerprint, random);
    writeFileSync(part, '', { mode: 0o600 });
    copyFileSync(file, part);
    settle(part);
    if (digestOf(part) !== (manifestOf(file)?.sha256 ?? digestOf(file))) {
      throw new BadBackup(`The copy of ${file} into ${directory} differs from it. Nothing is changed; check the disk.`);
    }
    const before = existsSync(target) ? join(directory, `before-restore-${stamp}.db`) : null;
    if (before !== null) keepBefore(target, before);
    renameSync(part, target);
    settle(directory);
    return { before, schema: content.schema, counts: content.counts };
  } finally {
    rmSync(part, { force: true });
    unlock();
  }
};
