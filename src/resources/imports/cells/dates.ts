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

/** A date as `YYYY-MM-DD`; other text stays, and validation reports it. @throws Problem 400 for an ambiguous one. */
export const readDate = (text: string, order: DateOrder | undefined): string => {
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

/** How days become instants. */
interface Days {
  readonly order: DateOrder | undefined;
  readonly timezone: string;
  /** Whether a day stands for its end, as the day of an expiry does. */
  readonly isEnd: boolean;
}

const WALL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A day, or a day and a time, in a time zone as an instant; other text stays. @throws Problem 400 for an ambiguous date. */
export const readInstant = (text: string, { order, timezone, isEnd }: Days): string => {
  const [, day = '', time] = /^(\d[\d./-]*\d)(?:,?\s+(.+))?$/.exec(text) ?? [];
  const date = readDate(day, order);
  if (!isLocalDate(date)) return text;
  if (time === undefined) return isEnd ? isoInstant(endOfDay(date, timezone)) : startOfDate(date, timezone);
  const wall = readWallTime(time.trim());
  return WALL_TIME.test(wall) ? isoInstant(instantOf(date, wall, timezone)) : text;
};
