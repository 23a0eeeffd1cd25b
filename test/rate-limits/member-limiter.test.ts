import { describe, expect, test } from 'bun:test';
import type { Tier } from '../../src/kernel/tier.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { countedAs, createMemberLimiter } from '../../src/rate-limits/member-limiter.ts';
import type { MemberCount } from '../../src/rate-limits/tiers.ts';

const START = Date.UTC(2026, 2, 8, 7, 30);

const setUp = () => {
  const clock = new Timeline(START);
  const limiter = createMemberLimiter(clock);
  return {
    limiter,
    wait: (seconds: number) => clock.moveTo(clock.now() + seconds * 1000),
    consume: (tier: Tier, category: MemberCount, member = 'ada') => limiter.consume(member, tier, category),
  };
};

const passing = (count: number, work: () => { allowed: boolean }): number => {
  let allowed = 0;
  for (let index = 0; index < count; index += 1) if (work().allowed) allowed += 1;
  return allowed;
};

describe('the limit of a member', () => {
  for (const [tier, limit] of [
    ['basic', 60],
    ['premium', 600],
  ] as const) {
    test(`${tier}: ${limit} a minute pass, the next is rejected and passes after retryAfter`, async () => {
      const { consume, wait } = setUp();
      expect(passing(limit, () => consume(tier, 'read'))).toBe(limit);
      const rejected = consume(tier, 'read');
      expect(rejected).toEqual({
        allowed: false,
        limit: 1_000,
        remaining: 1_000 - limit,
        resetAt: START / 1000 + limit * 3.6,
        retryAfter: 1,
        category: 'member',
      });
      await wait(rejected.retryAfter);
      expect(consume(tier, 'read').allowed).toBe(true);
    });
  }

  test('members do not share it', () => {
    const { consume } = setUp();
    passing(61, () => consume('basic', 'read'));
    expect(consume('basic', 'read', 'ben')).toMatchObject({ allowed: true, limit: 1_000, remaining: 999 });
  });

  test('reads and writes share it', () => {
    const { consume } = setUp();
    expect(passing(40, () => consume('basic', 'read'))).toBe(40);
    expect(passing(40, () => consume('basic', 'write'))).toBe(20);
  });
});

describe('the categories', () => {
  for (const [category, limit, tier] of [
    ['write', 200, 'premium'],
    ['read', 1_000, 'pro'],
  ] as const) {
    test(`${limit} ${category}s an hour pass, the next is rejected and passes after retryAfter`, async () => {
      const { consume, wait } = setUp();
      expect(passing(limit, () => consume(tier, category))).toBe(limit);
      const rejected = consume(tier, category);
      expect(rejected).toMatchObject({ allowed: false, limit, remaining: 0, category });
      expect(rejected.retryAfter).toBe(Math.ceil(3600 / limit));
      await wait(rejected.retryAfter - 1);
      expect(consume(tier, category).allowed).toBe(false);
      await wait(1);
      expect(consume(tier, category).allowed).toBe(true);
    });
  }

  test('writes do not count as reads, and the other way round', () => {
    const { consume } = setUp();
    passing(201, () => consume('pro', 'write'));
    expect(consume('pro', 'read')).toMatchObject({ allowed: true, limit: 1_000, remaining: 999, category: 'read' });
  });

  test('GET and HEAD read, everything else writes', () => {
    const counted = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => countedAs(method));
    expect(counted).toEqual(['read', 'read', 'write', 'write', 'write', 'write']);
  });

  test('a heartbeat of a video has a limit of its own, and is called a write', () => {
    expect([countedAs('PUT', true), countedAs('PUT')]).toEqual(['heartbeat', 'write']);
    const { consume } = setUp();
    expect(passing(1_001, () => consume('pro', 'heartbeat'))).toBe(1_000);
    expect(consume('pro', 'heartbeat')).toMatchObject({ allowed: false, limit: 1_000, category: 'write' });
    expect(consume('pro', 'write')).toMatchObject({ allowed: true, limit: 200, remaining: 199 });
    expect(consume('pro', 'read')).toMatchObject({ allowed: true, limit: 1_000, remaining: 999 });
  });

  test('a member who watches for twelve hours on two devices has no heartbeat refused', async () => {
    const { consume, wait } = setUp();
    for (let beat = 0; beat < 12 * 240; beat += 1) {
      expect(passing(2, () => consume('basic', 'heartbeat'))).toBe(2);
      await wait(15);
    }
    expect(consume('basic', 'write')).toMatchObject({ allowed: true, remaining: 199 });
  });
});

describe('both together', () => {
  test('each category has its allowance', async () => {
    const { consume, wait } = setUp();
    expect(consume('basic', 'write')).toMatchObject({ limit: 200, remaining: 199, category: 'write' });
    for (let minute = 0; minute < 3; minute += 1) {
      passing(55, () => consume('basic', 'write'));
      await wait(60);
    }
    // 166 writes, of which the hour's bucket leaked ten.
    expect(consume('basic', 'write')).toMatchObject({ limit: 200, remaining: 43, category: 'write' });
  });

  test('a rejected request counts in neither limit', async () => {
    const { consume, wait } = setUp();
    passing(60, () => consume('basic', 'write'));
    passing(10_000, () => consume('basic', 'write'));
    await wait(60);
    // 60 went in, a minute leaked a sixtieth of 200.
    expect(consume('basic', 'write').allowed).toBe(true);
    expect(consume('unlimited', 'write')).toMatchObject({ limit: 200, remaining: 200 - 62 + 3 });
  });

  test('when both reject, the wait is the longer one, and is sufficient', async () => {
    const { consume, wait } = setUp();
    passing(200, () => consume('pro', 'write'));
    const rejected = consume('basic', 'write');
    expect(rejected).toMatchObject({ allowed: false, category: 'write', retryAfter: 18 });
    await wait(rejected.retryAfter);
    expect(consume('basic', 'write').allowed).toBe(true);
  });
});

test('a million members within an hour stay within the maximum', () => {
  const limiter = createMemberLimiter({ now: () => START });
  for (let index = 0; index < 1_000_000; index += 1) limiter.consume(`member-${index}`, 'basic', 'read');
  expect(limiter.size).toBeLessThanOrEqual(2 * 200_000);
});
