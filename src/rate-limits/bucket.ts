/** `limit` requests at once, leaking `limit` of them each `period` (ms). */
export interface Rate {
  readonly limit: number;
  readonly period: number;
}

/**
 * A leaky bucket. One request weighs `period` parts and `limit` parts leak each millisecond, so that every level is
 * a whole number and a bucket answers to the request, without rounding, however many small steps it took.
 */
export interface Bucket {
  /** Parts inside as of `last`. */
  level: number;
  /** Epoch ms at which `level` was true. */
  last: number;
}

/** Lets out what has leaked until `now`. A clock that was set back leaks nothing and starts anew from there. */
const settle = (bucket: Bucket, rate: Rate, now: number): void => {
  const leaked = now > bucket.last ? (now - bucket.last) * rate.limit : 0;
  // A bucket filled under a higher rate holds no more than the present one can.
  bucket.level = Math.max(0, Math.min(bucket.level, rate.limit * rate.period) - leaked);
  bucket.last = now;
};

/** Whether one more request fits at `now` (epoch ms); pours nothing. */
export const peek = (bucket: Bucket, rate: Rate, now: number): boolean => {
  settle(bucket, rate, now);
  return bucket.level + rate.period <= rate.limit * rate.period;
};

/** Pours one request in at `now` (epoch ms) and answers true, or answers false and pours nothing where it does not fit. */
export const consume = (bucket: Bucket, rate: Rate, now: number): boolean => {
  const fits = peek(bucket, rate, now);
  if (fits) bucket.level += rate.period;
  return fits;
};

/** How many whole requests still fit, as of the last peek or consume. */
export const room = (bucket: Bucket, rate: Rate): number =>
  Math.floor((rate.limit * rate.period - bucket.level) / rate.period);

/** Milliseconds after the last peek or consume until one more request fits. */
export const untilRoom = (bucket: Bucket, rate: Rate): number =>
  Math.max(0, Math.ceil((bucket.level + rate.period - rate.limit * rate.period) / rate.limit));

/** Epoch ms at which everything that is inside has leaked out. */
export const emptyAt = (bucket: Bucket, rate: Rate): number => bucket.last + Math.ceil(bucket.level / rate.limit);
