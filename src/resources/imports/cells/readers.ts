import type { Column } from '../../../http/csv-columns.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import type { TSchema } from '../../../kernel/schemas.ts';
import { short } from '../row-problems.ts';
import { bareWord } from './bare-word.ts';
import { type ChoiceColumn, wordsOf } from './choices.ts';
import { readCountry } from './countries.ts';
import { type Birthdays, type DateOrder, readDay, readInstant, readWallTime, withFullYear } from './dates.ts';
import { readDays, readMinutes } from './days.ts';
import type { MoneyColumn } from './money.ts';

/** A value of a list: in quotes, in which a doubled quote is one quote, or up to the next separator. */
const VALUE = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|]|$)|([^,;|]*))(?:[,;|]|$)/gsu;

/**
 * The values of a list in a cell, which are separated by `,`, `;` or `|`; a value that has one of these is in quotes
 * (moving.md "Lists").
 */
export const listedIn = (text: string): string[] =>
  Array.from(text.matchAll(VALUE), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim()).filter(
    Boolean,
  );

/** Reads a cell of one column into what its field takes. @param cells the cells of its row */
export type CellReader = (text: string, cells: readonly string[]) => string;

interface Cells {
  readonly order: DateOrder | undefined;
  /** The time zone of its days and times. */
  readonly timezone: string;
  readonly language: string;
  /** The day today, for years of two digits. */
  readonly today: string | undefined;
  /** Whether the file is an export of studiod itself, whose cells are what they are. */
  readonly isOwn: boolean;
  /** The column, if it has amounts. */
  readonly money: MoneyColumn | undefined;
  /** The column, if it takes one of a few words. */
  readonly choices: ChoiceColumn | undefined;
  /** The column, if it has days of birth. */
  readonly birthdays: Birthdays | undefined;
}

const NOTHING = /^(?:-{1,2}|–|—|n\/a)$/i;
/** The same in columns that are not text. */
const NULL = /^null$/i;
/** What databases and spreadsheets write for nothing. A person can be called Null. */
const NO_VALUE = /^(?:NULL|#N\/A|#N\/D|#NV)$/;

/** Whether a cell of a column that is not free text says that there is nothing. */
export const isNothing = (text: string): boolean => NOTHING.test(text) || NULL.test(text) || NO_VALUE.test(text);

/** Digits that a spreadsheet takes for a number: phone, barcode, fob number, external ids. */
const DIGITS = /(?:^|\.)(?:phone|barcode|fobNumber|externalId)$|ExternalId$/;
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;
const WITH_FRACTION = /^(\+?\d+)[.,]0{1,2}$/;

/** The digits of a number that a spreadsheet has spoilt (moving.md "Numbers"). @throws Problem 400 where some are lost. */
const readDigits = (text: string, isOwn: boolean): string => {
  if (SHORTENED.test(text)) {
    const message = 'Excel has shortened this number. Format the column as text and export it again.';
    throw invalidParam('', `'${short(text)}': ${message}`, { reason: 'shortened_number' });
  }
  return isOwn ? text : text.replace(WITH_FRACTION, '$1');
};

/** Whether a field is text of any kind, in which such words may mean something. */
const isFreeText = ({ type, format, pattern }: TSchema, words: ReadonlyMap<string, string>): boolean =>
  type === 'string' && format === undefined && pattern === undefined && words.size === 0;

/** The instants at which something ends: a day stands for its end. */
const ENDS = /(?:^|\.)(?:expiresAt|endsAt|enrollmentClosesAt|closesAt|commitBy|submitBy)$/;

/** The years ahead that a year of two digits can mean. */
const YEARS_AHEAD = 20;

const listReader = (words: ReadonlyMap<string, string>, language: string): CellReader => {
  const valuesOf = (text: string): string[] => listedIn(text).map((part) => words.get(bareWord(part)) ?? part);
  const read = words.has('monday') ? (text: string) => readDays(text, language) ?? valuesOf(text) : valuesOf;
  return (text) => (text.startsWith('[') ? text : JSON.stringify(read(text)));
};

const typedReader = (
  { schema, name }: Column,
  { order, timezone, language, today, isOwn, money, choices, birthdays }: Cells,
): CellReader | undefined => {
  const latest = today === undefined ? undefined : Number(today.slice(0, 4)) + YEARS_AHEAD;
  const full = (text: string): string => (latest === undefined ? text : withFullYear(text, order, latest));
  if (money !== undefined) return (text, cells) => money.read(text, cells);
  if (choices !== undefined) return (text) => choices.read(text);
  if (birthdays !== undefined) return (text) => birthdays.read(text, order);
  if (DIGITS.test(name)) return (text) => readDigits(text, isOwn);
  if (schema.format === 'date') return (text) => readDay(full(text), order);
  if (schema.format === 'date-time')
    return (text) => readInstant(full(text), { order, timezone, isEnd: ENDS.test(name) });
  if (schema.format === 'wall-time') return readWallTime;
  if (schema.format === 'country') return readCountry;
  if (name.endsWith('durationMinutes')) return readMinutes;
  if (schema.type === 'array') {
    const words = wordsOf(schema.items);
    // Where records are in the list, it is JSON. An export of studiod separates values with semicolons only.
    return schema.items?.type === 'object' || (isOwn && words.size === 0) ? undefined : listReader(words, language);
  }
  const words = wordsOf(schema);
  return words.size === 0 ? undefined : (text) => words.get(bareWord(text)) ?? text;
};

/** What reads the cells of a column; undefined where they are taken as they are. */
export const cellReader = (column: Column, cells: Cells): CellReader | undefined => {
  const read = typedReader(column, cells);
  const isFree = isFreeText(column.schema, wordsOf(column.schema));
  if (isFree && cells.isOwn) return read;
  const isEmpty = (text: string): boolean =>
    (!isFree && NOTHING.test(text)) || (read !== undefined && NULL.test(text)) || (!cells.isOwn && NO_VALUE.test(text));
  const { isNullable, isOptional } = column;
  return (text, row) => {
    // The null of an export.
    if (text === 'null' && isNullable && isOptional) return text;
    return isEmpty(text) ? '' : (read?.(text, row) ?? text);
  };
};
