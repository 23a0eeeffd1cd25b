import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { giveBack, redeemAgain } from '../../../src/resources/discount-codes/redemptions.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { until } from '../../helpers/process.ts';
import { createClient, createPlan } from '../../helpers/sales.ts';

const PURCHASES = '/public-api/v2/member/purchases';
const SALE = ['payment.created', 'payment.completed', 'package.purchased', 'package.credits_changed'];

let member: Member;
let planId: string;
let card: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  card = (await studio.save(member)).id;
  planId = await createPlan(studio, { isSoldOnline: true });
  studio.events();
});

const addCode = async (fields: object = {}): Promise<string> => {
  const body = { code: 'SPRING20', name: 'Spring', percentOff: 20, ...fields };
  return (await studio.given(studio.post('/manage/discount-codes', body))).id;
};
const redemptions = async (id: string) => (await studio.get(`/manage/discount-codes/${id}`)).body.redemptions;
const buy = (body: object = {}, headers?: Record<string, string>, query = '', who = member) =>
  who.call(
    'POST',
    `${PURCHASES}${query}`,
    { planId, paymentMethodId: card, acceptTerms: true, discountCode: 'spring20', ...body },
    headers,
  );
const simulate = (body: object = {}) => buy(body, {}, '?dry_run=true');
const sell = (body: object = {}, headers?: Record<string, string>, query = '') => {
  const sale = { clientId: member.clientId, planId, paymentMethod: 'cash', discountCode: 'spring20', ...body };
  return studio.post(`/manage/packages${query}`, sale, headers);
};
const packages = async () => (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body.data;
const sumOf = ({ body }: ApiResponse) => {
  const { amount, discountAmount, lineItems } = body.payment ?? body;
  const [{ unitAmount, discountReason, ...line }] = lineItems;
  return [amount, discountAmount, unitAmount, line.discountAmount, line.amount, discountReason];
};
const SUM = [14_400, 3_600, 18_000, 3_600, 14_400, 'SPRING20'];

describe('a purchase with a code', () => {
  test('201 charges the price without the discount, and counts the redemption', async () => {
    const id = await addCode();
    const bought = await buy({ discountCode: ' Spring20 ' });
    expect([bought.status, sumOf(bought)]).toEqual([201, SUM]);
    expect(studio.events()).toEqual([...SALE, 'package.activated']);
    expect([studio.taken().amount, await redemptions(id)]).toEqual([14_400, 1]);
    // It renews and is worth what it was: the code is for the first payment.
    expect((await packages())[0].price).toBe(18_000);
    const receipt = await member.call('GET', `/public-api/v2/member/payments/${bought.body.payment.id}/receipt`);
    expect(receipt.body).toMatchObject({ subtotal: 18_000, discountAmount: 3_600, total: 14_400 });
  });

  test('200 a dry run says the discount by itself, with and without a card, and counts nothing', async () => {
    const id = await addCode();
    for (const paymentMethodId of [card, null]) {
      const { status, body, ...rest } = await simulate({ paymentMethodId });
      expect([status, sumOf({ status, body, ...rest })]).toEqual([200, SUM]);
    }
    expect([studio.events(), await redemptions(id), await packages()]).toEqual([[], 0, []]);
  });

  test('201 with a class, both or neither', async () => {
    const id = await addCode();
    const sessionId = await addSession(studio, { capacity: 1 });
    const bought = await buy({ sessionId });
    expect([bought.status, bought.body.booking.status, sumOf(bought)]).toEqual([201, 'confirmed', SUM]);
    const other = await studio.member();
    const paymentMethodId = (await studio.save(other)).id;
    studio.events();
    const refused = await buy({ sessionId, paymentMethodId }, {}, '', other);
    expect([errorOf(refused), studio.events(), await redemptions(id)]).toEqual([[409, 'session_full'], [], 1]);
  });

  test('201 an amount takes off no more than the price, and nothing is charged then', async () => {
    const id = await addCode({ percentOff: null, amountOff: 20_000, currency: 'USD' });
    expect((await simulate({ paymentMethodId: null })).body).toMatchObject({
      amount: 0,
      discountAmount: 18_000,
      paymentMethod: 'comp',
    });
    const bought = await buy({ paymentMethodId: null });
    expect([bought.status, sumOf(bought)]).toEqual([201, [0, 18_000, 18_000, 18_000, 0, 'SPRING20']]);
    expect(studio.events()).toEqual([...SALE, 'package.activated']);
    expect([studio.faulty.calls('charge'), await redemptions(id)]).toEqual([0, 1]);
  });

  test('201 what is free at first renews by the card that was sent, and ends without one', async () => {
    await addCode({ percentOff: 100, maxPerClient: null });
    const plan = { type: 'unlimited', creditsTotal: null, validityDays: 30, autoRenews: true, isSoldOnline: true };
    const monthly = await createPlan(studio, plan);
    const renewing = (await buy({ planId: monthly })).body.package;
    const ending = (await buy({ planId: monthly, paymentMethodId: null })).body.package;
    expect([renewing.autoRenews, renewing.nextRenewalAt, ending.autoRenews]).toEqual([true, renewing.expiresAt, false]);
    expect(studio.taken().count).toBe(0);
    expect((await buy({ planId: monthly, paymentMethodId: planId })).status).toBe(400);
  });
});

describe('a code that cannot be used: nothing is bought', () => {
  const refusedFor = async (fields: object, body: object = {}) => {
    const id = await addCode(fields);
    const [bought, tried] = [await buy(body), await simulate(body)];
    expect([errorOf(tried), bought.body.error.details[0].param]).toEqual([errorOf(bought), 'discountCode']);
    expect([studio.events(), studio.faulty.calls('charge'), await redemptions(id)]).toEqual([[], 0, 0]);
    return errorOf(bought);
  };

  test('409 unknown, archived and misspelt codes are one answer', async () => {
    await studio.delete(`/manage/discount-codes/${await addCode({ code: 'GONE' })}`);
    const answers = [];
    for (const discountCode of ['GONE', 'NEVER', 'no such code!', 'ß']) {
      const { body, status } = await simulate({ discountCode });
      const { requestId: _, ...error } = body.error;
      answers.push([status, error]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject([409, { code: 'discount_code_unknown' }]);
    expect(await packages()).toEqual([]);
  });

  test('409 before it starts and after it ends', async () => {
    expect(await refusedFor({ startsAt: '2026-03-02T08:00:01Z' })).toEqual([409, 'discount_code_not_started']);
    expect(await refusedFor({ code: 'OVER', endsAt: '2026-03-02T08:00:00Z' }, { discountCode: 'OVER' })).toEqual([
      409,
      'discount_code_ended',
    ]);
    await studio.time.moveTo(studio.time.now() + DAY_MS);
    expect((await buy()).status).toBe(201);
  });

  test('409 for another plan, site or currency, and for what costs nothing', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const gift = await createPlan(studio, { isSoldOnline: true, price: 0 });
    const no = [409, 'discount_code_not_for_plan'];
    const plan = await createPlan(studio);
    studio.events();
    expect(await refusedFor({ code: 'PLAN', planIds: [plan] }, { discountCode: 'PLAN' })).toEqual(no);
    expect(await refusedFor({ code: 'SITE', eligibleSiteIds: [other] }, { discountCode: 'SITE' })).toEqual(no);
    const yen = { code: 'YEN', percentOff: null, amountOff: 100, currency: 'JPY' };
    expect(await refusedFor(yen, { discountCode: 'YEN' })).toEqual(no);
    expect(await refusedFor({}, { planId: gift })).toEqual(no);
    await addCode({ code: 'MINE', planIds: [planId] });
    expect((await buy({ discountCode: 'MINE' })).status).toBe(201);
  });

  test('409 a second time for the same client, after any package for new clients only', async () => {
    await addCode();
    await addCode({ code: 'NEW', newClientsOnly: true });
    expect((await simulate({ discountCode: 'NEW' })).status).toBe(200);
    await buy();
    expect(errorOf(await buy())).toEqual([409, 'discount_code_already_used']);
    expect(errorOf(await buy({ discountCode: 'NEW' }))).toEqual([409, 'discount_code_new_clients_only']);
    expect(await packages()).toHaveLength(1);
  });

  test('409 once it is used up; two at once get the last redemption once', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const other = await studio.member();
    const theirs = (await studio.save(other)).id;
    const both = await Promise.all([buy(), buy({ paymentMethodId: theirs }, {}, '', other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.map(errorOf)).toContainEqual([409, 'discount_code_used_up']);
    expect([studio.taken().count, await redemptions(id)]).toEqual([1, 1]);
    expect((await studio.get(`/manage/discount-codes/${id}`)).body.status).toBe('used_up');
  });

  test('409 the last redemption without a card: two at once get it once', async () => {
    const id = await addCode({ maxRedemptions: 1, percentOff: 100 });
    const other = await studio.member();
    const both = await Promise.all([buy(), buy({ paymentMethodId: null }, {}, '', other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect([studio.count('packages'), await redemptions(id)]).toEqual([1, 1]);
  });
});

describe('while and after the card is charged', () => {
  test('a declined card gives the redemption back', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const sessionId = await addSession(studio);
    const empty = (await studio.save(member, CARDS.noFunds)).id;
    for (const body of [{ paymentMethodId: empty }, { paymentMethodId: empty, sessionId }]) {
      expect(errorOf(await buy(body))).toEqual([409, 'card_declined']);
      expect(await redemptions(id)).toBe(0);
    }
    expect((await buy()).status).toBe(201);
    expect(await redemptions(id)).toBe(1);
  });

  test('a charge that has failed and is paid after all counts again, once', async () => {
    const id = await addCode();
    const empty = (await studio.save(member, CARDS.noFunds)).id;
    await buy({ paymentMethodId: empty });
    const [payment] = (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
    for (const [change, count] of [
      [redeemAgain, 1],
      [redeemAgain, 1],
      [giveBack, 0],
      [giveBack, 0],
    ] as const) {
      await studio.store.write((tx) => change(tx, payment.id));
      expect(await redemptions(id)).toBe(count);
    }
  });

  test('a class that is lost while the card is charged gives it back, with the money', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const sessionId = await addSession(studio);
    studio.faulty.at('charge', 'slow');
    const reply = buy({ sessionId });
    await until(() => studio.faulty.calls('charge') === 1);
    expect([await redemptions(id), errorOf(await simulate())]).toEqual([1, [409, 'discount_code_already_used']]);
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`));
    studio.faulty.release();
    expect(errorOf(await reply)).toEqual([409, 'session_cancelled']);
    expect([await packages(), await redemptions(id), studio.taken().refunded]).toEqual([[], 0, 14_400]);
  });

  test('the same key again settles what has begun, whatever has become of the code', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    studio.faulty.at('charge', 'lost');
    const key = { 'idempotency-key': 'press' };
    expect((await buy({}, key)).status).toBe(503);
    expect(await redemptions(id)).toBe(1);
    await studio.delete(`/manage/discount-codes/${id}`);
    const again = await buy({}, key);
    expect([again.status, sumOf(again).slice(0, 2)]).toEqual([201, [14_400, 3_600]]);
    expect([studio.taken().count, await redemptions(id)]).toEqual([1, 1]);
  });

  test('a refund and a cancelled package leave it counted, and a merge moves it', async () => {
    const id = await addCode();
    const { payment } = (await buy()).body;
    await studio.given(studio.post(`/v2/payments/${payment.id}/refund`, { cancelPackage: true }));
    expect(errorOf(await buy())).toEqual([409, 'discount_code_already_used']);
    const kept = await createClient(studio);
    const merge = { clientId: member.clientId, keepClientId: kept };
    expect((await studio.post(`/manage/clients/${kept}/merge`, merge)).status).toBe(200);
    expect(errorOf(await sell({ clientId: kept }))).toEqual([409, 'discount_code_already_used']);
    expect(await redemptions(id)).toBe(1);
  });
});

describe('the sale at the desk', () => {
  test('201 the same rule, without a right to give discounts', async () => {
    const id = await addCode();
    const desk = (await addStaffKey(studio, { role: 'front_desk' })).headers;
    studio.events();
    const tried = await sell({}, desk, '?dry_run=true');
    expect([tried.status, sumOf(tried), studio.events()]).toEqual([200, SUM, []]);
    const sold = await sell({}, desk);
    expect([sold.status, sumOf(sold), sold.body.price]).toEqual([201, SUM, 18_000]);
    expect([studio.events(), await redemptions(id)]).toEqual([[...SALE, 'package.activated'], 1]);
    expect(errorOf(await sell({}, desk))).toEqual([409, 'discount_code_already_used']);
  });

  test('201 by card; free by the code it charges none', async () => {
    await addCode({ maxPerClient: null });
    await addCode({ code: 'GIFT', percentOff: 100 });
    const sold = await sell({ paymentMethod: 'card', paymentMethodId: card });
    expect([sold.status, sumOf(sold), studio.taken().amount]).toEqual([201, SUM, 14_400]);
    const desk = (await addStaffKey(studio, { role: 'front_desk' })).headers;
    const free = await sell({ paymentMethod: 'card', discountCode: 'GIFT' }, desk);
    expect([free.status, free.body.payment.paymentMethod, studio.taken().count]).toEqual([201, 'comp', 1]);
  });

  test('400 beside another discount, and for a comp; 409 for an unknown code', async () => {
    await addCode();
    studio.events();
    expect(errorOf(await sell({ discountAmount: 100 }))).toEqual([400, 'parameter_invalid']);
    expect(errorOf(await sell({ paymentMethod: 'comp' }))).toEqual([400, 'parameter_invalid']);
    expect(errorOf(await sell({ discountCode: 'NEVER' }))).toEqual([409, 'discount_code_unknown']);
    expect((await sell({ discountCode: null }, undefined, '?dry_run=true')).body.amount).toBe(18_000);
    expect([studio.events(), await packages()]).toEqual([[], []]);
  });
});
