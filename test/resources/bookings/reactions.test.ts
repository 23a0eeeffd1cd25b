import { describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { moveBookings } from '../../../src/resources/bookings/reactions.ts';
import {
  cancelSessionBookings,
  sessionCancellation,
} from '../../../src/resources/bookings/status/session-cancelled.ts';
import { Session } from '../../../src/resources/sessions/record.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../helpers/bookings.ts';

const studio = forEachTest(openStudio);

describe('a session that is cancelled', () => {
  test('cancels its live bookings free of charge, and fills no seat', async () => {
    const sessionId = await addSession(studio, { capacity: 3, startsIn: HOUR_MS });
    const clients = [await addClient(studio), await addClient(studio), await addClient(studio)];
    const [first, second, third] = [
      await addBooking(studio, clients[0] as string, sessionId),
      await addBooking(studio, clients[1] as string, sessionId),
      await addBooking(studio, clients[2] as string, sessionId),
    ];
    await studio.post(`/v2/bookings/${first}/checkin`);
    await studio.given(studio.post(`/v2/bookings/${third}/cancel`));
    const cancelBookings = () =>
      studio.store.write((tx) =>
        cancelSessionBookings(sessionCancellation(reactions))(tx, { id: sessionId }, 'session_cancelled'),
      );
    const count = await cancelBookings();
    expect(count).toBe(2);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.cancelled']);
    expect(await bookingOf(studio, second)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'system',
      cancelReason: 'session_cancelled',
      isLateCancel: false,
    });
    const { confirmedCount, attendedCount } = studio.db
      .query('select confirmedCount, attendedCount from sessions where id = ?')
      .get(sessionId) as { confirmedCount: number; attendedCount: number };
    expect([confirmedCount, attendedCount]).toEqual([0, 0]);
    const { stats } = (await studio.get(`/v2/clients/${clients[0]}`)).body;
    expect(stats).toMatchObject({ bookings: 0, visits: 0, firstVisitAt: null, lastVisitAt: null });
    expect(await cancelBookings()).toBe(0);
  });
});

describe('a session that is moved', () => {
  test('changes the start and the site of its bookings', async () => {
    const site = await studio.post('/v2/sites', { name: 'Uptown' });
    const [clientId, sessionId] = [await addClient(studio), await addSession(studio)];
    const id = await addBooking(studio, clientId, sessionId);
    const startTime = '2026-03-05T10:00:00.000Z';
    await studio.store.write((tx) => {
      Session.rows.update(tx, sessionId, { startTime, siteId: site.body.id });
      moveBookings(tx, { id: sessionId });
    });
    expect(await bookingOf(studio, id)).toMatchObject({ siteId: site.body.id, cancellableUntil: startTime });
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats.nextBookingAt).toBe(startTime);
  });
});

describe('a client that is archived', () => {
  test('loses upcoming bookings and keeps past ones', async () => {
    const clientId = await addClient(studio);
    const past = await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
    const ahead = [
      await addBooking(studio, clientId, await addSession(studio, { capacity: 1, startsIn: 3 * HOUR_MS })),
      await addBooking(studio, clientId, await addSession(studio, { capacity: 2, startsIn: 4 * HOUR_MS })),
    ];
    await studio.given(studio.time.moveTo(studio.time.now() + 2 * HOUR_MS));
    await studio.delete(`/v2/clients/${clientId}`);
    expect(studio.events()).toEqual([
      'booking.cancelled',
      'booking.cancelled',
      'session.spot_available',
      'client.archived',
    ]);
    expect((await bookingOf(studio, past)).status).toBe('confirmed');
    for (const id of ahead) {
      expect(await bookingOf(studio, id)).toMatchObject({
        status: 'cancelled',
        siteId: MAIN_SITE,
        cancelledBy: 'system',
        cancelReason: 'client_archived',
        isLateCancel: false,
      });
    }
  });
});
