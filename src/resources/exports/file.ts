import type { Store } from '../../database/store.ts';
import { cellsOf, columnsOf } from '../../http/csv-columns.ts';
import type { FileFormat } from '../../http/operations/files.ts';
import { csvLine } from '../../kernel/csv.ts';
import type { ExportFamily } from './exported-family.ts';

/** Which records go into a file, and its format. */
export interface ExportedFile {
  readonly family: ExportFamily;
  readonly format: FileFormat;
  /** The sites of a restricted caller; null for all. */
  readonly siteIds: readonly string[] | null;
}

/** The records of a family page by page, newest first. Each page is read when it is requested. */
function* pagesOf(store: Store, { family, siteIds }: ExportedFile): Generator<readonly object[]> {
  let after: string | undefined;
  do {
    const { records, next } = store.read((read) => family.page(read, siteIds, after));
    if (records.length > 0) yield records;
    after = next;
  } while (after !== undefined);
}

function* csv(store: Store, file: ExportedFile): Generator<string> {
  // The name of the file says what the objects are.
  const columns = columnsOf(file.family.shape).filter(({ name }) => name !== 'object');
  yield csvLine(columns.map(({ name }) => name));
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
