import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** When a job runs: once in each period. All are in UTC. */
export interface JobPeriod {
  /** Milliseconds; it divides a day. */
  readonly every: number;
  /** How many milliseconds of each period have passed when it runs. */
  readonly at: number;
}

export const everyMinute: JobPeriod = { every: MINUTE_MS, at: 0 };

/** Once in each `minutes` minutes, counted from midnight. */
export const everyMinutes = (minutes: number): JobPeriod => ({ every: minutes * MINUTE_MS, at: 0 });

export const hourly = (minute: number): JobPeriod => ({ every: HOUR_MS, at: minute * MINUTE_MS });

export const daily = (hour: number, minute: number): JobPeriod => ({
  every: DAY_MS,
  at: hour * HOUR_MS + minute * MINUTE_MS,
});

/** The first run after `now`, in epoch ms. */
export const nextRun = ({ every, at }: JobPeriod, now: number): number =>
  (Math.floor((now - at) / every) + 1) * every + at;

export interface Job {
  readonly name: string;
  readonly period: JobPeriod;
  /** Whether it also runs when the server has become ready. */
  readonly atStart?: boolean;
  /** Does everything that is due, so that a missed run is made up by the next one. */
  run(): unknown;
  /**
   * Whether runs until `instant` (epoch ms) would do nothing, if nothing changes before: what is due at one time is due at
   * later ones too. A clock that is moved by hand passes over them. Absent for a job that always runs.
   */
  isIdleUntil?: ((instant: number) => boolean) | undefined;
}
