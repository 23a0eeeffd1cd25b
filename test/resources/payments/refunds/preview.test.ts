import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';

const studio = forEachTest(openCardStudio);
const refund = (id: string, body: object, query = '', headers = {}) =>
  studio.post(`/v2/payments/${id}/refund${query}`, body, headers);
const preview = (id: string, body: object, headers = {}) =>
  tried(studio, () => refund(id, body, '?dry_run=true', headers));

describe('POST /v2/payments/{id}/refund?dry_run=true', () => {
  test('200 in cash: a part, the rest, and what becomes of the credits', async () => {
    const clientId = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
    const { id: packageId, payment } = await sellPackage(studio, clientId, { name: 'Ten classes' });
    await addBooking(studio, clientId, await addSession(studio));
    const paid = { packageId, name: 'Ten classes', isCancelled: false, creditsVoided: 0, creditsRemaining: 9 };
    const nothing = { bookingsCancelled: 0, creditsReturned: 0 };
    expect(await preview(payment.id, { amount: 5_000 })).toEqual({
      object: 'refund_preview',
      paymentId: payment.id,
      amount: 5_000,
      currency: 'USD',
      goesThrough: 'desk',
      paymentStatus: 'partially_refunded',
      amountRefundable: 13_000,
      package: paid,
      ...nothing,
      refunds: [{ amount: 5_000, currency: 'USD' }],
      notified: [{ clientId, name: 'Mei Chen', events: ['payment.refunded'] }],
      notifiedCount: 1,
    });
    expect(await preview(payment.id, { cancelPackage: true })).toMatchObject({
      amount: 18_000,
      paymentStatus: 'refunded',
      amountRefundable: 0,
      package: { ...paid, isCancelled: true, creditsVoided: 9, creditsRemaining: 0 },
      notified: [{ clientId, events: ['payment.refunded', 'package.cancelled', 'package.credits_changed'] }],
    });
    studio.events();
    expect((await refund(payment.id, { cancelPackage: true })).body).toMatchObject({
      status: 'refunded',
      amountRefundable: 0,
    });
    expect(studio.events()).toEqual(['payment.refunded', 'package.cancelled', 'package.credits_changed']);
  });

  test('200 a card: nothing is asked of the processor', async () => {
    const member = await studio.member();
    const { id: paymentMethodId } = await studio.save(member);
    const sale = { paymentMethod: 'card', paymentMethodId };
    const { payment } = await sellPackage(studio, member.clientId, {}, sale);
    const seen = await preview(payment.id, {});
    expect(seen).toMatchObject({ amount: 18_000, goesThrough: 'processor', paymentStatus: 'refunded' });
    expect(studio.taken().refunded).toBe(0);
    await studio.given(refund(payment.id, {}));
    expect(studio.taken().refunded).toBe(18_000);
  });

  test('200 leaves the package out where the credential may not read it', async () => {
    const { payment } = await sellPackage(studio, await addClient(studio));
    const bare = await studio.withKey({ scopes: ['payments:write'] });
    expect(await preview(payment.id, {}, bare)).toMatchObject({ package: null, notified: [{ name: null }] });
  });

  test('400, 403 and 409 as the refund itself, and an idempotency key stays free', async () => {
    const { payment } = await sellPackage(studio, await addClient(studio));
    const code = async (body: object, headers = {}) => {
      const response = await refund(payment.id, body, '?dry_run=true', headers);
      return [response.status, response.body.error.code];
    };
    expect(await code({ amount: 0 })).toEqual([400, 'parameter_invalid']);
    expect(await code({ amount: 20_000 })).toEqual([409, 'refund_exceeds_balance']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect(await code({}, desk.headers)).toEqual([403, 'permission_denied']);
    const bare = await studio.withKey({ scopes: ['payments:write'] });
    expect(await code({ cancelPackage: true }, bare)).toEqual([403, 'permission_denied']);
    const key = { 'idempotency-key': 'refund-1' };
    for (const _ of [1, 2]) expect((await refund(payment.id, {}, '?dry_run=true', key)).status).toBe(200);
    expect((await refund(payment.id, {}, '', key)).body.status).toBe('refunded');
    expect(await code({})).toEqual([409, 'payment_already_refunded']);
  });
});
