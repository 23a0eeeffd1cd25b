import { expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { consume } from '../../src/rate-limits/bucket.ts';
import { Buckets } from '../../src/rate-limits/buckets.ts';

const rate = { limit: 60, period: MINUTE_MS };

test('a million keys within one minute stay within two generations', () => {
  const buckets = new Buckets(MINUTE_MS, 10_000);
  for (let index = 0; index < 1_000_000; index += 1) buckets.open(`address-${index}`, 1_000_000);
  expect(buckets.size).toBeLessThanOrEqual(20_000);
});

test('keys that are no longer used are forgotten when others come', () => {
  const buckets = new Buckets(MINUTE_MS);
  for (let index = 0; index < 5_000; index += 1) buckets.open(`address-${index}`, MINUTE_MS);
  buckets.open('another', 2 * MINUTE_MS);
  expect(buckets.size).toBe(5_001);
  buckets.open('another', 3 * MINUTE_MS);
  expect(buckets.size).toBe(2);
});

test('a bucket that is not empty is never forgotten by time', () => {
  const buckets = new Buckets(MINUTE_MS);
  let now = 10 * MINUTE_MS;
  for (let index = 0; index < 60; index += 1) consume(buckets.open('busy', now), rate, now);
  for (; now < 11 * MINUTE_MS; now += 1000) {
    buckets.open(`other-${now}`, now);
    const level = buckets.find('busy')?.level;
    expect(level).toBe(HOUR_MS);
  }
  expect(consume(buckets.open('busy', now), rate, now)).toBe(true);
});

test('in a flood, keys in use outlive those seen once', () => {
  const buckets = new Buckets(MINUTE_MS, 1_000);
  for (let index = 0; index < 100_000; index += 1) {
    buckets.open(`flood-${index}`, MINUTE_MS);
    if (index % 500 === 0) consume(buckets.open('busy', MINUTE_MS), rate, MINUTE_MS);
  }
  expect(buckets.find('busy')?.level).toBe(HOUR_MS);
});
