import type { Allowance, LimitCategory } from '../kernel/allowance.ts';
import { type Bucket, emptyAt, type Rate, remaining, waitTime } from './bucket.ts';

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

export const allowanceOf = (bucket: Bucket, rate: Rate, allowed: boolean, category: LimitCategory): Allowance => ({
  allowed,
  limit: rate.limit,
  remaining: remaining(bucket, rate),
  resetAt: seconds(emptyAt(bucket, rate)),
  retryAfter: allowed ? 0 : seconds(waitTime(bucket, rate)),
  category,
});

/** The state of an empty bucket at `now` (epoch ms). */
export const fullAllowance = (limit: number, now: number, category: LimitCategory): Allowance => ({
  allowed: true,
  limit,
  remaining: limit,
  resetAt: seconds(now),
  retryAfter: 0,
  category,
});
