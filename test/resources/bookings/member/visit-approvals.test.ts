import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { BEGUN, GIVEN_UP, openPurchases, PURCHASES, VISITED } from '../../sales/member/purchasing.ts';

const studio = forEachTest(openPurchases);

describe('one visit with a card whose bank asks', () => {
  test('202 books nothing yet, and holds the seat', async () => {
    const { status, body } = await studio.visit();
    expect(status).toBe(202);
    expect(body).toEqual({
      object: 'purchase_approval',
      id: expect.any(String),
      status: 'requires_action',
      siteId: MAIN_SITE,
      planId: null,
      sessionId: studio.sessionId,
      paymentMethodId: studio.card,
      payOnDevice: false,
      discountCode: null,
      amount: 1500,
      currency: 'USD',
      confirmUrl: null,
      clientSecret: expect.stringContaining('_secret_'),
      publishableKey: 'pk_test_sandbox',
      mode: 'test',
      processorAccount: null,
      expiresAt: new Date(TEST_START + 10 * MINUTE_MS).toISOString(),
    });
    expect([studio.events(), studio.taken().count, await studio.bookings(), await studio.seats()]).toEqual([
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

  test('200 books once it is approved, however often it is completed', async () => {
    const visit = await studio.askedVisit();
    expect([(await studio.complete(visit.id)).status, studio.events()]).toEqual([202, []]);
    await studio.decide(visit, true);
    const [{ status, body }, again] = await Promise.all([studio.complete(visit.id), studio.complete(visit.id)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'purchase',
      package: null,
      payment: { id: visit.id, status: 'completed', amount: 1500, purpose: 'drop_in' },
      booking: { sessionId: studio.sessionId, status: 'confirmed', bookingSource: 'drop_in', channel: 'member_app' },
    });
    expect([again.body, (await studio.complete(visit.id)).body]).toEqual([body, body]);
    expect([studio.events(), await studio.seats(), await studio.waiting()]).toEqual([VISITED, [1, 0], []]);
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 0, count: 1 });
    expect((await studio.paymentOf(visit.id)).bookingId).toBe(body.booking.id);
    expect(errorOf(await studio.cancel(visit.id))).toEqual([409, 'purchase_completed']);
  });

  test('409 when the bank says no: nothing is booked, the seat is free', async () => {
    const visit = await studio.askedVisit();
    await studio.decide(visit, false);
    const refused = await studio.complete(visit.id);
    expect(errorWithDetail(refused)).toEqual([409, 'card_declined', 'payment_intent_authentication_failure']);
    expect([studio.events(), await studio.seats(), await studio.bookings()]).toEqual([GIVEN_UP, [0, 1], []]);
    expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'card_declined']);
    const { status } = await studio.decide(visit, true);
    expect([status, studio.taken().count, studio.events()]).toEqual(['failed', 0, []]);
    const good = (await studio.save(studio.buyer)).id;
    expect((await studio.visit({ paymentMethodId: good })).status).toBe(201);
  });

  test('200 given up by the member: nothing is left, and the bank can no longer approve it', async () => {
    const visit = await studio.askedVisit();
    const { status, body } = await studio.cancel(visit.id);
    expect([status, body.status, body.clientSecret]).toEqual([200, 'cancelled', null]);
    expect((await studio.cancel(visit.id)).status).toBe(200);
    expect([studio.events(), await studio.seats(), await studio.waiting()]).toEqual([GIVEN_UP, [0, 1], []]);
    await studio.decide(visit, true);
    expect(await studio.event('payment_intent.succeeded')).toBe(200);
    expect(errorWithDetail(await studio.complete(visit.id))).toEqual([409, 'card_declined', 'not_approved']);
    expect([studio.taken().count, studio.events()]).toEqual([0, []]);
  });

  test('409 after ten minutes, also when nobody comes back', async () => {
    const { id } = await studio.askedVisit();
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

  test('a page of the bank where the app has an address to come back to', async () => {
    const returnUrl = 'https://app.example/back';
    const visit = await studio.askedVisit({ returnUrl });
    expect(visit.confirmUrl).toContain('/sandbox/processor/');
    expect(await studio.decide(visit, true)).toEqual({
      status: 'succeeded',
      returnUrl: `${returnUrl}?purchase_id=${visit.id}`,
    });
    expect((await studio.complete(visit.id)).status).toBe(200);
  });

  test('409 for an app that does not say how the member can be asked: nothing waits', async () => {
    const refused = await studio.visit({ returnUrl: undefined });
    expect(errorWithDetail(refused)).toEqual([409, 'card_declined', 'authentication_required']);
    expect([await studio.waiting(), await studio.seats(), studio.taken().count]).toEqual([[], [0, 1], 0]);
  });

  test('201 a card that does not ask, and 200 to complete that; the dry run asks nobody', async () => {
    const good = (await studio.save(studio.buyer)).id;
    const { body: preview } = await studio.buyer.call('POST', '/public-api/v2/member/bookings?dry_run=true', {
      sessionId: studio.sessionId,
      paymentMethodId: studio.card,
      returnUrl: null,
    });
    expect([preview.object, preview.price.amount, studio.events()]).toEqual(['member_booking_preview', 1500, []]);
    const { status, body } = await studio.visit({ paymentMethodId: good });
    expect([status, body.object, body.status]).toEqual([201, 'booking', 'confirmed']);
    const [payment] = (await studio.get(`/v2/payments?client_id=${studio.buyer.clientId}`)).body.data;
    expect((await studio.complete(payment.id)).body).toMatchObject({ package: null, booking: { id: body.id } });
  });

  test('404 another member’s', async () => {
    const { id } = await studio.askedVisit();
    const other = await studio.member();
    for (const verb of ['complete', 'cancel']) {
      expect((await other.call('POST', `${PURCHASES}/${id}/${verb}`)).status).toBe(404);
    }
    expect([(await other.call('GET', PURCHASES)).body.data, studio.events()]).toEqual([[], []]);
  });
});
