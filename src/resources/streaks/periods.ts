import { addDays, instantOf } from '../../kernel/local-time.ts';
import type { StreakType } from './tables.ts';

/** How a type of streak counts. */
interface Counting {
  /** The local days of a period. Weeks begin on Monday. */
  readonly days: 1 | 7;
  /** A streak is at risk in the last hours of a period that is not met. */
  readonly riskHours: number;
}

export const COUNTING: Readonly<Record<StreakType, Counting>> = {
  weekly_attendance: { days: 7, riskHours: 48 },
  daily_activity: { days: 1, riskHours: 6 },
  video: { days: 1, riskHours: 6 },
};

/** The Monday of the ISO week of a local date. */
const mondayOf = (date: string): string => {
  const weekday = new Date(`${date}T00:00:00.000Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
};

/** The period of a local date: its first local date. */
export const periodOf = (type: StreakType, date: string): string => (COUNTING[type].days === 7 ? mondayOf(date) : date);

/** The period after `period`. */
export const following = (type: StreakType, period: string): string => addDays(period, COUNTING[type].days);

/** The local dates of a period. */
export const datesOf = (type: StreakType, period: string): string[] =>
  Array.from({ length: COUNTING[type].days }, (_, day) => addDays(period, day));

/** The first instant of a local date; the last ones that were asked for, since many members share them. */
const midnights = new Map<string, number>();
const CACHE_SIZE = 1_000;

const midnight = (date: string, timezone: string): number => {
  const key = `${date} ${timezone}`;
  let instant = midnights.get(key);
  if (instant === undefined) {
    instant = instantOf(date, '00:00', timezone);
    if (midnights.size >= CACHE_SIZE) midnights.clear();
    midnights.set(key, instant);
  }
  return instant;
};

/** The first instant of a period, epoch ms. */
export const startOf = (period: string, timezone: string): number => midnight(period, timezone);

/** The first instant after a period, epoch ms. */
export const endOf = (type: StreakType, period: string, timezone: string): number =>
  midnight(following(type, period), timezone);
