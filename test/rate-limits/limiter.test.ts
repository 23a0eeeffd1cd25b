import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { EXEMPT_ADDRESS } from '../../src/rate-limits/client-address.ts';
import { createLimiter } from '../../src/rate-limits/limiter.ts';
import { BUSINESS_TIERS } from '../../src/rate-limits/tiers.ts';

const START = Date.UTC(2026, 2, 8, 7, 30);

const setUp = (tiers = BUSINESS_TIERS) => {
  const clock = new Timeline(START);
  const limiter = createLimiter({ clock, tiers, addressPerMinute: 60 });
  return { clock, limiter, wait: (seconds: number) => clock.moveTo(clock.now() + seconds * 1000) };
};

const times = (count: number, work: () => { allowed: boolean }): number => {
  let allowed = 0;
  for (let index = 0; index < count; index += 1) if (work().allowed) allowed += 1;
  return allowed;
};

describe('business', () => {
  for (const [tier, limit] of [
    ['basic', 600],
    ['premium', 3_000],
    ['pro', 12_000],
  ] as const) {
    test(`${tier}: ${limit} pass, the next is rejected, and passes after retryAfter`, async () => {
      const { limiter, wait } = setUp();
      expect(times(limit, () => limiter.consume('key', tier))).toBe(limit);
      const rejected = limiter.consume('key', tier);
      expect(rejected).toEqual({
        allowed: false,
        limit,
        remaining: 0,
        resetAt: START / 1000 + 60,
        retryAfter: 1,
        category: 'business',
      });
      await wait(rejected.retryAfter);
      expect(limiter.consume('key', tier).allowed).toBe(true);
    });
  }

  test('returns what is left and when the bucket is empty again', async () => {
    const { limiter, wait } = setUp();
    expect(limiter.consume('key', 'basic')).toMatchObject({
      remaining: 599,
      resetAt: START / 1000 + 1,
      retryAfter: 0,
    });
    times(299, () => limiter.consume('key', 'basic'));
    expect(limiter.consume('key', 'basic')).toMatchObject({ remaining: 299, resetAt: START / 1000 + 31 });
    await wait(60);
    expect(limiter.consume('key', 'basic')).toMatchObject({ remaining: 599, resetAt: START / 1000 + 61 });
  });

  test('leaks continuously: one more each 100 ms at 600 a minute', async () => {
    const { limiter, wait } = setUp();
    times(600, () => limiter.consume('key', 'basic'));
    await wait(0.099);
    expect(limiter.consume('key', 'basic').allowed).toBe(false);
    await wait(0.001);
    expect(times(2, () => limiter.consume('key', 'basic'))).toBe(1);
    for (let step = 0; step < 1000; step += 1) await wait(0.001);
    expect(times(20, () => limiter.consume('key', 'basic'))).toBe(10);
  });

  test('immediate retries are not counted and do not extend the wait', async () => {
    const { limiter, wait } = setUp({ ...BUSINESS_TIERS, basic: 7 });
    times(7, () => limiter.consume('key', 'basic'));
    expect(limiter.consume('key', 'basic').retryAfter).toBe(9);
    times(5_000, () => limiter.consume('key', 'basic'));
    await wait(8);
    expect(limiter.consume('key', 'basic')).toMatchObject({ allowed: false, retryAfter: 1 });
    await wait(1);
    expect(limiter.consume('key', 'basic').allowed).toBe(true);
  });

  for (const limit of [1, 7, 13, 59, 61, 599, 999]) {
    test(`retryAfter is kept at ${limit} a minute, whatever the time`, async () => {
      const { limiter, wait } = setUp({ ...BUSINESS_TIERS, basic: limit });
      for (let round = 0; round < 40; round += 1) {
        while (limiter.consume('key', 'basic').allowed) await wait(0.003);
        await wait(limiter.consume('key', 'basic').retryAfter);
        expect(limiter.consume('key', 'basic').allowed).toBe(true);
      }
    });
  }

  test('credentials do not share a bucket', () => {
    const { limiter } = setUp();
    times(601, () => limiter.consume('one', 'basic'));
    expect(limiter.consume('two', 'basic')).toMatchObject({ allowed: true, remaining: 599 });
  });

  test('unlimited shows 1,000,000 and never rejects', () => {
    const { limiter } = setUp();
    expect(times(20_000, () => limiter.consume('key', 'unlimited'))).toBe(20_000);
    expect(limiter.consume('key', 'unlimited')).toEqual({
      allowed: true,
      limit: 1_000_000,
      remaining: 1_000_000,
      resetAt: START / 1000,
      retryAfter: 0,
      category: 'business',
    });
  });

  test('a change of tier keeps what was counted, up to the limit of the new tier', () => {
    const { limiter } = setUp();
    times(2_000, () => limiter.consume('key', 'premium'));
    expect(limiter.consume('key', 'basic')).toMatchObject({ allowed: false, remaining: 0, retryAfter: 1 });
    expect(limiter.consume('key', 'pro')).toMatchObject({ allowed: true, remaining: 11_399 });
  });

  test('a clock that is set back does not block anybody', () => {
    let now = START;
    const limiter = createLimiter({ clock: { now: () => now }, tiers: BUSINESS_TIERS, addressPerMinute: 60 });
    times(600, () => limiter.consume('key', 'basic'));
    now -= HOUR_MS;
    expect(limiter.consume('key', 'basic')).toMatchObject({ allowed: false, retryAfter: 1 });
    now += 1000;
    expect(limiter.consume('key', 'basic').allowed).toBe(true);
  });
});

describe('address', () => {
  test('60 failures a minute, the 61st is rejected, and one passes after retryAfter', async () => {
    const { limiter, wait } = setUp();
    expect(times(60, () => limiter.consumeAddress('192.0.2.1'))).toBe(60);
    const rejected = limiter.consumeAddress('192.0.2.1');
    expect(rejected).toMatchObject({ allowed: false, limit: 60, remaining: 0, retryAfter: 1, category: 'address' });
    expect(limiter.consumeAddress('192.0.2.2').allowed).toBe(true);
    await wait(rejected.retryAfter);
    expect(times(2, () => limiter.consumeAddress('192.0.2.1'))).toBe(1);
  });

  test('reading the allowance of an address counts nothing', () => {
    const { limiter } = setUp();
    times(100, () => limiter.addressAllowance('192.0.2.1'));
    expect(limiter.addressAllowance('192.0.2.1')).toMatchObject({
      allowed: true,
      remaining: 60,
      resetAt: START / 1000,
    });
    times(60, () => limiter.consumeAddress('192.0.2.1'));
    expect(limiter.addressAllowance('192.0.2.1')).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfter: 1,
      resetAt: START / 1000 + 60,
    });
  });

  test('an exempt address is never counted', () => {
    const { limiter } = setUp();
    expect(times(1000, () => limiter.consumeAddress(EXEMPT_ADDRESS))).toBe(1000);
    expect(limiter.addressAllowance(EXEMPT_ADDRESS)).toMatchObject({ allowed: true, limit: 60, remaining: 60 });
  });
});

test('a limit that is no whole number is an error', () => {
  expect(() => setUp({ ...BUSINESS_TIERS, pro: 0 })).toThrow('The limit of the tier pro is 0.');
  expect(() => setUp({ ...BUSINESS_TIERS, basic: 1.5 })).toThrow('whole number');
});
