/**
 * Dates, times, numbers and amounts as a locale writes them, on the server and in browsers. Dates are given as what a clock shows,
 * in ms as if it were in UTC: the rules of time zones are the server's, not those of the runtime. Formats are made once, since
 * making one takes longer than writing with it.
 */

import { BoundedMap } from './bounded-map.ts';
import { hourOf, has12Hours as isTwelve } from './clock-hours.ts';
import { currencyDecimals, majorUnits } from './currencies.ts';

type DateOptions = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;

/** More than the locales of a studio's readers have. */
const MOST_FORMATS = 1_000;
const dateFormats = new BoundedMap<Intl.DateTimeFormat>(MOST_FORMATS);
const numberFormats = new BoundedMap<Intl.NumberFormat>(MOST_FORMATS);

/** Writes what a clock shows. */
export const dateFormat = (locale: string, options: DateOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  dateFormats.set(key, made);
  return made;
};

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
};

type AmountOptions = Pick<Intl.NumberFormatOptions, 'trailingZeroDisplay' | 'currencyDisplay'>;

/** Writes amounts of whole units of a currency, with the decimals that it has. */
export const currencyFormat = (locale: string, currency: string, options: AmountOptions = {}): Intl.NumberFormat => {
  const digits = currencyDecimals(currency);
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberFormat(locale, { style: 'currency', currency, ...decimals, ...options });
};

/** $135.00, of minor units. */
export const amountText = (locale: string, amount: number, currency: string): string =>
  currencyFormat(locale, currency).format(majorUnits(amount, currency));

/** $135, or $12.50, of minor units: as sentences have it. */
export const shortAmountText = (locale: string, amount: number, currency: string): string =>
  currencyFormat(locale, currency, { trailingZeroDisplay: 'stripIfInteger' }).format(majorUnits(amount, currency));

/** How a locale writes a time: 18:00, or 6:00 PM. */
export const clockOf = (locale: string) => ({ ...hourOf(locale), minute: '2-digit' }) as const;

/** A date (YYYY-MM-DD), which is of no zone, as `dateFormat` takes it. */
export const shownOn = (date: string): number => Date.parse(`${date}T12:00:00Z`);

/** Red, green and blue; or red, green or blue. */
export const listText = (
  locale: string,
  words: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(locale, { type }).format(words);

/** 61 days ago, yesterday; negative for the past. */
export const relativeDaysText = (locale: string, days: number): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');

/** What a clock shows at an instant (epoch ms), in ms as if it were in UTC. */
type ShownAt = (epochMs: number, timeZone: string) => number;

/** What each reader of a zone is shown in the same way. Instants are ISO texts or epoch ms. */
export const zoneFormats = (locale: string, timeZone: string, shownAt: ShownAt) => {
  const shown = (instant: string | number): number =>
    shownAt(typeof instant === 'number' ? instant : Date.parse(instant), timeZone);
  const at = (options: DateOptions) => (instant: string | number) => dateFormat(locale, options).format(shown(instant));
  return {
    locale,
    timeZone,
    /** What the clock of the zone shows at an instant. */
    shown,
    /** Writes instants. */
    at,
    /** Writes dates (YYYY-MM-DD). */
    on: (options: DateOptions) => (date: string) => dateFormat(locale, options).format(shownOn(date)),
    has12Hours: isTwelve(locale),
    /** 07:00, or 7:00 AM where clocks have 12 hours */
    time: at(clockOf(locale)),
    list: (words: readonly string[]): string => listText(locale, words),
  };
};
