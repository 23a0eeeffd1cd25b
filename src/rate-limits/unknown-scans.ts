import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { consume, peek, type Rate } from './bucket.ts';
import { Buckets } from './buckets.ts';

/** How many unknown numbers a kiosk may scan: more than a queue with a few new fobs, far fewer than someone who counts up. */
const RATE: Rate = { limit: 15, period: 15 * MINUTE_MS };

/** Counts the numbers that no one has, by kiosk. */
export const createUnknownScans = (clock: Clock) => {
  const buckets = new Buckets(RATE.period);
  const of = (kioskId: string) => buckets.open(kioskId, clock.now());
  return {
    count: (kioskId: string): void => void consume(of(kioskId), RATE, clock.now()),
    /** Whether so many were unknown that a kiosk looks like one at which someone tries numbers. */
    areMany: (kioskId: string): boolean => !peek(of(kioskId), RATE, clock.now()),
  };
};

export type UnknownScans = ReturnType<typeof createUnknownScans>;
