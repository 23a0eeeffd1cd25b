import type { Tx } from '../../database/database.ts';
import type { LongWork } from '../../database/long-write.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import type { Fields } from '../../http/csv-columns.ts';
import { errorCode } from '../../kernel/errors.ts';
import { type Detail, detailsOf, invalidDetail, invalidParam, Problem } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { mergePages, pauseMerging, resumeMerging, type SearchIndex } from '../../records/search-index.ts';
import { brandDefaults } from '../settings/queries.ts';
import { AtEnd } from './at-end.ts';
import type { FileRow, ReadFile } from './file-reader.ts';
import type { ImportedRow, ImportFamily, Importing, RowImporting } from './importers/family.ts';
import type { NamedRows } from './importers/identity.ts';
import type { ColumnNote } from './notes.ts';
import type { RowProblems } from './row-problems.ts';
import type { Import, ImportFamilyName } from './shapes.ts';

export type ImportResponse = Static<typeof Import>;

interface RowWork {
  readonly file: FileRow;
  result: ImportedRow | undefined;
}

/** Oldest first if every row has an id, so that search and lists show them in the same order. */
const inOrder = (rows: readonly RowWork[]): readonly RowWork[] => {
  if (rows.some(({ file }) => file.id === undefined)) return rows;
  const idOf = ({ file }: RowWork): string => file.id ?? '';
  return rows.toSorted((left, right) => (idOf(left) < idOf(right) ? -1 : idOf(left) > idOf(right) ? 1 : 0));
};

/** The faults of an id that is there already. Any other fault of a table is one of the program. */
const DOUBLES = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE']);

const rowDetailsOf = (error: unknown): readonly Detail[] => {
  // Only their tables check the ids of refunds and ledger entries, which are inside a row.
  if (DOUBLES.has(errorCode(error))) {
    const message = 'An ID inside this row already exists. Leave out the IDs inside it.';
    return [invalidDetail('', message, { reason: 'not_accepted' })];
  }
  // What the caller may not do is not an error of the row.
  if (!(error instanceof Problem) || error.code === 'permission_denied') throw error;
  return detailsOf(error);
};

/** @throws Problem 400 when an earlier row is about the same record. */
const checkOnce = (first: number | undefined): void => {
  if (first === undefined) return;
  const other = 'Leave one of them out, or give each its own id, externalId, or slug if they are two records.';
  throw invalidParam('', `This row is about the same record as row ${first}. ${other}`, { reason: 'row_twice' });
};

interface Run extends RowImporting {
  readonly tx: Tx;
  readonly family: ImportFamily;
  readonly problems: RowProblems;
  readonly firstRows: Map<string, number>;
  readonly named: NamedRows;
}

/** One function for all rows: a generator function for each would be compiled again after each garbage collection. */
type RowStep<T> = (run: Run, work: RowWork, fields: Fields) => Generator<void, T>;

/** The steps of some work of a row. An error undoes what the row changed, and is collected with the errors of other rows. */
function* attempt<T>(run: Run, work: RowWork, step: RowStep<T>): Generator<void, T | undefined> {
  const { tx, problems } = run;
  const { file } = work;
  const fields = file.fields();
  yield;
  tx.db.query('SAVEPOINT row').run();
  let result: T | undefined;
  try {
    result = yield* step(run, work, fields);
  } catch (error) {
    // A full disk ends the whole transaction.
    if (!tx.db.inTransaction) throw error;
    for (const detail of rowDetailsOf(error)) problems.add(file.row, detail, fields);
    tx.db.query('ROLLBACK TO row').run();
  }
  tx.db.query('RELEASE row').run();
  return result;
}

/** Creates or updates the record of a row. */
function* importRow(run: Run, { file }: RowWork, fields: Fields): Generator<void, ImportedRow> {
  const { tx, family, firstRows, named } = run;
  const result = yield* family.importRow(tx, run, fields, named);
  const first = firstRows.get(result.id);
  if (family.goesOn?.(fields) !== true) checkOnce(first);
  if (first === undefined) firstRows.set(result.id, file.row);
  return result;
}

function* finishRow({ tx, family, caller }: Run, work: RowWork, fields: Fields): Generator<void, void> {
  yield;
  const { result } = work;
  if (result === undefined) return;
  const isChanged = family.finishRow?.(tx, caller, fields, result);
  if (isChanged === true && result.action === 'unchanged') work.result = { ...result, action: 'updated' };
}

/** How many rows, or characters of them, change search indexes together. */
const INDEXED_ROWS = 24;
const INDEXED_CHARACTERS = 262_144;

/** Pages of a search index that one step merges. */
const MERGED_PAGES = 8;

/**
 * A transaction that keeps the changes of search indexes until they are made between the savepoints of rows: SQLite writes
 * what an index has in memory before each savepoint, as a part of the index that has to be merged with the others. That is done
 * in steps too, since SQLite itself merges for as long as 74 ms in one step.
 */
class KeptWork {
  readonly tx: Tx;
  readonly #index: SearchIndex | undefined;
  #kept: (() => void)[] = [];
  #characters = 0;

  constructor(tx: Tx, index: SearchIndex | undefined) {
    this.tx = { ...tx, beforeCommit: (work) => void this.#kept.push(work) };
    this.#index = index;
    if (index !== undefined) pauseMerging(tx, index);
  }

  /** Does what is kept, before a row, once it is much. */
  *doSome({ characters }: FileRow): Generator<void, void> {
    this.#characters += characters;
    if (this.#kept.length >= INDEXED_ROWS || this.#characters >= INDEXED_CHARACTERS) yield* this.#doAll();
  }

  /** Does what is left. */
  *finish(): Generator<void, void> {
    yield* this.#doAll();
    if (this.#index !== undefined) resumeMerging(this.tx, this.#index);
  }

  *#doAll(): Generator<void, void> {
    const works = this.#kept;
    this.#kept = [];
    this.#characters = 0;
    for (const work of works) {
      work();
      yield;
    }
    while (this.#index !== undefined && mergePages(this.tx, this.#index, MERGED_PAGES)) yield;
  }
}

/** The maximum number of rows that are reported as worth a look. */
const MOST_NOTES = 20;

/** What is worth a look in the records that were imported. */
function* notesOf({ tx, family }: Run, works: readonly RowWork[]): Generator<void, ColumnNote[]> {
  const notes: ColumnNote[] = [];
  for (const { file, result } of family.note === undefined ? [] : works) {
    yield;
    if (result === undefined || result.action === 'unchanged' || notes.length >= MOST_NOTES) continue;
    const note = family.note?.(tx, result.id, () => file.fields());
    if (note === undefined) continue;
    notes.push({ ...note, message: `Row ${file.row}: ${note.message}`, facts: { ...note.facts, row: file.row } });
  }
  return notes;
}

export interface FileImport extends Importing {
  readonly family: ImportFamily;
  readonly file: ReadFile;
  readonly dryRun: boolean;
  /** Called with the response, inside the transaction of the import. */
  readonly onResponse?: (tx: Tx, response: ImportResponse) => void;
  /** Called before each row, and before each is finished. */
  readonly onRow?: () => void;
  /** Whether rows that cannot be imported are left to the caller, who rolls everything back. */
  readonly isTrial?: boolean;
  /** Whether rows with a problem are skipped; see `skippingInvalid`. */
  readonly skipsInvalid?: boolean;
}

/** More rows cannot be imported than were known: everything is rolled back, and tried again without them. */
class MoreInvalidRows extends Error {
  constructor(readonly rejection: Problem) {
    super(rejection.message);
  }
}

/** Rows can need a row that was skipped, and those again others. */
const MOST_ATTEMPTS = 5;

/** What an import can skip: not every row, and nothing while the file as a whole lacks something. */
const canSkip = ({ problems, count, wanted }: ReadFile): boolean => problems.rows < count && wanted.length === 0;

/**
 * Runs an import with `skipsInvalid` until no further row has a problem. Each attempt is a transaction, which is kept if
 * every row that it did not skip was imported.
 * @throws Problem 400 as `importFile`.
 */
export const skippingInvalid = async <T>(attemptImport: () => Promise<T>): Promise<T> => {
  for (let left = MOST_ATTEMPTS; ; left -= 1) {
    try {
      return await attemptImport();
    } catch (error) {
      if (!(error instanceof MoreInvalidRows)) throw error;
      if (left === 1) throw error.rejection;
    }
  }
};

function* importRows(
  { family, file, dryRun, onResponse, onRow, isTrial = false, skipsInvalid = false, ...importing }: FileImport,
  transaction: Tx,
): Generator<void, ImportResponse> {
  const kept = new KeptWork(transaction, family.searchIndex);
  const { tx } = kept;
  const { problems } = file;
  const known = problems.rows;
  const all = file.rows.map((row): RowWork => ({ file: row, result: undefined }));
  const rows = inOrder(all).filter(({ file: { row } }) => !problems.has(row));
  const named = new Set(rows.flatMap(({ file: { id } }) => (id === undefined ? [] : [id])));
  const atEnd = new AtEnd(importing.reactions);
  const { reactions } = atEnd;
  const run: Run = { ...importing, reactions, tx, family, problems, firstRows: new Map(), named };
  for (const work of rows) {
    onRow?.();
    yield;
    yield* kept.doSome(work.file);
    yield* atEnd.doSome(tx);
    work.result = yield* attempt(run, work, importRow);
  }
  for (const work of family.finishRow === undefined ? [] : rows) {
    onRow?.();
    yield;
    yield* kept.doSome(work.file);
    yield* attempt(run, work, finishRow);
  }
  if (isTrial && problems.rows > 0) return responseOf(family.name, file, all, dryRun);
  const skips = skipsInvalid && canSkip(file);
  if (problems.rows > 0 && !skips) throw problems.rejection(file.count, file.wanted);
  if (problems.rows > known) throw new MoreInvalidRows(problems.rejection(file.count, file.wanted));
  yield* atEnd.finish(tx);
  yield* kept.finish();
  const notes = [...file.notes, ...(yield* notesOf(run, rows))];
  const response = responseOf(family.name, { ...file, notes }, all, dryRun);
  const { created, updated } = response;
  const completed = { family: upperSnake(family.name), created, updated };
  if (!dryRun) tx.raise('import.completed', brandDefaults(tx).defaultSiteId, completed);
  onResponse?.(tx, response);
  return response;
}

/**
 * Imports every row of a file or none (appliance.md "Verbs").
 * It raises what its updates raise, nothing for what it creates, and `import.completed` (events.md "Rules").
 * @throws Problem 400 with what is wrong with the rows, by cause, unless they are skipped; 403 `permission_denied` for a caller who could not
 *   write these records one by one.
 */
export const importFile =
  (file: FileImport): LongWork<ImportResponse> =>
  (tx) =>
    importRows(file, tx);

const responseOf = (
  family: ImportFamilyName,
  { count: rows, problems, ignoredColumns, notes }: Pick<ReadFile, 'count' | 'problems' | 'ignoredColumns' | 'notes'>,
  works: readonly RowWork[],
  dryRun: boolean,
): ImportResponse => {
  const results = works.flatMap(({ file: { row }, result }) => {
    if (result === undefined) return [];
    const { action, id } = result;
    return [{ row, action, id: dryRun && action === 'created' ? null : id }];
  });
  const count = (action: ImportedRow['action']) => results.filter((result) => result.action === action).length;
  return {
    object: 'import',
    family,
    dryRun,
    rows,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    skipped: problems.rows,
    causes: problems.causesView(),
    ignoredColumns: [...ignoredColumns],
    notes: [...notes],
    results,
  };
};

/** 400: an import would keep other writes waiting for too long. @param longestMs real milliseconds. */
export const importTooLong = (longestMs: number): Problem =>
  invalidParam(
    'body',
    `This import takes longer than ${longestMs / 1000} seconds, which would block other writes, so nothing was written. ` +
      'Send the file in parts, or stop the server and run: studiod import FILE',
    { reason: 'not_accepted' },
  );
