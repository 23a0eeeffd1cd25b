// The local days, weeks and other periods of a challenge. A week begins on Monday; the first and the last one can be
// shorter, as the challenge begins and ends within them.

import { epochOf, isoInstant } from '../../kernel/clock.ts';
import {
  addDays,
  daysBetween,
  daysLater,
  earlierOf,
  laterOf,
  localDateAt,
  mondayOf,
  startOfDate,
} from '../../kernel/local-time.ts';
import type { ChallengeRow } from './record.ts';

export const PERIODS = ['day', 'week', 'challenge'] as const;
export type PeriodKind = (typeof PERIODS)[number];

export type Days = Pick<ChallengeRow, 'startDate' | 'endDate' | 'timezone'>;

export interface Period {
  readonly index: number;
  readonly first: string;
  readonly last: string;
}

export const totalDays = ({ startDate, endDate }: Days): number => daysBetween(startDate, endDate) + 1;

/** The days from the Monday of its week to a local date. */
const sinceMonday = (date: string): number => daysBetween(mondayOf(date), date);

/** The period that has a local date of the challenge. */
export const periodOn = (kind: PeriodKind, days: Days, date: string): Period => {
  const { startDate, endDate } = days;
  if (kind === 'challenge') return { index: 0, first: startDate, last: endDate };
  const offset = daysBetween(startDate, date);
  if (kind === 'day') return { index: offset, first: date, last: date };
  const index = Math.floor((offset + sinceMonday(startDate)) / 7);
  const monday = mondayOf(date);
  return { index, first: laterOf(monday, startDate), last: earlierOf(addDays(monday, 6), endDate) };
};

export const periodAt = (kind: PeriodKind, days: Days, index: number): Period | undefined => {
  const { startDate } = days;
  const offset = kind === 'week' ? Math.max(0, 7 * index - sinceMonday(startDate)) : index;
  const isThere = kind === 'challenge' ? index === 0 : offset < totalDays(days);
  return isThere ? periodOn(kind, days, addDays(startDate, offset)) : undefined;
};

export const weeksOf = (days: Days): Period[] => {
  const weeks: Period[] = [];
  for (let week = periodAt('week', days, 0); week !== undefined; week = periodAt('week', days, weeks.length)) {
    weeks.push(week);
  }
  return weeks;
};

/** The local end of a date: the start of the next one. */
export const endOf = (date: string, timezone: string): string => startOfDate(addDays(date, 1), timezone);

export const dateAt = (at: string, { timezone }: Pick<Days, 'timezone'>): string => localDateAt(epochOf(at), timezone);

/** The local date at an instant, or the nearest one that the challenge has. */
export const nearestDate = (at: string, days: Days): string => {
  const date = dateAt(at, days);
  if (date < days.startDate) return days.startDate;
  return earlierOf(date, days.endDate);
};

/** The instant of the first period moved to a later one: as many days later, at the same time of day. */
export const movedTo = (instant: string, kind: PeriodKind, index: number, { timezone }: Days): string => {
  if (index === 0 || kind === 'challenge') return instant;
  return isoInstant(daysLater(epochOf(instant), kind === 'week' ? 7 * index : index, timezone));
};
