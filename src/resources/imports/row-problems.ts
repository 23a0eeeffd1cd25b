import type { Fields } from '../../http/csv-columns.ts';
import { isObject } from '../../kernel/objects.ts';
import { type Detail, invalidDetail, Problem } from '../../kernel/problem.ts';

export const MAX_PROBLEMS = 100;
/** The first rows and values that are shown for each cause. */
const MAX_ROWS = 10;
const MAX_VALUES = 3;
const MAX_REASONS = 10;
const NOT_EXPLAINED = 'There are too many problems to explain this one. Correct the others first.';

/** A name or a value of a file as messages show it. */
export const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}...` : text);

export const inRow = (row: number, { param, ...detail }: Detail): Detail => {
  const column = cut(param, 200);
  return {
    ...detail,
    param: column === '' ? `rows[${row}]` : `rows[${row}].${column}`,
    row,
    column: column === '' ? null : column,
    code: detail.code,
    message: cut(detail.message, 1000),
  };
};

export const columnOf = ({ column }: Detail): string | null => (typeof column === 'string' ? column : null);

/** A problem by its code and reason, with the facts by which a page says it in its own words. */
export const problemOf = (detail: Detail) => {
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

interface Cause {
  readonly row: number;
  readonly detail: Detail;
  readonly rows: number[];
  readonly values: Set<string>;
  count: number;
  lastRow: number;
}

/** Problems with the same text have the same cause, whatever the values and numbers in it. */
const causeOf = ({ param, code, message }: Detail): string => {
  const place = cut(param, 200).replaceAll(/\[\d+\]/g, '[]');
  const text = cut(message, 1000).replaceAll(/'[^']*'/g, "''");
  return `${code} ${place} ${text.replaceAll(/\d+/g, '0')}`;
};

/** The value of a field, such as `address.city` or `tags[1]`, as messages show it; undefined when there is none. */
const valueAt = (fields: Fields, param: string): string | undefined => {
  let value: unknown = fields;
  for (const step of cut(param, 200).split(/[.[\]]+/)) {
    if (step === '') continue;
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return typeof value === 'object' || value === undefined ? undefined : short(String(value));
};

/** The problems of the rows of a file, by cause: a file can have millions of them. */
export class RowProblems {
  readonly #causes = new Map<string, Cause>();
  /** The causes of details that are used again and again. */
  readonly #causeOfDetail = new WeakMap<Detail, Cause>();
  readonly #rows = new Set<number>();
  /** What is wrong with each row, where that is wanted. */
  readonly #details: Map<number, Detail[]> | undefined;
  #unexplained = 0;
  #hasMore = false;

  /** @param keepsReasons whether to keep what is wrong with each row: a file can have millions of rows. */
  constructor(keepsReasons = false) {
    this.#details = keepsReasons ? new Map() : undefined;
  }

  get rows(): number {
    return this.#rows.size;
  }

  has(row: number): boolean {
    return this.#rows.has(row);
  }

  /** @param of the fields of the row, or the cell that the problem is about */
  add(row: number, detail: Detail, of?: Fields | string): void {
    this.#rows.add(row);
    this.#note(row, detail);
    const cause = this.#causeOfDetail.get(detail) ?? this.#find(row, detail);
    if (cause === undefined) {
      this.#hasMore = true;
      return;
    }
    if (cause.lastRow !== row) {
      cause.count += 1;
      cause.lastRow = row;
      if (cause.rows.length < MAX_ROWS) cause.rows.push(row);
    }
    const value =
      of === undefined || detail.param === '' || cause.values.size === MAX_VALUES
        ? undefined
        : typeof of === 'string'
          ? short(of)
          : valueAt(of, detail.param);
    if (value !== undefined) cause.values.add(value);
  }

  /** Adds a row whose problems are not listed. */
  addUnexplained(row: number): void {
    this.#rows.add(row);
    this.#unexplained += 1;
  }

  #note(row: number, detail: Detail): void {
    const details = this.#details?.get(row) ?? [];
    if (this.#details === undefined || details.length >= MAX_REASONS) return;
    details.push(detail);
    this.#details.set(row, details);
  }

  #find(row: number, detail: Detail): Cause | undefined {
    const key = causeOf(detail);
    const existing = this.#causes.get(key);
    if (existing === undefined && this.#causes.size === MAX_PROBLEMS) return undefined;
    const cause = existing ?? { row, detail: inRow(row, detail), rows: [], values: new Set(), count: 0, lastRow: -1 };
    this.#causes.set(key, cause);
    this.#causeOfDetail.set(detail, cause);
    return cause;
  }

  /** The causes in the order of their first rows, each with its count, its first rows and some of the values. */
  causes() {
    return [...this.#causes.values()]
      .toSorted((left, right) => left.row - right.row)
      .map(({ detail, count, rows, values }) => ({ detail, count, rows, values: [...values] }));
  }

  causesView() {
    return this.causes().map(({ detail, count, rows, values }) => ({
      ...problemOf(detail),
      message: detail.message,
      count,
      rows: [...rows],
      values,
    }));
  }

  /** The rows that cannot be imported in their order, each with what is wrong, which is kept where the problems are noted. */
  *details(): Generator<{ readonly row: number; readonly details: readonly Detail[] }, void> {
    for (const row of [...this.#rows].toSorted((left, right) => left - right)) {
      const details = this.#details?.get(row) ?? [invalidDetail('', NOT_EXPLAINED, { reason: 'not_explained' })];
      yield { row, details: details.map((detail) => inRow(row, detail)) };
    }
  }

  /** 400 with the causes, each with its count, its first rows and some of the values. `wanted` is what the file wants besides. */
  rejection(rows: number, wanted: readonly Detail[]): Problem {
    const causes = this.causes().map(({ detail, count, rows, values }) => ({
      ...detail,
      count,
      rows,
      ...(values.length === 0 ? {} : { values }),
    }));
    const details = [...wanted, ...causes];
    const sentences = [
      `${this.#rows.size} of ${rows} rows cannot be imported, and nothing was written. Correct them and send the file again.`,
      ...(this.#hasMore ? [`The first ${MAX_PROBLEMS} causes are listed.`] : []),
      ...(this.#unexplained > 0 ? [`The counts leave out ${this.#unexplained} further rows.`] : []),
    ];
    return new Problem(400, 'parameter_invalid', sentences.join(' '), { param: 'body', details });
  }
}
