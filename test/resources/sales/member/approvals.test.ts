import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { UNKNOWN } from '../../../helpers/sales.ts';
import { BEGUN, BOUGHT, GIVEN_UP, openPurchases, PURCHASES } from './purchasing.ts';

const studio = forEachTest(openPurchases);

describe('a purchase with a card whose bank asks', () => {
  test('202 sells and books nothing yet, and holds the seat', async () => {
    const { status, body } = await studio.buy();
    expect(status).toBe(202);
    expect(body).toEqual({
      object: 'purchase_approval',
      id: expect.any(String),
      status: 'requires_action',
      siteId: MAIN_SITE,
      planId: studio.planId,
      sessionId: studio.sessionId,
      payOnDevice: false,
      paymentMethodId: studio.card,
      discountCode: null,
      amount: 18_000,
      currency: 'USD',
      confirmUrl: null,
      clientSecret: expect.stringContaining('_secret_'),
      publishableKey: 'pk_test_sandbox',
      mode: 'test',
      processorAccount: null,
      expiresAt: new Date(TEST_START + 10 * MINUTE_MS).toISOString(),
    });
    expect([studio.events(), studio.taken().count, await studio.packages(), await studio.seats()]).toEqual([
      BEGUN,
      0,
      [],
      [0, 0],
    ]);
    expect(await studio.waiting()).toEqual([{ ...body, clientSecret: null }]);
    const { clientId } = await studio.member();
    expect(errorOf(await studio.post('/v2/bookings', { clientId, sessionId: studio.sessionId }))).toEqual([
      409,
      'session_full',
    ]);
  });

  test('200 sells and books once it is approved, however often it is completed', async () => {
    const purchase = await studio.asked();
    expect((await studio.complete(purchase.id)).status).toBe(202);
    expect(studio.events()).toEqual([]);
    await studio.decide(purchase, true);
    const [{ status, body }, again] = await Promise.all([studio.complete(purchase.id), studio.complete(purchase.id)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'purchase',
      package: { planId: studio.planId, creditsRemaining: 9 },
      payment: { id: purchase.id, status: 'completed', amount: 18_000 },
      booking: { sessionId: studio.sessionId, status: 'confirmed', channel: 'member_app' },
    });
    expect([again.body, (await studio.complete(purchase.id)).body]).toEqual([body, body]);
    expect([studio.events(), await studio.seats(), await studio.waiting()]).toEqual([BOUGHT, [1, 0], []]);
    expect(studio.taken()).toEqual({ amount: 18_000, refunded: 0, count: 1 });
    expect(errorOf(await studio.cancel(purchase.id))).toEqual([409, 'purchase_completed']);
  });

  test('409 when the bank says no: nothing is sold, nothing is booked, the seat is free', async () => {
    const purchase = await studio.asked();
    await studio.decide(purchase, false);
    const refused = await studio.complete(purchase.id);
    expect(errorWithDetail(refused)).toEqual([409, 'card_declined', 'payment_intent_authentication_failure']);
    expect([studio.events(), await studio.seats(), await studio.packages()]).toEqual([GIVEN_UP, [0, 1], []]);
    expect(errorOf(await studio.complete(purchase.id))).toEqual([409, 'card_declined']);
    expect([(await studio.decide(purchase, true)).status, studio.taken().count, studio.events()]).toEqual([
      'failed',
      0,
      [],
    ]);
    const good = (await studio.save(studio.buyer)).id;
    expect((await studio.buy({ paymentMethodId: good })).status).toBe(201);
  });

  test('200 given up by the member: nothing is left, and the bank can no longer approve it', async () => {
    const purchase = await studio.asked();
    const { status, body } = await studio.cancel(purchase.id);
    expect([status, body.status, body.clientSecret]).toEqual([200, 'cancelled', null]);
    expect((await studio.cancel(purchase.id)).status).toBe(200);
    expect([studio.events(), await studio.seats(), await studio.waiting()]).toEqual([GIVEN_UP, [0, 1], []]);
    await studio.decide(purchase, true);
    expect(await studio.event('payment_intent.succeeded')).toBe(200);
    expect(errorWithDetail(await studio.complete(purchase.id))).toEqual([409, 'card_declined', 'not_approved']);
    expect([studio.taken().count, studio.events()]).toEqual([0, []]);
  });

  test('409 after ten minutes, also when nobody comes back', async () => {
    const { id } = await studio.asked();
    await studio.time.moveTo(TEST_START + 9 * MINUTE_MS);
    expect([studio.events(), (await studio.complete(id)).status]).toEqual([[], 202]);
    await studio.time.moveTo(TEST_START + 16 * MINUTE_MS);
    await until(async () => (await studio.paymentOf(id)).status === 'failed');
    expect([studio.events(), await studio.seats(), (await studio.paymentOf(id)).failureCode]).toEqual([
      GIVEN_UP,
      [0, 1],
      'not_approved',
    ]);
    expect(errorOf(await studio.complete(id))).toEqual([409, 'card_declined']);
  });

  test('201 without a class, and a page of the bank where the app has an address to come back to', async () => {
    const returnUrl = 'https://app.example/back';
    const purchase = await studio.asked({ sessionId: null, returnUrl });
    expect(purchase).toMatchObject({ sessionId: null, confirmUrl: expect.stringContaining('/sandbox/processor/') });
    expect(await studio.decide(purchase, true)).toEqual({
      status: 'succeeded',
      returnUrl: `${returnUrl}?purchase_id=${purchase.id}`,
    });
    const { status, body } = await studio.complete(purchase.id);
    expect([status, body.package.creditsRemaining, body.booking]).toEqual([200, 10, null]);
    expect(studio.events()).toEqual(BOUGHT.slice(0, 4));
  });

  test('404 another member’s, a payment at the desk, and unknown ones', async () => {
    const { id } = await studio.asked();
    const other = await studio.member();
    const { body: paid } = await studio.post('/manage/packages', {
      clientId: studio.buyer.clientId,
      planId: studio.planId,
    });
    studio.events();
    for (const path of [`${id}/complete`, `${id}/cancel`]) {
      expect((await other.call('POST', `${PURCHASES}/${path}`)).status).toBe(404);
    }
    for (const each of [paid.payment.id, UNKNOWN]) expect((await studio.complete(each)).status).toBe(404);
    expect([(await other.call('GET', PURCHASES)).body.data, studio.events()]).toEqual([[], []]);
  });
});
