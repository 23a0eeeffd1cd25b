import type { Database } from 'bun:sqlite';
import { basename } from 'node:path';
import { errorMessage } from '../../kernel/errors.ts';
import { partOf, type Report, unreported } from '../../kernel/report.ts';
import { APPLICATION_ID } from '../database.ts';
import { schemaOf } from '../migrate.ts';
import { openFileAlone } from '../opened.ts';

/** A file of the media store that a backup needs. */
export interface NeededFile {
  /** In hex. It is also the name of the file. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The content of a backup, read from the copy itself: this is what can be restored. */
export interface Content {
  readonly schema: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Sums of the business, to compare a restored database with what was backed up. */
  readonly totals: Readonly<Record<string, number>>;
  /** The fingerprint of the `studiod.key` that decrypts its secrets. */
  readonly keyFingerprint: string | null;
  /** The files of media, which are not in the database. */
  readonly media: readonly NeededFile[];
}

/** A backup cannot be made, is damaged, or is not a backup. The message says what to do. */
export class BackupError extends Error {}

/** Sums of the business: the columns that each reads, and the query, whose rows are a name and a number. */
const TOTALS = [
  {
    table: 'clients',
    columns: ['status'],
    sql: "select 'clients.' || status as name, count(*) as n from clients group by status",
  },
  {
    table: 'bookings',
    columns: ['status'],
    sql: "select 'bookings.' || status as name, count(*) as n from bookings group by status",
  },
  {
    table: 'payments',
    columns: ['amount', 'currency', 'status'],
    sql: "select 'payments.' || status || '.' || currency as name, sum(amount) as n from payments group by status, currency",
  },
  {
    table: 'payments',
    columns: ['amountRefunded', 'currency'],
    sql: "select 'refunds.' || currency as name, sum(amountRefunded) as n from payments group by currency",
  },
  {
    table: 'packages',
    columns: ['creditsRemaining'],
    sql: "select 'packages.creditsRemaining' as name, coalesce(sum(creditsRemaining), 0) as n from packages",
  },
];

/** The sums that the schema of a database has: one of an older release can lack a column. */
const totalsOf = (db: Database): Record<string, number> =>
  Object.fromEntries(
    TOTALS.flatMap(({ table, columns, sql }) => {
      const present = db.query<{ name: string }, [string]>('select name from pragma_table_info(?)').all(table);
      const names = new Set(present.map(({ name }) => name));
      if (!columns.every((column) => names.has(column))) return [];
      return db
        .query<{ name: string; n: number }, []>(sql)
        .all()
        .map(({ name, n }) => [name, n] as const);
    }),
  );

/** @throws BackupError when a page is damaged, or a reference broken. */
const checkDatabase = (db: Database, path: string, report: Report): void => {
  const name = basename(path);
  report(`checking the pages of ${name}`, 0, 100);
  const [integrity] = db.query('PRAGMA quick_check(1)').values().flat();
  if (integrity !== 'ok') throw new BackupError(`${path} is damaged (${integrity}). Use another backup.`);
  report(`checking the references of ${name}`, 60, 100);
  const [orphan] = db.query('PRAGMA foreign_key_check').values();
  if (orphan !== undefined) {
    throw new BackupError(`${path} has rows in '${orphan[0]}' with broken foreign keys. Use another backup.`);
  }
};

const contentOf = (db: Database, path: string, report: Report): Content => {
  const name = basename(path);
  const tables = db
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all();
  const count = (name: string): number =>
    db.query<{ n: number }, []>(`select count(*) as n from "${name}"`).get()?.n ?? 0;
  const counts = tables.map(({ name: table }, index): [string, number] => {
    report(`counting the rows of ${name}`, index, tables.length);
    return [table, count(table)];
  });
  const media = tables.some(({ name }) => name === 'mediaFiles')
    ? db
        .query<NeededFile, []>('select id as sha256, sizeBytes from mediaFiles where unusedSince is null order by id')
        .all()
    : [];
  const key = db.query<{ value: string }, []>("select value from appliance where name = 'sealingKey'").get();
  return {
    schema: schemaOf(db),
    counts: Object.fromEntries(counts),
    totals: totalsOf(db),
    keyFingerprint: key?.value ?? null,
    media,
  };
};

/**
 * Opens a database file that no process has open and that has no log, for `work`. Its folder may be read-only.
 * @param name names the file in errors.
 * @throws BackupError when it is not one of studiod.
 */
const withFile = <T>(path: string, name: string, work: (db: Database) => T): T => {
  let db: Database | undefined;
  try {
    db = openFileAlone(path);
    const [application] = db.query('PRAGMA application_id').values().flat();
    if (application !== APPLICATION_ID) throw new BackupError(`${name} is not a studiod database.`);
    return work(db);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${name} cannot be read as a database: ${errorMessage(error)}.`);
  } finally {
    db?.close();
  }
};

/** @throws BackupError when a file is not a database of studiod. */
export const requireDatabase = (path: string): void => withFile(path, path, () => {});

/** What a database file holds, without a check of its pages. @throws BackupError when it cannot be read. */
export const readContent = (path: string, report = unreported): Content =>
  withFile(path, path, (db) => contentOf(db, path, report));

/**
 * Checks a database file that no process has open and that has no log.
 * @param name names the file in errors: it may be a copy.
 * @throws BackupError when it is damaged or not studiod's.
 */
export const inspect = (path: string, report = unreported, name = path): Content =>
  withFile(path, name, (db) => {
    checkDatabase(db, name, partOf(report, 0, 80));
    return contentOf(db, name, partOf(report, 80, 100));
  });

const differenceOf = (found: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>> = {}) =>
  Object.entries(expected).find(([name, value]) => found[name] !== value);

/** @throws BackupError with the first difference from what the backup held. */
export const compareContent = (path: string, content: Content, expected: Partial<Content>): void => {
  const table = differenceOf(content.counts, expected.counts);
  if (table !== undefined) {
    throw new BackupError(
      `${path} has ${content.counts[table[0]] ?? 'no'} rows in '${table[0]}' instead of ${table[1]}. Use another backup.`,
    );
  }
  const total = differenceOf(content.totals, expected.totals);
  if (total !== undefined) {
    throw new BackupError(
      `${path} has ${content.totals[total[0]] ?? 'nothing'} as ${total[0]} instead of ${total[1]}. Use another backup.`,
    );
  }
  if (expected.keyFingerprint !== undefined && content.keyFingerprint !== expected.keyFingerprint) {
    throw new BackupError(
      `${path} was encrypted with the key ${content.keyFingerprint} instead of ${expected.keyFingerprint}. Use another backup.`,
    );
  }
};
