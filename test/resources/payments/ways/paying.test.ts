import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addBooking } from '../../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../../helpers/errors.ts';
import { BEGUN, GIVEN_UP } from '../../sales/member/purchasing.ts';
import { GIVEN, openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const pastApproval = () => studio.time.skipTo(TEST_START + 16 * MINUTE_MS);

describe('off', () => {
  test('400 in a studio that has not switched it on, and beside a saved card; nothing is begun', async () => {
    expect(errorWithParam(await studio.buyWith({ paymentMethodId: studio.card }))).toEqual([
      400,
      'parameter_invalid',
      'payOnDevice',
    ]);
    await studio.patch('/v2/settings', { payment: { waysToPay: false } });
    studio.events();
    expect(errorWithParam(await studio.buyWith())).toEqual([400, 'parameter_invalid', 'payOnDevice']);
    expect([studio.events(), studio.count('payments')]).toEqual([[], 0]);
  });
});

describe('a wallet', () => {
  test('approves: the plan is sold and the class booked, and nothing is saved', async () => {
    const asked = await studio.buyWith();
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { status: 'requires_action', payOnDevice: true, confirmUrl: null },
    ]);
    expect(studio.events()).toEqual(BEGUN);
    expect(await studio.payBy(asked.body, 'wallet')).toEqual({ status: 'succeeded' });
    const { status, body } = await studio.completeOwn(asked.body.id);
    expect([status, body.booking.status, body.payment]).toMatchObject([
      200,
      'confirmed',
      { status: 'completed', processing: false, paymentMethodDetails: { brand: 'visa', last4: '4242' } },
    ]);
    expect(studio.events()).toEqual(['payment.completed', ...GIVEN]);
    expect([await studio.stranger.list(), studio.taken().count]).toEqual([[], 1]);
  });

  test('is dismissed: the spot is held, and free again after ten minutes; nothing is charged', async () => {
    const purchase = await studio.begun();
    expect((await studio.completeOwn(purchase.id)).status).toBe(202);
    expect([studio.events(), await studio.seats()]).toEqual([[], [0, 0]]);
    await pastApproval();
    expect([studio.events(), await studio.seats(), studio.taken().count]).toEqual([GIVEN_UP, [0, 1], 0]);
    expect(errorOf(await studio.completeOwn(purchase.id))).toEqual([409, 'card_declined']);
  });

  test('pays a membership: what it is, is saved, and renews', async () => {
    const planId = await studio.monthly();
    const purchase = await studio.begun({ planId, sessionId: null });
    await studio.payBy(purchase, 'wallet');
    const { body } = await studio.completeOwn(purchase.id);
    expect(studio.events()).toEqual([
      'payment_method.added',
      'payment.completed',
      'package.purchased',
      'package.activated',
    ]);
    const [card] = await studio.stranger.list();
    expect([card, body.package.autoRenews]).toMatchObject([{ type: 'card', isDefault: true }, true]);
    expect(body.package.paymentMethodId).toBe(card.id);
  });

  test('pays one visit', async () => {
    const visit = { sessionId: studio.sessionId, payOnDevice: true };
    const asked = await studio.stranger.call('POST', '/public-api/v2/member/bookings', visit);
    expect([asked.status, studio.events()]).toEqual([202, BEGUN]);
    await studio.payBy(asked.body, 'wallet');
    const { body } = await studio.completeOwn(asked.body.id);
    expect([body.booking.status, body.package, body.payment.amount]).toEqual(['confirmed', null, 1500]);
    expect(studio.events()).toEqual(['payment.completed', 'booking.created']);
  });
});

describe('a redirect', () => {
  test('that never comes back: the event of the processor sells, and so does the end of its time', async () => {
    const purchase = await studio.begun();
    await studio.payBy(purchase, 'redirect');
    await pastApproval();
    expect(studio.events()).toEqual(['payment.completed', ...GIVEN]);
    const payment = await studio.paymentOf(purchase.id);
    expect(payment.paymentMethodDetails).toMatchObject({ type: 'twint', brand: null, expMonth: null });
  });

  test('that comes back twice, also at the same time, sells once', async () => {
    const purchase = await studio.begun();
    await studio.payBy(purchase, 'redirect');
    const back = await Promise.all([studio.completeOwn(purchase.id), studio.completeOwn(purchase.id)]);
    expect(back.map(({ status }) => status)).toEqual([200, 200]);
    expect((await studio.completeOwn(purchase.id)).body.payment.id).toBe(purchase.id);
    expect([studio.events(), studio.taken().count]).toEqual([['payment.completed', ...GIVEN], 1]);
  });

  test('that comes after the class is full: what was not paid is not charged', async () => {
    const purchase = await studio.begun();
    await pastApproval();
    const other = await studio.member();
    await addBooking(studio, other.clientId, studio.sessionId);
    studio.events();
    // The bank finds that it was given up.
    expect(await studio.payBy(purchase, 'redirect')).toEqual({ status: 'canceled' });
    expect(errorOf(await studio.completeOwn(purchase.id))).toEqual([409, 'card_declined']);
    expect([studio.events(), studio.taken().count]).toEqual([[], 0]);
  });

  test('that was paid, and comes after the class was canceled: the money goes back', async () => {
    const purchase = await studio.begun();
    await studio.payBy(purchase, 'redirect');
    await studio.given(studio.post(`/manage/sessions/${studio.sessionId}/cancel`, {}));
    studio.events();
    const { status } = await studio.completeOwn(purchase.id);
    expect([status, studio.taken().refunded, await studio.packagesOf(studio.stranger.clientId)]).toEqual([
      409,
      18_000,
      [],
    ]);
  });
});

describe('attacks', () => {
  test('404 for the purchase of another member', async () => {
    const purchase = await studio.begun();
    const other = await studio.member();
    const path = `/public-api/v2/member/purchases/${purchase.id}/complete`;
    expect((await other.call('POST', path)).status).toBe(404);
  });

  test('the secret of a purchase works with its own publishable key alone', async () => {
    const purchase = await studio.begun();
    const forged = { ...purchase, publishableKey: 'pk_test_sandbox_acct_2' };
    await expect(studio.payBy(forged, 'wallet')).rejects.toThrow('No such payment.');
  });

  test('an account that does not exist pays nothing', async () => {
    const purchase = await studio.begun();
    expect(await studio.payBy(purchase, 'debit', 'DE00 0000')).toMatchObject({ status: 'requires_payment_method' });
    expect((await studio.completeOwn(purchase.id)).status).toBe(202);
  });
});
