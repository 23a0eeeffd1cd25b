import type { Store } from '../../database/store.ts';
import { cellsOf, columnsOf } from '../../http/csv-columns.ts';
import type { FileFormat } from '../../http/operations/files.ts';
import { csvLine } from '../../kernel/csv.ts';
import { didYouMean } from '../../kernel/nearest.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Exportable, exportables } from './families.ts';

/** @throws Problem 404 when there is no such family. */
export const exportableNamed = (name: string): Exportable => {
  const found = exportables.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = exportables.map((each) => each.name);
  throw new Problem(
    404,
    'resource_not_found',
    `There is no family '${name}'.${didYouMean(name, names)} There are: ${names.join(', ')}.`,
  );
};

/** What is made for a file, and for whom. */
export interface Extract {
  readonly family: Exportable;
  readonly format: FileFormat;
  /** The sites whose records go in; null for all. */
  readonly siteIds: readonly string[] | null;
}

/** The records of a family page by page, newest first as in its list; each page is what is there when it is read. */
function* pagesOf(store: Store, { family, siteIds }: Extract): Generator<readonly object[]> {
  let after: string | undefined;
  do {
    const { records, next } = store.read((read) => family.page(read, siteIds, after));
    if (records.length > 0) yield records;
    after = next;
  } while (after !== undefined);
}

function* csv(store: Store, extract: Extract): Generator<string> {
  // What an object is stands in the name of the file already.
  const columns = columnsOf(extract.family.shape).filter(({ name }) => name !== 'object');
  yield csvLine(columns.map(({ name }) => name));
  for (const records of pagesOf(store, extract)) {
    yield records.map((record) => csvLine(cellsOf(columns, record))).join('');
  }
}

function* json(store: Store, extract: Extract): Generator<string> {
  let before = '[\n';
  for (const records of pagesOf(store, extract)) {
    yield before + records.map((record) => JSON.stringify(record)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The text of a file, piece by piece: memory holds one page, and between two pages others have their turn. */
export const piecesOf = (store: Store, extract: Extract): Iterator<string> & Iterable<string> =>
  extract.format === 'csv' ? csv(store, extract) : json(store, extract);
