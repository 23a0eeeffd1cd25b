import type { Detail } from '../../../kernel/problem.ts';
import type { ReadFile } from '../file-reader.ts';
import type { ImportResponse } from '../import-file.ts';
import type { ImportCheckResponse } from '../preview/shapes.ts';
import { columnOf, problemOf } from '../row-problems.ts';

const MOST_BAD_ROWS = 5_000;

/** A problem as people read it: 'email: It must be an email address.' */
const sentenceOf = (detail: Detail): string => {
  const column = columnOf(detail);
  return column === null ? detail.message : `${column}: ${detail.message}`;
};

/** What a trial of an import found, with each row that cannot be imported. */
export const checkOf = (file: ReadFile, trial: ImportResponse): ImportCheckResponse => {
  const { object: _object, dryRun: _dryRun, skipped: _skipped, results: _results, ...counts } = trial;
  const { problems, cells = new Map<number, readonly string[]>() } = file;
  const [header] = cells.keys();
  const badRows: ImportCheckResponse['badRows'] = [];
  for (const { row, details } of problems.details()) {
    if (badRows.length === MOST_BAD_ROWS) break;
    badRows.push({
      row,
      reasons: details.map(sentenceOf),
      problems: details.map(problemOf),
      cells: [...(cells.get(row) ?? [])],
    });
  }
  return {
    object: 'import_check',
    ...counts,
    rows: file.count,
    bad: problems.rows,
    headings: [...(header === undefined ? [] : (cells.get(header) ?? []))],
    badRows,
  };
};
