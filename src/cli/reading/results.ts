import type { Database } from 'bun:sqlite';
import { csvLine, escapeFormula } from '../../kernel/csv.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { VerbError } from '../verb.ts';
import { readingStatement } from './statement.ts';

export const FORMATS = ['table', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** The most text of a result, in characters. */
const MAX_TEXT = 32 * 1024 ** 2;
const MAX_CELL = 60;

type Value = string | number | bigint | boolean | null | Uint8Array;

interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  readonly hasMore: boolean;
}

/** Bytes as SQL writes them; text is as it is. */
const plainOf = (value: Value): string | number | boolean | null => {
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return typeof value === 'bigint' ? String(value) : value;
};

const read = (db: Database, query: string, maxRows: number): Result => {
  const statement = db.prepare<Record<string, Value>, []>(readingStatement(query));
  const columns = statement.columnNames;
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two columns are named '${twice}'; rename one with AS`);
  const rows: Value[][] = [];
  let size = 0;
  for (const row of statement.iterate()) {
    if (rows.length === maxRows) return { columns, rows, hasMore: true };
    const values = columns.map((name) => row[name] ?? null);
    for (const value of values) size += typeof value === 'string' ? value.length : 8;
    if (size > MAX_TEXT) throw new Error('the result is larger than 32 MiB; select fewer rows or columns');
    rows.push(values);
  }
  return { columns, rows, hasMore: false };
};

const cellOf = (value: Value): string => {
  const text = String(plainOf(value) ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 3)}...` : text;
};

const tableOf = ({ columns, rows }: Result): string => {
  const cells = rows.map((row) => row.map(cellOf));
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const isNumber = columns.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === 'number'));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
};

const jsonOf = ({ columns, rows }: Result): string =>
  JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], plainOf(value)]))));

const csvOf = ({ columns, rows }: Result): string =>
  [csvLine(columns), ...rows.map((row) => csvLine(row.map((value) => escapeFormula(String(plainOf(value) ?? '')))))]
    .join('')
    .trimEnd();

const writers: Readonly<Record<Format, (result: Result) => string>> = { table: tableOf, json: jsonOf, csv: csvOf };

/**
 * Runs a query, and returns the text of its first rows and whether there are more.
 * @throws VerbError with the message of SQLite.
 * @throws UsageError for a statement that does not read.
 */
export const textOfQuery = (
  db: Database,
  query: string,
  { format, maxRows }: { readonly format: Format; readonly maxRows: number },
): { readonly text: string; readonly hasMore: boolean } => {
  try {
    const result = read(db, query, maxRows);
    return { text: writers[format](result), hasMore: result.hasMore };
  } catch (error) {
    if (!(error instanceof Error) || (error.constructor !== Error && error.name !== 'SQLiteError')) throw error;
    const tables = error.message.startsWith('no such table') ? ' The tables: pragma table_list' : '';
    throw new VerbError(`${errorMessage(error)}.${tables}`);
  }
};
