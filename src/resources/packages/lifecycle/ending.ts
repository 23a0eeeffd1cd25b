// When a package that a member ends is over: at the end of a period that is paid, never within one.

import type { Read } from '../../../database/database.ts';
import { addDays, addMonths, daysBetween, localDateAt } from '../../../kernel/local-time.ts';
import { endFrom, endOfPeriod, hasPeriod, type Period } from '../../validity.ts';
import type { PackageRow } from '../record.ts';
import { expiryOf } from '../states.ts';
import { billingDayFrom, moveEndOfDay, movePeriods, zoneOf } from './dates.ts';

/** How often a package still renews; null for one that continues until someone ends it. */
export const renewalsAhead = ({ autoRenews, renewalsLeft }: PackageRow): number | null =>
  autoRenews === 0 ? 0 : renewalsLeft;

/**
 * Whether a freeze from an instant on is in a later period, so that the present one ends as it did. A package that was ended
 * since has no later period, and its end has not moved either.
 */
export const isAfterPeriod = ({ expiresAt }: Pick<PackageRow, 'expiresAt'>, frozenFrom: string | null): boolean =>
  frozenFrom !== null && expiresAt !== null && frozenFrom > expiresAt;

/** The days of a freeze in a later period, by which that period ends later once it has begun; 0 where there is none. */
const freezeDaysAhead = (row: PackageRow): number => (isAfterPeriod(row, row.frozenFrom) ? row.freezeDaysAdded : 0);

/** The end of a period, later by the days of a freeze that was planned before it began and begins in it. */
export const withFreezeAhead = (read: Read, row: PackageRow, end: string): string => {
  const days = freezeDaysAhead(row);
  return days > 0 && row.frozenFrom !== null && row.frozenFrom <= end ? moveEndOfDay(read, row.siteId, end, days) : end;
};

/** The end of the period that is `renewals` after the present one; null before the package begins. */
export const endAfter = (read: Read, row: PackageRow, renewals: number): string | null => {
  const { expiresAt } = row;
  if (expiresAt === null || renewals === 0) return expiresAt;
  return withFreezeAhead(read, row, movePeriods(read, row, expiresAt, renewals));
};

/** When a package is over by its terms, or because a member has ended it; null for one that continues, or has not begun. */
export const endOfPackage = (read: Read, row: PackageRow): string | null => {
  const left = renewalsAhead(row);
  return left === null ? null : endAfter(read, row, left);
};

/** When a package is over. One that renews continues after `expiresAt`, the end of the period that is paid. */
export const overAt = (read: Read, row: PackageRow): string | null =>
  // A renewal that has failed permanently comes first.
  expiryOf(row) ?? endOfPackage(read, row);

export interface Ending {
  /** How often the package renews until it may end. */
  readonly renewals: number;
  /** Local dates. */
  readonly noticeEndsOn: string;
  readonly minimumTermEndsOn: string | null;
}

/** What decides when a package may end. Dates are local. */
interface Course extends Period {
  readonly today: string;
  readonly begin: string;
  /** The last day of the present period. */
  readonly periodEnd: string;
  readonly minimumTermMonths: number | null;
  /** The days by which freezes have moved its periods, and so its minimum term. */
  readonly termDaysAdded?: number;
  readonly noticeDays: number;
}

/** How many periods after the present one is the first that ends on a local date or later. */
const periodsUntil = (course: Course, date: string): number => {
  let count = 0;
  while (endOfPeriod(course.periodEnd, count, course) < date) count += 1;
  return count;
};

/** How many periods after the present one is the period whose end is nearest to a local date; of two, the earlier. */
const periodsNear = (course: Course, date: string): number => {
  const count = periodsUntil(course, date);
  if (count === 0) return 0;
  const [before, after] = [count - 1, count].map((each) => endOfPeriod(course.periodEnd, each, course));
  return daysBetween(before ?? date, date) <= daysBetween(date, after ?? date) ? count - 1 : count;
};

/**
 * How a package ends that someone ends today: with the first period that ends after the notice, and with the period
 * whose end is nearest to the minimum term, so that no one pays a whole period for some last days. A freeze moves the
 * minimum term as it moves the periods, so that it has as many of them as were sold.
 */
export const endingIn = (course: Course): Ending => {
  const { today, begin, noticeDays, minimumTermMonths, termDaysAdded = 0 } = course;
  const noticeEndsOn = addDays(today, noticeDays);
  const minimumTermEndsOn =
    minimumTermMonths === null ? null : addDays(addMonths(begin, minimumTermMonths), termDaysAdded);
  if (!hasPeriod(course)) return { renewals: 0, noticeEndsOn, minimumTermEndsOn };
  const least = minimumTermEndsOn === null ? 0 : periodsNear(course, minimumTermEndsOn);
  return { renewals: Math.max(periodsUntil(course, noticeEndsOn), least), noticeEndsOn, minimumTermEndsOn };
};

/** How a package ends if the member says so now. */
export const endingOf = (read: Read, row: PackageRow): Ending => {
  const zone = zoneOf(read, row.siteId);
  const today = localDateAt(read.nowMs, zone);
  const started = row.activatedAt ?? row.startsAt;
  const begin = started === null ? today : localDateAt(Date.parse(started), zone);
  const periodEnd =
    row.expiresAt === null ? (endFrom(begin, row) ?? begin) : localDateAt(Date.parse(row.expiresAt), zone);
  const billingDay = row.billingDay ?? billingDayFrom(read, row, started === null ? read.nowMs : Date.parse(started));
  // The periods are counted as if nothing were frozen ahead, which moves their ends once it is reached.
  const ahead = freezeDaysAhead(row);
  const termDaysAdded = Math.max(0, row.termDaysAdded - ahead);
  const ending = endingIn({ ...row, termDaysAdded, billingDay, today, begin, periodEnd });
  const { minimumTermEndsOn } = ending;
  return {
    ...ending,
    minimumTermEndsOn: minimumTermEndsOn === null ? null : addDays(minimumTermEndsOn, ahead),
    // What has failed permanently is not charged again.
    ...(row.renewalEndsAt === null ? {} : { renewals: 0 }),
  };
};
