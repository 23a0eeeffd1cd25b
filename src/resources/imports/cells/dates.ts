// Dates, instants and times of day as people write them.

import { isoInstant } from '../../../kernel/clock.ts';
import { isInstant } from '../../../kernel/formats.ts';
import { endOfDay, instantOf, isLocalDate, startOfDate } from '../../../kernel/local-time.ts';
import { invalidParam, type Problem } from '../../../kernel/problem.ts';
import { type ColumnNote, noteOf } from '../notes.ts';
import { short } from '../row-problems.ts';

/** The values that a note shows. */
const MOST_SHOWN = 3;

/** The orders of day, month and year in a file. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const WHICH_ORDER = "dates=mdy for month/day/year, dates=dmy for day/month/year (studiod import: '--dates mdy')";

const ambiguous = (text: string, first: string, second: string, year: string) =>
  invalidParam(
    '',
    `'${text}' can be ${iso(year, first, second)} or ${iso(year, second, first)}. Choose the order: ${WHICH_ORDER}.`,
    { reason: 'unclear_date' },
  );

/** The forms of a day that are read, as messages say them. */
const DAYS_READ = "1985-03-15, 15.03.1985 or 3/15/1985 (with 'dates'), 15-Mar-1985 and Mar 15, 1985";

const noDate = (text: string): Problem =>
  invalidParam('', `'${short(text)}' is not a supported date. Supported: ${DAYS_READ}, with or without a midnight.`, {
    reason: 'not_a_date',
  });

const noInstant = (text: string): Problem =>
  invalidParam(
    '',
    `'${short(text)}' is not a supported date or time. Dates are ${DAYS_READ}, optionally with a time of day (14:30, 14:30:15, 2:30 PM), ` +
      'and timestamps with an offset 2026-03-04T14:30:15Z.',
    { reason: 'not_a_time' },
  );

/** The beginnings of the names of months: in English, German, Spanish and French. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene)/,
  /^(?:feb|f[ée]v)/,
  /^(?:mar|m[äa]r|mrz)/,
  /^(?:apr|abr|avr)/,
  /^(?:ma[iy])/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|ago|ao[uû])/,
  /^(?:sep|set)/,
  /^(?:o[ck]t)/,
  /^nov/,
  /^(?:de[cz]|dic|d[ée]c)/,
];

/** `de` of `15 de marzo de 1985`, and the spaces and signs between the parts of a date. */
const GAP = String.raw`(?:[ ./-]+|\.?\s+de\s+)`;
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})(?:er|st|nd|rd|th)?${GAP}(\p{L}{3,10})\.?(?:,|${GAP})\s*(\d{4})\b(.*)$`,
  'iu',
);
const MONTH_FIRST = /^(\p{L}{3,10})\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4})\b(.*)$/u;

/** A date with the name of its month, such as `Mar 4, 2026`, `4-Mar-2026` and `4 de marzo de 2026`, in digits; other text stays. */
const inDigits = (text: string): string => {
  const [, dayFirst, nameSecond, yearThird, restOfDay] = DAY_FIRST.exec(text) ?? [];
  const [, nameFirst, daySecond, yearLast, restOfMonth] = MONTH_FIRST.exec(text) ?? [];
  const name = (nameSecond ?? nameFirst)?.toLowerCase();
  const month = name === undefined ? -1 : MONTHS.findIndex((begins) => begins.test(name));
  const [day, year] = [dayFirst ?? daySecond, yearThird ?? yearLast];
  if (month === -1 || day === undefined || year === undefined) return text;
  return iso(year, String(month + 1), day) + (restOfDay ?? restOfMonth ?? '');
};

const SHORT_YEAR = /^((?:0?[1-9]|[12]\d|3[01])(?:[-/.]\d{1,2}[-/.]|[ ./-]+\p{L}{3,10}\.?[ ./,-]+))(\d{2})(?=$|[ ,T])/u;
/** The same where the year is first: `92-11-05`. */
const SHORT_YEAR_FIRST = /^(\d{2})(?=[-/.]\d{1,2}[-/.]\d{1,2}(?:$|[ ,T]))/u;

const fullYear = (digits: string, latest: number): number => {
  const year = latest - (latest % 100) + Number(digits);
  return year > latest ? year - 100 : year;
};

/** A date whose year has two digits and is last, such as `5.11.92`, with the year in full; other text stays. @param latest that year at most */
export const inFullYears = (text: string, latest: number): string =>
  text.replace(SHORT_YEAR, (_, before: string, digits: string) => `${before}${fullYear(digits, latest)}`);

/**
 * The same for cells of a file whose order of dates is known; the year is first in `ymd`.
 * @throws Problem 400 where no one has said the order.
 */
export const withFullYear = (text: string, order: DateOrder | undefined, latest: number): string => {
  if (order === 'ymd') {
    return text.replace(SHORT_YEAR_FIRST, (_, digits: string) => String(fullYear(digits, latest)));
  }
  const full = inFullYears(text, latest);
  if (order !== undefined || full === text) return full;
  const message = `The year of '${short(text)}' has two digits. Choose the order of the dates: ${WHICH_ORDER}.`;
  throw invalidParam('', message, { reason: 'unclear_date' });
};

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

/** A date as `YYYY-MM-DD`; other text stays. @throws Problem 400 for an ambiguous one. */
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

const WITH_TIME = /^(.*?\d{4}.*?)[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?|Z)?)$/i;
const MIDNIGHT = /^(?:0?0:00(?::00(?:\.0+)?)?Z?|12:00(?::00(?:\.0+)?)? ?a\.?m\.?)$/i;

/** A date whose time of day is left out; other text stays. @throws Problem 400 for an ambiguous one. */
export const dayIn = (text: string, order: DateOrder | undefined): string =>
  readDate(WITH_TIME.exec(text)?.[1]?.trim() ?? text, order);

/** More characters than any day and time has. */
const LONGEST = 80;

/**
 * A date, with or without the midnight that spreadsheets add. With another time it may be an instant, whose day depends on the time zone.
 * @throws Problem 400 for an ambiguous one, and for other text.
 */
export const readDay = (text: string, order: DateOrder | undefined): string => {
  const time = text.length > LONGEST ? undefined : WITH_TIME.exec(text)?.[2];
  const isRead = text.length <= LONGEST && (time === undefined || MIDNIGHT.test(time));
  const day = isRead ? dayIn(text, order) : text;
  if (!isLocalDate(day)) throw noDate(text);
  return day;
};

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

/** A day, or a day and a time, in a time zone as an instant. @throws Problem 400 for an ambiguous date, and for other text. */
export const readInstant = (given: string, { order, timezone, isEnd }: Days): string => {
  if (isInstant(given)) return given;
  if (given.length > LONGEST) throw noInstant(given);
  const text = inDigits(given);
  const [, day = '', time] = /^(\d[\d./-]*\d)(?:(?:,?\s+|T)(.+))?$/.exec(text) ?? [];
  const date = readDate(day, order);
  if (!isLocalDate(date)) throw noInstant(given);
  if (time === undefined) return isEnd ? isoInstant(endOfDay(date, timezone)) : startOfDate(date, timezone);
  const [, untilMinutes = time, seconds = ':00', half = ''] =
    /^(\d{1,2}:\d{2})(:[0-5]\d(?:\.\d{1,9})?)(\s*[ap]\.?m\.?)?$/i.exec(time.trim()) ?? [];
  const wall = readWallTime((untilMinutes + half).trim());
  if (!WALL_TIME.test(wall)) throw noInstant(given);
  return isoInstant(instantOf(date, wall + seconds.slice(0, 7), timezone));
};

/** The first year in which someone who comes to a studio was born. */
const FIRST_BIRTH = '1900';
const YEARS_OF_A_CENTURY = 100;

/** The days of birth of a column: impossible ones are left out and reported. */
export class Birthdays {
  readonly #heading: string;
  readonly #today: string | undefined;
  readonly #leftOut = new Set<string>();
  #count = 0;

  /** @param today after which no one was born. */
  constructor(heading: string, today: string | undefined) {
    this.#heading = short(heading);
    this.#today = today;
  }

  /** The day of a cell, '' for one that is no birthday. @throws Problem 400, as `readDay`. */
  read(text: string, order: DateOrder | undefined): string {
    if (/^0{1,4}[-/.]0{1,2}[-/.]0{1,4}(?:[ T]|$)/.test(text)) return this.#leaveOut(text);
    const today = this.#today;
    const full = today === undefined ? text : withFullYear(text, order, Number(today.slice(0, 4)));
    const day = readDay(full, order);
    if (day < FIRST_BIRTH) return this.#leaveOut(text);
    if (today === undefined || day <= today) return day;
    // A birthday later this year means a hundred years ago.
    return full === text ? this.#leaveOut(text) : `${Number(day.slice(0, 4)) - YEARS_OF_A_CENTURY}${day.slice(4)}`;
  }

  #leaveOut(text: string): string {
    this.#count += 1;
    if (this.#leftOut.size < MOST_SHOWN) this.#leftOut.add(short(text));
    return '';
  }

  note(): ColumnNote | undefined {
    if (this.#count === 0) return undefined;
    const values = Array.from(this.#leftOut, (text) => `'${text}'`).join(', ');
    const rows = this.#count === 1 ? '1 row' : `${this.#count} rows`;
    const message = `Column '${this.#heading}': ${values} cannot be a birthday, so ${rows} were imported without one.`;
    const examples = Array.from(this.#leftOut, (text) => ({ text, value: '' }));
    return noteOf('birthdays_left_out', this.#heading, message, { examples, facts: { count: this.#count } });
  }
}
