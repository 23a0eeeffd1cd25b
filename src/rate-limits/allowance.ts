import { type Bucket, emptyAt, type Rate, remaining, waitTime } from './bucket.ts';

/** Which limit an allowance is of; a 429 names it as its category. */
export type LimitCategory = 'business' | 'address' | 'member' | 'read' | 'write';

/** The state of a limit for one request, as the rate headers show it. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests a minute; an hour for the categories read and write. */
  readonly limit: number;
  /** Requests that are still allowed at this moment. */
  readonly remaining: number;
  /** Epoch second at which the bucket is empty again. */
  readonly resetAt: number;
  /** Seconds to wait, rounded up: a request sent after that is allowed. 0 when allowed. */
  readonly retryAfter: number;
  readonly category: LimitCategory;
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** The state of a bucket after its last peek or consume. */
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
