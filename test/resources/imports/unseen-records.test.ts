import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { DAILY } from '../../helpers/daily.ts';
import { createClient, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, importFile } from './set-up.ts';

test("400 by a credential of one site: the bookings, sessions, schedules and instructors of others, and another client's package", async () => {
  const studio = await openStudio();
  const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
  const clientId = await createClient(studio, { homeLocationId: uptown });
  const sessionId = await addSession(studio);
  const bookingId = await addBooking(studio, clientId, sessionId);
  const { id: packageId } = await sellPackage(studio, await createClient(studio));
  const una = { firstName: 'Una', lastName: 'Bell', email: 'una@example.com', siteIds: [MAIN_SITE] };
  const { id: instructorId } = (await studio.post('/v2/instructors', una)).body;
  const { id: scheduleId } = await studio.given(studio.post('/v2/schedules', DAILY));
  const headers = await studio.withKey({ siteIds: [uptown] });
  const send = async (family: string, ...rows: object[]) =>
    complaints(await importFile(studio, family, rows, { headers }));
  const paid = { clientId, amount: 500, paymentMethod: 'cash', siteId: uptown };
  expect(
    await send('payments', { ...paid, externalId: 'a', bookingId }, { ...paid, externalId: 'b', packageId }),
  ).toEqual(['1 bookingId resource_missing', '2 packageId resource_missing']);
  const came = { clientId, checkedInAt: '2026-02-01T12:00:00.000Z', siteId: uptown };
  expect(
    await send('checkins', { ...came, externalId: 'a', bookingId }, { ...came, externalId: 'b', sessionId }),
  ).toEqual(['1 bookingId resource_missing', '2 sessionId resource_missing']);
  const held = { siteId: uptown, name: 'Flow', startTime: '2026-02-01T12:00:00.000Z', durationMinutes: 60 };
  expect(
    await send(
      'sessions',
      { ...held, id: UNKNOWN, scheduleId },
      { ...held, id: `${UNKNOWN.slice(0, -1)}e`, instructorId },
    ),
  ).toEqual(['1 scheduleId resource_missing', '2 instructorId resource_missing']);
  expect(studio.events()).toEqual([]);
});
