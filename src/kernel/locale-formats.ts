/** Numbers, amounts and lists as a locale writes them, on the server and in browsers, and all that the readers of a zone are shown. */

import { BoundedMap } from './bounded-map.ts';
import { has12Hours as isTwelve } from './clock-hours.ts';
import { currencyDecimals, majorUnits } from './currencies.ts';
import { clockOf, type DateOptions, dateFormat, MOST_FORMATS, shownOn } from './date-formats.ts';

const numberFormats = new BoundedMap<Intl.NumberFormat>(MOST_FORMATS);

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

/** Red, green and blue; or red, green or blue. */
export const listText = (
  locale: string,
  words: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(locale, { type }).format(words);

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
