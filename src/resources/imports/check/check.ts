import type { ReadFile } from '../file-reader.ts';
import type { ImportResponse } from '../import-file.ts';
import type { ImportCheckResponse } from '../preview/shapes.ts';

const MOST_BAD_ROWS = 5_000;

/** What a trial of an import found, with each row that cannot be imported. */
export const checkOf = (file: ReadFile, trial: ImportResponse): ImportCheckResponse => {
  const { object: _object, dryRun: _dryRun, results: _results, ...counts } = trial;
  const { problems, cells = new Map<number, readonly string[]>() } = file;
  const [header] = cells.keys();
  const badRows: ImportCheckResponse['badRows'] = [];
  for (const { row, reasons } of problems.reasons()) {
    if (badRows.length === MOST_BAD_ROWS) break;
    badRows.push({ row, reasons: [...reasons], cells: [...(cells.get(row) ?? [])] });
  }
  return {
    object: 'import_check',
    ...counts,
    rows: file.count,
    bad: problems.rows,
    causes: problems.causes().map(({ detail, count, rows, values }) => ({
      code: detail.code,
      column: typeof detail.column === 'string' ? detail.column : null,
      message: detail.message,
      count,
      rows: [...rows],
      values,
    })),
    headings: [...(header === undefined ? [] : (cells.get(header) ?? []))],
    badRows,
  };
};
