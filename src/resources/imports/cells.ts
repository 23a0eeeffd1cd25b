import type { Column } from '../../http/csv-columns.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { branchesOf } from '../../kernel/schemas.ts';

/** The orders of day, month and year in a file. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const ambiguous = (text: string, first: string, second: string, year: string) =>
  invalidParam(
    '',
    `'${text}' can be ${iso(year, first, second)} or ${iso(year, second, first)}. Say which comes first: ` +
      "dates=mdy for month/day/year, dates=dmy for day/month/year (studiod import: '--dates mdy').",
  );

/** A date as `YYYY-MM-DD`; other text stays, and validation reports it. @throws Problem 400 for an ambiguous one. */
const readDate = (text: string, order: DateOrder | undefined): string => {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) return iso(year, month, day);
  const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (first === undefined || second === undefined || last === undefined) return text;
  if (order === 'mdy') return iso(last, first, second);
  if (order === 'dmy') return iso(last, second, first);
  if (order === 'ymd') return text;
  if (Number(first) > 12) return iso(last, second, first);
  if (Number(second) > 12 || first === second) return iso(last, first, second);
  throw ambiguous(text, first, second, last);
};

/** Reads a cell of one column into what its field takes. */
export type CellReader = (text: string) => string;

/** What reads the cells of a column; undefined where they are taken as they are. */
export const cellReader = ({ schema }: Column, order: DateOrder | undefined): CellReader | undefined => {
  if (schema.format === 'date') return (text) => readDate(text, order);
  if (schema.type === 'boolean') {
    return (text) => (/^(?:yes|y)$/i.test(text) ? 'true' : /^(?:no|n)$/i.test(text) ? 'false' : text);
  }
  const words = new Map(
    branchesOf(schema).flatMap((branch) =>
      typeof branch.const === 'string' ? [[bare(branch.const), branch.const] as const] : [],
    ),
  );
  return words.size === 0 ? undefined : (text) => words.get(bare(text)) ?? text;
};
