import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
const cancel = (id: string, query = '', headers = {}) => studio.post(`/v2/packages/${id}/cancel${query}`, {}, headers);
const preview = (id: string) => tried(studio, () => cancel(id, '?dry_run=true'));
const cancelsBookings = () =>
  studio.given(studio.patch('/v2/settings', { membership: { cancelFutureBookingsOnPackageCancel: true } }));

describe('POST /v2/packages/{id}/cancel?dry_run=true', () => {
  test('200 credits become void, and bookings stay unless the settings say otherwise', async () => {
    const clientId = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
    const { id } = await sellPackage(studio, clientId);
    const sessionId = await addSession(studio, { capacity: 1 });
    await addBooking(studio, clientId, sessionId);
    const next = await addClient(studio, { firstName: 'Tomas', lastName: 'Novak' });
    await joinWaitlist(studio, next, sessionId);
    const notified = { clientId, name: 'Mei Chen', events: ['package.cancelled', 'package.credits_changed'] };
    expect(await preview(id)).toEqual({
      object: 'package_cancel_preview',
      packageId: id,
      creditsVoided: 9,
      debt: null,
      renewalStops: false,
      bookingsKept: 1,
      bookingsCancelled: 0,
      creditsReturned: 0,
      refunds: [],
      notified: [notified],
      notifiedCount: 1,
    });
    await cancelsBookings();
    expect(await preview(id)).toMatchObject({
      creditsVoided: 9,
      bookingsKept: 0,
      bookingsCancelled: 1,
      creditsReturned: 0,
      notified: [
        { ...notified, events: [...notified.events, 'booking.cancelled'] },
        { clientId: next, name: 'Tomas Novak', events: ['booking.waitlist_promoted'] },
      ],
    });
    studio.events();
    expect((await cancel(id)).body).toMatchObject({ status: 'cancelled', creditsRemaining: 0 });
    expect(studio.events()).toEqual([
      'package.cancelled',
      'package.credits_changed',
      'booking.cancelled',
      'booking.waitlist_promoted',
    ]);
  });

  test('200 says whether a renewal ends, and counts more bookings than one transaction cancels', async () => {
    const clientId = await addClient(studio);
    const plan = { type: 'unlimited', creditsTotal: null, validityDays: 30 };
    const { id } = await sellPackage(studio, clientId, plan);
    studio.db.run('update packages set autoRenews = 1 where id = ?', [id]);
    for (let count = 0; count < 60; count += 1) {
      await addBooking(studio, clientId, await addSession(studio, { startsIn: (count + 2) * HOUR_MS }));
    }
    expect(await preview(id)).toMatchObject({ creditsVoided: 0, renewalStops: true, bookingsKept: 60 });
    await cancelsBookings();
    expect(await preview(id)).toMatchObject({ bookingsKept: 0, bookingsCancelled: 60, notifiedCount: 1 });
    await studio.given(cancel(id));
    expect(studio.count("bookings where status = 'cancelled'")).toBeGreaterThan(0);
  });

  test('403 and 409 as the cancellation itself', async () => {
    const { id } = await sellPackage(studio, await addClient(studio));
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await cancel(id, '?dry_run=true', desk.headers)).status).toBe(403);
    await studio.given(cancel(id));
    const { status, body } = await cancel(id, '?dry_run=true');
    expect([status, body.error.code]).toEqual([409, 'package_already_cancelled']);
  });
});
