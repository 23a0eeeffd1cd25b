import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { createPlan, sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';

const MEMBER = '/public-api/v2/member';

const studio = forEachTest(openCardStudio);
let member: Member;
let card: string;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  card = (await studio.save(member)).id;
  studio.events();
});

/** Buys a membership of 30 days for 129 dollars on 2 March, and skips its events. */
const buy = async (terms: object = {}): Promise<string> => {
  const plan = { type: 'unlimited', creditsTotal: null, price: 12_900, validityDays: 30, autoRenews: true };
  const planId = await createPlan(studio, { ...plan, isSoldOnline: true, ...terms });
  const purchase = { planId, paymentMethodId: card, acceptTerms: true };
  return (await studio.given(member.call('POST', `${MEMBER}/purchases`, purchase))).package.id;
};
const end = (id: string, query = '') => member.call('POST', `${MEMBER}/packages/${id}/end${query}`);
const withdraw = (id: string) => member.call('DELETE', `${MEMBER}/packages/${id}/end`);
const shown = async (id: string) => (await member.call('GET', `${MEMBER}/packages/${id}`)).body;
const preview = (id: string) => tried(studio, () => end(id, '?dry_run=true'));
const days = (count: number) => studio.given(studio.time.skipTo(studio.time.now() + count * DAY_MS));
const reasonOf = ({ status, body }: Awaited<ReturnType<typeof end>>) => [
  status,
  body.error.code,
  body.error.details?.[0]?.code,
];

const FIRST = '2026-04-02T03:59:59.999Z';
const SECOND = '2026-05-02T03:59:59.999Z';
const THIRD = '2026-06-01T03:59:59.999Z';

describe('POST member/packages/{id}/end', () => {
  test('200 without terms: with the period that is paid, which stays usable', async () => {
    const id = await buy();
    expect(await preview(id)).toEqual({
      object: 'member_package_end_preview',
      packageId: id,
      endsAt: FIRST,
      noticeEndsOn: '2026-03-02',
      minimumTermEndsOn: null,
      renewalsLeft: 0,
      charges: [],
      total: { amount: 0, currency: 'USD' },
      bookingsAfter: 0,
    });
    const { status, body } = await end(id);
    expect([status, body.status, body.autoRenews, body.nextRenewalAt]).toEqual([200, 'active', false, null]);
    expect(body.end).toEqual({ requestedAt: '2026-03-02T08:00:00.000Z', endsAt: FIRST, renewalsLeft: 0 });
    expect(studio.eventsInFull()).toMatchObject([
      { type: 'package.end_requested', data: { packageId: id, endsAt: FIRST, renewalsLeft: 0 } },
    ]);
    expect((await end(id)).body.end).toEqual(body.end);
    expect(studio.events()).toEqual([]);
    await days(31);
    expect([(await shown(id)).status, studio.taken().count]).toEqual(['expired', 1]);
  });

  test('200 with notice: the period after it is still charged, then it ends', async () => {
    const id = await buy({ noticeDays: 14 });
    await days(20);
    expect(await preview(id)).toMatchObject({
      endsAt: SECOND,
      noticeEndsOn: '2026-04-05',
      renewalsLeft: 1,
      charges: [{ at: FIRST, amount: 12_900, currency: 'USD' }],
      total: { amount: 12_900, currency: 'USD' },
    });
    expect((await end(id)).body).toMatchObject({ autoRenews: true, end: { endsAt: SECOND, renewalsLeft: 1 } });
    studio.events();
    await studio.time.skipTo(studio.time.now() + 12 * DAY_MS);
    const renewed = studio.eventsInFull().find(({ type }) => type === 'package.renewed');
    expect(renewed?.data).toMatchObject({ packageId: id, expiresAt: SECOND, nextRenewalAt: null });
    expect(await shown(id)).toMatchObject({
      autoRenews: false,
      nextRenewalAt: null,
      expiresAt: SECOND,
      status: 'active',
      end: { endsAt: SECOND, renewalsLeft: 0 },
    });
    await days(30);
    expect([(await shown(id)).status, studio.taken().count]).toEqual(['expired', 2]);
  });

  test('200 with a minimum term: as many periods as come nearest to it', async () => {
    const id = await buy({ minimumTermMonths: 3, noticeDays: 14 });
    expect(await preview(id)).toMatchObject({
      endsAt: THIRD,
      minimumTermEndsOn: '2026-06-02',
      renewalsLeft: 2,
      charges: [
        { at: FIRST, amount: 12_900 },
        { at: SECOND, amount: 12_900 },
      ],
      total: { amount: 25_800 },
    });
    const year = await buy({ minimumTermMonths: 12 });
    const { charges, renewalsLeft } = await preview(year);
    // Twelve periods of 30 days, and not a thirteenth for the last days of the year.
    expect([renewalsLeft, charges.length]).toEqual([11, 11]);
    const weekly = await buy({ minimumTermMonths: 6, validityDays: 7 });
    const weeks = await preview(weekly);
    expect([weeks.renewalsLeft, weeks.charges.length, weeks.total.amount]).toEqual([25, 12, 25 * 12_900]);
  });

  /** Three periods of ten days. */
  const short = { validityDays: 10, minimumTermMonths: 1, memberMayFreeze: true };
  const freeze = (id: string, body: object) => member.call('POST', `${MEMBER}/packages/${id}/freeze`, body);
  const at = (instant: string) => studio.given(studio.time.skipTo(Date.parse(instant)));

  test('200 after a freeze: the minimum term moves by its days, so that three payments are three', async () => {
    const id = await buy(short);
    const sold = { endsAt: '2026-04-02T03:59:59.999Z', minimumTermEndsOn: '2026-04-02', renewalsLeft: 2 };
    expect(await preview(id)).toMatchObject(sold);
    await studio.given(freeze(id, { startsAt: '2026-03-03T05:00:00Z', endsAt: '2026-03-11T04:00:00Z' }));
    const moved = { endsAt: '2026-04-10T03:59:59.999Z', minimumTermEndsOn: '2026-04-10', renewalsLeft: 2 };
    expect(await preview(id)).toMatchObject(moved);
    await studio.given(end(id));
    await at('2026-04-09T12:00:00Z');
    expect([(await shown(id)).status, studio.taken().count]).toEqual(['active', 3]);
    await at('2026-04-10T12:00:00Z');
    expect([(await shown(id)).status, studio.taken().count]).toEqual(['expired', 3]);
  });

  test('200 a freeze that ends early, or is ahead, moves the minimum term by what it moves the periods', async () => {
    const id = await buy(short);
    await studio.given(freeze(id, { endsAt: '2026-03-22T04:00:00Z' }));
    await days(5);
    await studio.given(member.call('POST', `${MEMBER}/packages/${id}/unfreeze`));
    const early = { endsAt: '2026-04-07T03:59:59.999Z', minimumTermEndsOn: '2026-04-07', renewalsLeft: 2 };
    expect(await preview(id)).toMatchObject(early);
    // In the second period, whose end moves once it is reached.
    await studio.given(freeze(id, { startsAt: '2026-03-20T04:00:00Z', endsAt: '2026-03-24T04:00:00Z' }));
    const ahead = { endsAt: '2026-04-11T03:59:59.999Z', minimumTermEndsOn: '2026-04-11' };
    expect(await preview(id)).toMatchObject({ ...ahead, renewalsLeft: 2 });
    await at('2026-03-18T12:00:00Z');
    expect(await preview(id)).toMatchObject({ ...ahead, renewalsLeft: 1 });
    await studio.given(end(id));
    await at('2026-04-11T12:00:00Z');
    expect([(await shown(id)).status, studio.taken().count]).toEqual(['expired', 3]);
  });

  test('200 before it has begun: the end is not known, and nothing more is charged', async () => {
    const id = await buy({ activationType: 'on_first_visit' });
    expect(await preview(id)).toMatchObject({ endsAt: null, renewalsLeft: 0 });
    expect((await end(id)).body).toMatchObject({ autoRenews: false, expiresAt: null, end: { endsAt: null } });
    expect(studio.events()).toEqual(['package.end_requested']);
  });

  test('a class after the end cannot be booked with it, one before can', async () => {
    const id = await buy({ noticeDays: 40 });
    await studio.given(studio.patch('/v2/settings', { booking: { bookingWindowDays: 200 } }));
    const book = async (startTime: string) => {
      const sessionId = await addSession(studio, { startTime });
      return member.call('POST', `${MEMBER}/bookings`, { sessionId, packageId: id });
    };
    expect((await book('2026-05-20T15:00:00Z')).status).toBe(201);
    expect(await preview(id)).toMatchObject({ endsAt: SECOND, bookingsAfter: 1 });
    await studio.given(end(id));
    expect(errorOf(await book('2026-05-21T15:00:00Z'))).toEqual([409, 'package_not_eligible']);
    expect((await book('2026-04-21T15:00:00Z')).status).toBe(201);
  });

  test('409 for what does not renew, is cancelled or has expired', async () => {
    const pack = await sellPackage(studio, member.clientId);
    expect(reasonOf(await end(pack.id))).toEqual([409, 'end_not_allowed', 'does_not_renew']);
    await studio.given(studio.post(`/v2/packages/${pack.id}/cancel`));
    expect(errorOf(await end(pack.id))).toEqual([409, 'package_already_cancelled']);
    const id = await buy();
    await studio.given(end(id));
    await days(31);
    expect(errorOf(await end(id))).toEqual([409, 'package_expired']);
    expect(errorOf(await withdraw(id))).toEqual([409, 'package_expired']);
    expect(studio.events()).toEqual([]);
  });
});

describe('DELETE member/packages/{id}/end', () => {
  test('200 it renews as before, whether or not it still did', async () => {
    const id = await buy();
    await studio.given(end(id));
    const { status, body } = await withdraw(id);
    expect([status, body.end, body.autoRenews, body.nextRenewalAt]).toEqual([200, null, true, FIRST]);
    expect(studio.eventsInFull()).toMatchObject([{ type: 'package.end_withdrawn', data: { nextRenewalAt: FIRST } }]);
    await days(31);
    expect([(await shown(id)).status, studio.taken().count]).toEqual(['active', 2]);
    const other = await buy({ noticeDays: 40 });
    await studio.given(end(other));
    expect((await withdraw(other)).body).toMatchObject({ autoRenews: true, end: null });
  });

  test('409 when nobody has ended it, and when its card is gone', async () => {
    const id = await buy();
    expect(reasonOf(await withdraw(id))).toEqual([409, 'end_not_allowed', 'not_ended']);
    await studio.given(end(id));
    await studio.given(member.call('DELETE', `${MEMBER}/payments/methods/${card}`));
    expect(reasonOf(await withdraw(id))).toEqual([409, 'end_not_allowed', 'card_missing']);
    expect(studio.events()).toEqual([]);
  });

  test('staff who let it renew again take the end back', async () => {
    const id = await buy({ noticeDays: 40 });
    await studio.given(end(id));
    const { body } = await studio.patch(`/manage/packages/${id}`, { autoRenews: true });
    expect([body.end, body.autoRenews]).toEqual([null, true]);
  });
});
