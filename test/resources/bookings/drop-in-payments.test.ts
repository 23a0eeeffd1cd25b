import { describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { recordProcessorRefund, reverseRefund } from '../../../src/resources/payments/refunds/refunds.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { createClient, paymentBody, sellPackage } from '../../helpers/sales.ts';

const PAID = ['payment.created', 'payment.completed', 'booking.updated'];

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

/** A booking, and its session. Skips the events. */
const booked = async (fields: object = {}, session: object = {}): Promise<{ id: string; sessionId: string }> => {
  const sessionId = await addSession(studio, session);
  return await studio.given(studio.post('/v2/bookings', { clientId: ann.clientId, sessionId, ...fields }));
};
const pay = async (bookingId: string, fields: object = {}): Promise<{ id: string; refunds: { id: string }[] }> => {
  const dropIn = { amount: 1800, purpose: 'drop_in', bookingId };
  const { status, body } = await studio.post('/manage/payments', paymentBody(ann.clientId, { ...dropIn, ...fields }));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const refund = async (paymentId: string, fields: object = {}) =>
  (await studio.post(`/v2/payments/${paymentId}/refund`, fields)).body;
const sourceOf = async (id: string) => (await studio.get(`/v2/bookings/${id}`)).body.bookingSource;

describe('a booking whose drop-in is paid at the desk', () => {
  test('in cash says drop_in, and unpaid again once everything is refunded', async () => {
    const { id, sessionId } = await booked();
    expect(await sourceOf(id)).toBe('unpaid');
    const first = await pay(id);
    const raised = studio.eventsInFull();
    expect(raised.map(({ type }) => type)).toEqual(PAID);
    expect(raised[2]?.data).toEqual({
      bookingId: id,
      clientId: ann.clientId,
      sessionId,
      siteId: MAIN_SITE,
      changes: { bookingSource: 'DROP_IN' },
      previous: { bookingSource: 'UNPAID' },
    });
    expect(await sourceOf(id)).toBe('drop_in');

    const second = await pay(id);
    expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
    await refund(second.id);
    await refund(first.id, { amount: 800 });
    expect([await sourceOf(id), studio.events()]).toEqual(['drop_in', ['payment.refunded', 'payment.refunded']]);
    await refund(first.id);
    expect([await sourceOf(id), studio.events()]).toEqual(['unpaid', ['payment.refunded', 'booking.updated']]);
  });

  test('by card says drop_in; a refund at the processor, and one that fails later, are followed', async () => {
    const card = await studio.save(ann);
    const { id } = await booked();
    const payment = await pay(id, { paymentMethod: 'card', paymentMethodId: card.id });
    expect([await sourceOf(id), studio.events()]).toEqual(['drop_in', PAID]);
    await studio.store.write((tx) => recordProcessorRefund(tx, payment.id, 1800, reactions));
    expect([await sourceOf(id), studio.events()]).toEqual(['unpaid', ['payment.refunded', 'booking.updated']]);
    const { refunds } = (await studio.get(`/v2/payments/${payment.id}`)).body;
    await studio.store.write((tx) => reverseRefund(tx, refunds[0].id, 'lost', reactions));
    expect([await sourceOf(id), studio.events()]).toEqual(['drop_in', ['booking.updated']]);
  });

  test('for nothing says comp', async () => {
    const { id } = await booked();
    const lineItems = [{ description: 'Drop-in', unitAmount: 1800, discountAmount: 1800 }];
    await pay(id, { amount: 0, paymentMethod: 'comp', lineItems });
    expect([await sourceOf(id), studio.events()]).toEqual(['comp', PAID]);
  });

  test('stays as it is when it is cancelled, or a package pays for it, or the payment is for something else', async () => {
    const [cancelled, other] = [await booked(), await booked()];
    await studio.post(`/v2/bookings/${cancelled.id}/cancel`, {});
    await sellPackage(studio, ann.clientId);
    const packed = await studio.given(booked());
    await pay(cancelled.id);
    await pay(packed.id);
    await pay(other.id, { purpose: 'product' });
    expect(studio.events()).toEqual(Array(3).fill(['payment.created', 'payment.completed']).flat());
    const sources = [await sourceOf(cancelled.id), await sourceOf(packed.id), await sourceOf(other.id)];
    expect(sources).toEqual(['unpaid', 'credit', 'unpaid']);
  });

  test('keeps drop_in when it is cancelled and refunded by that', async () => {
    const { id } = await booked();
    await studio.given(pay(id));
    await studio.post(`/v2/bookings/${id}/cancel`, {});
    expect([await sourceOf(id), studio.events()]).toEqual(['drop_in', ['booking.cancelled', 'payment.refunded']]);
  });

  for (const requireCredit of [true, false]) {
    test(`gets its seat from the waiting list and takes no credit, ${requireCredit ? '' : 'not '}requiring one`, async () => {
      const sold = await sellPackage(studio, ann.clientId);
      const session = { capacity: 1, waitlistEnabled: 1 };
      const bob = await createClient(studio);
      const sessionId = await addSession(studio, session);
      const { body: seat } = await studio.post('/v2/bookings', { clientId: bob, sessionId });
      const waiting = { clientId: ann.clientId, sessionId, joinWaitlist: true, requireCredit };
      const { id, status } = (await studio.post('/v2/bookings', waiting)).body;
      expect(status).toBe('waitlisted');
      await pay(id);
      await studio.given(studio.patch(`/manage/packages/${sold.id}`, { onHold: requireCredit }));
      await studio.post(`/v2/bookings/${seat.id}/cancel`, {});
      expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({
        status: 'confirmed',
        bookingSource: 'drop_in',
        packageId: null,
        creditsUsed: 0,
      });
      expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_promoted']);
    });
  }
});
