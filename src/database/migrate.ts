import type { Database } from 'bun:sqlite';
import { errorCode, errorMessage } from '../kernel/errors.ts';
import { type Report, unreported } from '../kernel/report.ts';
import { APPLICATION_ID } from './database.ts';
import { FOLDED_NAMES, foldNames } from './folded-names.ts';
import { migrationTexts } from './migration-texts.ts' with { type: 'macro' };

/** Migrations only go forward. The number of a file is its position in this list, counted from 1, and the schema number. */
export const migrations: readonly string[] = Bun.zstdDecompressSync(Buffer.from(migrationTexts(), 'base64'))
  .toString()
  .split('\0');

const pragma = (db: Database, name: string): number => Number(db.query(`PRAGMA ${name}`).values()[0]?.[0]);

export const schemaOf = (db: Database): number => pragma(db, 'user_version');

/** A data directory must not be opened. The message says why and what to do. */
export class DataDirectoryError extends Error {}

/** @throws Error when a row refers to one that does not exist. */
const requireWholeReferences = (db: Database): void => {
  const broken = db.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').get();
  if (broken === null) return;
  throw new Error(`the migration leaves rows of '${broken.table}' that refer to missing rows of '${broken.parent}'`);
};

/** SQLite deletes the rows of a table that it drops, which breaks keys for a moment: checked before the commit. */
const withoutForeignKeys = (db: Database, work: () => void): void => {
  const isEnforced = pragma(db, 'foreign_keys');
  db.run('PRAGMA foreign_keys = OFF');
  try {
    work();
  } finally {
    db.run(`PRAGMA foreign_keys = ${isEnforced}`);
  }
};

/**
 * Migrates the file to this program's schema: all steps in one transaction, so that a migration that fails or is
 * interrupted leaves the file as it was, and references are checked once.
 * @param beforeUpgrade runs before an older, non-empty file is changed, to back it up.
 * @throws DataDirectoryError when the file belongs to another program or to a newer version.
 */
export const migrate = (
  db: Database,
  release: string,
  beforeUpgrade: (from: number) => void = () => {},
  report: Report = unreported,
): void => {
  const application = pragma(db, 'application_id');
  const schema = schemaOf(db);
  const tables = db.query<{ n: number }, []>('select count(*) as n from sqlite_master').get();
  if (application !== APPLICATION_ID && (application !== 0 || tables?.n !== 0)) {
    throw new DataDirectoryError(
      'This file is not a studiod database. Use an empty directory, or one that studiod created.',
    );
  }
  if (schema > migrations.length) {
    const writer = db.query<{ value: string }, []>("select value from appliance where name = 'release'").get();
    throw new DataDirectoryError(
      `The database has schema ${schema}, but studiod ${release} supports schemas up to ${migrations.length}. ` +
        `Use studiod ${writer?.value ?? 'in the version that wrote it'} or newer.`,
    );
  }
  if (schema > 0 && schema < migrations.length) beforeUpgrade(schema);
  if (schema === migrations.length) return;
  const steps = migrations.slice(schema);
  const migrateAll = (): void => {
    db.transaction(() => {
      for (const [index, statements] of steps.entries()) {
        report(`migrating the database to schema ${schema + index + 1}`, index, steps.length + 1);
        db.run(statements);
        if (statements.startsWith(FOLDED_NAMES)) foldNames(db);
      }
      report('checking the references of the migrated database', steps.length, steps.length + 1);
      requireWholeReferences(db);
      db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
      db.run(`PRAGMA user_version = ${migrations.length}`);
      db.query("insert or replace into appliance (name, value) values ('release', ?)").run(release);
    }).immediate();
  };
  try {
    withoutForeignKeys(db, migrateAll);
  } catch (error) {
    // Errors of the disk and the file have their own words. Other errors are the same at each start, which must not be repeated.
    if (!/^(?:SQLITE_ERROR|SQLITE_CONSTRAINT.*)?$/.test(errorCode(error))) throw error;
    throw new DataDirectoryError(
      `The migration from schema ${schema} to ${migrations.length} failed: ${errorMessage(error)}. Nothing was changed. ` +
        'Start the version you had before, and report this.',
    );
  }
};
