import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../helpers/api.ts';
import { addClient, addSession } from '../helpers/bookings.ts';
import { sellPackage } from '../helpers/sales.ts';
import { addStaffKey } from './staff-keys.ts';

let manager: { id: string; headers: Record<string, string> };
let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { payment: { lateCancelFee: 500, noShowFee: 700, feesApplyTo: 'all' } });
  manager = await addStaffKey(studio, { role: 'manager' });
  clientId = await addClient(studio);
});

const asManager = (path: string, body: object) => studio.post(path, body, manager.headers);
const booked = async () => {
  const sessionId = await addSession(studio, { startsIn: HOUR_MS });
  return (await asManager('/v2/bookings', { clientId, sessionId })).body;
};

describe('what a staff member does by a key of their own names them', () => {
  test('a booking and its cancellation', async () => {
    const booking = await booked();
    expect(booking).toMatchObject({ status: 'confirmed', channel: 'staff' });
    const { body } = await asManager(`/v2/bookings/${booking.id}/cancel`, { waivePenalty: true });
    expect(body).toMatchObject({
      cancelledBy: 'staff',
      isLateCancel: true,
      penalty: { type: 'late_cancel', amount: 500, status: 'waived', waivedByStaffId: manager.id },
    });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['booking.created', 'booking.cancelled', 'booking.penalty_waived']);
    expect(events[1]?.data.cancelledBy).toBe('STAFF');
  });

  test('a no-show that costs nothing, and a penalty waived later', async () => {
    const first = await asManager(`/v2/bookings/${(await booked()).id}/noshow`, { waivePenalty: true });
    expect(first.body.penalty).toMatchObject({ status: 'waived', waivedByStaffId: manager.id });
    const { id } = await booked();
    const second = await studio.post(`/v2/bookings/${id}/noshow`);
    expect(second.body.penalty).toMatchObject({ status: 'pending', waivedByStaffId: null });
    studio.events();
    const waived = await asManager(`/manage/bookings/${id}/waive-penalty`, { reason: 'The bus was late' });
    expect(waived.body.penalty).toMatchObject({ status: 'waived', waivedByStaffId: manager.id });
    expect(studio.events()).toEqual(['booking.penalty_waived']);
  });

  test('a refund, and credits that are given', async () => {
    const { id, paymentId } = await sellPackage(studio, clientId);
    studio.events();
    const refunded = await asManager(`/v2/payments/${paymentId}/refund`, { amount: 100 });
    expect(refunded.body.refunds).toMatchObject([{ amount: 100, createdByStaffId: manager.id }]);
    await asManager(`/manage/packages/${id}/adjust`, { delta: 1, reason: 'For the wait' });
    const { body } = await studio.get(`/manage/packages/${id}?expand[]=ledger`);
    expect(body.ledger.map((entry: { staffId: string | null }) => entry.staffId)).toEqual([null, manager.id]);
    expect(studio.events()).toEqual(['payment.refunded', 'package.credits_changed']);
  });
});

test('a key of nobody names nobody', async () => {
  const sessionId = await addSession(studio, { startsIn: HOUR_MS });
  const { body: booking } = await studio.post('/v2/bookings', { clientId, sessionId });
  const { body } = await studio.post(`/v2/bookings/${booking.id}/cancel`, { waivePenalty: true });
  expect(body).toMatchObject({
    channel: 'api',
    cancelledBy: 'api',
    penalty: { status: 'waived', waivedByStaffId: null },
  });
});
