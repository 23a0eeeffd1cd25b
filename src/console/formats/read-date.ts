import { dateFormat, relativeDaysText, shownOn } from '../../kernel/date-formats.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { addDays, isDate } from '../base/time/local-time.ts';

/** Letters without marks, as people type them. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names of months by their first letters, in the language and in English. */
const monthNames = (locale: string): readonly (readonly [name: string, month: number])[] =>
  [locale, 'en'].flatMap((each) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = dateFormat(each, { month, day: 'numeric' });
      return Array.from({ length: 12 }, (_, at): readonly [string, number] => {
        const part = format.formatToParts(Date.UTC(2024, at, 1)).find(({ type }) => type === 'month')?.value ?? '';
        return [plain(part).replace(/\.$/, ''), at + 1];
      });
    }),
  );

/** The month that a word names, from three letters on; undefined for no month, and for the beginning of several. */
const monthOf = (word: string, locale: string): number | undefined => {
  if (word.length < 3) return undefined;
  const found = new Set(monthNames(locale).flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])));
  return found.size === 1 ? [...found][0] : undefined;
};

/** Whether a word begins a weekday: `mar` is a Tuesday in French, and March. */
const isWeekday = (word: string, locale: string): boolean => {
  const format = dateFormat(locale, { weekday: 'long' });
  return Array.from({ length: 7 }, (_, at) => plain(format.format(Date.UTC(2024, 0, 1 + at)))).some((name) =>
    name.startsWith(word),
  );
};

/** Today, tomorrow and yesterday in the language. */
const relativeDay = (word: string, locale: string): number | undefined =>
  [0, 1, -1].find((days) => [locale, 'en'].some((each) => plain(relativeDaysText(each, days)) === word));

/** The order of day, month and year in a locale, as `dmy`. */
const orderOf = (locale: string): string =>
  dateFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? type[0] : []))
    .join('');

/** A year of two digits is of this century, and of the last one where it would be far ahead: people have birthdays. */
const YEARS_AHEAD = 20;
const fullYear = (digits: string, today: string): number => {
  if (digits.length > 2) return Number(digits);
  const year = 2000 + Number(digits);
  return year > Number(today.slice(0, 4)) + YEARS_AHEAD ? year - 100 : year;
};

const dateOf = (year: number, month: number, day: number): string | undefined => {
  const [y, m, d] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  const date = `${y}-${m}-${d}`;
  return isDate(date) && new Date(shownOn(date)).toISOString().startsWith(date) ? date : undefined;
};

/** A day without a year is the nearest one. */
const nearest = (month: number, day: number, today: string): string | undefined => {
  const year = Number(today.slice(0, 4));
  const far = (date: string): number => Math.abs(shownOn(date) - shownOn(today)) / DAY_MS;
  return [year - 1, year, year + 1]
    .flatMap((each) => dateOf(each, month, day) ?? [])
    .toSorted((left, right) => far(left) - far(right))[0];
};

const withYear = (month: number, day: number, year: string | undefined, today: string): string | undefined =>
  year === undefined ? nearest(month, day, today) : dateOf(fullYear(year, today), month, day);

/** Day and month of two numbers, and a year: the order of the locale decides, unless only the other one is a date. */
const byNumbers = (text: string, locale: string, today: string): string | readonly string[] | undefined => {
  const numbers = text.match(/\d+/g) ?? [];
  const order = orderOf(locale);
  const [first = '', second = '', third] = numbers;
  if (first.length === 4) return third === undefined ? undefined : dateOf(Number(first), Number(second), Number(third));
  // Where years come first, nothing says which of two numbers before a year is the month.
  const isUnclear = third !== undefined && order.startsWith('y');
  if (isUnclear && third.length < 4) return withYear(Number(second), Number(third), first, today);
  const [monthFirst, dayFirst] = [
    withYear(Number(first), Number(second), third, today),
    withYear(Number(second), Number(first), third, today),
  ];
  if (monthFirst === undefined || dayFirst === undefined || monthFirst === dayFirst) return monthFirst ?? dayFirst;
  const isMonthFirst = order.indexOf('m') < order.indexOf('d');
  // Points are in dates that begin with the day.
  if (isUnclear || (isMonthFirst && text.includes('.'))) return [monthFirst, dayFirst];
  return isMonthFirst ? monthFirst : dayFirst;
};

/**
 * A date (YYYY-MM-DD) as people write it; both dates where it can be meant in two ways, and undefined where it is none.
 * @param typed `12/1/2026`, `1.12.`, `Dec 1`, `Tue, 1 December 2026`, `tomorrow`
 * @param today the date at the place
 */
export const readDate = (typed: string, locale: string, today: string): string | readonly string[] | undefined => {
  const text = plain(typed.trim());
  const days = relativeDay(text, locale);
  if (days !== undefined) return addDays(today, days);
  const words = text.match(/\p{L}+/gu) ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length > 3 || numbers.some(({ length }) => length > 4) || words.length > 5) return undefined;
  const named = words.filter((word) => monthOf(word, locale) !== undefined);
  const months = (named.length > 1 ? named.filter((word) => !isWeekday(word, locale)) : named).map((word) =>
    monthOf(word, locale),
  );
  const [month] = months;
  if (month === undefined) {
    return words.length === 0 && numbers.length >= 2 ? byNumbers(text, locale, today) : undefined;
  }
  const [first, second] = numbers;
  if (months.length > 1 || first === undefined || numbers.length > 2) return undefined;
  return first.length === 4
    ? withYear(month, Number(second ?? 0), first, today)
    : withYear(month, Number(first), second, today);
};

/** A date as its field shows it: Tue, Dec 1, 2026. */
export const shownDate = (date: string, locale: string): string =>
  dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(shownOn(date));
