/** `limit` requests immediately; `limit` of them leak each `period` (ms). */
export interface Rate {
  readonly limit: number;
  readonly period: number;
}

/** A request adds `period` units and `limit` units leak each millisecond: every level is a whole number. */
export interface Bucket {
  /** Units in the bucket at `last`. */
  level: number;
  /** Epoch ms at which `level` was computed. */
  last: number;
}

/** Removes what has leaked until `now`. If the clock was set back, nothing leaks and leaking starts again at `now`. */
const leak = (bucket: Bucket, rate: Rate, now: number): void => {
  const leaked = now > bucket.last ? (now - bucket.last) * rate.limit : 0;
  // A bucket filled at a higher rate may contain more than the present rate allows.
  bucket.level = Math.max(0, Math.min(bucket.level, rate.limit * rate.period) - leaked);
  bucket.last = now;
};

/** Whether one more request fits at `now` (epoch ms). Does not count it. */
export const peek = (bucket: Bucket, rate: Rate, now: number): boolean => {
  leak(bucket, rate, now);
  return bucket.level + rate.period <= rate.limit * rate.period;
};

/** Counts one request at `now` (epoch ms) if it fits. Returns whether it did. */
export const consume = (bucket: Bucket, rate: Rate, now: number): boolean => {
  const fits = peek(bucket, rate, now);
  if (fits) bucket.level += rate.period;
  return fits;
};

export const remaining = (bucket: Bucket, rate: Rate): number =>
  Math.floor((rate.limit * rate.period - bucket.level) / rate.period);

/** Milliseconds from the last peek or consume until one more request fits. */
export const waitTime = (bucket: Bucket, rate: Rate): number =>
  Math.max(0, Math.ceil((bucket.level + rate.period - rate.limit * rate.period) / rate.limit));

/** Epoch ms at which the bucket is empty. */
export const emptyAt = (bucket: Bucket, rate: Rate): number => bucket.last + Math.ceil(bucket.level / rate.limit);
