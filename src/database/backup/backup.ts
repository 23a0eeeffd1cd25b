import { Database } from 'bun:sqlite';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode, errorMessage } from '../../kernel/errors.ts';
import { isObject } from '../../kernel/objects.ts';
import { partOf, type Report, unreported } from '../../kernel/report.ts';
import { OPENING } from '../opened.ts';
import { BackupError, type Content, compareContent, inspect, readContent } from './content.ts';
import { flushingMeanwhile } from './flush.ts';

export interface Manifest extends Content {
  readonly file: string;
  /** ISO 8601 instant. */
  readonly createdAt: string;
  readonly release: string;
  readonly bytes: number;
  readonly sha256: string;
}

const CHUNK = 1024 * 1024;
/** What a backup does first, up to this percent: one statement, which does not say how far it is. */
export const COPYING = 'copying the database';
export const COPIED_PERCENT = 40;

/** The SHA-256 of a file in hex, read in chunks. */
export const digestOf = (path: string, report = unreported): string => {
  const digest = new Bun.CryptoHasher('sha256');
  const chunk = Buffer.alloc(CHUNK);
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let done = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      digest.update(chunk.subarray(0, read));
      done += read;
      report(`computing the SHA-256 of ${basename(path)}`, done, size);
    }
  } finally {
    closeSync(file);
  }
  return digest.digest('hex');
};

/** Flushes a file, or the names in a folder, to disk, so that it survives a power failure. */
export const syncToDisk = (path: string): void => {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const sizeOf = (db: Database): number => {
  const [pages, size] = ['page_count', 'page_size'].map((name) => Number(db.query(`PRAGMA ${name}`).values()[0]?.[0]));
  return (pages ?? 0) * (size ?? 0);
};

/** Writes a private file in the place of what an interrupted backup left. A link that is there is removed, not followed. */
export const createFresh = (path: string, text = ''): void => {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
};

/** Tries to remove a file or a folder. Its own failure must not hide the error that came before. */
const tryRemove = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The folder itself cannot be written.
  }
};

/** A copy is no longer the database whose log may lie beside the original. */
const forgetOpening = (part: string): void => {
  const copy = new Database(part, { strict: true });
  try {
    // No one reads the copy yet.
    copy.run('PRAGMA journal_mode = OFF');
    copy.query('delete from appliance where name = ?').run(OPENING);
  } finally {
    copy.close();
  }
};

export const manifestPath = (path: string): string => path.replace(/\.db$/, '.json');

interface BackupOptions {
  /** A connection. Others may write at the same time: the copy is a consistent snapshot. */
  readonly db: Database;
  readonly directory: string;
  readonly name: string;
  readonly release: string;
  /** ISO 8601 instant. */
  readonly now: string;
  readonly report?: Report;
}

/**
 * Copies the database into `<name>.db`, checks the copy and renames it into place with its manifest, so that an
 * incomplete backup never has a final name. It blocks its thread while the disk is busy, but no other process.
 * @throws BackupError when it cannot be made.
 */
export const makeBackup = (options: BackupOptions): Manifest => {
  const { db, directory, name, release, now, report = unreported } = options;
  const path = join(directory, `${name}.db`);
  const part = `${path}.part`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    createFresh(part);
    report(COPYING, 0, 100);
    flushingMeanwhile(part, sizeOf(db), () => db.query('vacuum into ?').run(part));
    forgetOpening(part);
    syncToDisk(part);
    const { size: bytes } = statSync(part);
    // First, since it reads the file from its beginning to its end: the checks jump, and then find the pages in memory.
    const sha256 = digestOf(part, partOf(report, COPIED_PERCENT, 50));
    const content = inspect(part, partOf(report, 50, 100));
    const manifest: Manifest = { file: basename(path), createdAt: now, release, bytes, sha256, ...content };
    createFresh(`${manifestPath(path)}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
    syncToDisk(`${manifestPath(path)}.part`);
    // A copy without its manifest would never be removed: no one knows that it is a backup.
    renameSync(`${manifestPath(path)}.part`, manifestPath(path));
    renameSync(part, path);
    syncToDisk(directory);
    return manifest;
  } catch (error) {
    tryRemove(part);
    tryRemove(`${manifestPath(path)}.part`);
    const reason = errorMessage(error);
    const advice = /malformed/.test(reason)
      ? 'The database is damaged: stop the server and restore a backup.'
      : 'Free some space or set another --backup-dir.';
    throw new BackupError(`No backup was made in ${directory}: ${reason}. Nothing else changed. ${advice}`);
  }
};

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);

/** Whether a value has what is used of a manifest. Older ones have no `totals` and no `media`. */
const isManifest = (value: unknown): value is Manifest => {
  const { file, createdAt, release, bytes, sha256, schema, counts, totals = {}, media = [] } = Object(value);
  return (
    [file, createdAt, release].every((each) => typeof each === 'string') &&
    !Number.isNaN(Date.parse(createdAt)) &&
    isDigest(sha256) &&
    [bytes, schema].every(isWhole) &&
    [counts, totals].every((each) => isObject(each) && Object.values(each).every(isWhole)) &&
    Array.isArray(media) &&
    media.every((each) => isDigest(each?.sha256) && isWhole(each.sizeBytes))
  );
};

const notAManifest = (path: string, why: string): BackupError =>
  new BackupError(
    `${path} is not a manifest: ${why}. Remove it to restore the backup next to it without comparing them.`,
  );

/** The manifest in a text. @param path where it is. @throws BackupError when it is not a manifest. */
export const parseManifest = (path: string, text: string): Manifest => {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw notAManifest(path, errorMessage(error));
  }
  if (isManifest(found)) return found;
  throw notAManifest(path, 'it lacks what a manifest says');
};

/** The manifest beside a backup; undefined if it has none. @throws BackupError when it cannot be read. */
export const manifestOf = (path: string): Manifest | undefined => {
  const manifest = manifestPath(path);
  if (manifest === path || !existsSync(manifest)) return undefined;
  let text: string;
  try {
    text = readFileSync(manifest, 'utf8');
  } catch (error) {
    throw notAManifest(manifest, errorMessage(error));
  }
  return parseManifest(manifest, text);
};

/** @throws BackupError when a file is not the one of the manifest. */
export const requireDigest = (path: string, { sha256 }: Manifest, report: Report): void => {
  if (digestOf(path, report) === sha256) return;
  throw new BackupError(`${path} is not the file that was backed up: its SHA-256 differs. Use another backup.`);
};

/**
 * Reads a backup again that was just made, and compares it with its manifest. Its pages and references were checked then, and
 * a file with the same SHA-256 has the same ones.
 * @throws BackupError with the difference.
 */
export const readBackupAgain = (path: string, manifest: Manifest, report = unreported): void => {
  requireDigest(path, manifest, partOf(report, 0, 70));
  compareContent(path, readContent(path, partOf(report, 70, 100)), manifest);
};

/** The names in a folder; none when it does not exist. @throws BackupError when this user may not look into it. */
const namesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    const advice =
      errorCode(error) === 'EACCES'
        ? 'Run this as the user who owns them.'
        : 'Set another directory with --backup-dir.';
    throw new BackupError(`The backups in ${directory} cannot be read: ${errorMessage(error)}. ${advice}`);
  }
};

interface Unreadable {
  readonly file: string;
  readonly problem: string;
}

/** The backups in a folder, newest first. A file without a manifest is not a finished backup. */
export const readBackups = (directory: string): { readonly backups: Manifest[]; readonly unreadable: Unreadable[] } => {
  const backups: Manifest[] = [];
  const unreadable: Unreadable[] = [];
  for (const file of namesIn(directory).filter((name) => name.endsWith('.db'))) {
    try {
      const manifest = manifestOf(join(directory, file));
      // Otherwise another backup would be removed in its place.
      if (manifest !== undefined && manifest.file !== file) {
        throw notAManifest(manifestPath(join(directory, file)), `it belongs to ${manifest.file}`);
      }
      if (manifest !== undefined) backups.push(manifest);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      unreadable.push({ file, problem: error.message });
    }
  }
  backups.sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1));
  return { backups, unreadable };
};

/** The manifests of the backups in a folder, newest first, without those that are damaged. */
export const listBackups = (directory: string): Manifest[] => readBackups(directory).backups;

export const removeBackup = (directory: string, { file }: Manifest): void => {
  rmSync(join(directory, file), { force: true });
  rmSync(manifestPath(join(directory, file)), { force: true });
};

/** How the names of folders begin that a restore makes beside backups, for a copy of one of them. */
export const SCRATCH_FOLDER = 'restoring-';

/** Removes what interrupted backups and restores left, where it is older than an instant (epoch ms). */
export const removeUnfinished = (directory: string, before: number): void => {
  const isOurs = (name: string): boolean =>
    name.startsWith(SCRATCH_FOLDER) || /\.(?:db|json)\.part(?:-journal)?$/.test(name);
  for (const name of namesIn(directory).filter(isOurs)) {
    const status = lstatSync(join(directory, name), { throwIfNoEntry: false });
    if (status !== undefined && status.mtimeMs < before) tryRemove(join(directory, name));
  }
};
