import type { Clock } from '../kernel/clock.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { Problem } from '../kernel/problem.ts';
import { type Bucket, consume, waitTime } from './bucket.ts';

/** How many tests a person may make: 20 an hour. */
const RATE = { limit: 20, period: HOUR_MS };

/** Limits how often a person may let the server try something outside of it, such as sending an email. */
export const createTries = (clock: Pick<Clock, 'now'>) => {
  const buckets = new Map<string, Bucket>();
  /** @throws Problem 429 `rate_limited` */
  return (staffId: string): void => {
    const bucket = buckets.get(staffId) ?? { level: 0, last: clock.now() };
    buckets.set(staffId, bucket);
    if (consume(bucket, RATE, clock.now())) return;
    const retryAfter = Math.max(1, Math.ceil(waitTime(bucket, RATE) / 1000));
    throw new Problem(429, 'rate_limited', `Too many tests. Wait ${retryAfter} seconds, then send the next one.`, {
      retryAfter,
      category: 'write',
    });
  };
};
