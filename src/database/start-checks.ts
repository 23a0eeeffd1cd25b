import { Database } from 'bun:sqlite';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../kernel/errors.ts';
import { readBackups } from './backup/backup.ts';
import { DataDirectoryError, migrations, schemaOf } from './migrate.ts';
import { KEY_FILE } from './seal.ts';
import { isBusy } from './unavailable.ts';

/** A check looks at each page once. Memory for many pages would only have to be taken from the system, and stay taken. */
const CACHE_KIB = 256;
/** Databases up to this size are checked completely: it takes about a second. */
const COMPLETE_CHECK_BYTES = 128 * 1024 * 1024;
/** In a larger one, tables with up to this many rows are checked completely. */
const SMALL_TABLE_ROWS = 10_000;
/** Of a larger table, this many rows at either end are read. */
const ROWS_AT_ENDS = 100;

/** The rows of a statement that nothing asks again: the one that checks a whole database takes more than a megabyte. */
const rowsOf = <Row>(db: Database, sql: string): Row[] => {
  const statement = db.prepare<Row, []>(sql);
  try {
    return statement.all();
  } finally {
    statement.finalize();
  }
};

const tablesOf = (db: Database): string[] =>
  rowsOf<{ name: string }>(
    db,
    "select name from sqlite_master where type = 'table' and rootpage > 0 and name not like 'sqlite_%' order by name",
  ).map(({ name }) => name);

const quickCheck = (db: Database, table?: string): string | undefined => {
  const of = table === undefined ? '(1)' : `("${table}")`;
  const [row] = rowsOf<Record<string, string>>(db, `PRAGMA quick_check${of}`);
  const [found] = Object.values(row ?? {});
  return found === 'ok' ? undefined : found;
};

/** Reads the rows at both ends of a table, down to their values. */
const readEnds = (db: Database, table: string): void => {
  const [key = ''] = rowsOf<{ name: string }>(
    db,
    `select name from pragma_table_info('${table}') order by pk = 0, pk, cid limit 1`,
  ).map(({ name }) => name);
  for (const order of ['asc', 'desc']) {
    rowsOf(db, `select * from "${table}" order by "${key}" ${order} limit ${ROWS_AT_ENDS}`);
  }
};

const checkTable = (db: Database, table: string): string | undefined => {
  const [counted] = rowsOf<{ n: number }>(
    db,
    `select count(*) as n from (select 1 from "${table}" limit ${SMALL_TABLE_ROWS + 1})`,
  );
  if ((counted?.n ?? 0) <= SMALL_TABLE_ROWS) return quickCheck(db, table);
  readEnds(db, table);
  return undefined;
};

/** The first damage of the pages; undefined when none is found. @throws SQLITE_CORRUPT when one cannot be read. */
const findDamage = (db: Database, size: number): string | undefined => {
  if (size <= COMPLETE_CHECK_BYTES) return quickCheck(db);
  for (const table of tablesOf(db)) {
    const damage = checkTable(db, table);
    if (damage !== undefined) return damage;
  }
  return undefined;
};

/** Takes a bounded time; every backup checks all pages. @throws DataDirectoryError when a page is damaged. */
export const checkPages = (db: Database, path: string): void => {
  db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  const damage = findDamage(db, statSync(path).size);
  if (damage === undefined) return;
  throw new DataDirectoryError(
    `${path} is damaged (${damage.trim().replaceAll(/\s+/g, ' ')}). Restore your latest backup with 'studiod restore' ` +
      "(run 'studiod backup list' to see the backups), and keep this file until that works.",
  );
};

export const RUN_AS_OWNER = 'Run this as the user who owns it, such as with sudo -u studiod.';

/** Whether a directory is there, or cannot even be looked for, and this user may not read it. */
export const isForbidden = (directory: string): boolean => {
  try {
    if (statSync(directory).isDirectory()) accessSync(directory, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return errorCode(error) === 'EACCES';
  }
};

export const isMissing = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;

export const isEmpty = (db: Database): boolean => db.query('select 1 from sqlite_master').get() === null;

/** What shows that a directory had a database; undefined in a new one. */
const traceOf = (directory: string, backupDirectory: string): string | undefined => {
  const key = join(directory, KEY_FILE);
  if (existsSync(key)) return key;
  const { backups, unreadable } = readBackups(backupDirectory);
  const [latest] = [...backups, ...unreadable];
  return latest === undefined ? undefined : join(backupDirectory, latest.file);
};

/**
 * Refuses to begin a new database in the place of one that is lost.
 * @param file the path of the database, which is missing or has no tables.
 * @throws DataDirectoryError when its key or a backup is there.
 */
export const refuseLostDatabase = (file: string, directory: string, backupDirectory: string): void => {
  const trace = traceOf(directory, backupDirectory);
  if (trace === undefined) return;
  throw new DataDirectoryError(
    `${file} is missing or empty, but ${trace} exists. Put the database back, or restore your latest backup with ` +
      "'studiod restore' (run 'studiod backup list' to see the backups). To start a new business, use another directory.",
  );
};

/** The schema of a database file, read beside a server; undefined when there is no file or no one may read it now. */
const schemaOfFile = (file: string): number | undefined => {
  if (isMissing(file)) return undefined;
  let db: Database | undefined;
  try {
    db = new Database(file, { readonly: true, strict: true });
    return schemaOf(db);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  } finally {
    db?.close();
  }
};

export const olderSchemaOf = (file: string): number | undefined => {
  const schema = schemaOfFile(file);
  return schema === undefined || schema >= migrations.length ? undefined : schema;
};

/** Why a short command cannot use a database that an older program serves; undefined when it has another reason. */
export const servedByOlder = (file: string): DataDirectoryError | undefined => {
  const schema = olderSchemaOf(file);
  if (schema === undefined) return undefined;
  return new DataDirectoryError(
    `A server with an older studiod is using ${file}, which has schema ${schema}; this program uses ${migrations.length}. ` +
      'Use the executable of the server, or restart the server with this one to back up and migrate the database.',
  );
};

const FILE_PROBLEMS: readonly (readonly [code: string, problem: string])[] = [
  ['SQLITE_NOTADB', 'is not an SQLite database. Restore a backup, or use another directory.'],
  ['SQLITE_CORRUPT', 'is damaged. Restore your latest backup, and keep this file until that works.'],
  ['SQLITE_FULL', 'cannot be written: the disk is full. Free some space and start again.'],
  ['SQLITE_READONLY', 'cannot be written. Give the user of this process write access to the directory and its files.'],
  ['SQLITE_CANTOPEN', 'cannot be opened. Give the user of this process write access to the directory and its files.'],
  ['SQLITE_IOERR', 'cannot be read or written: the disk reports an error, or is full.'],
  ['EACCES', 'cannot be created. Give the user of this process write access to the directory.'],
  ['EROFS', 'cannot be created: the disk is read-only.'],
  ['ENOSPC', 'cannot be created: the disk is full. Free some space and start again.'],
];

/** An error of the disk or the file `path` with a message that says what to do; other errors unchanged. */
export const withFileProblem = (error: unknown, path: string): unknown => {
  const code = errorCode(error);
  const problem = FILE_PROBLEMS.find(([start]) => code.startsWith(start))?.[1];
  return problem === undefined ? error : new DataDirectoryError(`${path} ${problem}`);
};
