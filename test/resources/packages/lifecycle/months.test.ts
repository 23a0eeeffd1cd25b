import { beforeEach, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { addMonths } from '../../../../src/kernel/local-time.ts';
import { billingDayAfter, endFrom, endOfPeriod, nextOnDay } from '../../../../src/resources/validity.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorWithParam } from '../../../helpers/errors.ts';
import { createPlan } from '../../../helpers/sales.ts';

const MEMBER = '/public-api/v2/member';
const MEMBERSHIP = { type: 'unlimited', creditsTotal: null, price: 12_900, validityDays: null, validityMonths: 1 };

describe('periods of months', () => {
  const renewals = (begin: string, validityMonths: number, count: number): string[] => {
    const terms = { validityDays: null, validityMonths };
    const ends: string[] = [];
    let end = endFrom(begin, terms) ?? '';
    let billingDay = Number(begin.slice(8));
    for (let index = 0; index < count; index += 1) {
      ends.push(end);
      const next = endOfPeriod(end, 1, { ...terms, billingDay });
      billingDay = billingDayAfter(end, billingDay);
      end = next;
    }
    return ends;
  };

  test('end on the day on which the first began, in a shorter month on the last day', () => {
    expect(renewals('2027-01-31', 1, 4)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(renewals('2027-01-30', 1, 3)).toEqual(['2027-02-28', '2027-03-30', '2027-04-30']);
    expect(renewals('2028-02-29', 12, 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
    expect(renewals('2026-11-30', 3, 3)).toEqual(['2027-02-28', '2027-05-30', '2027-08-30']);
    expect(renewals('2027-02-28', 1, 2)).toEqual(['2027-03-28', '2027-04-28']);
  });

  test('several at once are as many after one another', () => {
    const period = { validityDays: null, validityMonths: 1, billingDay: 31 };
    expect([1, 2, 3, 12].map((count) => endOfPeriod('2027-02-28', count, period))).toEqual([
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2028-02-29',
    ]);
  });

  test('an end that was moved moves the day', () => {
    const period = { validityDays: null, validityMonths: 1, billingDay: 31 };
    expect(endOfPeriod('2027-03-03', 1, period)).toBe('2027-04-03');
    expect(billingDayAfter('2027-03-03', 31)).toBe(3);
    expect(billingDayAfter('2027-04-30', 15)).toBe(30);
  });

  test('the next such day is never before the date', () => {
    expect(nextOnDay('2027-02-15', 15)).toBe('2027-02-15');
    expect(nextOnDay('2027-02-15', 1)).toBe('2027-03-01');
    expect(nextOnDay('2027-02-15', 31)).toBe('2027-02-28');
    expect(nextOnDay('2027-12-31', 30)).toBe('2028-01-30');
  });

  test('months are added and taken away over the end of a year', () => {
    expect(addMonths('2027-11-30', 3)).toBe('2028-02-29');
    expect(addMonths('2027-01-31', -2)).toBe('2026-11-30');
  });
});

test('a membership of a month is charged on the 31st or the last day, over both changes of the clock', async () => {
  const studio = await openCardStudio({ startAt: Date.parse('2027-01-31T15:00:00Z') });
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  const member = await studio.member();
  const paymentMethodId = (await studio.save(member)).id;
  const planId = await createPlan(studio, { ...MEMBERSHIP, autoRenews: true, isSoldOnline: true });
  const purchase = { planId, paymentMethodId, acceptTerms: true };
  const bought = (await studio.given(member.call('POST', `${MEMBER}/purchases`, purchase))).package;
  const { id, expiresAt, billingDay, validityDays, validityMonths } = bought;
  expect([expiresAt, billingDay, validityDays, validityMonths]).toEqual(['2027-03-01T04:59:59.999Z', 31, null, 1]);
  studio.events();
  const ends: string[] = [];
  for (let end = expiresAt; end < '2027-12-01'; ) {
    await studio.time.skipTo(Date.parse(end) + MINUTE_MS + 1);
    const { body } = await studio.get(`/v2/packages/${id}`);
    expect([body.nextRenewalAt, body.billingDay]).toEqual([body.expiresAt, 31]);
    if (ends.length === 0) {
      expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'package.renewed']);
    }
    end = body.expiresAt;
    ends.push(end);
  }
  expect(ends).toEqual([
    '2027-04-01T03:59:59.999Z',
    '2027-05-01T03:59:59.999Z',
    '2027-06-01T03:59:59.999Z',
    '2027-07-01T03:59:59.999Z',
    '2027-08-01T03:59:59.999Z',
    '2027-09-01T03:59:59.999Z',
    '2027-10-01T03:59:59.999Z',
    '2027-11-01T03:59:59.999Z',
    '2027-12-01T04:59:59.999Z',
  ]);
  expect(studio.taken().count).toBe(10);
});

describe('a membership of months', () => {
  const studio = forEachTest(openCardStudio);
  let member: Member;
  let card: string;
  beforeEach(async () => {
    await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
    member = await studio.member();
    card = (await studio.save(member)).id;
    studio.events();
  });

  const skipTo = (instant: string) => studio.given(studio.time.skipTo(Date.parse(instant) + MINUTE_MS + 1));
  const planOf = (terms: object = {}) =>
    createPlan(studio, { ...MEMBERSHIP, autoRenews: true, isSoldOnline: true, ...terms });
  /** Buys a membership, which begins at once. */
  const buy = async (terms: object = {}) => {
    const planId = await planOf(terms);
    const purchase = { planId, paymentMethodId: card, acceptTerms: true };
    return (await studio.given(member.call('POST', `${MEMBER}/purchases`, purchase))).package;
  };
  const shown = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body;
  const change = (id: string, body: object) => studio.patch(`/manage/packages/${id}`, body);

  test('a plan has days or months, and what renews has a length', async () => {
    const both = await studio.post('/manage/plans', {
      ...MEMBERSHIP,
      name: 'Both',
      currency: 'USD',
      validityDays: 30,
    });
    expect(errorWithParam(both)).toEqual([400, 'parameter_invalid', 'validityMonths']);
    const none = await studio.post('/manage/plans', {
      ...MEMBERSHIP,
      name: 'None',
      currency: 'USD',
      validityMonths: null,
      autoRenews: true,
    });
    expect(errorWithParam(none)).toEqual([400, 'parameter_missing', 'validityDays']);
    const planId = await planOf();
    const changed = await studio.patch(`/manage/plans/${planId}`, { validityDays: 30 });
    expect(errorWithParam(changed)).toEqual([400, 'parameter_invalid', 'validityMonths']);
    const days = await studio.patch(`/manage/plans/${planId}`, { validityDays: 30, validityMonths: null });
    expect([days.status, days.body.validityDays, days.body.validityMonths]).toEqual([200, 30, null]);
    expect((await studio.patch(`/manage/plans/${planId}`, { validityMonths: 37, validityDays: null })).status).toBe(
      400,
    );
  });

  test('begins with the first visit, and that day is its day', async () => {
    const { id, expiresAt, billingDay } = await buy({ activationType: 'on_first_visit' });
    expect([expiresAt, billingDay]).toEqual([null, null]);
    await studio.given(studio.post('/v2/checkins', { clientId: member.clientId, locationId: MAIN_SITE }));
    expect(await shown(id)).toMatchObject({ billingDay: 2, expiresAt: '2026-04-03T03:59:59.999Z' });
  });

  test('a freeze moves the day with the renewal after it; taken back, the day stays', async () => {
    const { id } = await buy();
    await studio.given(studio.post(`/manage/packages/${id}/freeze`, { endsAt: '2026-03-12T08:00:00Z' }));
    expect(await shown(id)).toMatchObject({ billingDay: 2, expiresAt: '2026-04-13T03:59:59.999Z' });
    await skipTo('2026-04-13T03:59:59.999Z');
    expect(await shown(id)).toMatchObject({ billingDay: 12, expiresAt: '2026-05-13T03:59:59.999Z' });
    await studio.given(studio.post(`/manage/packages/${id}/freeze`, { endsAt: '2026-04-20T08:00:00Z' }));
    await studio.given(studio.post(`/manage/packages/${id}/unfreeze`));
    expect(await shown(id)).toMatchObject({ billingDay: 12, expiresAt: '2026-05-13T03:59:59.999Z' });
  });

  test('a renewal that succeeds at the second attempt keeps the day', async () => {
    const { id, expiresAt } = await buy();
    studio.db
      .query("update sandboxProcessor set body = json_set(body, '$.onCharge', 'no_funds') where kind = 'card'")
      .run();
    await skipTo(expiresAt);
    studio.db
      .query("update sandboxProcessor set body = json_set(body, '$.onCharge', 'accept') where kind = 'card'")
      .run();
    await skipTo('2026-04-05T04:00:00Z');
    expect(await shown(id)).toMatchObject({ billingDay: 2, expiresAt: '2026-05-03T03:59:59.999Z' });
  });

  test('PATCH billingDay moves the next renewal to that day, and no paid day is lost', async () => {
    const { id } = await buy();
    studio.events();
    const moved = await change(id, { billingDay: 1 });
    const end = '2026-05-02T03:59:59.999Z';
    expect([moved.status, moved.body.billingDay, moved.body.expiresAt, moved.body.nextRenewalAt]).toEqual([
      200,
      1,
      end,
      end,
    ]);
    expect(studio.events()).toEqual([]);
    await skipTo(end);
    expect(await shown(id)).toMatchObject({ billingDay: 1, expiresAt: '2026-06-02T03:59:59.999Z' });
    expect((await change(id, { billingDay: 1 })).body.expiresAt).toBe('2026-06-02T03:59:59.999Z');
    expect((await change(id, { billingDay: 31 })).body.expiresAt).toBe('2026-07-01T03:59:59.999Z');
  });

  test('400 for the day of a package that does not renew by months, and beside another end', async () => {
    const refused = [400, 'parameter_invalid', 'billingDay'];
    const { id } = await buy();
    for (const body of [
      { billingDay: null },
      { billingDay: 5, expiresAt: '2026-06-01T00:00:00Z' },
      { billingDay: 32 },
    ]) {
      expect(errorWithParam(await change(id, body))).toEqual(refused);
    }
    const { id: days } = await buy({ validityMonths: null, validityDays: 30 });
    const { id: ended } = await buy({ autoRenews: false });
    const { id: later } = await buy({ activationType: 'on_first_visit' });
    for (const other of [days, ended, later]) {
      expect(errorWithParam(await change(other, { billingDay: 5 }))).toEqual(refused);
    }
    expect((await change(id, { autoRenews: false, billingDay: 5 })).status).toBe(400);
  });

  test('ends with the last of twelve months of a minimum term of a year', async () => {
    const { id } = await buy({ minimumTermMonths: 12 });
    const { body } = await member.call('POST', `${MEMBER}/packages/${id}/end?dry_run=true`);
    expect([body.renewalsLeft, body.endsAt, body.minimumTermEndsOn]).toEqual([
      11,
      '2027-03-03T04:59:59.999Z',
      '2027-03-02',
    ]);
  });
});
