import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { IBANS, openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const events = () => studio.events().filter((type) => type !== 'session.completed');

describe('a saved card or account at the desk, before the money has come', () => {
  const member = () => studio.stranger;
  /** A booking that nothing pays yet. */
  const booked = async (): Promise<string> => {
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    const sessionId = await addSession(studio, { startsIn: 9 * DAY_MS, dropInPrice });
    const seat = { clientId: member().clientId, sessionId };
    return (await studio.given(studio.post('/v2/bookings', seat))).id;
  };
  const charge = (bookingId: string, paymentMethodId: string) =>
    studio.post('/manage/payments', {
      clientId: member().clientId,
      amount: 1500,
      currency: 'USD',
      paymentMethod: 'card',
      paymentMethodId,
      purpose: 'drop_in',
      bookingId,
    });
  /** The account that a membership was paid from. */
  const account = async (): Promise<string> => {
    const purchase = await studio.begun({ planId: await studio.monthly(), sessionId: null });
    await studio.payBy(purchase, 'debit', IBANS.settles);
    await studio.given(studio.completeOwn(purchase.id));
    return (await member().list())[0].id;
  };
  const cancel = (id: string) => member().call('POST', `/public-api/v2/member/bookings/${id}/cancel`, {});
  const paidEvents = () => events().filter((type) => type.startsWith('payment.') || type.startsWith('booking.'));

  test('a debit for a visit that is cancelled goes back once when it settles', async () => {
    const [bookingId, paymentMethodId] = [await booked(), await account()];
    const { body } = await charge(bookingId, paymentMethodId);
    expect(body).toMatchObject({ status: 'pending', processing: true });
    studio.events();
    expect((await cancel(bookingId)).status).toBe(200);
    expect(events()).toEqual(['booking.cancelled']);
    await studio.skipDays(3);
    expect((await studio.paymentOf(body.id)).refunds).toHaveLength(1);
    expect(await studio.paymentOf(body.id)).toMatchObject({ status: 'refunded', amountRefunded: 1500 });
    await studio.tell('payment_intent.succeeded', studio.chargeId());
    expect(studio.taken().refunded).toBe(1500);
  });

  test('a charge for a visit that is cancelled, whose answer was lost, goes back when it is found', async () => {
    const bookingId = await booked();
    const { id: card } = await studio.save(member());
    studio.faulty.at('charge', 'lost');
    studio.expectErrors(1);
    expect((await charge(bookingId, card)).status).toBe(503);
    studio.events();
    await studio.given(cancel(bookingId));
    await studio.time.skipTo(studio.time.now() + HOUR_MS);
    expect(paidEvents()).toEqual(['payment.completed', 'payment.refunded']);
    expect(studio.taken()).toMatchObject({ amount: 1500, refunded: 1500 });
  });

  test('a debit is kept where the member takes the cancellation back', async () => {
    const [bookingId, paymentMethodId] = [await booked(), await account()];
    const { body } = await charge(bookingId, paymentMethodId);
    await studio.given(cancel(bookingId));
    const undone = await member().call('POST', `/public-api/v2/member/bookings/${bookingId}/undo`);
    expect([undone.status, undone.body.status]).toEqual([200, 'confirmed']);
    await studio.skipDays(3);
    expect(await studio.paymentOf(body.id)).toMatchObject({ status: 'completed', refunds: [] });
    expect((await studio.get(`/v2/bookings/${bookingId}`)).body.bookingSource).toBe('drop_in');
  });

  test('a sale to a saved account can be used at once, also where members have to wait', async () => {
    const paymentMethodId = await account();
    await studio.given(studio.patch('/v2/settings', { payment: { usableWhileProcessing: false } }));
    const { clientId } = member();
    const sale = { clientId, planId: studio.planId, paymentMethod: 'card', paymentMethodId };
    const { status, body } = await studio.post('/manage/packages', sale);
    expect([status, body.status]).toEqual([201, 'active']);
    expect(events()).toEqual(['payment.created', 'package.purchased', 'package.credits_changed', 'package.activated']);
    const [payment] = (await studio.get(`/manage/payments?client_id=${clientId}`)).body.data;
    expect(payment).toMatchObject({ status: 'pending', processing: true });
  });
});
