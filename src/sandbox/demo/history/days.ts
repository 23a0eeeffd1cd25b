import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf, nextTransition } from '../../../kernel/local-time.ts';

/** The local days around a date: this many before it, and after it. */
const [BEFORE, AFTER] = [130, 110];

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Local days by their distance from today. Only a day on which the clock changes is computed by the calendar. */
export interface Days {
  /** @param day 0 is today, -1 yesterday. */
  date(day: number): string;
  /** The instant (epoch ms) of a local time of a day. */
  at(day: number, time: string): number;
  /** The last millisecond of a day. */
  endOf(day: number): number;
  dayOf(instant: number): number;
}

export const daysAround = (today: string, zone: string): Days => {
  const dates = Array.from({ length: BEFORE + AFTER }, (_, index) => addDays(today, index - BEFORE));
  const [first = today] = dates;
  const starts: number[] = [instantOf(first, '00:00', zone)];
  const uneven = new Set<number>();
  let change = nextTransition((starts[0] ?? 0) - 1, zone);
  // A change at midnight makes the day after it uneven too.
  let isAfter = false;
  for (const [index, date] of dates.entries()) {
    if (index === 0) continue;
    const next = (starts[index - 1] ?? 0) + DAY_MS;
    const isChange = change !== undefined && change <= next;
    if (isChange || isAfter) uneven.add(index - 1).add(index);
    starts.push(isChange || isAfter ? instantOf(date, '00:00', zone) : next);
    if (change !== undefined && isChange) change = nextTransition(change, zone);
    isAfter = isChange;
  }
  const startOf = (day: number): number => starts[day + BEFORE] ?? Number.NaN;
  return {
    date: (day) => dates[day + BEFORE] ?? '',
    at: (day, time) =>
      uneven.has(day + BEFORE)
        ? instantOf(dates[day + BEFORE] ?? '', time, zone)
        : startOf(day) + minutesOf(time) * MINUTE_MS,
    endOf: (day) => startOf(day + 1) - 1,
    dayOf(instant) {
      let day = Math.floor((instant - startOf(0)) / DAY_MS);
      while (startOf(day) > instant) day -= 1;
      while (startOf(day + 1) <= instant) day += 1;
      return day;
    },
  };
};
