import { MINUTE_MS } from '../../../kernel/durations.ts';
import { instantOf, localDateAt, wallClock } from '../../../kernel/local-time.ts';

/** When the classes of today start, epoch ms. */
export interface DayPlan {
  readonly now: number;
  readonly date: string;
  readonly morning: number;
  readonly reformer: number;
  readonly lunch: number;
  /** While the studio is open, it has begun and continues. */
  readonly running: number;
  /** While the studio is open, it begins in some minutes. */
  readonly next: number;
  readonly ride: number;
  readonly yin: number;
  readonly climbing: number;
  /** When the desk stops selling. */
  readonly closing: number;
}

/** Local times of each day. */
const TIMES = {
  morning: '07:00',
  reformer: '09:30',
  lunch: '12:15',
  ride: '18:30',
  yin: '19:30',
  climbing: '20:00',
  closing: '21:30',
} as const;
/** The first and the last moment at which a class runs and another one is about to begin: the studio is open from 6 to 10. */
const [EARLIEST, LATEST] = ['06:33', '20:30'] as const;

const QUARTER_MS = 15 * MINUTE_MS;
/** Until the next class there is time for an offer. */
const LEAD_MS = 12 * MINUTE_MS;
const SINCE_RUNNING_MS = 45 * MINUTE_MS;

const quarter = (time: number): number => Math.floor(time / QUARTER_MS) * QUARTER_MS;

/**
 * The day of `now`. Most classes have their hours; two follow the clock between the opening and the evening, so that a class
 * runs and another one begins in 12 to 27 minutes. Before and after, they are the first and the last of the day.
 */
export const planOf = (now: number, zone: string): DayPlan => {
  const date = localDateAt(now, zone);
  const at = (time: string): number => instantOf(date, time, zone);
  const moment = Math.min(Math.max(now, at(EARLIEST)), at(LATEST));
  const next = quarter(moment + LEAD_MS + QUARTER_MS - 1);
  const fixed = Object.entries(TIMES).map(([name, time]) => [name, at(time)] as const);
  const times = Object.fromEntries(fixed) as Record<keyof typeof TIMES, number>;
  return { ...times, now, date, next, running: next - SINCE_RUNNING_MS };
};

/** Within these the running class would begin while its teacher and its room have another one: in the morning, online at noon, in the evening. */
const TAKEN = [
  ['06:00', '08:00'],
  ['11:00', '12:30'],
  ['18:30', '20:30'],
] as const;

/** Whether the teacher and the room of the running class have another one at that time. */
export const isTaken = ({ running }: DayPlan, zone: string): boolean => {
  const { time } = wallClock(running, zone);
  return TAKEN.some(([from, until]) => from < time && time < until);
};
