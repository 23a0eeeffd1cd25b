import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { copyBookings } from '../../helpers/copy-bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { watchTurns } from '../../helpers/turns.ts';
import { tried } from '../../helpers/unchanged.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
const cancel = (id: string, query = '', body: object = {}, headers = {}) =>
  studio.post(`/manage/sessions/${id}/cancel${query}`, body, headers);
const preview = (id: string) => tried(studio, () => cancel(id, '?dry_run=true', { reason: 'Flood' }));

describe('POST /manage/sessions/{id}/cancel?dry_run=true', () => {
  test('200 everybody gets back what they gave, and is notified', async () => {
    const sessionId = await addSession(studio, { capacity: 2 });
    const paying = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
    await sellPackage(studio, paying);
    await addBooking(studio, paying, sessionId);
    const dropIn = await addClient(studio, { firstName: 'Leo', lastName: 'Hart' });
    const bookingId = await addBooking(studio, dropIn, sessionId);
    const cash = { siteId: MAIN_SITE, amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'drop_in' };
    await studio.given(studio.post('/manage/payments', { ...cash, clientId: dropIn, bookingId }));
    const waiting = await addClient(studio, { firstName: 'Tomas', lastName: 'Novak' });
    await joinWaitlist(studio, waiting, sessionId);
    const before = await preview(sessionId);
    expect(before).toEqual({
      object: 'session_cancel_preview',
      sessionId,
      bookedCount: 2,
      waitlistCount: 1,
      bookingsCancelled: 3,
      creditsReturned: 1,
      refunds: [{ amount: 1500, currency: 'USD' }],
      notified: [
        { clientId: paying, name: 'Mei Chen', events: ['package.credits_changed', 'booking.cancelled'] },
        { clientId: dropIn, name: 'Leo Hart', events: ['booking.cancelled', 'payment.refunded'] },
        { clientId: waiting, name: 'Tomas Novak', events: ['booking.cancelled'] },
      ],
      notifiedCount: 3,
    });
    studio.events();
    expect((await cancel(sessionId)).body).toMatchObject({ status: 'cancelled', bookedCount: 0 });
    expect(studio.events().sort()).toEqual(
      [...before.notified.flatMap(({ events }: { events: string[] }) => events), 'session.cancelled'].sort(),
    );
  });

  test('200 an empty session tells nobody', async () => {
    const seen = await preview(await addSession(studio));
    expect(seen).toMatchObject({
      bookingsCancelled: 0,
      creditsReturned: 0,
      refunds: [],
      notified: [],
      notifiedCount: 0,
    });
  });

  test('200 counts thousands of bookings, without holding the event loop', async () => {
    const sessionId = await addSession(studio, { capacity: null });
    copyBookings(studio.db, await addBooking(studio, await addClient(studio), sessionId), 2_999);
    const stopWatching = watchTurns();
    const { bookingsCancelled, notified, notifiedCount } = await preview(sessionId);
    const { longest, total } = stopWatching();
    expect([bookingsCancelled, notified.length, notifiedCount]).toEqual([3_000, 100, 3_000]);
    expect(longest / total).toBeLessThan(1 / 3);
  });

  test('200 a session whose credits raise more events than one transaction may', async () => {
    const sessionId = await addSession(studio, { capacity: null });
    for (let count = 0; count < 70; count += 1) {
      const clientId = await addClient(studio);
      await sellPackage(studio, clientId);
      await addBooking(studio, clientId, sessionId);
    }
    expect(await preview(sessionId)).toMatchObject({ bookingsCancelled: 70, creditsReturned: 70, notifiedCount: 70 });
  });

  test('400, 403, 404 and 409 as the cancellation itself', async () => {
    const sessionId = await addSession(studio);
    const code = async (id: string, body: object = {}, headers = {}) => {
      const response = await cancel(id, '?dry_run=true', body, headers);
      return [response.status, response.body.error.code];
    };
    expect(await code(sessionId, { reason: 'schedule_changed' })).toEqual([400, 'parameter_invalid']);
    const withheld = { permissionOverrides: { grant: [], revoke: ['sessions:cancel'] } };
    const desk = await addStaffKey(studio, { role: 'front_desk', ...withheld });
    expect(await code(sessionId, {}, desk.headers)).toEqual([403, 'permission_denied']);
    expect((await code(MAIN_SITE))[0]).toBe(404);
    await studio.given(studio.time.skipTo(TEST_START + 2 * DAY_MS));
    expect(await code(sessionId)).toEqual([409, 'session_started']);
  });
});
