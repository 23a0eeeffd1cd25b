import { beforeEach, describe, expect, test } from 'bun:test';
import { byAsker, createThrottle, type Lane, sharedBy, type Throttle } from '../../../src/auth/staff/throttle.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { Problem } from '../../../src/kernel/problem.ts';

let now = 0;
let throttle: Throttle;
beforeEach(() => {
  now = Date.parse('2026-03-02T08:00:00Z');
  throttle = createThrottle({ now: () => now });
});

const fromNetwork = sharedBy(7, MINUTE_MS);
const lanesOf = (account: string, address: string): Lane[] => [byAsker(account, address), fromNetwork(address)];

/** The seconds to wait; 0 for an attempt that may be made. */
const waitOf = (account: string, address: string): number => {
  try {
    throttle.begin(lanesOf(account, address)).ended();
    return 0;
  } catch (error) {
    return error instanceof Problem ? (error.extra.retryAfter ?? -1) : -1;
  }
};
const fail = (account: string, address: string, times: number): void => {
  for (let n = 0; n < times; n += 1) throttle.begin(lanesOf(account, address)).failed();
};

describe('by asker', () => {
  test('five are free, then the account waits at this address alone', () => {
    fail('ana', 'one', 5);
    expect([waitOf('ana', 'one'), waitOf('ana', 'two'), waitOf('ben', 'one')]).toEqual([30, 0, 0]);
    now += 30_000;
    expect(waitOf('ana', 'one')).toBe(0);
  });

  test('a success forgives the asker', () => {
    fail('ana', 'one', 4);
    throttle.begin(lanesOf('ana', 'one')).succeeded();
    fail('ana', 'one', 1);
    expect(waitOf('ana', 'one')).toBe(0);
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
    const running = Array.from({ length: 5 }, () => throttle.begin(lanesOf('ana', 'one')));
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
    const running = throttle.begin(lanesOf('ana', 'one'));
    expect(waitOf('ana', 'one')).toBe(60);
    running.failed();
    expect(waitOf('ana', 'one')).toBe(60);
  });

  test('a failed attempt says how many are left', () => {
    const left = Array.from({ length: 5 }, () => throttle.begin(lanesOf('ana', 'one')).failed());
    expect(left).toEqual([4, 3, 2, 1, 0]);
  });
});

describe('shared by many', () => {
  test('so many are free, then one a minute, whoever succeeds between', () => {
    for (let n = 0; n < 7; n += 1) fail(`somebody ${n}`, 'one', 1);
    expect([waitOf('ana', 'one'), waitOf('ana', 'two')]).toEqual([60, 0]);
    now += MINUTE_MS;
    throttle.begin(lanesOf('ana', 'one')).succeeded();
    expect(waitOf('ana', 'one')).toBe(0);
    fail('ana', 'one', 1);
    expect(waitOf('ana', 'one')).toBe(60);
  });

  test('attempts that run at once count as if they failed', () => {
    const running = Array.from({ length: 7 }, (_, n) => throttle.begin(lanesOf(`somebody ${n}`, 'one')));
    expect(waitOf('ana', 'one')).toBe(60);
    for (const each of running) each.ended();
    expect(waitOf('ana', 'one')).toBe(0);
  });
});

describe('what is kept', () => {
  test('refused attempts, and those that come to nothing, leave no entry', () => {
    fail('ana', 'one', 5);
    const before = throttle.size;
    for (let n = 0; n < 100; n += 1) expect(waitOf('ana', 'one')).toBe(30);
    for (let n = 0; n < 100; n += 1) throttle.begin(lanesOf(`somebody ${n}`, `${n}`)).ended();
    for (let n = 0; n < 100; n += 1) throttle.begin(lanesOf(`somebody ${n}`, `${n}`)).succeeded();
    expect(throttle.size).toBe(before);
  });

  test('no number of other failed attempts ends a wait, or forgets many wrong ones before few', () => {
    fail('ana', 'one', 5);
    fail('ben', 'two', 4);
    for (let n = 0; n < 60_000; n += 1) throttle.begin([byAsker(`somebody ${n}`, `${n}`)]).failed();
    expect(throttle.size).toBeLessThan(30_000);
    expect(waitOf('ana', 'one')).toBe(30);
    fail('ben', 'two', 1);
    expect(waitOf('ben', 'two')).toBe(30);
  });

  test('all that wait are kept, however many they are', () => {
    for (let n = 0; n < 25_000; n += 1) {
      for (let m = 0; m < 5; m += 1) throttle.begin([byAsker(`somebody ${n}`)]).failed();
    }
    expect(throttle.size).toBe(25_000);
    for (const n of [0, 12_345, 24_999]) expect(() => throttle.begin([byAsker(`somebody ${n}`)])).toThrow('Too many');
    now += HOUR_MS;
    for (let n = 0; n < 10_000; n += 1) throttle.begin([byAsker(`later ${n}`)]).failed();
    expect(throttle.size).toBeLessThan(25_000);
  });
});
