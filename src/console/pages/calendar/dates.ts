import { addDays } from '../../local-time.ts';

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type WeekDay = (typeof DAYS)[number];

/** The number of a weekday as JavaScript counts, from Sunday. */
const dayNumber = (day: WeekDay): number => DAYS.indexOf(day);

/** The first date of the week in which a date lies. */
export const weekStartOf = (date: string, first: WeekDay): string => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday - dayNumber(first) + 7) % 7));
};

/** Dates in a row. */
export const datesFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Names of dates in a locale. Dates are of no zone. */
export const dateWords = (locale: string) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const range = format({ day: 'numeric', month: 'long' });
  const long = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const weekday = format({ weekday: 'short' });
  const narrow = format({ weekday: 'narrow' });
  return {
    /** 23 to 29 November */
    range: (from: string, to: string): string => range.formatRange(utc(from), utc(to)),
    /** Friday 27 November */
    long: (date: string): string => long.format(utc(date)),
    /** Fri */
    weekday: (date: string): string => weekday.format(utc(date)),
    /** F */
    narrow: (date: string): string => narrow.format(utc(date)),
    /** 27 */
    day: (date: string): string => String(Number(date.slice(8))),
  };
};
