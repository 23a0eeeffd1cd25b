// How long a package is valid, and how long each period is in which it renews.

import { addDays, addMonths, dayOfMonth, isMonthEnd } from '../kernel/local-time.ts';
import { invalid, invalidDetail } from '../kernel/problem.ts';
import { integer } from '../kernel/schemas.ts';
import * as field from '../records/fields.ts';

/** The length of a period: days or months. Null in both is no end. */
export interface Validity {
  readonly validityDays: number | null;
  readonly validityMonths: number | null;
}

/** For how long something is sold: days or months, and null in both for no end. */
export const validity = () => ({
  validityDays: field
    .integer(integer(1, 36_500))
    .nullable()
    .described('Validity in days. `null` for months, or no end.'),
  validityMonths: field
    .integer(integer(1, 36))
    .nullable()
    .described(
      'Validity in months: a period ends on the same day of the month it started on, or on the last day of a ' +
        'shorter month. `null` for days, or no end.',
    ),
});

/** A period that ends on a day of the month, where it is counted in months (rules.md "Package"). */
export interface Period extends Validity {
  /** From 1 to 31; null for days, and before the package begins. */
  readonly billingDay: number | null;
}

/** Whether it has a length, so that it can end and renew. */
export const hasPeriod = ({ validityDays, validityMonths }: Validity): boolean =>
  validityDays !== null || validityMonths !== null;

/** @throws Problem 400 where both are given. */
export const checkValidity = ({ validityDays, validityMonths }: Validity): void => {
  if (validityDays === null || validityMonths === null) return;
  const message = "Validity is in days or months. Send 'validityDays' or 'validityMonths', and the other as null.";
  throw invalid([invalidDetail('validityMonths', message, { reason: 'not_both' })]);
};

/** The local date on which a package ends that begins on `date`; null for no end. */
export const endFrom = (date: string, { validityDays, validityMonths }: Validity): string | null => {
  if (validityMonths !== null) return addMonths(date, validityMonths);
  return validityDays === null ? null : addDays(date, validityDays);
};

/**
 * The day of the month on which periods end after one that ended on the local date `end`. It is kept over a shorter
 * month; an end that was moved, by a freeze or by staff, moves it.
 */
export const billingDayAfter = (end: string, billingDay: number | null): number =>
  billingDay !== null && isMonthEnd(end) ? Math.max(billingDay, dayOfMonth(end)) : dayOfMonth(end);

/** The local date on which the period ends that is `count` after the one that ends on `end`. */
export const endOfPeriod = (
  end: string,
  count: number,
  { validityDays, validityMonths, billingDay }: Period,
): string =>
  validityMonths === null
    ? addDays(end, count * (validityDays ?? 0))
    : addMonths(end, count * validityMonths, billingDayAfter(end, billingDay));

/** The first local date on or after `date` that is on a day of the month, or the last of a shorter month. */
export const nextOnDay = (date: string, billingDay: number): string => {
  const sameMonth = addMonths(date, 0, billingDay);
  return sameMonth >= date ? sameMonth : addMonths(date, 1, billingDay);
};
