import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';

test('200 the seat of an archived client goes to the waitlist; a restored client books again', async () => {
  const studio = await openStudio();
  const [leaving, waiting] = [await addClient(studio), await addClient(studio)];
  const sessionId = await addSession(studio, { capacity: 1, startsIn: 48 * HOUR_MS });
  const seat = await addBooking(studio, leaving, sessionId);
  const place = await studio.post('/v2/bookings', { clientId: waiting, sessionId, joinWaitlist: true });
  expect(place.body.status).toBe('waitlisted');
  studio.events();

  await studio.delete(`/v2/clients/${leaving}`);
  const events = studio.eventsInFull();
  expect(events.map(({ type }) => type)).toEqual(['booking.cancelled', 'booking.waitlist_promoted', 'client.archived']);
  expect(events[0]?.data).toMatchObject({ bookingId: seat, cancelReason: 'CLIENT_ARCHIVED', isLateCancel: false });
  expect(events[1]?.data).toMatchObject({ bookingId: place.body.id, clientId: waiting, status: 'CONFIRMED' });

  const elsewhere = { clientId: leaving, sessionId: await addSession(studio) };
  expect((await studio.post('/v2/bookings', elsewhere)).body.error.code).toBe('client_archived');
  expect(studio.events()).toEqual([]);
  await studio.patch(`/v2/clients/${leaving}`, { status: 'active' });
  expect(studio.events()).toEqual(['client.restored']);
  expect((await studio.post('/v2/bookings', elsewhere)).status).toBe(201);
});
