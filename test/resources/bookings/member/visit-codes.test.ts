import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { createPlan, sellPackage } from '../../../helpers/sales.ts';

const BOOKINGS = '/public-api/v2/member/bookings';
const PURCHASES = '/public-api/v2/member/purchases';
const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
const PAID = ['payment.created', 'payment.completed', 'booking.created'];
const FREE = ['booking.created', 'payment.created', 'payment.completed'];

let member: Member;
let card: string;
let sessionId: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  card = (await studio.save(member)).id;
  sessionId = await addSession(studio, { capacity: 2, dropInPrice });
  studio.events();
});

const addCode = async (fields: object = {}): Promise<string> => {
  const body = { code: 'VISIT20', name: 'Visits', percentOff: 20, appliesTo: 'visits', ...fields };
  return (await studio.given(studio.post('/manage/discount-codes', body))).id;
};
const redemptions = async (id: string) => (await studio.get(`/manage/discount-codes/${id}`)).body.redemptions;
const book = (body: object = {}, headers?: Record<string, string>, who = member, query = '') =>
  who.call(
    'POST',
    `${BOOKINGS}${query}`,
    { sessionId, paymentMethodId: card, discountCode: 'visit20', ...body },
    headers,
  );
const simulate = (body: object = {}) => book(body, {}, member, '?dry_run=true');
const payments = async () => (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;
const seats = async () => {
  const { bookedCount, availableSpots } = (await studio.get(`/v2/sessions/${sessionId}`)).body;
  return [bookedCount, availableSpots];
};
const buyer = async () => {
  const other = await studio.member();
  return { other, paymentMethodId: (await studio.save(other)).id };
};

describe('one visit with a code', () => {
  test('201 charges the price without the discount, and counts the redemption', async () => {
    const id = await addCode();
    const { status, body } = await book({ discountCode: ' Visit20 ' });
    expect([status, body.status, body.bookingSource, studio.events()]).toEqual([201, 'confirmed', 'drop_in', PAID]);
    expect([studio.taken().amount, await redemptions(id)]).toEqual([1200, 1]);
    const [payment] = await payments();
    expect(payment).toMatchObject({
      amount: 1200,
      discountAmount: 300,
      purpose: 'drop_in',
      bookingId: body.id,
      lineItems: [{ unitAmount: 1500, discountAmount: 300, discountReason: 'VISIT20', amount: 1200 }],
    });
    const receipt = await member.call('GET', `/public-api/v2/member/payments/${payment.id}/receipt`);
    expect(receipt.body).toMatchObject({ subtotal: 1500, discountAmount: 300, total: 1200 });
  });

  test('200 a dry run says the price with the code, with and without a card, and counts nothing', async () => {
    const id = await addCode();
    for (const paymentMethodId of [card, null]) {
      const { status, body } = await simulate({ paymentMethodId });
      expect([status, body.price, body.card?.paymentMethodId ?? null]).toEqual([
        200,
        { amount: 1200, currency: 'USD', taxAmount: 0, discountAmount: 300 },
        paymentMethodId,
      ]);
    }
    const plain = await simulate({ discountCode: null });
    expect(plain.body.price).toEqual({ amount: 1500, currency: 'USD', taxAmount: 0, discountAmount: 0 });
    expect([studio.events(), await redemptions(id), await seats(), await payments()]).toEqual([[], 0, [0, 2], []]);
  });

  test('201 a code that makes it free needs no card: a comp, which can be cancelled and undone', async () => {
    const id = await addCode({ percentOff: null, amountOff: 9_900, currency: 'USD' });
    expect((await simulate({ paymentMethodId: null })).body).toMatchObject({
      price: { amount: 0, discountAmount: 1500 },
      card: null,
    });
    const { status, body } = await book({ paymentMethodId: null });
    expect([status, body.status, body.bookingSource, studio.events()]).toEqual([201, 'confirmed', 'comp', FREE]);
    const [payment] = await payments();
    expect(payment).toMatchObject({ amount: 0, paymentMethod: 'comp', discountAmount: 1500, bookingId: body.id });
    expect([studio.taken().count, await redemptions(id), await seats()]).toEqual([0, 1, [1, 1]]);
    const act = (verb: string) => member.call('POST', `${BOOKINGS}/${body.id}/${verb}`);
    expect((await act('cancel')).body.status).toBe('cancelled');
    expect((await act('undo')).body).toMatchObject({ status: 'confirmed', bookingSource: 'comp' });
  });

  test('201 a free visit with a card charges nothing; sent again it is one booking', async () => {
    const id = await addCode({ percentOff: 100 });
    const key = { 'idempotency-key': 'free' };
    const first = await book({}, key);
    expect([first.status, (await book({}, key)).body]).toEqual([201, first.body]);
    expect([studio.taken().count, await redemptions(id), (await payments()).length]).toEqual([0, 1, 1]);
    expect(errorOf(await book())).toEqual([409, 'already_booked']);
  });

  test('400 without a card for what still costs something, and beside a package or a place in line', async () => {
    const id = await addCode();
    expect(errorOf(await book({ paymentMethodId: null }))).toEqual([400, 'parameter_missing']);
    const { id: packageId } = await sellPackage(studio, member.clientId);
    studio.events();
    for (const paymentMethodId of [card, null]) {
      const one = paymentMethodId === null ? { discountCode: 'FREE' } : {};
      if (paymentMethodId === null) await addCode({ code: 'FREE', percentOff: 100 });
      expect(errorOf(await book({ paymentMethodId, packageId, ...one }))).toEqual([400, 'parameter_invalid']);
      expect(errorOf(await book({ paymentMethodId, joinWaitlist: true, ...one }))).toEqual([400, 'parameter_invalid']);
    }
    sessionId = await addSession(studio);
    expect(errorOf(await book())).toEqual([400, 'parameter_invalid']);
    expect(errorOf(await book({ discountCode: 'x'.repeat(65) }))).toEqual([400, 'parameter_invalid']);
    expect([studio.events(), await redemptions(id), studio.taken().count]).toEqual([[], 0, 0]);
  });

  test('409 for every reason why a code cannot be used: nothing is booked, and the dry run says it too', async () => {
    await addCode({ code: 'PLANS', appliesTo: 'plans' });
    await addCode({ code: 'OVER', endsAt: '2026-01-01T00:00:00Z' });
    await addCode({ code: 'LATER', startsAt: '2027-01-01T00:00:00Z' });
    await addCode({ code: 'EUROS', percentOff: null, amountOff: 100, currency: 'EUR' });
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    await addCode({ code: 'ELSEWHERE', eligibleSiteIds: [other] });
    await addCode({ code: 'NEW', newClientsOnly: true });
    await sellPackage(studio, member.clientId);
    studio.events();
    for (const [code, why] of [
      ['NEVER', 'discount_code_unknown'],
      ['PLANS', 'discount_code_not_for_plan'],
      ['OVER', 'discount_code_ended'],
      ['LATER', 'discount_code_not_started'],
      ['EUROS', 'discount_code_not_for_plan'],
      ['ELSEWHERE', 'discount_code_not_for_plan'],
      ['NEW', 'discount_code_new_clients_only'],
    ] as const) {
      for (const paymentMethodId of [card, null]) {
        const refused = await simulate({ discountCode: code, paymentMethodId });
        expect([code, ...errorOf(refused)]).toEqual([code, 409, why]);
      }
      expect([code, ...errorWithDetail(await book({ discountCode: code }))]).toEqual([code, 409, why, why]);
    }
    expect([studio.events(), await seats(), studio.taken().count]).toEqual([[], [0, 2], 0]);
  });

  test('a code for all takes off plans and visits, and counts both', async () => {
    const id = await addCode({ appliesTo: 'all', maxPerClient: 2 });
    const planId = await createPlan(studio, { isSoldOnline: true });
    const plan = { planId, paymentMethodId: card, discountCode: 'VISIT20', acceptTerms: true };
    expect((await member.call('POST', PURCHASES, plan)).body.payment.amount).toBe(14_400);
    expect((await book()).status).toBe(201);
    expect([studio.taken().amount, await redemptions(id)]).toEqual([15_600, 2]);
    sessionId = await addSession(studio, { dropInPrice, startsIn: 2 * DAY_MS, localDate: '2026-03-04' });
    expect(errorOf(await book())).toEqual([409, 'discount_code_already_used']);
  });

  test('409 a code for visits alone is for no plan, and names no plan', async () => {
    const id = await addCode();
    const planId = await createPlan(studio, { isSoldOnline: true });
    const plan = { planId, paymentMethodId: card, discountCode: 'VISIT20', acceptTerms: true };
    expect(errorOf(await member.call('POST', PURCHASES, plan))).toEqual([409, 'discount_code_not_for_plan']);
    const named = await studio.patch(`/manage/discount-codes/${id}`, { planIds: [planId] });
    expect([named.status, named.body.error.details[0].param]).toEqual([400, 'planIds']);
    const changed = await studio.patch(`/manage/discount-codes/${id}`, { planIds: [planId], appliesTo: 'all' });
    expect(changed.body).toMatchObject({ planIds: [planId], appliesTo: 'all' });
    expect((await simulate()).status).toBe(200);
  });
});

describe('the redemption', () => {
  test('the last one, by two members at once, is used once', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const { other, paymentMethodId } = await buyer();
    const both = await Promise.all([book(), book({ paymentMethodId }, {}, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.map((each) => each.body.error?.code).filter(Boolean)).toEqual(['discount_code_used_up']);
    expect([await redemptions(id), studio.taken(), await seats()]).toEqual([
      1,
      { amount: 1200, refunded: 0, count: 1 },
      [1, 1],
    ]);
  });

  test('the last free one, by two members at once, is used once', async () => {
    const id = await addCode({ percentOff: 100, maxRedemptions: 1 });
    const { other } = await buyer();
    const both = await Promise.all([book({ paymentMethodId: null }), book({ paymentMethodId: null }, {}, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect([await redemptions(id), await seats()]).toEqual([1, [1, 1]]);
  });

  test('comes back when the card is declined', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const noFunds = (await studio.save(member, CARDS.noFunds)).id;
    expect(errorOf(await book({ paymentMethodId: noFunds }))).toEqual([409, 'card_declined']);
    expect([await redemptions(id), (await book()).status, await redemptions(id)]).toEqual([0, 201, 1]);
  });

  test('comes back when the class is lost while the card is charged', async () => {
    const id = await addCode();
    studio.faulty.at('charge', 'slow');
    const reply = book();
    await until(() => studio.faulty.calls('charge') === 1);
    expect(await redemptions(id)).toBe(1);
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`));
    studio.faulty.release();
    expect(errorOf(await reply)).toEqual([409, 'session_cancelled']);
    expect([await redemptions(id), studio.taken()]).toEqual([0, { amount: 1200, refunded: 1200, count: 1 }]);
  });

  test('stays with a refund: what was paid goes back, and the code was used', async () => {
    const id = await addCode();
    const { body } = await book();
    await member.call('POST', `${BOOKINGS}/${body.id}/cancel`);
    await until(() => studio.taken().refunded === 1200);
    expect([(await payments())[0].status, await redemptions(id)]).toEqual(['refunded', 1]);
    expect(errorOf(await book())).toEqual([409, 'discount_code_already_used']);
  });

  test('a lost answer: the same request is paid and counted once', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const key = { 'idempotency-key': 'lost' };
    studio.faulty.at('charge', 'lost');
    expect((await book({}, key)).status).toBe(503);
    expect((await book({}, key)).status).toBe(201);
    expect([await redemptions(id), studio.taken()]).toEqual([1, { amount: 1200, refunded: 0, count: 1 }]);
  });
});

describe('with a bank that asks', () => {
  const ask = (body: object = {}) => book({ paymentMethodId: card, returnUrl: null, ...body });
  const complete = (id: string) => member.call('POST', `${PURCHASES}/${id}/complete`);
  beforeEach(async () => {
    card = (await studio.save(member, CARDS.alwaysAsks)).id;
  });

  test('the code is redeemed once while it waits, and is booked at its price', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const { status, body: visit } = await ask();
    expect([status, visit.amount, visit.discountCode]).toEqual([202, 1200, 'visit20']);
    expect([(await ask()).body.id, await redemptions(id)]).toEqual([visit.id, 1]);
    const { other, paymentMethodId } = await buyer();
    expect(errorOf(await book({ paymentMethodId }, {}, other))).toEqual([409, 'discount_code_used_up']);
    await studio.sandbox.decideCharge(visit.publishableKey, visit.clientSecret, true);
    expect((await complete(visit.id)).body).toMatchObject({ payment: { amount: 1200 }, package: null });
    expect([await redemptions(id), studio.taken().amount]).toEqual([1, 1200]);
  });

  test('a refusal, and a visit without the code, give it back', async () => {
    const id = await addCode({ maxRedemptions: 1 });
    const { body: visit } = await ask();
    await studio.sandbox.decideCharge(visit.publishableKey, visit.clientSecret, false);
    expect([errorOf(await complete(visit.id)), await redemptions(id)]).toEqual([[409, 'card_declined'], 0]);
    await studio.given(ask());
    const plain = await studio.given(ask({ discountCode: null }));
    expect([plain.amount, await redemptions(id)]).toEqual([1500, 0]);
    await studio.given(ask());
    await studio.time.moveTo(TEST_START + 16 * MINUTE_MS);
    await until(async () => (await redemptions(id)) === 0);
    expect(await seats()).toEqual([0, 2]);
  });

  test('a free visit takes the place of what waits', async () => {
    const free = await addCode({ code: 'FREE', percentOff: 100 });
    const visit = await studio.given(ask({ discountCode: null }));
    expect((await ask({ discountCode: 'free' })).status).toBe(201);
    expect([await redemptions(free), studio.taken().count, await seats()]).toEqual([1, 0, [1, 1]]);
    expect(errorOf(await complete(visit.id))).toEqual([409, 'card_declined']);
  });
});
