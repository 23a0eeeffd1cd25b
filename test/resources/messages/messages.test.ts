import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';

test('a booking is confirmed, and reminded of a day and two hours before', async () => {
  const { studio, mails } = await openMailStudio();
  const { body: client } = await studio.post('/v2/clients', {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
  });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const { status } = await studio.post('/v2/bookings', { clientId: client.id, sessionId });
  expect(status).toBe(201);
  await studio.time.moveTo(studio.time.now() + 1000);
  expect(mails.map(({ subject }) => subject)).toEqual(['You are booked: Flow, Thursday, March 5, 3:00 AM']);
  await studio.time.moveTo(studio.time.now() + 3 * DAY_MS);
  expect(mails.map(({ subject }) => subject).slice(1)).toEqual(['Tomorrow at 3:00 AM: Flow', 'Today at 3:00 AM: Flow']);
});
