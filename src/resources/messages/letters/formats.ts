import { clockOf, dateFormat } from '../../../kernel/date-formats.ts';
import { localAt } from '../../../kernel/local-time.ts';
import { amountText, listText, shortAmountText, zoneFormats } from '../../../kernel/locale-formats.ts';
import type { TranslateMail } from '../../../texts/mail.ts';

/** Narrow spaces that do not break, which old mail programs show as boxes. */
const plainSpaces = (text: string): string => text.replaceAll('\u202F', '\u00A0');

/** Dates, times and money in the locale of a reader. Times are of the zone that is given with them. */
export const formatsOf = (locale: string, t: TranslateMail) => {
  const by =
    (options: Intl.DateTimeFormatOptions) =>
    (instant: string, timeZone: string): string =>
      plainSpaces(zoneFormats(locale, timeZone, localAt).at(options)(instant));
  const time = by(clockOf(locale));
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
      dateFormat(locale, { month: 'long', year: 'numeric' }).format(Date.UTC(year, month - 1, 15)),
    /** $135, or $12.50, of minor units: in a sentence, as pages have it. */
    money: (amount: number, currency: string): string => plainSpaces(shortAmountText(locale, amount, currency)),
    /** $135.00, of minor units: in a column of sums. */
    sum: (amount: number, currency: string): string => plainSpaces(amountText(locale, amount, currency)),
    list: (words: readonly string[]): string => listText(locale, words),
  };
};

export type Formats = ReturnType<typeof formatsOf>;
