import { hourOf, has12Hours as isTwelve } from '../../kernel/clock-hours.ts';
import { currencyDecimals, currencyFormat } from '../../kernel/currencies.ts';
import { localAt } from '../../kernel/local-time.ts';

/** A format that is made once for each locale. */
const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

/** Formats what a clock shows, as if it were in UTC: the runtime has rules of time zones of its own. */
const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const found = kept.get(key);
  if (found instanceof Intl.DateTimeFormat) return found;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  kept.set(key, made);
  return made;
};

const moneyFormat = (locale: string, currency: string): Intl.NumberFormat => {
  const key = `${locale} money ${currency}`;
  const found = kept.get(key);
  if (found instanceof Intl.NumberFormat) return found;
  const made = currencyFormat(locale, currency, { trailingZeroDisplay: 'stripIfInteger' });
  kept.set(key, made);
  return made;
};

/** Dates, times and money in the words of a locale, at the time of a zone. */
export const formatsFor = (locale: string, timeZone: string) => {
  const shownAt = (instant: string | number): number =>
    localAt(typeof instant === 'number' ? instant : Date.parse(instant), timeZone);
  const by = (options: Intl.DateTimeFormatOptions) => (instant: string | number) =>
    dateFormat(locale, options).format(shownAt(instant));
  const has12Hours = isTwelve(locale);
  const clock = { ...hourOf(locale), minute: '2-digit' } as const;
  const partsOf = (instant: string): Intl.DateTimeFormatPart[] =>
    dateFormat(locale, clock).formatToParts(shownAt(instant));
  const ofDate = (options: Intl.DateTimeFormatOptions) => (date: string) =>
    dateFormat(locale, options).format(Date.parse(`${date}T12:00:00Z`));
  return {
    /** 07:00, or 7:00 AM where clocks have 12 hours */
    time: by(clock),
    has12Hours,
    /** 18:00 and 19:00, or 6:00 and 7:00 PM where both are of the same half of the day */
    span: (start: string, end: string): { from: string; to: string } => {
      const to = by(clock)(end);
      if (!has12Hours) return { from: by(clock)(start), to };
      const half = (instant: string) => partsOf(instant).find(({ type }) => type === 'dayPeriod')?.value;
      if (half(start) !== half(end)) return { from: by(clock)(start), to };
      const numbers = partsOf(start).flatMap(({ type, value }) => (type === 'dayPeriod' ? [] : [value]));
      return { from: numbers.join('').trim(), to };
    },
    /** Friday 06:00 */
    dayTime: by({ weekday: 'long', day: 'numeric', month: 'long', ...clock }),
    /** 27 November 2026 */
    date: by({ day: 'numeric', month: 'long', year: 'numeric' }),
    /** Friday 06:00, of the days around today */
    nearDayTime: by({ weekday: 'long', ...clock }),
    /** Friday 27 November, of a local date */
    longDay: ofDate({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** Fri, of a local date */
    weekday: ofDate({ weekday: 'short' }),
    /** November 2026, of a local date */
    month: ofDate({ month: 'long', year: 'numeric' }),
    /** 30 Nov, of a local date */
    shortDay: ofDate({ day: 'numeric', month: 'short' }),
    money(amount: number, currency: string): string {
      return moneyFormat(locale, currency).format(amount / 10 ** currencyDecimals(currency));
    },
    list: (words: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words),
  };
};

export type Formats = ReturnType<typeof formatsFor>;
