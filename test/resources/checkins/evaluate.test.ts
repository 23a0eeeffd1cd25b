import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../helpers/first-visit.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { checkIn, expectRecount, pass, requirePackage } from './set-up.ts';

let [clientId, sessionId, bookingId] = ['', '', ''];
const studio = forEachTest(openStudio);
beforeEach(async () => {
  // Nobody checks in without a booking or a package.
  await requirePackage(studio);
  clientId = await addClient(studio);
  sessionId = await addSession(studio, { startsIn: 2 * HOUR_MS });
  bookingId = await addBooking(studio, clientId, sessionId);
});
afterEach(() => expectRecount(studio));

const bookingOf = async (id: string) => (await studio.get(`/v2/bookings/${id}`)).body;
const policy = (booking: object) => studio.patch('/v2/settings', { booking });

/** The code of an invalid check-in, which leaves the booking as it is. */
const invalidCode = async (body: object = {}): Promise<string> => {
  const before = await studio.given(bookingOf(bookingId));
  const record = await checkIn(studio, { clientId, ...body });
  expect(studio.events()).toEqual(['checkin.failed', 'checkIn']);
  expect(await bookingOf(bookingId)).toEqual(before);
  return record.statusCode;
};

describe('a booking that is found by itself', () => {
  test('201 is attended inside its window, with both events', async () => {
    const record = await checkIn(studio, { clientId });
    expect(record).toMatchObject({ type: 'session', sessionId, bookingId, statusCode: 'ok', isReEntry: false });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'checkin.created',
      'checkIn',
      'booking.checked_in',
      ...FIRST_VISIT,
    ]);
    expect(events[0]?.data).toMatchObject({ checkinId: record.id, bookingId, sessionId });
    expect(events[1]).toMatchObject({ sessionID: sessionId, sessionName: 'Flow', sessionType: 'class' });
    expect(events[2]?.data).toMatchObject({ bookingId, checkinId: record.id, checkedInAt: record.checkedInAt });
    expect(await bookingOf(bookingId)).toMatchObject({ status: 'attended', checkedInAt: record.checkedInAt });
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats).toMatchObject({ visits: 1, nextBookingAt: null });
  });

  test('201 neither before the window opens nor after it closes, both ends included', async () => {
    const early = { checkedInAt: '2026-03-02T07:59:59.999Z' };
    expect(await invalidCode(early)).toBe('no_active_package');
    expect(await invalidCode({ ...early, bookingId })).toBe('outside_window');
    expect(await invalidCode({ ...early, sessionId })).toBe('outside_window');
    await pass(studio, 3 * HOUR_MS + 1);
    expect(await invalidCode()).toBe('no_active_package');
    expect(await invalidCode({ bookingId })).toBe('outside_window');
    expect((await checkIn(studio, { clientId, checkedInAt: '2026-03-02T11:00:00.000Z' })).bookingId).toBe(bookingId);
  });

  test('201 the window is a setting', async () => {
    await policy({ checkInOpensMinutesBefore: 15, checkInClosesMinutesAfter: 10 });
    expect(await invalidCode()).toBe('no_active_package');
    await pass(studio, 3 * HOUR_MS + 10 * MINUTE_MS);
    expect((await checkIn(studio, { clientId })).bookingId).toBe(bookingId);
  });

  test('201 of several, the one that starts nearest; shortly after a re-entry', async () => {
    await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
    const near = await addBooking(studio, clientId, await addSession(studio, { startsIn: 20 * MINUTE_MS }));
    expect((await checkIn(studio, { clientId })).bookingId).toBe(near);
    expect(await checkIn(studio, { clientId })).toMatchObject({ bookingId: near, isReEntry: true });
    await pass(studio, 65 * MINUTE_MS);
    expect(await checkIn(studio, { clientId })).toMatchObject({ isReEntry: false, status: 'valid' });
  });

  test('201 also shortly after a check-in that was to nothing, or to a session that is not open', async () => {
    await requirePackage(studio, false);
    const guest = await addClient(studio);
    expect(await checkIn(studio, { clientId: guest })).toMatchObject({ bookingId: null, isReEntry: false });
    const late = await addBooking(studio, guest, sessionId);
    expect(await checkIn(studio, { clientId: guest })).toMatchObject({ bookingId: late, isReEntry: true });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'booking.checked_in']);
    expect((await bookingOf(late)).status).toBe('attended');

    const tomorrow = await addBooking(studio, clientId, await addSession(studio, { startsIn: 26 * HOUR_MS }));
    await studio.post(`/v2/bookings/${tomorrow}/checkin`);
    await studio.post(`/v2/bookings/${tomorrow}/cancel`);
    expect(await checkIn(studio, { clientId })).toMatchObject({ bookingId, isReEntry: true });
  });

  test('201 a re-entry names no booking that was cancelled since', async () => {
    await checkIn(studio, { clientId });
    await studio.post(`/v2/bookings/${bookingId}/cancel`);
    expect(await checkIn(studio, { clientId })).toMatchObject({ bookingId: null, sessionId: null, isReEntry: true });
  });

  test('201 neither at another site nor of a cancelled session', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    expect(await invalidCode({ locationId: uptown })).toBe('no_active_package');
    expect(await invalidCode({ locationId: uptown, bookingId })).toBe('wrong_location');
    expect(await invalidCode({ locationId: uptown, sessionId })).toBe('wrong_location');
    studio.db.run('update sessions set cancelledAt = ? where id = ?', ['2026-03-02T08:00:00.000Z', sessionId]);
    expect(await invalidCode({ sessionId })).toBe('outside_window');
  });

  test('201 not of a suspended client', async () => {
    await studio.patch(`/v2/clients/${clientId}`, { status: 'suspended' });
    expect(await invalidCode()).toBe('suspended');
    expect(await invalidCode({ bookingId })).toBe('suspended');
  });
});

describe('a booking or session that is named', () => {
  test('201 by its session, also after a no-show', async () => {
    await studio.given(studio.post(`/v2/bookings/${bookingId}/noshow`));
    expect(await checkIn(studio, { clientId, sessionId })).toMatchObject({ bookingId, statusCode: 'ok' });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'booking.checked_in', ...FIRST_VISIT]);
    expect((await bookingOf(bookingId)).status).toBe('attended');
  });

  test('201 outside_window when it is cancelled; its session then needs a package', async () => {
    await studio.post(`/v2/bookings/${bookingId}/cancel`);
    expect(await invalidCode({ bookingId })).toBe('outside_window');
    expect(await invalidCode({ sessionId })).toBe('no_active_package');
  });

  test('201 of a waitlisted client: staff check them in; too late, the wait has ended', async () => {
    await policy({ checkInClosesMinutesAfter: 60 });
    const full = await addSession(studio, { startsIn: HOUR_MS, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    const guests = [await addClient(studio), await addClient(studio)];
    const waiting = await Promise.all(
      guests.map((guest) => studio.post('/v2/bookings', { clientId: guest, sessionId: full, joinWaitlist: true })),
    );
    expect(waiting.map(({ body }) => body.status)).toEqual(['waitlisted', 'waitlisted']);
    const record = await checkIn(studio, { clientId: guests[0], sessionId: full });
    expect(record).toMatchObject({ bookingId: waiting[0]?.body.id, statusCode: 'ok' });
    expect((await bookingOf(record.bookingId)).status).toBe('attended');
    studio.db.run("update sessions set startTime = '2026-03-02T07:30:00.000Z' where id = ?", [full]);
    studio.db.run("update bookings set startTime = '2026-03-02T07:30:00.000Z' where sessionId = ?", [full]);
    studio.events();
    const late = await checkIn(studio, { clientId: guests[1], bookingId: waiting[1]?.body.id });
    expect(late).toMatchObject({ statusCode: 'outside_window' });
    expect(studio.events()).toEqual(['booking.cancelled', 'checkin.failed', 'checkIn']);
  });

  test('201 two in a row, each is attended', async () => {
    const other = await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
    expect(await checkIn(studio, { clientId, bookingId })).toMatchObject({ bookingId, isReEntry: false });
    expect(await checkIn(studio, { clientId, bookingId: other })).toMatchObject({ bookingId: other, isReEntry: true });
    expect((await bookingOf(other)).status).toBe('attended');
  });
});

describe('coming back to a session', () => {
  test('201 is invalid where it is not allowed, except shortly after', async () => {
    await checkIn(studio, { clientId });
    expect(await checkIn(studio, { clientId, bookingId })).toMatchObject({ statusCode: 'ok', isReEntry: true });
    await pass(studio, 2 * MINUTE_MS);
    expect(await invalidCode()).toBe('outside_window');
    expect(await invalidCode({ bookingId })).toBe('outside_window');
    expect(await invalidCode({ sessionId })).toBe('outside_window');
  });

  test('201 is valid as often as the settings allow', async () => {
    await policy({ allowReCheckIn: true, maxReCheckIns: 2 });
    await checkIn(studio, { clientId });
    for (const body of [{}, { bookingId }]) {
      await pass(studio, 5 * MINUTE_MS);
      expect(await checkIn(studio, { clientId, ...body })).toMatchObject({ bookingId, sessionId, isReEntry: true });
      expect(studio.events()).toEqual(['checkin.created', 'checkIn']);
    }
    await pass(studio, 5 * MINUTE_MS);
    expect(await invalidCode()).toBe('outside_window');
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats.visits).toBe(1);
  });

  test('201 the first check-in to the session does not count, also shortly after one to the place', async () => {
    await requirePackage(studio, false);
    await policy({ allowReCheckIn: true, maxReCheckIns: 1, checkInOpensMinutesBefore: 0 });
    await checkIn(studio, { clientId });
    await policy({ checkInOpensMinutesBefore: 1440 });
    expect(await checkIn(studio, { clientId, bookingId })).toMatchObject({ bookingId, isReEntry: true });
    await studio.given(pass(studio, 5 * MINUTE_MS));
    expect(await checkIn(studio, { clientId, bookingId })).toMatchObject({ statusCode: 'ok', isReEntry: true });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn']);
    await pass(studio, 5 * MINUTE_MS);
    expect(await invalidCode({ bookingId })).toBe('outside_window');
  });

  test('201 does not count an attended booking that was cancelled', async () => {
    await checkIn(studio, { clientId });
    await studio.post(`/v2/bookings/${bookingId}/cancel`);
    await pass(studio, 5 * MINUTE_MS);
    expect((await checkIn(studio, { clientId })).statusCode).toBe('no_active_package');
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats).toMatchObject({ visits: 0, lastVisitAt: null });
  });

  test('201 without a booking it follows the same rules', async () => {
    await requirePackage(studio, false);
    const guest = await addClient(studio);
    expect(await checkIn(studio, { clientId: guest, sessionId })).toMatchObject({ sessionId, isReEntry: false });
    await pass(studio, 5 * MINUTE_MS);
    expect((await checkIn(studio, { clientId: guest })).statusCode).toBe('outside_window');
    await policy({ allowReCheckIn: true });
    expect(await checkIn(studio, { clientId: guest })).toMatchObject({ sessionId, isReEntry: true });
    expect(await checkIn(studio, { clientId: guest, sessionId })).toMatchObject({ isReEntry: true });
    expect((await studio.get(`/v2/clients/${guest}`)).body.stats.visits).toBe(1);
  });
});

describe('POST /v2/bookings/{id}/checkin', () => {
  test('200 makes one check-in, whatever the window', async () => {
    await pass(studio, 5 * HOUR_MS);
    expect((await studio.post(`/v2/bookings/${bookingId}/checkin`)).status).toBe(200);
    const { data } = (await studio.get('/v2/checkins')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ clientId, bookingId, sessionId, type: 'session', source: 'api', statusCode: 'ok' });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'checkin.created',
      'checkIn',
      'booking.checked_in',
      ...FIRST_VISIT,
    ]);
    expect(events[2]?.data.checkinId).toBe(data[0].id);
  });

  test('409 a second time makes none', async () => {
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    expect((await studio.post(`/v2/bookings/${bookingId}/checkin`)).status).toBe(409);
    expect(studio.events()).toEqual([]);
    expect((await studio.get('/v2/checkins')).body.data).toHaveLength(1);
  });
});

describe('the queries of a check-in are seeks only', () => {
  // A statement is prepared once, and seen only then: each table has a studio of its own.
  for (const table of ['checkins', 'bookings', 'sessions', 'clients', 'packages']) {
    test(`of ${table}`, async () => {
      const guest = await addClient(studio);
      const steps = await plansOf(studio, table, async () => {
        for (const body of [
          { clientId: guest },
          { clientId },
          { clientId: guest, sessionId },
          { clientId, bookingId },
        ]) {
          await checkIn(studio, body);
        }
      });
      expect(steps.length).toBeGreaterThan(0);
      // The few packages and sessions of one client are sorted as they come.
      expect(steps.filter((step) => isCostly(step) && !step.startsWith('USE TEMP B-TREE'))).toEqual([]);
    });
  }

  test('the last entry of a client is one step of its index', async () => {
    const steps = await plansOf(studio, 'checkins', () => checkIn(studio, { clientId }));
    expect(steps).toContain(
      'SEARCH checkins USING INDEX checkinsEntered (clientId=? AND checkedInAt>? AND checkedInAt<?)',
    );
    expect(steps.filter(isCostly)).toEqual([]);
  });
});
