import type { Detail } from '../kernel/problem.ts';
import type { ImportResponse } from '../resources/imports/import-file.ts';

export interface FileResult extends ImportResponse {
  readonly file: string;
}

/** A problem of a file as a line of the terminal. */
export const explainDetail = ({ row, column, param, message, count, rows, values }: Detail): string => {
  const place =
    row === undefined
      ? ['map', 'values', 'names', 'dates'].includes(param)
        ? `--${param}`
        : param
      : `row ${row}${typeof column === 'string' ? `, ${column}` : ''}`;
  const shown = Array.isArray(values) ? ` Found: ${values.map((value) => JSON.stringify(value)).join(', ')}.` : '';
  const first = Array.isArray(rows) ? rows.join(', ') : '';
  const others =
    typeof count === 'number' && count > 1 ? ` The same problem is in ${count} rows, first in ${first}.` : '';
  return `${place}: ${message}${shown}${others}`;
};

/** What came of a file, what was skipped, and how it was read. */
export const lineOf = ({
  file,
  dryRun,
  rows,
  created,
  updated,
  unchanged,
  skipped,
  causes,
  ignoredColumns,
  notes,
}: FileResult): string => {
  const would = dryRun ? 'would be ' : '';
  const ignored = ignoredColumns.length > 0 ? `; ignored: ${ignoredColumns.join(', ')}` : '';
  const left = skipped > 0 ? `, ${skipped} ${would}skipped` : '';
  const first = `${file}: ${rows} rows: ${created} ${would}created, ${updated} ${would}updated, ${unchanged} unchanged${left}${ignored}`;
  const skippedLines = causes.map(
    ({ message, count, rows: at }) =>
      `  Skipped ${count === 1 ? `row ${at[0]}` : `${count} rows, first ${at.join(', ')}`}: ${message}`,
  );
  return [first, ...skippedLines, ...notes.map(({ message }) => `  ${message}`)].join('\n');
};
