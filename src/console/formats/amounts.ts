import { currencyDecimals } from '../../kernel/currencies.ts';

/**
 * The minor units of an amount that a form holds, `12.50`: what `MoneyField` has read. Undefined where there is none, or where it
 * could not be read.
 */
export const minorUnitsOf = (amount: string, currency: string): number | undefined => {
  const match = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(amount);
  if (match === null) return undefined;
  const digits = currencyDecimals(currency);
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > digits) return undefined;
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, '0') || 0);
};
