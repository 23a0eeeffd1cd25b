import { clockOf, dateFormat, relativeDaysText, relativeMinutesText } from '../../kernel/date-formats.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { amountText, listText, numberFormat, zoneFormats } from '../../kernel/locale-formats.ts';
import { pageLanguage } from '../base/texts.tsx';
import { shownAt } from '../base/time/local-time.ts';
import { nowMs } from '../base/time/now.ts';

/** The locale of dates and numbers: the brand's where it has the language of the page, else the language. */
export const localeOf = (brandLocale: string): string => {
  const language = pageLanguage();
  return brandLocale.slice(0, 2).toLowerCase() === language ? brandLocale : language;
};

/** A day that is further away is shown with its year. */
const FAR_MS = 180 * DAY_MS;

const makeFormats = (locale: string, timeZone: string) => {
  const { shown, at, on, time, has12Hours, list } = zoneFormats(locale, timeZone, shownAt);
  const near = (options: Intl.DateTimeFormatOptions) => (instant: string | number) => {
    const isFar = Math.abs((typeof instant === 'number' ? instant : Date.parse(instant)) - nowMs()) > FAR_MS;
    return at(isFar ? { ...options, year: 'numeric' } : options)(instant);
  };
  const clock = clockOf(locale);
  return {
    locale,
    timeZone,
    has12Hours,
    /** Writes dates (YYYY-MM-DD), which are of no zone, for what has no name here. */
    on,
    time,
    /** Fri 27 Nov, with the year where it is far away */
    day: near({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** Friday 27 November, as well */
    longDay: near({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** 27 Nov 2026 */
    date: at({ day: 'numeric', month: 'short', year: 'numeric' }),
    /** Fri 27 Nov, 17:42, as well */
    dayTime: near({ weekday: 'short', day: 'numeric', month: 'short', ...clock }),
    /** The time of an attempt, whose seconds matter: 17:36:10 */
    exactTime: at({ ...clock, second: '2-digit' }),
    /** March 2025 */
    month: at({ month: 'long', year: 'numeric' }),
    /** Fri */
    weekday: at({ weekday: 'short' }),
    /** A wall time (HH:mm) as the locale writes it. */
    wallTime: (wall: string): string => {
      const ms = Date.parse(`2024-01-01T${wall}Z`);
      return Number.isNaN(ms) ? wall : dateFormat(locale, clock).format(ms);
    },
    /** The date (YYYY-MM-DD) of an instant in the zone. */
    localDate: (instant: string | number): string => new Date(shown(instant)).toISOString().slice(0, 10),
    number: (value: number): string => numberFormat(locale).format(value),
    /** +1, -2 */
    signed: (value: number): string => numberFormat(locale, { signDisplay: 'exceptZero' }).format(value),
    percent: (share: number): string =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    /** $135.00, of minor units. */
    money: (amount: number, currency: string): string => amountText(locale, amount, currency),
    list,
    anyOf: (words: readonly string[]): string => listText(locale, words, 'disjunction'),
    /** 61 days ago, yesterday; of days, negative for the past. */
    relativeDays: (days: number): string => relativeDaysText(locale, days),
    /** in 18 min, 5 minutes ago */
    relative: (ms: number): string => relativeMinutesText(locale, Math.round(ms / 60_000)),
  };
};

const kept = new Map<string, ReturnType<typeof makeFormats>>();

/**
 * Formats for a locale and a zone. Instants are ISO strings or epoch ms. They are made once: a week of classes has hundreds of
 * times.
 */
export const formatsOf = (locale: string, timeZone: string): ReturnType<typeof makeFormats> => {
  const key = `${locale} ${timeZone}`;
  let found = kept.get(key);
  if (found === undefined) {
    found = makeFormats(locale, timeZone);
    kept.set(key, found);
  }
  return found;
};
