/**
 * Dates and times as a locale writes them, on the server and in browsers. They are given as what a clock shows, in ms as if it
 * were in UTC: the rules of time zones are the server's, not those of the runtime. Formats are made once, since making one takes
 * longer than writing with it.
 */

import { BoundedMap } from './bounded-map.ts';
import { hourOf } from './clock-hours.ts';

export type DateOptions = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;

/** More than the locales of a studio's readers have. */
export const MOST_FORMATS = 1_000;
const dateFormats = new BoundedMap<Intl.DateTimeFormat>(MOST_FORMATS);

/** Writes instants by the rules of time zones of the runtime: for browsers, which have no others for a zone of no site. */
export const runtimeDateFormat = (locale: string, options: DateOptions, timeZone: string): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const made = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  dateFormats.set(key, made);
  return made;
};

/** Writes what a clock shows. */
export const dateFormat = (locale: string, options: DateOptions): Intl.DateTimeFormat =>
  runtimeDateFormat(locale, options, 'UTC');

/** How a locale writes a time: 18:00, or 6:00 PM. */
export const clockOf = (locale: string) => ({ ...hourOf(locale), minute: '2-digit' }) as const;

/** A date (YYYY-MM-DD), which is of no zone, as `dateFormat` takes it. */
export const shownOn = (date: string): number => Date.parse(`${date}T12:00:00Z`);

/** 61 days ago, yesterday; negative for the past. */
export const relativeDaysText = (locale: string, days: number): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');

/** in 18 min., 5 min. ago; hours from 90 minutes on. */
export const relativeMinutesText = (locale: string, minutes: number): string => {
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' });
  return Math.abs(minutes) < 90 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour');
};
