import { dateFormat, shownOn } from '../../../kernel/date-formats.ts';
import { addDays } from '../../base/time/local-time.ts';

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type WeekDay = (typeof DAYS)[number];

/** The number of a weekday as JavaScript counts, from Sunday. */
const dayNumber = (day: WeekDay): number => DAYS.indexOf(day);

/** The first date of the week in which a date lies. */
export const weekStartOf = (date: string, first: WeekDay): string => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday - dayNumber(first) + 7) % 7));
};

export const datesFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Names of dates in a locale. Dates are of no zone. */
export const dateWords = (locale: string) => {
  const on = (options: Intl.DateTimeFormatOptions) => (date: string) =>
    dateFormat(locale, options).format(shownOn(date));
  const range = dateFormat(locale, { day: 'numeric', month: 'long' });
  return {
    /** 23 to 29 November */
    range: (from: string, to: string): string => range.formatRange(shownOn(from), shownOn(to)),
    /** Friday 27 November */
    long: on({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** Fri */
    weekday: on({ weekday: 'short' }),
    /** F */
    narrow: on({ weekday: 'narrow' }),
    /** 27 */
    day: (date: string): string => String(Number(date.slice(8))),
  };
};
