import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
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
  expect(mails.map(({ subject }) => subject)).toEqual(['You’re booked: Flow, Thursday, March 5, 3:00 AM']);
  await studio.time.moveTo(studio.time.now() + 3 * DAY_MS);
  expect(mails.map(({ subject }) => subject).slice(1)).toEqual(['Tomorrow at 3:00 AM: Flow', 'Today at 3:00 AM: Flow']);
});

test('a mail that a fault of the program keeps from being made stays scheduled, and comes once the fault is gone', async () => {
  let isFaulty = false;
  const rootUrl = (): string => {
    if (isFaulty) throw new ReferenceError('the address is not known yet');
    return 'http://localhost';
  };
  const expectsError = (error: unknown): boolean => error instanceof ReferenceError;
  const { studio, mails } = await openMailStudio(undefined, { rootUrl, expectsError });
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  isFaulty = true;
  await studio.time.moveTo(studio.time.now() + 13 * HOUR_MS);
  const stored = () =>
    studio.db.query("select status, errorCode, attempts from messages where kind = 'booking_confirmed'").all();
  expect([mails, stored()]).toEqual([[], [{ status: 'scheduled', errorCode: 'not_made', attempts: 0 }]]);
  expect(studio.reportedErrors.length).toBeGreaterThan(4);
  isFaulty = false;
  await studio.time.moveTo(studio.time.now() + 6 * HOUR_MS);
  expect(mails.map(({ subject }) => subject)).toEqual(['You’re booked: Flow, Thursday, March 5, 3:00 AM']);
  expect(stored()).toEqual([{ status: 'sent', errorCode: null, attempts: 1 }]);
  expect(studio.events()).toEqual([]);
});

test('a mail at which its transport meets a fault of the program is not given up', async () => {
  let faults = 9;
  const fail = (): void => {
    faults -= 1;
    if (faults >= 0) throw new TypeError('undefined is not an object');
  };
  const expectsError = (error: unknown): boolean => error instanceof TypeError;
  const { studio, mails } = await openMailStudio(fail, { expectsError });
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const sessionId = await addSession(studio, { startsIn: 9 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.time.moveTo(studio.time.now() + 2 * DAY_MS);
  expect([mails.length, faults]).toEqual([1, -1]);
});

test('a booking that moves is told once, with the class that it has left, and reminded of its own class alone', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { firstName: 'Ann', email: 'ann@example.com' });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const barre = await addSession(studio, { startsIn: 5 * DAY_MS, name: 'Barre' });
  const { id } = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.time.moveTo(studio.time.now() + 1000);
  await studio.given(studio.post(`/v2/bookings/${id}/move`, { sessionId: barre }));
  await studio.time.moveTo(studio.time.now() + 1000);
  const [, moved, ...others] = mails.splice(0);
  expect([moved?.subject, others]).toEqual(['Booking moved: Barre, Saturday, March 7, 3:00 AM', []]);
  expect(moved?.text).toContain('Your booking has moved, Ann');
  expect(moved?.text).toContain('You are now booked into Barre on Saturday, March 7 at 3:00 AM.');
  expect(moved?.text).toMatch(/Before\W+Flow\W+Thursday, March 5/);
  await studio.time.moveTo(studio.time.now() + 5 * DAY_MS);
  expect(mails.map(({ subject }) => subject)).toEqual(['Tomorrow at 3:00 AM: Barre', 'Today at 3:00 AM: Barre']);
});

test('a booking that staff move late promises no free cancellation that is over', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { firstName: 'Ann', email: 'ann@example.com' });
  const [sessionId, later] = [
    await addSession(studio, { startsIn: 3 * HOUR_MS }),
    await addSession(studio, { startsIn: 5 * HOUR_MS }),
  ];
  const { id } = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.given(studio.post(`/v2/bookings/${id}/move`, { sessionId: later, isLateCancel: false }));
  await studio.time.moveTo(studio.time.now() + 1000);
  const moved = mails.find(({ subject }) => subject.startsWith('Booking moved'));
  expect(moved?.text).toContain('The free cancellation period is over.');
  expect(moved?.text).not.toContain('Cancel for free until');
});

test('a booking that moves once its class has begun is told to nobody', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const [sessionId, other] = [await addSession(studio), await addSession(studio, { name: 'Barre' })];
  const { id } = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  await studio.time.moveTo(studio.time.now() + DAY_MS + HOUR_MS / 4);
  mails.splice(0);
  const body = { sessionId: other, isLateCancel: false, afterStart: true };
  await studio.given(studio.post(`/v2/bookings/${id}/move`, body));
  await studio.time.moveTo(studio.time.now() + 1000);
  expect(mails).toEqual([]);
});

test('a class that is moved after its reminder is reminded of again, and once for each start', async () => {
  const { studio, mails } = await openMailStudio();
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
  const reminders = () => mails.flatMap(({ subject }) => (/^(?:Tomorrow|Today)/.test(subject) ? [subject] : []));
  const start = studio.time.now() + 3 * DAY_MS;
  await studio.time.moveTo(start - HOUR_MS);
  expect(reminders()).toEqual(['Tomorrow at 3:00 AM: Flow', 'Today at 3:00 AM: Flow']);
  const move = (days: number) => {
    const startTime = new Date(start + days * DAY_MS).toISOString();
    return studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
  };
  await move(2);
  await move(3);
  await studio.time.moveTo(start + 2 * DAY_MS);
  // Clocks are set forward in between.
  expect(reminders().slice(2)).toEqual(['Tomorrow at 4:00 AM: Flow']);
  await move(5);
  await move(3);
  await studio.time.moveTo(start + 4 * DAY_MS);
  expect(reminders().slice(3)).toEqual(['Today at 4:00 AM: Flow']);
});
