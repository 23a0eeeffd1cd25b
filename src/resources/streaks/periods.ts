import { addDays, instantOf, mondayOf } from '../../kernel/local-time.ts';
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

const CACHE_SIZE = 1_000;

/** Keeps the last results: many members share their dates. */
const remembered = <Result>(of: (key: string) => Result): ((key: string) => Result) => {
  const results = new Map<string, Result>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = of(key);
      if (results.size >= CACHE_SIZE) results.clear();
      results.set(key, result);
    }
    return result;
  };
};

const weekOf = remembered(mondayOf);
const FOLLOWING = { 1: remembered((date) => addDays(date, 1)), 7: remembered((date) => addDays(date, 7)) } as const;

/** The period of a local date: its first local date. */
export const periodOf = (type: StreakType, date: string): string => (COUNTING[type].days === 7 ? weekOf(date) : date);

/** The period after `period`. */
export const following = (type: StreakType, period: string): string => FOLLOWING[COUNTING[type].days](period);

/** The local dates of a period. */
export const datesOf = (type: StreakType, period: string): string[] =>
  Array.from({ length: COUNTING[type].days }, (_, day) => addDays(period, day));

const midnights = remembered((key) => {
  const [date = '', timezone = ''] = key.split(' ');
  return instantOf(date, '00:00', timezone);
});

/** The first instant of a local date, epoch ms. */
const midnight = (date: string, timezone: string): number => midnights(`${date} ${timezone}`);

/** The first instant of a period, epoch ms. */
export const startOf = (period: string, timezone: string): number => midnight(period, timezone);

/** The first instant after a period, epoch ms. */
export const endOf = (type: StreakType, period: string, timezone: string): number =>
  midnight(following(type, period), timezone);
