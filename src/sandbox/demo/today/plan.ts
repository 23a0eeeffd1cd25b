import { MINUTE_MS } from '../../../kernel/durations.ts';
import { instantOf, localDateAt } from '../../../kernel/local-time.ts';

/** When the classes of today start, epoch ms. */
export interface DayPlan {
  readonly now: number;
  readonly date: string;
  readonly morning: number;
  readonly reformer: number;
  readonly lunch: number;
  /** It has begun, and goes on. */
  readonly running: number;
  /** It begins in some minutes. */
  readonly next: number;
  readonly ride: number;
  readonly yin: number;
  readonly climbing: number;
}

const QUARTER_MS = 15 * MINUTE_MS;
/** Until the next class there is time for an offer. */
const LEAD_MS = 12 * MINUTE_MS;
const SINCE_RUNNING_MS = 45 * MINUTE_MS;
/** How many minutes before the running class the earlier ones begin, on a day that is long enough. */
const EARLIER = { morning: 615, reformer: 465, lunch: 300 } as const;
/** They follow one another within so many minutes on the shortest day: the first of them may be on the evening before. */
const SHORTEST = 180;
/** How many minutes after the next class the later ones begin. */
const LATER = { ride: 30, yin: 90, climbing: 120 } as const;

const quarter = (time: number): number => Math.floor(time / QUARTER_MS) * QUARTER_MS;

/**
 * The day around `now`: whatever the hour, a class runs and another one begins in 12 to 27 minutes. Early in the morning,
 * the classes before follow one another faster.
 */
export const planOf = (now: number, zone: string): DayPlan => {
  const date = localDateAt(now, zone);
  const next = quarter(now + LEAD_MS + QUARTER_MS - 1);
  const running = next - SINCE_RUNNING_MS;
  const sinceMidnight = (running - instantOf(date, '00:00', zone)) / MINUTE_MS;
  const scale = Math.min(1, Math.max(sinceMidnight, SHORTEST) / EARLIER.morning);
  const before = (minutes: number): number => quarter(running - minutes * scale * MINUTE_MS);
  const after = (minutes: number): number => next + minutes * MINUTE_MS;
  return {
    now,
    date,
    next,
    running,
    morning: before(EARLIER.morning),
    reformer: before(EARLIER.reformer),
    lunch: before(EARLIER.lunch),
    ride: after(LATER.ride),
    yin: after(LATER.yin),
    climbing: after(LATER.climbing),
  };
};
