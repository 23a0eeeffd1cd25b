import type { Detail } from '../../../kernel/problem.ts';
import type { ReadFile } from '../file-reader.ts';
import type { ImportResponse } from '../import-file.ts';
import type { ImportCheckResponse } from '../preview/shapes.ts';

const MOST_BAD_ROWS = 5_000;

const columnOf = ({ column }: Detail): string | null => (typeof column === 'string' ? column : null);

/** A problem as people read it: 'email: It must be an email address.' */
const sentenceOf = (detail: Detail): string => {
  const column = columnOf(detail);
  return column === null ? detail.message : `${column}: ${detail.message}`;
};

/** A problem by its code and reason, with the facts by which a page says it in its own words. */
const problemOf = (detail: Detail) => {
  const { param: _param, code, message: _message, row: _row, column: _column, reason, ...more } = detail;
  const facts = Object.entries(more).filter(
    (each): each is [string, number | string] => typeof each[1] === 'number' || typeof each[1] === 'string',
  );
  return {
    code,
    column: columnOf(detail),
    reason: typeof reason === 'string' ? reason : null,
    facts: Object.fromEntries(facts),
  };
};

/** What a trial of an import found, with each row that cannot be imported. */
export const checkOf = (file: ReadFile, trial: ImportResponse): ImportCheckResponse => {
  const { object: _object, dryRun: _dryRun, results: _results, ...counts } = trial;
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
    causes: problems.causes().map(({ detail, count, rows, values }) => ({
      ...problemOf(detail),
      message: detail.message,
      count,
      rows: [...rows],
      values,
    })),
    headings: [...(header === undefined ? [] : (cells.get(header) ?? []))],
    badRows,
  };
};
