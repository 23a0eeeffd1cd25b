import { numberFormat } from '../../kernel/locale-formats.ts';

/** The units in which lengths of time are set and said. */
export type Unit = 'minute' | 'hour' | 'day';

const UNITS = ['day', 'hour', 'minute'] as const;
const MINUTES: Readonly<Record<Unit, number>> = { minute: 1, hour: 60, day: 1_440 };

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What people write for a unit in the language, and in English. */
const namesOf = (unit: Unit, locale: string): readonly string[] =>
  [locale, 'en'].flatMap((each) =>
    (['long', 'short', 'narrow'] as const).flatMap((unitDisplay) =>
      [1, 2].flatMap((count) =>
        numberFormat(each, { style: 'unit', unit, unitDisplay })
          .formatToParts(count)
          .flatMap(({ type, value }) => (type === 'unit' ? [plain(value).replace(/\.$/, '')] : [])),
      ),
    ),
  );

/** The unit that a word begins; undefined for none, and for the beginning of several. */
const unitOf = (word: string, locale: string): Unit | undefined => {
  const found = UNITS.filter((unit) => namesOf(unit, locale).some((name) => name === word));
  const begun =
    found.length > 0 ? found : UNITS.filter((unit) => namesOf(unit, locale).some((name) => name.startsWith(word)));
  return begun.length === 1 ? begun[0] : undefined;
};

/** In which unit people say a length: in days or hours where they are whole. */
export const saidUnit = (length: number, unit: Unit): Unit => {
  const minutes = length * MINUTES[unit];
  return minutes === 0 ? unit : (UNITS.find((each) => minutes % MINUTES[each] === 0) ?? 'minute');
};

/** How many of one unit a number of another one is. */
const inUnit = (length: number, from: Unit, to: Unit): number => (length * MINUTES[from]) / MINUTES[to];

/** A length of time as people say it: in days or hours where they are whole. */
export const lengthText = (locale: string, length: number, unit: Unit): string => {
  const said = saidUnit(length, unit);
  return numberFormat(locale, { style: 'unit', unit: said, unitDisplay: 'long' }).format(inUnit(length, unit, said));
};

const MOST = 999_999;

/**
 * A length of time as people write it, in the unit in which it is stored; undefined where it is none of whole units.
 * @param typed `12 hours`, `90 min`, `2d`, `1.5 h`, `24`
 * @param usual the unit of a number alone
 */
export const readLength = (typed: string, stored: Unit, usual: Unit, locale: string): number | undefined => {
  const [, number, word = ''] = /^(\d{1,6}(?:[.,]\d{1,2})?)\s*(\p{L}*)\.?$/u.exec(plain(typed.trim())) ?? [];
  const unit = word === '' ? usual : unitOf(word, locale);
  if (number === undefined || unit === undefined) return undefined;
  const length = inUnit(Number(number.replace(',', '.')), unit, stored);
  return Number.isInteger(length) && length <= MOST ? length : undefined;
};
