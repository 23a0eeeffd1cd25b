import { dateFormat } from '../../../kernel/date-formats.ts';
import { DAY_MS } from '../../../kernel/durations.ts';

/** The days of a week as the interface names them, from Monday. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof DAYS)[number];

/** 2024-01-01 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** The name of a weekday in the language of the page. */
export const dayName = (day: Day, locale: string, width: 'long' | 'short' | 'narrow'): string =>
  dateFormat(locale, { weekday: width }).format(MONDAY + DAYS.indexOf(day) * DAY_MS);

/** The weekday of a date (YYYY-MM-DD); undefined for any other text. */
export const weekdayOf = (date: string): Day | undefined =>
  DAYS[((Math.floor((Date.parse(`${date}T00:00:00Z`) - MONDAY) / DAY_MS) % 7) + 7) % 7];

export const weekFrom = (first: Day): readonly Day[] => {
  const at = DAYS.indexOf(first);
  return [...DAYS.slice(at), ...DAYS.slice(0, at)];
};
