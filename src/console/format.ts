import { hourOf, has12Hours as isTwelve } from '../kernel/clock-hours.ts';
import { currencyDecimals, currencyFormat } from '../kernel/currencies.ts';
import { nowMs } from './clock.ts';
import { shownAt } from './local-time.ts';
import { pageLanguage } from './texts.tsx';

/** The locale of dates and numbers: the brand's where it has the language of the page, else the language. */
export const localeOf = (brandLocale: string): string => {
  const language = pageLanguage();
  return brandLocale.slice(0, 2).toLowerCase() === language ? brandLocale : language;
};

/** A day that is further away is said with its year. */
const FAR_MS = 180 * 86_400_000;

const makeFormats = (locale: string, timeZone: string) => {
  const made = new Map<string, Intl.DateTimeFormat>();
  const dated = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    let format = made.get(key);
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
      made.set(key, format);
    }
    return format;
  };
  const epochOf = (instant: string | number): number => (typeof instant === 'number' ? instant : Date.parse(instant));
  const by = (options: Intl.DateTimeFormatOptions) => (instant: string | number) =>
    dated(options).format(shownAt(epochOf(instant), timeZone));
  const near = (options: Intl.DateTimeFormatOptions) => (instant: string | number) => {
    const epoch = epochOf(instant);
    const isFar = Math.abs(epoch - nowMs()) > FAR_MS;
    return dated(isFar ? { ...options, year: 'numeric' } : options).format(shownAt(epoch, timeZone));
  };
  const localDate = (instant: string | number): string =>
    new Date(shownAt(epochOf(instant), timeZone)).toISOString().slice(0, 10);
  const amounts = new Map<string, { readonly format: Intl.NumberFormat; readonly unit: number }>();
  const money = (amount: number, currency: string): string => {
    let found = amounts.get(currency);
    if (found === undefined) {
      found = { format: currencyFormat(locale, currency), unit: 10 ** currencyDecimals(currency) };
      amounts.set(currency, found);
    }
    return found.format.format(amount / found.unit);
  };
  const clock = { ...hourOf(locale), minute: '2-digit' } as const;
  return {
    locale,
    timeZone,
    has12Hours: isTwelve(locale),
    /** 17:42, or 5:42 PM where clocks have 12 hours */
    time: by(clock),
    /** Fri 27 Nov, with the year where it is far away */
    day: near({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** Friday 27 November, as well */
    longDay: near({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** 27 Nov 2026 */
    date: by({ day: 'numeric', month: 'short', year: 'numeric' }),
    /** Fri 27 Nov, 17:42, as well */
    dayTime: near({ weekday: 'short', day: 'numeric', month: 'short', ...clock }),
    /** March 2025 */
    month: by({ month: 'long', year: 'numeric' }),
    /** Fri */
    weekday: by({ weekday: 'short' }),
    /** A wall time (HH:mm) as the locale writes it. */
    wallTime: (time: string): string => {
      const at = Date.parse(`2024-01-01T${time}Z`);
      return Number.isNaN(at) ? time : dated(clock).format(at);
    },
    /** The date (YYYY-MM-DD) of an instant in the zone. */
    localDate,
    number: (value: number): string => new Intl.NumberFormat(locale).format(value),
    /** +1, -2 */
    signed: (value: number): string => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(value),
    percent: (share: number): string =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    /** $135.00, of minor units. */
    money,
    list: (words: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words),
    anyOf: (words: readonly string[]): string => new Intl.ListFormat(locale, { type: 'disjunction' }).format(words),
    /** 61 days ago, yesterday; of days, negative for the past. */
    relativeDays: (days: number): string =>
      new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'),
    /** in 18 min, 5 minutes ago */
    relative: (ms: number): string => {
      const minutes = Math.round(ms / 60_000);
      const format = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' });
      return Math.abs(minutes) < 90
        ? format.format(minutes, 'minute')
        : format.format(Math.round(minutes / 60), 'hour');
    },
  };
};

const kept = new Map<string, ReturnType<typeof makeFormats>>();

/**
 * Formats for a locale and a zone. Instants are ISO strings or epoch ms. They are made once: a week of classes has hundreds of
 * times, and making a format takes longer than writing a time.
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
