import { expect, test } from 'bun:test';
import { consume } from '../../src/rate-limits/bucket.ts';
import { Buckets } from '../../src/rate-limits/buckets.ts';

const MINUTE = 60_000;
const rate = { limit: 60, period: MINUTE };

test('a million keys within one minute stay within two generations', () => {
  const buckets = new Buckets(MINUTE, 10_000);
  for (let index = 0; index < 1_000_000; index += 1) buckets.open(`address-${index}`, 1_000_000);
  expect(buckets.size).toBeLessThanOrEqual(20_000);
});

test('keys that are no longer used are forgotten when others come', () => {
  const buckets = new Buckets(MINUTE);
  for (let index = 0; index < 5_000; index += 1) buckets.open(`address-${index}`, MINUTE);
  buckets.open('another', 2 * MINUTE);
  expect(buckets.size).toBe(5_001);
  buckets.open('another', 3 * MINUTE);
  expect(buckets.size).toBe(2);
});

test('a bucket that is not empty is never forgotten by time', () => {
  const buckets = new Buckets(MINUTE);
  let now = 10 * MINUTE;
  for (let index = 0; index < 60; index += 1) consume(buckets.open('busy', now), rate, now);
  for (; now < 11 * MINUTE; now += 1000) {
    buckets.open(`other-${now}`, now);
    const level = buckets.find('busy')?.level;
    expect(level).toBe(60 * MINUTE);
  }
  expect(consume(buckets.open('busy', now), rate, now)).toBe(true);
});

test('in a flood, keys in use outlive those seen once', () => {
  const buckets = new Buckets(MINUTE, 1_000);
  for (let index = 0; index < 100_000; index += 1) {
    buckets.open(`flood-${index}`, MINUTE);
    if (index % 500 === 0) consume(buckets.open('busy', MINUTE), rate, MINUTE);
  }
  expect(buckets.find('busy')?.level).toBe(60 * MINUTE);
});
