// The rule at the end of a file of the tz database, such as EST5EDT,M3.2.0,M11.1.0: "TZ" of POSIX, as RFC 9636 extends it.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Span } from './zone.ts';

/** When a clock changes in each year; `time` is on the clock before the change, in ms. */
interface YearlyChange {
  dayIn(year: number): number;
  readonly time: number;
}

export interface TzRule {
  /** The offset of standard time, in ms east of UTC. */
  readonly offset: number;
  readonly daylight?: { readonly offset: number; readonly start: YearlyChange; readonly end: YearlyChange };
}

const NAME = '(?:<[A-Za-z0-9+-]+>|[A-Za-z]{3,})';
const TIME = '[+-]?\\d{1,3}(?::\\d{2}){0,2}';
const RULE = new RegExp(`^${NAME}(${TIME})(?:${NAME}(${TIME})?,([^,]+),([^,]+))?$`);
const CHANGE = new RegExp(`^(?:M(\\d{1,2})\\.([1-5])\\.([0-6])|(J)?(\\d{1,3}))(?:/(${TIME}))?$`);

/** A time, or an offset, in ms. */
const timeOf = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  const value = hours * HOUR_MS + minutes * MINUTE_MS + (seconds * MINUTE_MS) / 60;
  return text.startsWith('-') ? -value : value;
};

const DEFAULT_TIME = '2';
const FEBRUARY_28 = 59;

/** The day of a weekday in a month, in ms; `week` 5 is the last one. */
const weekdayOfMonth = (year: number, month: number, week: number, weekday: number): number => {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((weekday - first + 7) % 7) + (week - 1) * 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Date.UTC(year, month - 1, day > days ? day - 7 : day);
};

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29;

const changeOf = (text: string): YearlyChange | undefined => {
  const match = CHANGE.exec(text);
  if (match === null) return undefined;
  const [, month, week, weekday, julian, day, time = DEFAULT_TIME] = match;
  const dayIn = (year: number): number => {
    if (month !== undefined) return weekdayOfMonth(year, Number(month), Number(week), Number(weekday));
    // Days with J are from 1 on and leave out 29 February; the others are from 0 on.
    const number = julian === undefined ? Number(day) : Number(day) - 1;
    const after = julian !== undefined && isLeapYear(year) && number >= FEBRUARY_28 ? 1 : 0;
    return Date.UTC(year, 0, 1) + (number + after) * DAY_MS;
  };
  return { dayIn, time: timeOf(time) };
};

/** The rule of a text; undefined for one that is no rule. */
export const tzRuleOf = (text: string): TzRule | undefined => {
  const [, standard, summer, from, to] = RULE.exec(text) ?? [];
  if (standard === undefined) return undefined;
  // POSIX counts offsets to the west.
  const offset = 0 - timeOf(standard);
  if (from === undefined || to === undefined) return { offset };
  const [start, end] = [changeOf(from), changeOf(to)];
  if (start === undefined || end === undefined) return undefined;
  return { offset, daylight: { offset: summer === undefined ? offset + HOUR_MS : 0 - timeOf(summer), start, end } };
};

/** The spans of the years from `first` to `last`, both included, in order. */
export const spansOfRule = ({ offset, daylight }: TzRule, first: number, last: number): Span[] => {
  if (daylight === undefined) return [];
  const spans: Span[] = [];
  for (let year = first; year <= last; year += 1) {
    const { start, end } = daylight;
    spans.push({ from: start.dayIn(year) + start.time - offset, offset: daylight.offset });
    spans.push({ from: end.dayIn(year) + end.time - daylight.offset, offset });
  }
  return spans.sort((left, right) => left.from - right.from);
};
