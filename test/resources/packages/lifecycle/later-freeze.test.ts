import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { type Member, openCardStudio } from '../../../helpers/cards.ts';
import { createPlan } from '../../../helpers/sales.ts';

const MEMBER = '/public-api/v2/member';
const FIRST = '2026-04-02T03:59:59.999Z';
const SECOND = '2026-05-02T03:59:59.999Z';
/** Ten days in the second period. */
const FREEZE = { startsAt: '2026-04-10T04:00:00Z', endsAt: '2026-04-20T04:00:00Z' };
const SECOND_AND_TEN_DAYS = '2026-05-12T03:59:59.999Z';

const studio = forEachTest(openCardStudio);
let member: Member;
let card: string;
let id: string;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  card = (await studio.save(member)).id;
  await buy();
  studio.events();
});

/** Buys a membership of 30 days on 2 March. */
const buy = async (terms: object = {}): Promise<void> => {
  const plan = { type: 'unlimited', creditsTotal: null, price: 12_900, validityDays: 30, autoRenews: true };
  const planId = await createPlan(studio, { ...plan, isSoldOnline: true, ...terms });
  const purchase = { planId, paymentMethodId: card, acceptTerms: true };
  ({ id } = (await studio.given(member.call('POST', `${MEMBER}/purchases`, purchase))).package);
};
const freeze = (body: object = FREEZE) => studio.post(`/manage/packages/${id}/freeze`, body);
const unfreeze = () => studio.post(`/manage/packages/${id}/unfreeze`);
const shown = async () => (await studio.get(`/v2/packages/${id}`)).body;
const days = (count: number) => studio.given(studio.time.skipTo(studio.time.now() + count * DAY_MS));
const dates = ({ expiresAt, nextRenewalAt }: { expiresAt: string; nextRenewalAt: string }) => [
  expiresAt,
  nextRenewalAt,
];

describe('a freeze in a later period of a package that renews', () => {
  test('200, and the renewals before it stay where they were', async () => {
    const { status, body } = await freeze();
    expect([status, ...dates(body)]).toEqual([200, FIRST, FIRST]);
    expect(body.freeze).toMatchObject({ startsAt: '2026-04-10T04:00:00.000Z', daysUsed: 10 });
    expect(studio.events()).toEqual(['package.frozen']);
    await days(32);
    expect(dates(await shown())).toEqual([SECOND_AND_TEN_DAYS, SECOND_AND_TEN_DAYS]);
    await days(40);
    expect(dates(await shown())).toEqual(['2026-06-11T03:59:59.999Z', '2026-06-11T03:59:59.999Z']);
  });

  test('200 two periods ahead: the period before it ends as it would', async () => {
    await freeze({ startsAt: '2026-05-10T04:00:00Z', endsAt: '2026-05-12T04:00:00Z' });
    await days(32);
    expect(dates(await shown())).toEqual([SECOND, SECOND]);
    await days(30);
    expect(dates(await shown())).toEqual(['2026-06-03T03:59:59.999Z', '2026-06-03T03:59:59.999Z']);
  });

  test('unfrozen before its period: nothing has moved', async () => {
    await freeze();
    expect(dates((await unfreeze()).body)).toEqual([FIRST, FIRST]);
    await days(32);
    expect(dates(await shown())).toEqual([SECOND, SECOND]);
  });

  test('unfrozen in its period: the days that are left move its end back', async () => {
    await freeze();
    await studio.time.skipTo(Date.parse('2026-04-13T04:00:00Z'));
    expect(dates((await unfreeze()).body)).toEqual(['2026-05-05T03:59:59.999Z', '2026-05-05T03:59:59.999Z']);
  });

  test('staff set another end of the present period: the freeze still moves its own', async () => {
    await freeze();
    await studio.patch(`/manage/packages/${id}`, { expiresAt: '2026-04-05T03:59:59.999Z' });
    await days(35);
    expect(dates(await shown())).toEqual(['2026-05-15T03:59:59.999Z', '2026-05-15T03:59:59.999Z']);
  });

  test('a member has ended it: its end is later by the freeze, and a freeze after its end is 400', async () => {
    await buy({ noticeDays: 40 });
    expect((await member.call('POST', `${MEMBER}/packages/${id}/end`)).body.end.endsAt).toBe(SECOND);
    const refused = await freeze({ startsAt: '2026-05-02T04:00:00Z' });
    expect([refused.status, refused.body.error.details[0]]).toEqual([
      400,
      expect.objectContaining({ param: 'startsAt', message: expect.stringContaining('will have expired by then') }),
    ]);
    expect((await freeze()).body).toMatchObject({ expiresAt: FIRST, end: { endsAt: SECOND_AND_TEN_DAYS } });
    await days(32);
    expect(await shown()).toMatchObject({ expiresAt: SECOND_AND_TEN_DAYS, nextRenewalAt: null });
  });

  test('unfrozen after it was set to end before: nothing moves, and nothing does where it renews again', async () => {
    await freeze();
    await studio.patch(`/manage/packages/${id}`, { autoRenews: false });
    studio.events();
    const { status, body } = await unfreeze();
    expect([status, body.expiresAt, body.freeze]).toEqual([200, FIRST, null]);
    expect(studio.events()).toEqual(['package.unfrozen']);
    await studio.patch(`/manage/packages/${id}`, { autoRenews: true });
    await days(32);
    expect(dates(await shown())).toEqual([SECOND, SECOND]);
  });

  test('400 for one that does not renew', async () => {
    await studio.patch(`/manage/packages/${id}`, { autoRenews: false });
    expect(await freeze()).toMatchObject({ status: 400, body: { error: { param: 'startsAt' } } });
    expect(studio.events()).toEqual([]);
  });
});
