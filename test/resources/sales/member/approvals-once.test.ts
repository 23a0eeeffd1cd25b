import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addBooking } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { createPlan } from '../../../helpers/sales.ts';
import { BEGUN, BOUGHT, GIVEN_UP, openPurchases, PURCHASES } from './purchasing.ts';

const studio = forEachTest(openPurchases);

describe('exactly once', () => {
  test('the event of the processor completes it, before, after and while the member comes back', async () => {
    const purchase = await studio.asked();
    await studio.decide(purchase, true);
    const [first, back] = await Promise.all([studio.event('payment_intent.succeeded'), studio.complete(purchase.id)]);
    expect([first, back.status, back.body.booking.status]).toEqual([200, 200, 'confirmed']);
    expect(await studio.event('payment_intent.succeeded')).toBe(200);
    expect([studio.events(), studio.taken().count, (await studio.packages()).length]).toEqual([BOUGHT, 1, 1]);
  });

  test('the event of a refusal gives it up, and a request afterwards changes nothing', async () => {
    const purchase = await studio.asked();
    await studio.decide(purchase, false);
    expect(await studio.event('payment_intent.payment_failed')).toBe(200);
    expect([studio.events(), await studio.seats()]).toEqual([GIVEN_UP, [0, 1]]);
    expect(errorOf(await studio.complete(purchase.id))).toEqual([409, 'card_declined']);
    expect(studio.events()).toEqual([]);
  });

  test('a double press, and the same purchase again, are one purchase', async () => {
    const key = { 'idempotency-key': 'press' };
    const both = await Promise.all([studio.buy({}, key), studio.buy({}, key)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const { body } = await studio.buy({}, key);
    const again = await studio.buy();
    expect([again.status, again.body]).toEqual([202, body]);
    expect([studio.events(), studio.count('payments')]).toEqual([BEGUN, 1]);
    await studio.decide(body, true);
    expect((await studio.buy()).body.booking.status).toBe('confirmed');
    expect([studio.events(), studio.taken().count]).toEqual([BOUGHT, 1]);
  });

  test('another card, or another price, takes the place of what waits', async () => {
    const first = await studio.asked();
    const good = (await studio.save(studio.buyer)).id;
    expect((await studio.buy({ paymentMethodId: good })).status).toBe(201);
    // The card that has paid takes the place of a default one that never has.
    expect(studio.events()).toEqual([...GIVEN_UP, ...BEGUN, ...BOUGHT, 'payment_method.default_changed']);
    expect([(await studio.paymentOf(first.id)).status, studio.taken().count]).toEqual(['failed', 1]);
    const second = await studio.asked({ sessionId: null });
    await studio.given(studio.patch(`/manage/plans/${studio.planId}`, { price: 20_000 }));
    const third = await studio.asked({ sessionId: null });
    expect([third.amount, (await studio.paymentOf(second.id)).status]).toEqual([20_000, 'failed']);
  });

  test('what was asked for is sold at its price, although the price has changed', async () => {
    const purchase = await studio.asked();
    await studio.given(studio.patch(`/manage/plans/${studio.planId}`, { price: 20_000 }));
    await studio.decide(purchase, true);
    expect((await studio.complete(purchase.id)).body.payment.amount).toBe(18_000);
  });

  test('a discount code is redeemed once while it waits, and comes back with a refusal', async () => {
    const code = { name: 'Half', code: 'HALF', percentOff: 50, maxRedemptions: 1 };
    await studio.given(studio.post('/manage/discount-codes', code));
    const purchase = await studio.asked({ discountCode: 'half' });
    expect([purchase.amount, purchase.discountCode]).toEqual([9000, 'half']);
    expect((await studio.buy({ discountCode: 'half' })).body.id).toBe(purchase.id);
    const other = await studio.member();
    const paymentMethodId = (await studio.save(other)).id;
    const body = { planId: studio.planId, paymentMethodId, discountCode: 'HALF', acceptTerms: true };
    expect(errorOf(await other.call('POST', PURCHASES, body))).toEqual([409, 'discount_code_used_up']);
    await studio.decide(purchase, false);
    await studio.complete(purchase.id);
    expect((await other.call('POST', PURCHASES, body)).body.payment.amount).toBe(9000);
  });

  test('an introduction in two windows at once is bought once', async () => {
    const intro = await createPlan(studio, { isSoldOnline: true, maxPerClient: 1 });
    const good = (await studio.save(studio.buyer)).id;
    const body = { planId: intro, sessionId: null };
    const purchase = await studio.asked(body);
    studio.faulty.at('abandon', 'slow');
    const other = studio.buy({ ...body, paymentMethodId: good });
    await until(() => studio.faulty.calls('abandon') === 1);
    await studio.decide(purchase, true);
    studio.faulty.release();
    expect(errorOf(await other)).toEqual([409, 'plan_limit_reached']);
    expect((await studio.complete(purchase.id)).status).toBe(200);
    expect([studio.taken().count, (await studio.packages()).length]).toEqual([1, 1]);
  });

  test('two purchases of an introduction with cards that do not ask charge once', async () => {
    const intro = await createPlan(studio, { isSoldOnline: true, maxPerClient: 1 });
    const body = { planId: intro, sessionId: null, paymentMethodId: (await studio.save(studio.buyer)).id };
    studio.faulty.at('charge', 'slow');
    const first = studio.buy(body);
    await until(() => studio.faulty.calls('charge') === 1);
    expect(errorOf(await studio.buy(body))).toEqual([409, 'plan_limit_reached']);
    studio.faulty.release();
    expect([(await first).status, studio.taken().count]).toEqual([201, 1]);
  });

  test('a class that is cancelled meanwhile sells nothing, and the money goes back', async () => {
    const purchase = await studio.asked();
    await studio.given(studio.post(`/manage/sessions/${studio.sessionId}/cancel`));
    await studio.decide(purchase, true);
    const refused = await studio.complete(purchase.id);
    expect(errorOf(refused)).toEqual([409, 'session_cancelled']);
    expect([studio.events(), await studio.packages()]).toEqual([['payment.completed', 'payment.refunded'], []]);
    expect(studio.taken()).toEqual({ amount: 18_000, refunded: 18_000, count: 1 });
    expect(errorOf(await studio.complete(purchase.id))).toEqual([409, 'session_cancelled']);
  });

  test('a class that the studio books for the member meanwhile is not sold again', async () => {
    await studio.store.write((tx) => tx.db.run('update sessions set capacity = 2 where id = ?', [studio.sessionId]));
    const purchase = await studio.asked();
    await addBooking(studio, studio.buyer.clientId, studio.sessionId);
    await studio.decide(purchase, true);
    expect(errorOf(await studio.complete(purchase.id))).toEqual([409, 'already_booked']);
    expect([await studio.packages(), await studio.seats(), studio.taken().refunded]).toEqual([[], [1, 1], 18_000]);
  });
});

describe('failures', () => {
  test('503 while the processor is away; nothing has changed', async () => {
    const purchase = await studio.asked();
    studio.faulty.down(true);
    for (const act of [studio.complete, studio.cancel]) expect((await act(purchase.id)).status).toBe(503);
    studio.faulty.down(false);
    await studio.decide(purchase, true);
    expect([studio.events(), (await studio.complete(purchase.id)).status, studio.taken().count]).toEqual([[], 200, 1]);
  });

  test('a lost answer: the same request finds the purchase that waits', async () => {
    studio.faulty.at('charge', 'lost');
    const key = { 'idempotency-key': 'press' };
    expect((await studio.buy({}, key)).status).toBe(503);
    const { status, body } = await studio.buy({}, key);
    expect([status, studio.events()]).toEqual([202, BEGUN]);
    await studio.decide(body, true);
    expect([(await studio.complete(body.id)).status, studio.taken().count]).toEqual([200, 1]);
  });

  const reborn = (afterMs: number) =>
    openCardStudio({ file: studio.db.serialize(), seal: studio.seal, startAt: TEST_START + afterMs });

  test('killed while it waits: it goes on waiting, and is bought once', async () => {
    const purchase = await studio.asked();
    const next = await reborn(MINUTE_MS);
    const back = await next.signedIn(studio.buyer.clientId);
    expect((await back.call('POST', `${PURCHASES}/${purchase.id}/complete`)).status).toBe(202);
    await next.sandbox.decideCharge(purchase.publishableKey, purchase.clientSecret, true);
    const { body } = await back.call('POST', `${PURCHASES}/${purchase.id}/complete`);
    expect([body.booking.status, next.taken().count]).toEqual(['confirmed', 1]);
  });

  test('killed between the approval and the sale: the next start completes it when its time is over', async () => {
    const purchase = await studio.asked();
    await studio.decide(purchase, true);
    const next = await reborn(11 * MINUTE_MS);
    await until(() => next.count("bookings where status = 'confirmed'") === 1);
    expect([next.count('packages'), next.taken().count]).toEqual([1, 1]);
  });

  test('killed before the answer: nobody is asked, and nothing is left', async () => {
    studio.faulty.at('charge', 'lost');
    expect((await studio.buy()).status).toBe(503);
    const next = await reborn(MINUTE_MS);
    await until(() => next.count("payments where status = 'failed'") === 1);
    const { body } = await next.get(`/v2/sessions/${studio.sessionId}`);
    expect([body.bookedCount, body.availableSpots, next.count('packages'), next.taken().count]).toEqual([0, 1, 0, 0]);
  });
});
