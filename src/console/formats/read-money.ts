import { currencyDecimals } from '../../kernel/currencies.ts';
import { currencyFormat, numberFormat } from '../../kernel/locale-formats.ts';

/** The signs of a locale between thousands and before decimals. */
const signsOf = (locale: string): { readonly group: string; readonly decimal: string } => {
  const parts = numberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), decimal: sign('decimal') || '.' };
};

/** What people write beside an amount of a currency: its code, and its signs in the locale. */
const marksOf = (locale: string, currency: string): readonly string[] => {
  const signs = (['symbol', 'narrowSymbol'] as const).flatMap(
    (currencyDisplay) =>
      currencyFormat(locale, currency, { currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')?.value ?? [],
  );
  return [...new Set([currency, ...signs])].map((mark) => mark.toLowerCase()).toSorted((a, b) => b.length - a.length);
};

const withoutMark = (text: string, marks: readonly string[]): string => {
  const before = marks.find((mark) => text.startsWith(mark));
  if (before !== undefined) return text.slice(before.length);
  const after = marks.find((mark) => text.endsWith(mark));
  return after === undefined ? text : text.slice(0, -after.length);
};

/** Thousands in groups of three digits. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/;
/** Decimals, behind digits or groups of them. */
const DECIMAL = /^(\d*|[1-9]\d{0,2}(?:[.,'’ ]\d{3})+)([.,])(\d+)$/;

/** More digits than any amount has. */
const MOST_DIGITS = 9;

/** An amount as a form holds it; undefined for what no currency of this many decimals has. */
const heldOf = (whole: string, fraction: string, digits: number): string | undefined => {
  const units = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  if (fraction.length > digits || units.length > MOST_DIGITS) return undefined;
  return digits === 0 ? units : `${units}.${fraction.padEnd(digits, '0')}`;
};

/**
 * An amount of money as people write it, as a form holds it (`1250.00`); both amounts where it can be meant in two ways, and
 * undefined where it is none. The signs of the locale decide between thousands and decimals.
 * @param typed `225`, `$225`, `1,250.00`, `12,50`, `225 €`
 */
export const readMoney = (typed: string, currency: string, locale: string): string | readonly string[] | undefined => {
  const text = withoutMark(typed.trim().toLowerCase(), marksOf(locale, currency))
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[.,][-–—]+$/, '')
    .trim();
  const digits = currencyDecimals(currency);
  if (/^\d+$/.test(text)) return heldOf(text, '', digits);
  const [, sign = ''] = GROUPED.exec(text) ?? [];
  const [, whole = '', point = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const isDecimal = point !== '' && !whole.includes(point);
  const thousands = sign === '' ? undefined : heldOf(text, '', digits);
  // `1.250` in dollars is hardly a dollar and a quarter, but may be.
  const decimals = isDecimal
    ? heldOf(whole, fraction.length > digits ? fraction.replace(/0+$/, '') : fraction, digits)
    : undefined;
  if (thousands === undefined || !isDecimal) return thousands ?? decimals;
  const { group, decimal } = signsOf(locale);
  if (sign === group && digits < fraction.length) return thousands;
  if (sign === decimal && digits >= fraction.length) return decimals;
  return decimals === undefined ? undefined : [thousands, decimals];
};

/** An amount that a form holds, as its field shows it: 1,250.00. */
export const shownMoney = (held: string, currency: string, locale: string): string => {
  const digits = currencyDecimals(currency);
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Number(held));
};
