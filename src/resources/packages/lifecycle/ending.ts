// When a package that a member ends is over: at the end of a period that is paid, never within one.

import type { Read } from '../../../database/database.ts';
import { addDays, daysBetween, laterOf, localDateAt } from '../../../kernel/local-time.ts';
import type { PackageRow } from '../record.ts';
import { expiryOf } from '../states.ts';
import { moveEndOfDay, zoneOf } from './dates.ts';

const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/** How often a package still renews; null for one that goes on until somebody ends it. */
export const renewalsAhead = ({ autoRenews, renewalsLeft }: PackageRow): number | null =>
  autoRenews === 0 ? 0 : renewalsLeft;

/** The days of a freeze in a later period, by which that period ends later once it has begun; 0 where there is none. */
const freezeDaysAhead = ({ frozenFrom, expiresAt, freezeDaysAdded }: PackageRow): number =>
  frozenFrom !== null && expiresAt !== null && frozenFrom > expiresAt ? freezeDaysAdded : 0;

/** The end of a period, later by the days of a freeze that was planned before it began and begins in it. */
export const withFreezeAhead = (read: Read, row: PackageRow, end: string): string => {
  const days = freezeDaysAhead(row);
  return days > 0 && row.frozenFrom !== null && row.frozenFrom <= end ? moveEndOfDay(read, row.siteId, end, days) : end;
};

/** The end of the period that is `renewals` after the present one; null before the package begins. */
export const endAfter = (read: Read, row: PackageRow, renewals: number): string | null => {
  const { siteId, expiresAt, validityDays } = row;
  if (expiresAt === null || renewals === 0) return expiresAt;
  return withFreezeAhead(read, row, moveEndOfDay(read, siteId, expiresAt, renewals * (validityDays ?? 0)));
};

/** When a package is over by its terms, or because a member has ended it; null for one that goes on, or has not begun. */
export const endOfPackage = (read: Read, row: PackageRow): string | null => {
  const left = renewalsAhead(row);
  return left === null ? null : endAfter(read, row, left);
};

/** When a package is over. One that renews goes on after `expiresAt`, the end of the period that is paid. */
export const overAt = (read: Read, row: PackageRow): string | null =>
  // A renewal that has failed for good comes first.
  expiryOf(row) ?? endOfPackage(read, row);

export interface Ending {
  /** How often the package renews until it may end. */
  readonly renewals: number;
  /** Local dates. */
  readonly noticeEndsOn: string;
  readonly minimumTermEndsOn: string | null;
}

/** What decides when a package may end. Dates are local. */
interface Course {
  readonly today: string;
  readonly begin: string;
  /** The last day of the present period. */
  readonly periodEnd: string;
  readonly validityDays: number | null;
  readonly minimumTermMonths: number | null;
  readonly noticeDays: number;
}

/**
 * How a package ends that somebody ends today: with the first period that ends after the notice, and with the period
 * whose end is nearest to the minimum term, so that nobody pays a whole period for some last days.
 */
export const endingIn = ({ today, begin, periodEnd, noticeDays, minimumTermMonths, validityDays }: Course): Ending => {
  const days = validityDays ?? 1;
  const noticeEndsOn = addDays(today, noticeDays);
  const minimumTermEndsOn = minimumTermMonths === null ? null : monthsLater(begin, minimumTermMonths);
  const nearest = minimumTermEndsOn === null ? noticeEndsOn : addDays(minimumTermEndsOn, -Math.floor(days / 2));
  const renewals = Math.max(0, Math.ceil(daysBetween(periodEnd, laterOf(noticeEndsOn, nearest)) / days));
  return { renewals, noticeEndsOn, minimumTermEndsOn };
};

/** How a package ends if the member says so now. */
export const endingOf = (read: Read, row: PackageRow): Ending => {
  const zone = zoneOf(read, row.siteId);
  const today = localDateAt(read.nowMs, zone);
  const started = row.activatedAt ?? row.startsAt;
  const begin = started === null ? today : localDateAt(Date.parse(started), zone);
  const periodEnd =
    row.expiresAt === null ? addDays(begin, row.validityDays ?? 1) : localDateAt(Date.parse(row.expiresAt), zone);
  const { validityDays, minimumTermMonths, noticeDays } = row;
  const ending = endingIn({ today, begin, periodEnd, validityDays, minimumTermMonths, noticeDays });
  // What has failed for good is not charged again.
  return row.renewalEndsAt === null ? ending : { ...ending, renewals: 0 };
};
