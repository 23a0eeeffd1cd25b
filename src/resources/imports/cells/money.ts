// Amounts of money as people write them.

import type { Column } from '../../../http/csv-columns.ts';
import { currencyDecimals } from '../../../kernel/currencies.ts';
import { moneyText } from '../../../kernel/money.ts';
import { invalidParam, type Problem } from '../../../kernel/problem.ts';
import { type ColumnNote, noteOf } from '../notes.ts';
import { short } from '../row-problems.ts';

/** Minor units, as exports and the API have them. */
const WHOLE = /^-?\d+$/;
const PLAIN = /^(-?)(\d+)[.,](\d+)$/;
/** With points, commas, apostrophes or spaces between thousands, and the other sign before the decimals. */
const GROUPED = /^(-?)([1-9]\d{0,2}(?:([.,'\u2019\s])\d{3})(?:\3\d{3})*)(?!\3)[.,](\d+)$/;
/** `1.200`, `1,200` and `1 200`: thousands, or else decimals. */
const THOUSANDS = /^-?[1-9]\d{0,2}(?:([.,'\u2019\s])\d{3})(?:\1\d{3})*$/;

const minorUnits = (sign: string, digits: string): string => {
  const bare = digits.replace(/^0+(?=\d)/, '');
  return bare === '0' ? '0' : `${sign}${bare}`;
};

const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** More characters than any amount has. */
const MOST_CHARACTERS = 40;

/** The maximum number of currencies and values that a message shows. */
const MOST_CURRENCIES = 3;
const MOST_VALUES = 2;

/** What an amount is in each of the currencies that it may have. */
const inEach = (minor: string, currencies: readonly string[]): string[] =>
  currencies.slice(0, MOST_CURRENCIES).map((currency) => moneyText(minor, currency));

/** What refuses `1.200` and its like, with what to send instead. */
const ambiguous = (text: string, currency: string): Problem => {
  const decimals = currencyDecimals(currency);
  const sign = text.startsWith('-') ? '-' : '';
  const thousands = minorUnits(sign, `${onlyDigits(text)}${'0'.repeat(decimals)}`);
  const [, , whole = '', fraction] = PLAIN.exec(text) ?? [];
  const kept = fraction?.replace(/0+$/, '');
  const others =
    kept === undefined
      ? [minorUnits(sign, onlyDigits(text))]
      : kept.length <= decimals
        ? [minorUnits(sign, `${whole}${kept.padEnd(decimals, '0')}`)]
        : [];
  const ways = [...new Set([thousands, ...others])].map((minor) => `'${minor}' for ${moneyText(minor, currency)}`);
  return invalidParam('', `'${text}' is ambiguous. Send minor units: ${ways.join(', or ')}.`, {
    reason: 'unclear_amount',
  });
};

/** The minor units of an amount, exactly. @throws Problem 400 for one that is ambiguous, too exact or no amount. */
const readMoney = (text: string, currency: string): string => {
  if (WHOLE.test(text)) return text;
  if (text.length > MOST_CHARACTERS)
    throw invalidParam('', `'${short(text)}' is not an amount. Send for example '120.00'.`, {
      reason: 'not_an_amount',
    });
  if (THOUSANDS.test(text)) throw ambiguous(text, currency);
  const [, sign = '', whole, fraction = ''] = PLAIN.exec(text) ?? GROUPED.exec(text)?.toSpliced(3, 1) ?? [];
  if (whole === undefined) {
    const message = `'${text}' is not an amount. Send for example '120.00' or '120,00', and its currency in another column.`;
    throw invalidParam('', message, { reason: 'not_an_amount' });
  }
  const decimals = currencyDecimals(currency);
  if (fraction.length > decimals) {
    const most = decimals === 0 ? 'none' : String(decimals);
    throw invalidParam(
      '',
      `'${text}' has ${fraction.length} decimals, and ${currency} has ${most}. Send what was paid.`,
      { reason: 'too_many_decimals' },
    );
  }
  return minorUnits(sign, `${onlyDigits(whole)}${fraction.padEnd(decimals, '0')}`);
};

const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The amounts of one column, and the first of them with what they are. */
export class MoneyColumn {
  readonly #heading: string;
  readonly #currencyName: string;
  readonly #currencyIndex: number;
  readonly #studio: readonly string[];
  readonly #whole = new Map<string, string[]>();
  readonly #decimal = new Map<string, string[]>();

  /** `columns` are the file's: the column beside an amount may have its currency. `studio`: the brand's comes first. */
  constructor(
    { path }: Column,
    columns: readonly (Column | undefined)[],
    { heading, studio }: { readonly heading: string; readonly studio: readonly string[] },
  ) {
    this.#heading = short(heading);
    this.#currencyName = [...path.slice(0, -1), 'currency'].join('.');
    this.#currencyIndex = columns.findIndex((column) => column?.name === this.#currencyName);
    this.#studio = studio;
  }

  /** An amount in minor units. @throws Problem 400, as `readMoney`. */
  read(text: string, cells: readonly string[]): string {
    const isWhole = WHOLE.test(text);
    const own = cells[this.#currencyIndex]?.trim() ?? '';
    // An invalid currency is refused separately.
    if (own !== '' && !isCurrencyCode(own)) return isWhole ? text : '';
    const currencies = own === '' ? this.#studio : [own];
    const [first = 'USD'] = currencies;
    if (!isWhole && currencies.some((each) => currencyDecimals(each) !== currencyDecimals(first))) {
      const names = currencies.slice(0, MOST_CURRENCIES).join(' than in ');
      const message = `'${short(text)}' is another amount in ${names}. Name its currency in the column '${this.#currencyName}'.`;
      throw invalidParam('', message, { reason: 'which_currency' });
    }
    const minor = readMoney(text, first);
    const shown = isWhole ? this.#whole : this.#decimal;
    if (shown.size < MOST_VALUES && !shown.has(text)) shown.set(short(text), inEach(minor, currencies));
    return minor;
  }

  note(): ColumnNote | undefined {
    const read = [...this.#whole, ...this.#decimal];
    if (read.length === 0) return undefined;
    const shown = read.map(([text, amounts]) => `'${text}' is ${amounts.join(' or ')}`);
    const isMixed = this.#whole.size > 0 && this.#decimal.size > 0;
    const hint = isMixed ? ' Whole numbers are minor units: use decimals in all amounts, or in none.' : '';
    const message = `Column '${this.#heading}': ${shown.join(', ')}.${hint}`;
    const examples = read.flatMap(([text, amounts]) => amounts.map((value) => ({ text, value })));
    return noteOf(isMixed ? 'amounts_mixed' : 'amounts_read', this.#heading, message, { examples });
  }
}
