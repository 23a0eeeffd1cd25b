// Which database a log belongs to (appliance.md "When the disk is full, and other failures").

import { constants, Database } from 'bun:sqlite';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { DataDirectoryError } from './migrate.ts';
import { isBusy } from './unavailable.ts';

/** The file beside a database that has the ids of its last openings. */
const OPENED_FILE = 'OPENED';
/** The value of the appliance with the id of the last opening. A copy that `backup create` makes has none. */
export const OPENING = 'opening';

const ID_CHARACTERS = 20;

const hasBytes = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** The files beside a database that belong to its state: its log, and the journal of a program that uses none. */
export const logsOf = (file: string): string[] => [`${file}-wal`, `${file}-journal`].filter(hasBytes);

/** Opens a database file to read it alone: without its log, its locks or new files beside it. No one may change it meanwhile. */
export const openFileAlone = (file: string): Database =>
  new Database(
    `${Bun.pathToFileURL(file).href}?immutable=1`,
    constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
  );

/** Stands for a database that has no id yet. */
const NONE = 'none';

const openingOf = (db: Database): string =>
  db.query<{ value: string }, [string]>('select value from appliance where name = ?').get(OPENING)?.value ?? NONE;

/** The id of the opening that a database file has, without its log; undefined when it cannot be read. */
const openingIn = (file: string): string | undefined => {
  let db: Database | undefined;
  try {
    db = openFileAlone(file);
    return openingOf(db);
  } catch {
    // A crash in the middle of a checkpoint leaves a file that its log completes.
    return undefined;
  } finally {
    db?.close();
  }
};

const openedIn = (directory: string): readonly string[] => {
  try {
    return readFileSync(join(directory, OPENED_FILE), 'utf8').split(/\s+/).filter(Boolean);
  } catch {
    return [];
  }
};

/**
 * Whether a log lies beside a database that it was not written for: whoever copies a database over another one may leave the log of the
 * first. SQLite would apply it, and mix both.
 */
export const hasForeignLog = (directory: string, file: string): boolean => {
  if (!hasBytes(`${file}-wal`)) return false;
  const opened = openedIn(directory);
  if (opened.length === 0) return false;
  const opening = openingIn(file);
  return opening !== undefined && !opened.includes(opening);
};

/** @throws DataDirectoryError for `hasForeignLog`. */
export const refuseForeignLog = (directory: string, file: string): void => {
  if (!hasForeignLog(directory, file)) return;
  const log = `${file}-wal`;
  throw new DataDirectoryError(
    `${file} is not the database that ${log} was written for: another file was copied over it. To use the file as it is, ` +
      `move ${log} and ${file}-shm away. To keep what is in the log, restore the previous file. If both were copied together, remove ` +
      `${join(directory, OPENED_FILE)}. Next time, use 'studiod restore', which replaces both.`,
  );
};

const writeOpened = (directory: string, ids: readonly string[]): void => {
  const path = join(directory, OPENED_FILE);
  writeFileSync(`${path}.part`, `${ids.join(' ')}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
};

/** Gives the database a new id of its opening, in the file itself and beside it, before a log is written for it. */
export const markOpened = (db: Database, directory: string, random: Random): void => {
  const id = randomText(random, ID_CHARACTERS);
  // Both count until the file has the new one.
  writeOpened(directory, [openingOf(db), id]);
  db.query('insert or replace into appliance (name, value) values (?, ?)').run(OPENING, id);
  try {
    const [result] = db.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').all();
    if (result?.busy === 0) writeOpened(directory, [id]);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
};
