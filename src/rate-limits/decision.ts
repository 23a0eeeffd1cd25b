import { type Bucket, emptyAt, type Rate, room, untilRoom } from './bucket.ts';

/** Which limit speaks; in a 429 it says which one was met. */
export type Layer = 'business' | 'address' | 'member' | 'read' | 'write';

/** What one layer says to a request, and what the rate headers decisionOf of it. */
export interface LimitDecision {
  readonly allowed: boolean;
  /** Requests a minute; an hour for the categories read and write. */
  readonly limit: number;
  /** Requests that still pass at this moment. */
  readonly remaining: number;
  /** Epoch second at which the bucket is empty again. */
  readonly resetAt: number;
  /** Seconds to wait, rounded up: a request sent after that long passes. 0 when allowed. */
  readonly retryAfter: number;
  readonly category: Layer;
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** How a bucket stands after its last peek or consume. */
export const decisionOf = (bucket: Bucket, rate: Rate, allowed: boolean, category: Layer): LimitDecision => ({
  allowed,
  limit: rate.limit,
  remaining: room(bucket, rate),
  resetAt: seconds(emptyAt(bucket, rate)),
  retryAfter: allowed ? 0 : seconds(untilRoom(bucket, rate)),
  category,
});

/** How an empty bucket stands at `now` (epoch ms). */
export const emptyDecision = (limit: number, now: number, category: Layer): LimitDecision => ({
  allowed: true,
  limit,
  remaining: limit,
  resetAt: seconds(now),
  retryAfter: 0,
  category,
});
