// When a package that a member ends is over: at the end of a period that is paid, never within one.

import type { Read } from '../../../database/database.ts';
import { addDays, daysBetween, laterOf, localDateAt } from '../../../kernel/local-time.ts';
import type { PackageRow } from '../record.ts';
import { moveEndOfDay, zoneOf } from './dates.ts';

const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/** How often a package still renews; null for one that goes on until somebody ends it. */
export const renewalsAhead = ({ autoRenews, renewalsLeft }: PackageRow): number | null =>
  autoRenews === 0 ? 0 : renewalsLeft;

/** The end of the period that is `renewals` after the present one; null before the package begins. */
export const endAfter = (read: Read, { siteId, expiresAt, validityDays }: PackageRow, renewals: number) =>
  expiresAt === null || renewals === 0
    ? expiresAt
    : moveEndOfDay(read, siteId, expiresAt, renewals * (validityDays ?? 0));

/** When a package that a member has ended is over; null for one that goes on, or has not begun. */
export const endOfPackage = (read: Read, row: PackageRow): string | null => {
  const left = renewalsAhead(row);
  return left === null ? null : endAfter(read, row, left);
};

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
