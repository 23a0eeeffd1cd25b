/** When a job runs: once in each period. All are in UTC. */
export interface Period {
  /** Milliseconds; it divides a day. */
  readonly every: number;
  /** How many milliseconds of each period have passed when it runs. */
  readonly at: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const everyMinute: Period = { every: MINUTE, at: 0 };

/** Once in each `minutes` minutes, counted from midnight. */
export const everyMinutes = (minutes: number): Period => ({ every: minutes * MINUTE, at: 0 });

/** Once in each hour. */
export const hourly = (minute: number): Period => ({ every: HOUR, at: minute * MINUTE });

/** Once in each day. */
export const daily = (hour: number, minute: number): Period => ({
  every: 24 * HOUR,
  at: hour * HOUR + minute * MINUTE,
});

/** The first run after `now`, in epoch ms. */
export const nextRun = ({ every, at }: Period, now: number): number =>
  (Math.floor((now - at) / every) + 1) * every + at;
