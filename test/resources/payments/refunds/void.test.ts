import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { signedIn } from '../../../helpers/people.ts';
import { createPlan } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';

const studio = forEachTest(openCardStudio);
let clientId: string;
let planId: string;
let desk: Record<string, string>;
let deskId: string;
beforeEach(async () => {
  clientId = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
  planId = await createPlan(studio);
  ({ headers: desk, id: deskId } = await signedIn(studio, { role: 'front_desk' }));
});

const sell = (fields: object = {}) =>
  studio.given(studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash', ...fields }, desk));
const voided = (id: string, headers = desk, query = '') =>
  studio.post(`/manage/payments/${id}/void${query}`, {}, headers);

describe('POST /manage/payments/{id}/void', () => {
  test('200 one’s own sale: the money, the package, its credits and its booking are taken back', async () => {
    const sessionId = await addSession(studio, { startsIn: DAY_MS });
    const { id: packageId, payment, booking } = await sell({ bookSessionId: sessionId });
    expect(payment.soldByStaffId).toBe(deskId);
    const preview = await tried(studio, () => voided(payment.id, desk, '?dry_run=true'));
    expect(preview).toMatchObject({
      object: 'refund_preview',
      amount: payment.amount,
      goesThrough: 'desk',
      paymentStatus: 'refunded',
      bookingsCancelled: 1,
      package: { packageId, isCancelled: true },
    });
    const { status, body } = await voided(payment.id);
    expect([status, body.status, body.amountRefundable]).toEqual([200, 'refunded', 0]);
    expect(body.voidedAt).toBe('2026-03-02T08:00:00.000Z');
    expect(studio.events()).toEqual([
      'payment.refunded',
      'package.credits_changed',
      'booking.cancelled',
      'package.cancelled',
      'package.credits_changed',
    ]);
    expect(await bookingOf(studio, booking.id)).toMatchObject({ status: 'cancelled', penalty: null });
    expect((await studio.get(`/manage/packages/${packageId}`)).body).toMatchObject({
      status: 'cancelled',
      creditsRemaining: 0,
    });
    const entry = (await studio.get('/manage/audit-log?type=voidPayment')).body.data;
    expect(entry).toMatchObject([{ staffId: deskId, recordId: payment.id }]);
    expect(errorOf(await voided(payment.id))).toEqual([409, 'payment_already_refunded']);
  });

  test('200 by card: the processor gives the money back', async () => {
    const member = await studio.member();
    const { id: paymentMethodId } = await studio.save(member);
    const sale = { clientId: member.clientId, planId, paymentMethod: 'card', paymentMethodId };
    const { payment } = await studio.given(studio.post('/manage/packages', sale, desk));
    expect((await voided(payment.id)).body).toMatchObject({ status: 'refunded', soldByStaffId: deskId });
    expect(studio.taken().refunded).toBe(payment.amount);
    expect(studio.events()).toEqual(['payment.refunded', 'package.cancelled', 'package.credits_changed']);
  });

  test('200 a comp, for which nothing was paid', async () => {
    const owner = await signedIn(studio, { role: 'owner' });
    const body = { clientId, planId, paymentMethod: 'comp' };
    const { payment } = await studio.given(studio.post('/manage/packages', body, owner.headers));
    const preview = await tried(studio, () => voided(payment.id, owner.headers, '?dry_run=true'));
    expect(preview).toMatchObject({ amount: 0, package: { isCancelled: true } });
    expect((await voided(payment.id, owner.headers)).body).toMatchObject({ status: 'completed', amount: 0 });
    expect(studio.events()).toEqual(['package.cancelled', 'package.credits_changed']);
    expect(errorOf(await voided(payment.id, owner.headers))).toEqual([409, 'payment_already_refunded']);
  });

  test('409 undo_too_late after 15 minutes', async () => {
    const { payment } = await sell();
    await studio.given(studio.time.skipTo(TEST_START + 15 * MINUTE_MS + 1));
    expect(errorOf(await voided(payment.id))).toEqual([409, 'undo_too_late']);
    expect(studio.events()).toEqual([]);
  });

  test('409 once something of it was used: a visit, a class that has begun', async () => {
    const sold = await sell();
    const bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    expect(errorWithDetail(await voided(sold.payment.id))).toEqual([409, 'payment_not_refundable', 'pass_used']);
    const other = await sell();
    const soon = await addSession(studio, { startsIn: 5 * MINUTE_MS });
    const body = { clientId, sessionId: soon, packageId: other.id };
    await studio.given(studio.post('/v2/bookings', body));
    await studio.given(studio.time.skipTo(TEST_START + 10 * MINUTE_MS));
    expect(errorWithDetail(await voided(other.payment.id))).toEqual([409, 'payment_not_refundable', 'pass_used']);
    expect(studio.events()).toEqual([]);
  });

  test('409 a visit that has begun, was attended or was cancelled late', async () => {
    const paid = async (startsIn: number) => {
      const bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn }));
      const body = { clientId, amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'drop_in', bookingId };
      return { bookingId, id: (await studio.given(studio.post('/manage/payments', body, desk))).id };
    };
    const used = [409, 'payment_not_refundable', 'pass_used'];
    const attended = await paid(HOUR_MS);
    await studio.given(studio.post(`/v2/bookings/${attended.bookingId}/checkin`));
    expect(errorWithDetail(await voided(attended.id))).toEqual(used);
    const late = await paid(2 * HOUR_MS);
    await studio.given(studio.post(`/v2/bookings/${late.bookingId}/cancel`, { isLateCancel: true }));
    expect(errorWithDetail(await voided(late.id))).toEqual(used);
    const [begun, ahead] = [await paid(5 * MINUTE_MS), await paid(DAY_MS)];
    await studio.given(studio.time.skipTo(TEST_START + 10 * MINUTE_MS));
    expect(errorWithDetail(await voided(begun.id))).toEqual(used);
    expect(studio.events()).toEqual([]);
    expect((await voided(ahead.id)).status).toBe(200);
    expect(studio.events()).toEqual(['payment.refunded', 'booking.updated']);
  });

  test('200 a visit that was given free of charge by mistake: it is not paid for', async () => {
    const bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn: DAY_MS }));
    const line = { description: 'Visit', unitAmount: 1500, discountAmount: 1500 };
    const given = { clientId, amount: 0, currency: 'USD', paymentMethod: 'comp', purpose: 'drop_in', bookingId };
    const manager = await signedIn(studio, { role: 'manager' });
    const { id } = await studio.given(
      studio.post('/manage/payments', { ...given, lineItems: [line] }, manager.headers),
    );
    expect((await bookingOf(studio, bookingId)).bookingSource).toBe('comp');
    studio.events();
    expect((await voided(id, manager.headers)).status).toBe(200);
    expect(studio.events()).toEqual(['booking.updated']);
    expect((await bookingOf(studio, bookingId)).bookingSource).toBe('unpaid');
  });

  test("403 somebody else's sale, unless one may refund", async () => {
    const { payment } = await sell();
    const other = await signedIn(studio, { role: 'front_desk' });
    expect(errorOf(await voided(payment.id, other.headers))).toEqual([403, 'permission_denied']);
    expect((await voided(payment.id, other.headers, '?dry_run=true')).status).toBe(403);
    expect(studio.events()).toEqual([]);
    const manager = await signedIn(studio, { role: 'manager' });
    expect((await voided(payment.id, manager.headers)).status).toBe(200);
  });

  test('409 a fee or a renewal, which is refunded instead', async () => {
    const fee = { clientId, amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'no_show_fee' };
    const { id } = await studio.given(studio.post('/manage/payments', fee, desk));
    expect(errorWithDetail(await voided(id))).toEqual([409, 'payment_not_refundable', 'not_a_sale']);
  });

  test('200 the redemption of its code is given back', async () => {
    const code = { code: 'SPRING', name: 'Spring', percentOff: 10, maxRedemptions: 1 };
    await studio.given(studio.post('/manage/discount-codes', code));
    const { payment } = await sell({ discountCode: 'SPRING' });
    await studio.given(voided(payment.id));
    expect((await sell({ discountCode: 'SPRING' })).payment.discountAmount).toBe(1800);
  });
});
