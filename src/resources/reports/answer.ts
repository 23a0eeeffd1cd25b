import type { Read } from '../../database/database.ts';
import { cellsOf, columnsOf } from '../../http/csv-columns.ts';
import type { RuleResponse } from '../../http/operations/call.ts';
import { TextFile } from '../../http/operations/files.ts';
import { InSteps } from '../../http/operations/handlers/in-steps.ts';
import type { Caller } from '../../kernel/caller.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts';
import type { TObject } from '../../kernel/schemas.ts';
import { requireRange } from './range.ts';
import { type Reads, type ReportQuery, type Steps, type Subject, subjectOf } from './sources.ts';

/** The tables of a report by their names: the schema of a row of each. */
type Tables = Readonly<Record<string, TObject>>;

interface TableQuery extends ReportQuery {
  readonly format?: 'json' | 'csv';
  readonly table?: string;
}

interface Kind {
  /** As in `attendance_report`. */
  readonly object: string;
  /** As in the path of the report. */
  readonly name: string;
  readonly tables: Tables;
  readonly steps: (reads: Reads, subject: Subject, caller: Caller) => Steps<object>;
}

/** A table of a report as a file for a spreadsheet. */
const fileOf = ({ name, tables }: Kind, report: object, { table, from, to }: TableQuery): TextFile => {
  const [first = ''] = Object.keys(tables);
  const wanted = table ?? first;
  const shape = tables[wanted];
  if (shape === undefined) throw new Error(`the report has no table '${wanted}'`);
  const columns = columnsOf(shape);
  const rows: readonly object[] = Reflect.get(report, wanted);
  const lines = rows.map((row) => csvLine(cellsOf(columns, row)));
  return new TextFile(
    `${name}-${wanted}-${from}-${to}`,
    'csv',
    BYTE_ORDER_MARK + csvLine(columns.map((column) => column.name)) + lines.join(''),
  );
};

/** A report in its envelope, made in steps. */
export const answer = (read: Read, caller: Caller, query: TableQuery, kind: Kind): RuleResponse => {
  const range = requireRange(query);
  const subject = subjectOf(read, caller, range, query);
  return new InSteps(function* (reads) {
    const report = yield* kind.steps(reads, subject, caller);
    if (query.format === 'csv') return fileOf(kind, report, query);
    const { locationId, before } = subject;
    return { object: kind.object, ...range, locationId, before: before ?? null, ...report };
  });
};
