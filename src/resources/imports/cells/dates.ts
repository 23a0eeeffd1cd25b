// Dates, instants and times of day as people write them.

import { isoInstant } from '../../../kernel/clock.ts';
import { endOfDay, instantOf, isLocalDate, startOfDate } from '../../../kernel/local-time.ts';
import { invalidParam } from '../../../kernel/problem.ts';

/** The orders of day, month and year in a file. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const ambiguous = (text: string, first: string, second: string, year: string) =>
  invalidParam(
    '',
    `'${text}' can be ${iso(year, first, second)} or ${iso(year, second, first)}. Say which comes first: ` +
      "dates=mdy for month/day/year, dates=dmy for day/month/year (studiod import: '--dates mdy').",
  );

/** The beginnings of the names of months: in English, German, Spanish and French. */
const MONTHS: readonly RegExp[] = [
  ...[/^(?:jan|ene)/, /^(?:feb|f[ée]v)/, /^(?:mar|m[äa]r|mrz)/, /^(?:apr|abr|avr)/, /^(?:ma[iy])/, /^(?:jun|juin)/],
  ...[/^(?:jul|juil)/, /^(?:aug|ago|ao[uû])/, /^(?:sep|set)/, /^(?:o[ck]t)/, /^nov/, /^(?:de[cz]|dic|d[ée]c)/],
];

/** A date with the name of its month, such as `Mar 4, 2026` and `4-Mar-2026`, in digits; other text stays. */
const inDigits = (text: string): string => {
  const [, dayFirst, nameSecond, yearThird, restOfDay] =
    /^(\d{1,2})[ .-]+(\p{L}{3,10})\.?[ ,-]+(\d{4})\b(.*)$/u.exec(text) ?? [];
  const [, nameFirst, daySecond, yearLast, restOfMonth] =
    /^(\p{L}{3,10})\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4})\b(.*)$/u.exec(text) ?? [];
  const name = (nameSecond ?? nameFirst)?.toLowerCase();
  const month = name === undefined ? -1 : MONTHS.findIndex((begins) => begins.test(name));
  const [day, year] = [dayFirst ?? daySecond, yearThird ?? yearLast];
  if (month === -1 || day === undefined || year === undefined) return text;
  return iso(year, String(month + 1), day) + (restOfDay ?? restOfMonth ?? '');
};

const SHORT_YEAR = /^((?:0?[1-9]|[12]\d|3[01])(?:[-/.]\d{1,2}[-/.]|[ .-]+\p{L}{3,10}\.?[ ,-]+))(\d{2})(?=$|[ ,T])/u;

/** A date whose year has two digits, such as `5.11.92`, with the year in full; other text stays. @param latest that year at most */
export const inFullYears = (text: string, latest: number): string =>
  text.replace(SHORT_YEAR, (_, before: string, digits: string) => {
    const year = latest - (latest % 100) + Number(digits);
    return `${before}${year > latest ? year - 100 : year}`;
  });

/** The numbers of a date in digits whose year is last, such as `3/4/2026`; undefined for other text. */
const numbersOf = (text: string): readonly [first: string, second: string, year: string] | undefined => {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ ,].*)?$/.exec(text) ?? [];
  return first === undefined || second === undefined || year === undefined ? undefined : [first, second, year];
};

/** The order that the numbers of a date leave open or decide; undefined for other text. */
export const orderOf = (text: string): 'mdy' | 'dmy' | 'either' | 'ambiguous' | undefined => {
  const [first, second] = numbersOf(text)?.map(Number) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (first === second) return 'either';
  if (first > 12) return 'dmy';
  return second > 12 ? 'mdy' : 'ambiguous';
};

/** A date as `YYYY-MM-DD`; other text stays, and validation reports it. @throws Problem 400 for an ambiguous one. */
const readDate = (given: string, order: DateOrder | undefined): string => {
  const text = inDigits(given);
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

/** A date whose time of day, which spreadsheets add, is left out. @throws Problem 400 for an ambiguous one. */
export const readDay = (text: string, order: DateOrder | undefined): string =>
  readDate(
    /^(.*?\d{4}.*?)[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?|Z)?$/i.exec(text)?.[1]?.trim() ?? text,
    order,
  );

/** A time of day as `HH:mm`; other text stays. */
export const readWallTime = (text: string): string => {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap])\.?m\.?$/i.exec(text) ??
    /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text) ??
    [];
  if (hours === undefined) return text;
  if (half === undefined) return `${hours.padStart(2, '0')}:${minutes}`;
  const hour = (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return Number(hours) < 1 || Number(hours) > 12 ? text : `${String(hour).padStart(2, '0')}:${minutes}`;
};

interface Days {
  readonly order: DateOrder | undefined;
  readonly timezone: string;
  /** Whether a day stands for its end, as the day of an expiry does. */
  readonly isEnd: boolean;
}

const WALL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A day, or a day and a time, in a time zone as an instant; other text stays. @throws Problem 400 for an ambiguous date. */
export const readInstant = (given: string, { order, timezone, isEnd }: Days): string => {
  const text = inDigits(given);
  const [, day = '', time] = /^(\d[\d./-]*\d)(?:(?:,?\s+|T)(.+))?$/.exec(text) ?? [];
  const date = readDate(day, order);
  if (!isLocalDate(date)) return text;
  if (time === undefined) return isEnd ? isoInstant(endOfDay(date, timezone)) : startOfDate(date, timezone);
  const [, untilMinutes = time, seconds = ':00', half = ''] =
    /^(\d{1,2}:\d{2})(:[0-5]\d(?:\.\d{1,9})?)(\s*[ap]\.?m\.?)?$/i.exec(time.trim()) ?? [];
  const wall = readWallTime((untilMinutes + half).trim());
  return WALL_TIME.test(wall) ? isoInstant(instantOf(date, wall + seconds.slice(0, 7), timezone)) : text;
};
