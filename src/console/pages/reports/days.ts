import { addDays } from '../../base/time/local-time.ts';

/** A value on a day, or on the days that begin with it, beside the same of the range before. */
export interface Point {
  readonly date: string;
  readonly value: number;
  readonly before: number | null;
  readonly isClosed: boolean;
}

/** The most bars that a plot has. A longer range is drawn by weeks. */
export const MOST_BARS = 62;

/** The days of a plot: each on its own, or weeks where there are too many. */
export const pointsOf = (days: readonly Point[]): { readonly points: readonly Point[]; readonly isWeekly: boolean } => {
  if (days.length <= MOST_BARS) return { points: days, isWeekly: false };
  const points: Point[] = [];
  for (let index = 0; index < days.length; index += 7) {
    const week = days.slice(index, index + 7);
    const known = week.flatMap(({ before }) => before ?? []);
    points.push({
      date: week[0]?.date ?? '',
      value: week.reduce((sum, { value }) => sum + value, 0),
      before: known.length === 0 ? null : known.reduce((sum, before) => sum + before, 0),
      isClosed: week.every(({ isClosed }) => isClosed),
    });
  }
  return { points, isWeekly: true };
};

/** How old the first class of what is shown is, in days; fewer than two weeks are not worth a comparison. */
const FEWEST_DAYS = 14;

interface DayOfClasses {
  readonly date: string;
  readonly classes: number;
  readonly before: { readonly classes: number } | null;
}

/** Whether there is enough to compare with: the range before has classes, and the first of them is two weeks old or more. */
export const hasBefore = (
  days: readonly DayOfClasses[],
  before: { readonly from: string } | null,
  today: string,
): boolean => {
  if (before === null) return false;
  const first = days.findIndex((day) => (day.before?.classes ?? 0) > 0);
  return first >= 0 && addDays(before.from, first + FEWEST_DAYS) <= today;
};
