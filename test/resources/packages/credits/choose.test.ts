import { describe, expect, test } from 'bun:test';
import type { Caller } from '../../../../src/kernel/caller.ts';
import { Problem } from '../../../../src/kernel/problem.ts';
import { chooseCredit, noEligiblePackage, sourceOf } from '../../../../src/resources/packages/credits/choose.ts';
import { consume } from '../../../../src/resources/packages/credits/spend.ts';
import type { SessionContext } from '../../../../src/resources/packages/usable.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { createClient, sellPackage, session, UNKNOWN } from '../../../helpers/sales.ts';

const TOMORROW = '2026-03-03T18:00:00.000Z';

const EVERYTHING: Caller = {
  credentialId: 'k',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'basic',
};

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await createClient(studio) }));

const choose = (facts: SessionContext = session(TOMORROW), packageId?: string) =>
  studio.store.read((read) => chooseCredit(read, ann.id, facts, packageId));

/** Why the package cannot pay; undefined when it can. */
const reasonOf = (packageId: string, facts: SessionContext = session(TOMORROW)): string | undefined => {
  try {
    choose(facts, packageId);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.status} ${error.code} ${error.extra.details?.[0]?.code}`;
  }
};

describe('chooseCredit', () => {
  test('unlimited and memberships first, then packs by soonest expiry, fewest left, oldest', async () => {
    const pack = async (days: number | null, credits: number) =>
      (await sellPackage(studio, ann.id, { validityDays: days, creditsTotal: credits })).id;
    const expected: string[] = [];
    const endless = await pack(null, 1);
    const late = await pack(90, 2);
    const soonFull = await pack(30, 9);
    const soonOld = await pack(30, 5);
    const soonNew = await pack(30, 5);
    const unlimited = (await sellPackage(studio, ann.id, { type: 'unlimited', creditsTotal: null })).id;
    const limit = { type: 'limited_membership', creditsTotal: null, usageLimit: { count: 9, period: 'month' } };
    const membership = (await sellPackage(studio, ann.id, { ...limit, validityDays: 30 })).id;
    expected.push(membership, unlimited, soonOld, soonNew, soonFull, late, endless);
    const order: (string | undefined)[] = [];
    for (const id of expected) {
      order.push(choose()?.id);
      await studio.post(`/v2/packages/${id}/cancel`);
    }
    expect(order).toEqual(expected);
    expect(choose()).toBeUndefined();
  });

  test('the requested package, although another one would come first', async () => {
    const pack = await sellPackage(studio, ann.id);
    await sellPackage(studio, ann.id, { type: 'unlimited', creditsTotal: null });
    const chosen = choose(session(TOMORROW), pack.id);
    expect(chosen?.id).toBe(pack.id);
    expect(chosen && sourceOf(chosen)).toBe('credit');
  });

  test('400 a package that does not exist, 409 one of another client', async () => {
    expect(reasonOf(UNKNOWN)).toBe('400 resource_missing resource_missing');
    const other = await sellPackage(studio, await createClient(studio));
    expect(reasonOf(other.id)).toBe('409 package_not_eligible wrong_client');
  });
});

describe('the reason for which a package cannot pay', () => {
  const reason = (code: string) => `409 package_not_eligible ${code}`;

  const cases: readonly [string, object, object, SessionContext, string | undefined][] = [
    ['its place', { eligibleSiteIds: [MAIN_SITE] }, {}, session(TOMORROW, { siteId: UNKNOWN }), 'wrong_location'],
    ['the same place', { eligibleSiteIds: [MAIN_SITE] }, {}, session(TOMORROW), undefined],
    ['its category', { eligibleCategories: ['yoga'] }, {}, session(TOMORROW, { category: 'spin' }), 'wrong_category'],
    ['no category', { eligibleCategories: ['yoga'] }, {}, session(TOMORROW), 'wrong_category'],
    ['the same category', { eligibleCategories: ['yoga'] }, {}, session(TOMORROW, { category: 'yoga' }), undefined],
    ['its start', {}, { startsAt: '2026-03-03T18:00:01.000Z' }, session(TOMORROW), 'not_started'],
    ['the very start', {}, { startsAt: TOMORROW }, session(TOMORROW), undefined],
    ['its end', { validityDays: 1 }, {}, session('2026-03-04T05:00:00.000Z'), 'will_be_expired'],
    ['its last hour', { validityDays: 1 }, {}, session('2026-03-04T04:00:00.000Z'), undefined],
    [
      'its end, if this booking began it',
      { validityDays: 1, activationType: 'on_first_booking' },
      {},
      session('2026-03-05T04:00:00.000Z'),
      'will_be_expired',
    ],
    ['the cost', { creditsTotal: 2 }, {}, session(TOMORROW, { creditCost: 3 }), 'no_credits'],
  ];
  for (const [what, plan, sale, facts, expected] of cases) {
    test(`${what}: ${expected ?? 'it pays'}`, async () => {
      const { id } = await sellPackage(studio, ann.id, plan, sale);
      expect(reasonOf(id, facts)).toBe(expected && reason(expected));
      expect(choose(facts)?.id).toBe(expected === undefined ? id : undefined);
    });
  }

  test('frozen, now or when the session starts', async () => {
    const { id } = await sellPackage(studio, ann.id);
    await studio.post(`/manage/packages/${id}/freeze`, {
      startsAt: '2026-03-10T00:00:00Z',
      endsAt: '2026-03-12T00:00:00Z',
    });
    expect(reasonOf(id)).toBeUndefined();
    expect(reasonOf(id, session('2026-03-11T10:00:00.000Z'))).toBe(reason('frozen'));
    expect(reasonOf(id, session('2026-03-12T00:00:00.000Z'))).toBeUndefined();
    await studio.post(`/manage/packages/${id}/unfreeze`);
    await studio.post(`/manage/packages/${id}/freeze`, { endsAt: '2026-03-03T00:00:00Z' });
    expect(reasonOf(id, session('2026-03-11T10:00:00.000Z'))).toBe(reason('frozen'));
  });

  test('on hold, cancelled, expired', async () => {
    const { id } = await sellPackage(studio, ann.id);
    await studio.patch(`/manage/packages/${id}`, { onHold: true });
    expect(reasonOf(id)).toBe(reason('on_hold'));
    await studio.patch(`/manage/packages/${id}`, { onHold: false });
    expect(reasonOf(id)).toBeUndefined();
    await studio.post(`/v2/packages/${id}/cancel`);
    expect(reasonOf(id)).toBe(reason('cancelled'));
    const old = await sellPackage(studio, ann.id, { validityDays: 1 });
    await studio.time.skipTo(Date.parse('2026-03-04T05:00:00.000Z'));
    expect(reasonOf(old.id, session('2026-03-04T06:00:00.000Z'))).toBe(reason('will_be_expired'));
  });

  test('no_eligible_package has the reason of each package', async () => {
    const { id } = await sellPackage(studio, ann.id, { eligibleCategories: ['yoga'] });
    const problem = studio.store.read((read) => noEligiblePackage(read, EVERYTHING, ann.id, session(TOMORROW)));
    expect([problem.status, problem.code]).toEqual([409, 'no_eligible_package']);
    expect(problem.extra.details).toMatchObject([{ code: 'wrong_category', packageId: id }]);
  });
});

describe('usage limits, in the local time of the site', () => {
  const membership = (period: string, count = 1) =>
    sellPackage(studio, ann.id, { type: 'unlimited', creditsTotal: null, usageLimit: { count, period } });
  let bookings = 0;
  const use = (packageId: string, startTime: string) =>
    studio.store.write((tx) => {
      const row = chooseCredit(tx, ann.id, session(startTime), packageId);
      bookings += 1;
      if (row !== undefined) consume(tx, row, { bookingId: `booking ${bookings}`, startTime, creditCost: 1 });
    });
  const reached = '409 package_not_eligible usage_limit_reached';

  // New York changes to summer time on 8 March 2026 at 07:00 UTC.
  const cases: readonly [string, string, string, string][] = [
    ['day', '2026-03-09T03:59:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['week', '2026-03-16T03:59:00.000Z', '2026-03-09T04:00:00.000Z', '2026-03-16T04:00:00.000Z'],
    ['month', '2026-04-01T03:59:00.000Z', '2026-03-02T09:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ];
  for (const [period, last, first, next] of cases) {
    test(`one a ${period}`, async () => {
      const { id } = await membership(period);
      await use(id, last);
      expect(reasonOf(id, session(first))).toBe(reached);
      expect(reasonOf(id, session(next))).toBeUndefined();
    });
  }

  test('the package shows the current period and its uses', async () => {
    const { id } = await membership('week', 3);
    await use(id, '2026-03-02T10:00:00.000Z');
    await use(id, '2026-03-09T10:00:00.000Z');
    expect((await studio.get(`/v2/packages/${id}`)).body.usageLimit).toEqual({
      count: 3,
      period: 'week',
      periodStart: '2026-03-02T05:00:00.000Z',
      // Summer time has begun by then.
      periodEnd: '2026-03-09T04:00:00.000Z',
      used: 1,
    });
  });
});
