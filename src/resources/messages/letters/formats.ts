import { hourOf } from '../../../kernel/clock-hours.ts';
import { currencyDecimals, currencyFormat } from '../../../kernel/currencies.ts';
import { localAt } from '../../../kernel/local-time.ts';
import type { TranslateMail } from '../../../texts/mail.ts';

/** Narrow spaces that do not break, which old mail programs show as boxes. */
const plainSpaces = (text: string): string => text.replaceAll('\u202F', '\u00A0');

const ms = (instant: string): number => Date.parse(instant);

/** Dates, times and money in the locale of a reader. Times are of the zone that is given with them. */
export const formatsOf = (locale: string, t: TranslateMail) => {
  const made = new Map<string, Intl.DateTimeFormat>();
  const by =
    (options: Intl.DateTimeFormatOptions) =>
    (instant: string, timeZone: string): string => {
      const key = JSON.stringify(options);
      const format = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      made.set(key, format);
      return plainSpaces(format.format(localAt(ms(instant), timeZone)));
    };
  const time = by({ ...hourOf(locale), minute: '2-digit' });
  const moneyBy = (trailingZeroDisplay: 'auto' | 'stripIfInteger') => (amount: number, currency: string) =>
    plainSpaces(
      currencyFormat(locale, currency, { trailingZeroDisplay }).format(amount / 10 ** currencyDecimals(currency)),
    );
  const day = by({ weekday: 'long', day: 'numeric', month: 'long' });
  return {
    locale,
    /** Friday 27 November */
    day,
    /** Friday */
    weekday: by({ weekday: 'long' }),
    /** 27 November 2026 */
    date: by({ day: 'numeric', month: 'long', year: 'numeric' }),
    /** 18:00 */
    time,
    /** 18:00 to 19:00 */
    hours: (from: string, to: string, timeZone: string): string =>
      t('range', { from: time(from, timeZone), to: time(to, timeZone) }),
    /** Friday 27 November, 18:00 */
    dayTime: (instant: string, timeZone: string): string =>
      t('when', { day: day(instant, timeZone), hours: time(instant, timeZone) }),
    /** New York time */
    zone: (timeZone: string): string => {
      const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
      return city === 'UTC' ? city : t('zone', { city });
    },
    /** December 2026 */
    month: (year: number, month: number): string =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(year, month - 1, 15),
      ),
    /** $135, or $12.50, of minor units: in a sentence, as pages have it. */
    money: (amount: number, currency: string): string => moneyBy('stripIfInteger')(amount, currency),
    /** $135.00, of minor units: in a column of sums. */
    sum: (amount: number, currency: string): string => moneyBy('auto')(amount, currency),
    list: (words: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words),
  };
};

export type Formats = ReturnType<typeof formatsOf>;
