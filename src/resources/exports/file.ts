import type { Store } from '../../database/store.ts';
import { cellsOf, columnsOf } from '../../http/csv-columns.ts';
import type { FileFormat } from '../../http/operations/files.ts';
import { actorOf, type Caller } from '../../kernel/caller.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts';
import type { Filters } from '../../records/pages.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import type { ExportFamily } from './exported-family.ts';

export interface ExportedFile {
  readonly family: ExportFamily;
  readonly format: FileFormat;
  readonly siteIds: readonly string[] | null;
  readonly filters?: Filters;
  /** Receives how many records the file has, page by page. */
  readonly onRecords?: (count: number) => void;
}

/** The records of a family page by page, newest first. Each page is read when it is requested. */
function* pagesOf(store: Store, file: ExportedFile): Generator<readonly object[]> {
  const { family, siteIds, filters = {}, onRecords } = file;
  let count = 0;
  let after: string | undefined;
  do {
    const { records, next } = store.read((read) => family.page(read, siteIds, after, filters));
    count += records.length;
    onRecords?.(count);
    if (records.length > 0) yield records;
    after = next;
  } while (after !== undefined);
}

function* csv(store: Store, file: ExportedFile): Generator<string> {
  // The name of the file says what the objects are.
  const columns = columnsOf(file.family.shape).filter(({ name }) => name !== 'object');
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name));
  for (const records of pagesOf(store, file)) {
    yield records.map((record) => csvLine(cellsOf(columns, record))).join('');
  }
}

function* json(store: Store, file: ExportedFile): Generator<string> {
  let before = '[\n';
  for (const records of pagesOf(store, file)) {
    yield before + records.map((record) => JSON.stringify(record)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The text of a file in pieces: only one page is in memory, and other requests are handled between two pages. */
export const piecesOf = (store: Store, file: ExportedFile): Iterator<string> & Iterable<string> =>
  file.format === 'csv' ? csv(store, file) : json(store, file);

interface ExportJob {
  readonly store: Store;
  readonly jobs: JobRegistry;
  readonly caller: Caller;
}

/** The text of a file in pieces, as a job that says how many records were sent. It ends with its reader. */
export function* piecesAsJob({ store, jobs, caller }: ExportJob, file: ExportedFile): Generator<string, void> {
  const job = jobs.open({ kind: 'export', subject: file.family.name, startedBy: actorOf(caller) });
  let records = 0;
  const onRecords = (count: number): void => {
    records = count;
    job.progress.report(count, 0);
  };
  try {
    yield* piecesOf(store, { ...file, onRecords });
    job.succeed({ records });
  } catch (error) {
    job.fail(error);
    throw error;
  } finally {
    job.fail(new Error('The file was not read to its end.'));
  }
}
