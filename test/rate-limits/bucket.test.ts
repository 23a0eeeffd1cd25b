import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { type Bucket, consume, emptyAt, peek, remaining, waitTime } from '../../src/rate-limits/bucket.ts';

const START = 1_000_000;
/** Three requests at once, and one more every 20 seconds. */
const rate = { limit: 3, period: 60_000 };

const emptyBucket = (): Bucket => ({ level: 0, last: START });
const fullBucket = (): Bucket => {
  const bucket = emptyBucket();
  while (consume(bucket, rate, START));
  return bucket;
};

describe('a bucket', () => {
  test('takes its limit at once and no more', () => {
    const bucket = emptyBucket();
    const results = Array.from({ length: 4 }, () => consume(bucket, rate, START));
    expect(results).toEqual([true, true, true, false]);
    expect([remaining(bucket, rate), waitTime(bucket, rate)]).toEqual([0, 20_000]);
  });

  test('takes the next request exactly after its wait', () => {
    const bucket = fullBucket();
    expect(consume(bucket, rate, START + 19_999)).toBe(false);
    expect(consume(bucket, rate, START + 20_000)).toBe(true);
    expect(consume(bucket, rate, START + 20_000)).toBe(false);
  });

  test('counts nothing when it is only looked at', () => {
    const bucket = emptyBucket();
    for (let look = 0; look < 10; look += 1) expect(peek(bucket, rate, START)).toBe(true);
    expect(remaining(bucket, rate)).toBe(3);
  });

  test('is empty at the time that it says, and not before', () => {
    const bucket = fullBucket();
    const at = emptyAt(bucket, rate);
    expect(at).toBe(START + MINUTE_MS);
    peek(bucket, rate, at - 1);
    expect(bucket.level).toBeGreaterThan(0);
    peek(bucket, rate, at);
    expect(bucket.level).toBe(0);
  });

  test('leaks the same in many small steps as in one', () => {
    const [stepped, once] = [fullBucket(), fullBucket()];
    for (let now = START; now <= START + 33_333; now += 7) peek(stepped, rate, now);
    peek(stepped, rate, START + 33_333);
    peek(once, rate, START + 33_333);
    expect(stepped).toEqual(once);
  });

  test('leaks nothing when the clock is set back, and leaks again from there', () => {
    const bucket = fullBucket();
    expect(consume(bucket, rate, START - HOUR_MS)).toBe(false);
    expect(waitTime(bucket, rate)).toBe(20_000);
    expect(consume(bucket, rate, START - HOUR_MS + 20_000)).toBe(true);
  });

  test('has no more in it than a lower rate allows', () => {
    const bucket = fullBucket();
    const lower = { limit: 1, period: 60_000 };
    expect(peek(bucket, lower, START)).toBe(false);
    expect([waitTime(bucket, lower), remaining(bucket, lower)]).toEqual([60_000, 0]);
  });
});
