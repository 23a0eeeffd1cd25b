import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addBooking } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { BEGUN, BOUGHT, GIVEN_UP, openPurchases, PURCHASES, VISITED } from '../../sales/member/purchasing.ts';

const studio = forEachTest(openPurchases);
const setPrice = (amount: number) =>
  studio.given(studio.patch(`/manage/sessions/${studio.sessionId}`, { dropInPrice: { amount, currency: 'USD' } }));

describe('exactly once', () => {
  test('the event of the processor completes it, before, after and while the member comes back', async () => {
    const visit = await studio.askedVisit();
    await studio.decide(visit, true);
    const [first, back] = await Promise.all([studio.event('payment_intent.succeeded'), studio.complete(visit.id)]);
    expect([first, back.status, back.body.booking.status]).toEqual([200, 200, 'confirmed']);
    expect(await studio.event('payment_intent.succeeded')).toBe(200);
    expect([studio.events(), studio.taken().count, (await studio.bookings()).length]).toEqual([VISITED, 1, 1]);
  });

  test('the event of a refusal gives it up, and a request afterwards changes nothing', async () => {
    const visit = await studio.askedVisit();
    await studio.decide(visit, false);
    expect(await studio.event('payment_intent.payment_failed')).toBe(200);
    expect([studio.events(), await studio.seats()]).toEqual([GIVEN_UP, [0, 1]]);
    expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'card_declined']);
    expect(studio.events()).toEqual([]);
  });

  test('a double press, and the same visit again, are one visit', async () => {
    const key = { 'idempotency-key': 'press' };
    const both = await Promise.all([studio.visit({}, key), studio.visit({}, key)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const { body } = await studio.visit({}, key);
    const again = await studio.visit();
    expect([again.status, again.body]).toEqual([202, body]);
    expect([studio.events(), studio.count('payments')]).toEqual([BEGUN, 1]);
    await studio.decide(body, true);
    const booked = await studio.visit();
    expect([booked.status, booked.body.object, booked.body.status]).toEqual([201, 'booking', 'confirmed']);
    expect([studio.events(), studio.taken().count]).toEqual([VISITED, 1]);
  });

  test('another card, another price, or an app that cannot ask takes the place of what waits', async () => {
    const first = await studio.askedVisit();
    await setPrice(2000);
    studio.events();
    const second = await studio.askedVisit();
    expect([second.amount, (await studio.paymentOf(first.id)).status]).toEqual([2000, 'failed']);
    const good = (await studio.save(studio.buyer)).id;
    expect((await studio.visit({ paymentMethodId: good, returnUrl: undefined })).status).toBe(201);
    // The default card has never paid, and this one has.
    expect(studio.events()).toEqual([...GIVEN_UP, ...BEGUN, ...VISITED, 'payment_method.default_changed']);
    expect([(await studio.paymentOf(second.id)).status, studio.taken().count]).toEqual(['failed', 1]);
  });

  test('a plan for the same class takes the place of the visit, and the visit that of the plan', async () => {
    const visit = await studio.askedVisit();
    const plan = await studio.asked();
    expect(studio.events()).toEqual([]);
    expect([(await studio.paymentOf(visit.id)).status, (await studio.waiting()).length]).toEqual(['failed', 1]);
    const again = await studio.askedVisit();
    expect((await studio.paymentOf(plan.id)).status).toBe('failed');
    const apart = await studio.asked({ sessionId: null });
    expect((await studio.waiting()).map(({ id }: { id: string }) => id)).toEqual([apart.id, again.id]);
    await studio.decide(again, true);
    expect((await studio.complete(again.id)).body.booking.status).toBe('confirmed');
    expect([await studio.packages(), studio.taken().count]).toEqual([[], 1]);
  });

  test('a visit and a plan for it in two windows at once are paid once', async () => {
    await studio.store.write((tx) => tx.db.run('update sessions set capacity = 2 where id = ?', [studio.sessionId]));
    const good = (await studio.save(studio.buyer)).id;
    studio.faulty.at('charge', 'slow');
    const visit = studio.visit({ paymentMethodId: good });
    await until(() => studio.faulty.calls('charge') === 1);
    expect(errorOf(await studio.buy({ paymentMethodId: good }))).toEqual([409, 'already_booked']);
    studio.faulty.release();
    expect([(await visit).status, studio.taken().count, await studio.packages()]).toEqual([201, 1, []]);
  });

  test('two cards in two windows while the first is approved: one booking, and one payment', async () => {
    const visit = await studio.askedVisit();
    const good = (await studio.save(studio.buyer)).id;
    studio.faulty.at('abandon', 'slow');
    const other = studio.visit({ paymentMethodId: good });
    await until(() => studio.faulty.calls('abandon') === 1);
    await studio.decide(visit, true);
    studio.faulty.release();
    expect(errorOf(await other)).toEqual([409, 'already_booked']);
    expect((await studio.complete(visit.id)).status).toBe(200);
    expect([studio.taken().count, (await studio.bookings()).length]).toEqual([1, 1]);
  });

  test('what was asked for is paid at its price, although the price has changed', async () => {
    const visit = await studio.askedVisit();
    await setPrice(2000);
    await studio.decide(visit, true);
    expect((await studio.complete(visit.id)).body.payment.amount).toBe(1500);
  });

  test('a class that is cancelled meanwhile books nothing, and the money goes back', async () => {
    const visit = await studio.askedVisit();
    await studio.given(studio.post(`/manage/sessions/${studio.sessionId}/cancel`));
    await studio.decide(visit, true);
    expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'session_cancelled']);
    expect([studio.events(), await studio.bookings()]).toEqual([['payment.completed', 'payment.refunded'], []]);
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 1500, count: 1 });
    expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'session_cancelled']);
  });

  test('a class that the studio books for the member meanwhile is not paid again', async () => {
    await studio.store.write((tx) => tx.db.run('update sessions set capacity = 2 where id = ?', [studio.sessionId]));
    const visit = await studio.askedVisit();
    await addBooking(studio, studio.buyer.clientId, studio.sessionId);
    await studio.decide(visit, true);
    expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'already_booked']);
    expect([await studio.seats(), studio.taken().refunded]).toEqual([[1, 1], 1500]);
  });
});

describe('failures', () => {
  test('503 while the processor is away; nothing has changed', async () => {
    const visit = await studio.askedVisit();
    studio.faulty.down(true);
    for (const act of [studio.complete, studio.cancel]) expect((await act(visit.id)).status).toBe(503);
    studio.faulty.down(false);
    await studio.decide(visit, true);
    expect([studio.events(), (await studio.complete(visit.id)).status, studio.taken().count]).toEqual([[], 200, 1]);
  });

  test('a lost answer: the same request finds the visit that waits', async () => {
    studio.faulty.at('charge', 'lost');
    const key = { 'idempotency-key': 'press' };
    expect((await studio.visit({}, key)).status).toBe(503);
    const { status, body } = await studio.visit({}, key);
    expect([status, studio.events()]).toEqual([202, BEGUN]);
    await studio.decide(body, true);
    expect([(await studio.complete(body.id)).status, studio.taken().count]).toEqual([200, 1]);
  });

  const reborn = (afterMs: number) =>
    openCardStudio({ file: studio.db.serialize(), seal: studio.seal, startAt: TEST_START + afterMs });

  test('killed while it waits: it goes on waiting, and is booked once', async () => {
    const visit = await studio.askedVisit();
    const next = await reborn(MINUTE_MS);
    const back = await next.signedIn(studio.buyer.clientId);
    expect((await back.call('POST', `${PURCHASES}/${visit.id}/complete`)).status).toBe(202);
    await next.sandbox.decideCharge(visit.publishableKey, visit.clientSecret, true);
    const { body } = await back.call('POST', `${PURCHASES}/${visit.id}/complete`);
    expect([body.booking.status, next.taken().count]).toEqual(['confirmed', 1]);
  });

  test('killed between the approval and the booking: the next start completes it when its time is over', async () => {
    const visit = await studio.askedVisit();
    await studio.decide(visit, true);
    const next = await reborn(11 * MINUTE_MS);
    await until(() => next.count("bookings where status = 'confirmed'") === 1);
    expect([next.count('bookings'), next.taken().count]).toEqual([1, 1]);
  });

  test('killed before the answer: nobody is asked, and nothing is left', async () => {
    studio.faulty.at('charge', 'lost');
    expect((await studio.visit()).status).toBe(503);
    const next = await reborn(MINUTE_MS);
    await until(() => next.count("payments where status = 'failed'") === 1);
    const { body } = await next.get(`/v2/sessions/${studio.sessionId}`);
    expect([body.bookedCount, body.availableSpots, next.count('bookings'), next.taken().count]).toEqual([0, 1, 0, 0]);
  });
});

test('a purchase of a plan goes on as before beside a visit of another class', async () => {
  const plan = await studio.asked({ sessionId: null });
  const visit = await studio.askedVisit();
  for (const each of [plan, visit]) await studio.decide(each, true);
  expect([(await studio.complete(plan.id)).status, (await studio.complete(visit.id)).status]).toEqual([200, 200]);
  expect(studio.events().toSorted()).toEqual([...BOUGHT.slice(0, 4), ...VISITED].toSorted());
});
