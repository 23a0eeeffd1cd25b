import type { Tx } from '../../database/database.ts';
import type { LongWork } from '../../database/long-write.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Detail, invalidParam, Problem } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import type { Importable, Taken } from './apply.ts';
import { type FileRow, inRow, type ReadFile } from './reading.ts';
import type { Import } from './shapes.ts';

/** What an import answers. */
export type ImportWire = Static<typeof Import>;

/** Oldest first where every row has its own id, so that search and lists show them in the same order. */
const inOrder = (rows: readonly FileRow[]): readonly FileRow[] => {
  if (!rows.every(({ fields }) => typeof fields.id === 'string')) return rows;
  return rows.toSorted((left, right) => (String(left.fields.id) < String(right.fields.id) ? -1 : 1));
};

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');

const detailsOf = (row: number, error: unknown): Detail[] => {
  if (isConstraint(error)) {
    // Ids inside a row, of refunds or movements of credits, are looked at by their tables alone.
    const message =
      'Something in this row has an id that is taken already. Leave the ids of refunds and movements out.';
    return [inRow(row, { param: '', code: 'parameter_invalid', message })];
  }
  if (!(error instanceof Problem)) throw error;
  const { code, message, extra } = error;
  const details = extra.details ?? [{ param: extra.param ?? '', code, message }];
  return details.map((detail) => inRow(row, detail));
};

/** Runs the rule of one row; a refusal undoes what the row did and is kept beside those of other rows. */
const attempt = <T>(tx: Tx, row: number, problems: Detail[], work: () => T): T | undefined => {
  tx.db.query('SAVEPOINT row').run();
  try {
    return work();
  } catch (error) {
    problems.push(...detailsOf(row, error));
    tx.db.query('ROLLBACK TO row').run();
    return undefined;
  } finally {
    tx.db.query('RELEASE row').run();
  }
};

/** @throws Problem 400 when another row was about this record. */
const refuseTwice = (first: number | undefined): void => {
  if (first === undefined) return;
  throw invalidParam('', `This row is about the same record as row ${first}. Leave one of them out.`);
};

const refusal = (problems: readonly Detail[], rows: number): Problem => {
  const bad = new Set(problems.map(({ row }) => row)).size;
  const message = `${bad} of ${rows} rows cannot be imported, and nothing was written. Correct them and send the file again.`;
  const ordered = problems.toSorted((left, right) => Number(left.row) - Number(right.row));
  return new Problem(400, 'parameter_invalid', message, { param: 'body', details: ordered });
};

/** A family's file on its way in. */
export interface Load {
  readonly family: Importable;
  readonly file: ReadFile;
  readonly caller: Caller;
  readonly dryRun: boolean;
  /** Told of the answer inside the transaction that it is about. */
  readonly concluded?: (tx: Tx, answer: ImportWire) => void;
}

/**
 * Takes in every row of a file or none (appliance.md "Verbs"), each by the rules of its family.
 * @throws Problem 400 with everything that is wrong with every row.
 */
export const importing = ({ family, file, caller, dryRun, concluded }: Load): LongWork<ImportWire> =>
  function* (tx) {
    const problems = [...file.problems];
    const isBad = new Set(problems.map(({ row }) => row));
    const taken = new Map<number, Taken>();
    const rowOf = new Map<string, number>();
    const rows = inOrder(file.rows).filter(({ row }) => !isBad.has(row));
    for (const { row, fields } of rows) {
      yield;
      const result = attempt(tx, row, problems, () => {
        const result = family.take(tx, caller, fields);
        refuseTwice(rowOf.get(result.id));
        return result;
      });
      if (result === undefined) continue;
      rowOf.set(result.id, row);
      taken.set(row, result);
    }
    for (const { row, fields } of family.finish === undefined ? [] : rows) {
      yield;
      const result = taken.get(row);
      if (result === undefined) continue;
      const isChanged = attempt(tx, row, problems, () => family.finish?.(tx, caller, fields, result.id));
      if (isChanged === true && result.action === 'unchanged') taken.set(row, { ...result, action: 'updated' });
    }
    if (problems.length > 0) throw refusal(problems, file.count);
    const answer = answerOf(family.name as ImportWire['family'], file, taken, dryRun);
    concluded?.(tx, answer);
    return answer;
  };

const answerOf = (
  family: ImportWire['family'],
  { rows, ignoredColumns }: ReadFile,
  taken: ReadonlyMap<number, Taken>,
  dryRun: boolean,
): ImportWire => {
  const results = rows.flatMap(({ row }) => {
    const result = taken.get(row);
    if (result === undefined) return [];
    const { action, id } = result;
    return [{ row, action, id: dryRun && action === 'created' ? null : id }];
  });
  const count = (action: Taken['action']) => results.filter((result) => result.action === action).length;
  return {
    object: 'import',
    family,
    dryRun,
    rows: rows.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    ignoredColumns: [...ignoredColumns],
    results,
  };
};
