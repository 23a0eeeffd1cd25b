import { clockOf, dateFormat } from '../../kernel/date-formats.ts';
import { localAt } from '../../kernel/local-time.ts';
import { shortAmountText, zoneFormats } from '../../kernel/locale-formats.ts';

/** Dates, times and money in the words of a locale, at the time of a zone. */
export const formatsFor = (locale: string, timeZone: string) => {
  const { shown, at, on, time, has12Hours, list } = zoneFormats(locale, timeZone, localAt);
  const clock = clockOf(locale);
  const partsOf = (instant: string): Intl.DateTimeFormatPart[] =>
    dateFormat(locale, clock).formatToParts(shown(instant));
  return {
    time,
    has12Hours,
    /** 18:00 and 19:00, or 6:00 and 7:00 PM where both are of the same half of the day */
    span: (start: string, end: string): { from: string; to: string } => {
      const to = time(end);
      if (!has12Hours) return { from: time(start), to };
      const half = (instant: string) => partsOf(instant).find(({ type }) => type === 'dayPeriod')?.value;
      if (half(start) !== half(end)) return { from: time(start), to };
      const numbers = partsOf(start).flatMap(({ type, value }) => (type === 'dayPeriod' ? [] : [value]));
      return { from: numbers.join('').trim(), to };
    },
    /** Friday 06:00 */
    dayTime: at({ weekday: 'long', day: 'numeric', month: 'long', ...clock }),
    /** 27 November 2026 */
    date: at({ day: 'numeric', month: 'long', year: 'numeric' }),
    /** Friday 06:00, of the days around today */
    nearDayTime: at({ weekday: 'long', ...clock }),
    /** Friday 27 November, of a local date */
    longDay: on({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** Fri, of a local date */
    weekday: on({ weekday: 'short' }),
    /** November 2026, of a local date */
    month: on({ month: 'long', year: 'numeric' }),
    /** 30 Nov, of a local date */
    shortDay: on({ day: 'numeric', month: 'short' }),
    /** $135, or $12.50, of minor units. */
    money: (amount: number, currency: string): string => shortAmountText(locale, amount, currency),
    list,
  };
};

export type Formats = ReturnType<typeof formatsFor>;
