import { digitsOf, formatsOf, localeOf } from './format.ts';
import { useMe } from './session.ts';

export type Formats = ReturnType<typeof formatsOf>;

/** Formats in the brand's locale and the zone of a site, by default the studio's. */
export const useFormats = (timeZone?: string): Formats => {
  const { studio } = useMe();
  const zone = timeZone ?? studio.timezone;
  return formatsOf(localeOf(studio.locale), zone);
};

/** The minor units that a person has typed as an amount of money, such as `12.50` or `12,5`; undefined where it is no amount. */
export const minorUnitsOf = (typed: string, currency: string): number | undefined => {
  const match = /^\s*(\d{1,9})(?:[.,](\d{1,3}))?\s*$/.exec(typed);
  if (match === null) return undefined;
  const digits = digitsOf(currency);
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > digits) return undefined;
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, '0') || 0);
};

/** An amount as a person types it: 12.50. */
export const typedAmount = (amount: number, currency: string): string => {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
};
