import { beforeEach, expect, test } from 'bun:test';
import { createThrottle, type Throttle } from '../../../src/auth/staff/throttle.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { Problem } from '../../../src/kernel/problem.ts';

let now = 0;
let throttle: Throttle;
beforeEach(() => {
  now = Date.parse('2026-03-02T08:00:00Z');
  throttle = createThrottle({ now: () => now });
});

/** The seconds to wait; 0 for an attempt that may be made. */
const waitOf = (account: string, address: string): number => {
  try {
    throttle.begin(account, address).ended();
    return 0;
  } catch (error) {
    return error instanceof Problem ? (error.extra.retryAfter ?? -1) : -1;
  }
};
const fail = (account: string, address: string, times: number): void => {
  for (let n = 0; n < times; n += 1) throttle.begin(account, address).failed();
};

test('five are free, then the account waits at every address, and the address for every account', () => {
  fail('ana', 'one', 5);
  expect([waitOf('ana', 'one'), waitOf('ana', 'two'), waitOf('ben', 'one'), waitOf('ben', 'two')]).toEqual([
    30, 30, 30, 0,
  ]);
  now += 30_000;
  expect(waitOf('ana', 'one')).toBe(0);
});

test('a success forgives the account, and not the address', () => {
  fail('ana', 'one', 4);
  throttle.begin('ana', 'one').succeeded();
  fail('ana', 'two', 4);
  expect(waitOf('ana', 'two')).toBe(0);
  fail('ben', 'one', 1);
  expect([waitOf('ana', 'one'), waitOf('ana', 'three')]).toEqual([30, 0]);
});

test('all are forgotten an hour after the last one', () => {
  fail('ana', 'one', 4);
  now += HOUR_MS - 1;
  fail('ana', 'one', 1);
  expect(waitOf('ana', 'one')).toBe(30);
  now += HOUR_MS;
  fail('ana', 'one', 4);
  expect(waitOf('ana', 'one')).toBe(0);
});

test('attempts that run count until their result is known, and one that ends without a result does not', () => {
  const running = Array.from({ length: 5 }, () => throttle.begin('ana', 'one'));
  expect(waitOf('ana', 'one')).toBe(1);
  for (const each of running.slice(1)) each.ended();
  expect(waitOf('ana', 'one')).toBe(0);
  for (const each of running) each.failed();
  expect(waitOf('ana', 'one')).toBe(0);
  fail('ana', 'one', 4);
  expect(waitOf('ana', 'one')).toBe(30);
});

test('after the wait one attempt runs at a time', () => {
  fail('ana', 'one', 5);
  now += 30_000;
  const running = throttle.begin('ana', 'one');
  expect(waitOf('ana', 'one')).toBe(60);
  running.failed();
  expect(waitOf('ana', 'one')).toBe(60);
});
