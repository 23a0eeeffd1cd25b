import { currencyDecimals } from './currencies.ts';
import { decimalOf } from './units.ts';

/**
 * A percentage of an amount in minor units, halves rounded up. It is exact for the decimals of the percentage as it is
 * written: 2.3 % of 1500 are 35, while floating point has 34.49999999999999 for 34.5.
 * @param percent 0 to 100.
 */
export const percentOf = (amount: number, percent: number): number => {
  const { digits, scale } = decimalOf(percent);
  const divisor = 10n ** BigInt(scale + 2);
  return Number((2n * BigInt(amount) * digits + divisor) / (2n * divisor));
};

/** An amount of minor units as people read it: 12000 is `120.00 USD`. @param minor a whole number, of any length. */
export const moneyText = (minor: string, currency: string): string => {
  const decimals = currencyDecimals(currency);
  const sign = minor.startsWith('-') ? '-' : '';
  const digits = minor
    .slice(sign.length)
    .replace(/^0+(?=\d)/, '')
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${sign}${whole}${fraction} ${currency}`;
};
