import { addDays, instantOf, mondayOf } from '../../kernel/local-time.ts';
import type { StreakType } from './tables.ts';

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

/** The period of a local date: its first local date. */
export const periodOf = (type: StreakType, date: string): string => (COUNTING[type].days === 7 ? mondayOf(date) : date);

export const following = (type: StreakType, period: string): string => addDays(period, COUNTING[type].days);

export const datesOf = (type: StreakType, period: string): string[] =>
  Array.from({ length: COUNTING[type].days }, (_, day) => addDays(period, day));

/** The first instant of a period, epoch ms. */
export const startOf = (period: string, timezone: string): number => instantOf(period, '00:00', timezone);

/** The first instant after a period, epoch ms. */
export const endOf = (type: StreakType, period: string, timezone: string): number =>
  startOf(following(type, period), timezone);
