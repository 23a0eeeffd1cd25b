import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../../helpers/first-visit.ts';
import { UNKNOWN } from '../../../helpers/sales.ts';

let clientId: string;
let sessionId: string;
let id: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio);
  sessionId = await addSession(studio, { capacity: 2 });
  id = await addBooking(studio, clientId, sessionId);
});

const act = (verb: string, body?: object) => studio.post(`/v2/bookings/${id}/${verb}`, body);
const refused = async (verb: string, body?: object) => {
  const response = await act(verb, body);
  expect(studio.events()).toEqual([]);
  return [response.status, response.body.error.code];
};
const stats = async () => (await studio.get(`/v2/clients/${clientId}`)).body.stats;
const seats = () =>
  Object.values(
    studio.db
      .query('select confirmedCount, attendedCount, noShowCount, waitlistedCount from sessions where id = ?')
      .get(sessionId) as object,
  );
/** Makes the booking waitlisted, as if the session had been full. */
const wait = () => {
  studio.db.run(`update bookings set status = 'waitlisted', confirmedAt = null, joinedAt = bookedAt where id = ?`, [
    id,
  ]);
  studio.db.run('update sessions set confirmedCount = 0, waitlistedCount = 1 where id = ?', [sessionId]);
};

describe('POST /v2/bookings/{id}/cancel', () => {
  test('200 frees the seat, with its event', async () => {
    const response = await act('cancel');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      id,
      status: 'cancelled',
      cancelledAt: '2026-03-02T08:00:00.000Z',
      cancelledBy: 'api',
      cancelReason: 'requested',
      isLateCancel: false,
      creditOutcome: 'not_applicable',
      penalty: null,
    });
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'booking.cancelled',
      {
        bookingId: id,
        clientId,
        sessionId,
        siteId: MAIN_SITE,
        status: 'CANCELLED',
        previousStatus: 'CONFIRMED',
        cancelledAt: '2026-03-02T08:00:00.000Z',
        cancelledBy: 'API',
        cancelReason: 'REQUESTED',
        isLateCancel: false,
        creditOutcome: 'NOT_APPLICABLE',
      },
    ]);
    expect(seats()).toEqual([0, 0, 0, 0]);
    expect(await stats()).toMatchObject({ bookings: 0, lateCancels: 0, nextBookingAt: null });
  });

  test('200 the first free seat of a full session raises session.spot_available', async () => {
    await addBooking(studio, await addClient(studio), sessionId);
    await act('cancel');
    const [, spot] = studio.eventsInFull();
    expect([spot?.type, spot?.data]).toEqual([
      'session.spot_available',
      { sessionId, siteId: MAIN_SITE, bookedCount: 1, capacity: 2, availableSpots: 1 },
    ]);
  });

  test('200 late only after the free time, and counted', async () => {
    await studio.time.skipTo(TEST_START + 12 * HOUR_MS);
    const other = await addBooking(studio, await addClient(studio), sessionId);
    expect((await studio.post(`/v2/bookings/${other}/cancel`)).body.isLateCancel).toBe(false);
    await studio.given(studio.time.skipTo(TEST_START + 12 * HOUR_MS + 1));
    expect((await act('cancel')).body.isLateCancel).toBe(true);
    expect(studio.eventsInFull()[0]?.data.isLateCancel).toBe(true);
    expect(await stats()).toMatchObject({ bookings: 0, lateCancels: 1 });
  });

  test('200 with lateness and reason of the body', async () => {
    expect((await act('cancel', { isLateCancel: true, reason: 'other' })).body).toMatchObject({
      isLateCancel: true,
      cancelReason: 'other',
    });
    expect(studio.eventsInFull()[0]?.data.cancelReason).toBe('OTHER');
    await studio.time.skipTo(TEST_START + 20 * HOUR_MS);
    id = await addBooking(studio, clientId, sessionId);
    expect((await act('cancel', { isLateCancel: false })).body.isLateCancel).toBe(false);
    expect(await stats()).toMatchObject({ lateCancels: 1 });
  });

  test('200 never late for a booking made before the session was rescheduled', async () => {
    studio.db.run('update sessions set rescheduledId = ? where id = ?', [studio.store.ids.uuid(), sessionId]);
    await studio.time.skipTo(TEST_START + 23 * HOUR_MS);
    const { body } = await studio.get(`/v2/bookings/${id}`);
    expect(body.freeCancelUntil).toBe(body.cancellableUntil);
    expect((await act('cancel')).body.isLateCancel).toBe(false);
    const later = await addBooking(studio, clientId, sessionId);
    expect((await studio.post(`/v2/bookings/${later}/cancel`)).body.isLateCancel).toBe(true);
  });

  test('200 from waitlisted, attended and no-show before the start, never late', async () => {
    await studio.time.skipTo(TEST_START + 23 * HOUR_MS);
    for (const prepare of [wait, () => act('checkin'), () => act('noshow')]) {
      await prepare();
      studio.events();
      const response = await act('cancel');
      expect([response.status, response.body.isLateCancel]).toEqual([200, false]);
      expect(studio.events()).toEqual(['booking.cancelled']);
      expect(seats()).toEqual([0, 0, 0, 0]);
      expect(await stats()).toMatchObject({ bookings: 0, visits: 0, noShows: 0, firstVisitAt: null });
      id = await addBooking(studio, clientId, sessionId);
    }
  });

  test('400 an unknown reason or field', async () => {
    expect(await refused('cancel', { reason: 'bored' })).toEqual([400, 'parameter_invalid']);
    expect(await refused('cancel', { waive: true })).toEqual([400, 'parameter_unknown']);
  });

  test('409 already cancelled, also after the start; 409 started', async () => {
    await studio.given(act('cancel'));
    await studio.given(studio.time.skipTo(TEST_START + DAY_MS));
    expect(await refused('cancel')).toEqual([409, 'already_cancelled']);
    sessionId = await addSession(studio, { startsIn: 25 * HOUR_MS });
    id = await addBooking(studio, clientId, sessionId);
    await studio.given(studio.time.skipTo(TEST_START + 25 * HOUR_MS));
    expect(await refused('cancel')).toEqual([409, 'session_started']);
  });

  test('only one of many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('cancel')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(studio.events()).toEqual(['booking.cancelled']);
    expect(seats()).toEqual([0, 0, 0, 0]);
  });
});

describe('POST /v2/bookings/{id}/checkin', () => {
  test('200 attended, keeps the seat, counts the visit', async () => {
    const response = await act('checkin');
    expect([response.status, response.body.status]).toEqual([200, 'attended']);
    const [made, legacy, event, ...others] = studio.eventsInFull();
    expect([made?.type, legacy?.type]).toEqual(['checkin.created', 'checkIn']);
    expect(others.map(({ type }) => type)).toEqual([...FIRST_VISIT]);
    expect([event?.type, event?.data]).toEqual([
      'booking.checked_in',
      {
        bookingId: id,
        clientId,
        sessionId,
        siteId: MAIN_SITE,
        status: 'ATTENDED',
        checkedInAt: '2026-03-02T08:00:00.000Z',
        checkinId: made?.data.checkinId,
      },
    ]);
    expect(seats()).toEqual([0, 1, 0, 0]);
    expect(await stats()).toMatchObject({
      bookings: 1,
      visits: 1,
      firstVisitAt: '2026-03-02T08:00:00.000Z',
      lastVisitAt: '2026-03-02T08:00:00.000Z',
      nextBookingAt: null,
    });
  });

  test('200 at a given time, which may be the first visit', async () => {
    await act('checkin');
    id = await addBooking(studio, clientId, await addSession(studio));
    const response = await act('checkin', { checkedInAt: '2026-03-01T10:00:00+01:00' });
    expect(response.body.checkedInAt).toBe('2026-03-01T09:00:00.000Z');
    expect(await stats()).toMatchObject({
      visits: 2,
      firstVisitAt: '2026-03-01T09:00:00.000Z',
      lastVisitAt: '2026-03-02T08:00:00.000Z',
    });
    studio.events();
    await act('cancel');
    expect(await stats()).toMatchObject({ visits: 1, firstVisitAt: '2026-03-02T08:00:00.000Z' });
  });

  test('200 takes a no-show back', async () => {
    await studio.given(act('noshow'));
    expect((await act('checkin')).body).toMatchObject({ status: 'attended', noShowAt: null });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'booking.checked_in', ...FIRST_VISIT]);
    expect(seats()).toEqual([0, 1, 0, 0]);
    expect(await stats()).toMatchObject({ visits: 1, noShows: 0 });
  });

  test('200 of a waitlisted booking takes a seat, past the capacity if necessary', async () => {
    await addBooking(studio, await addClient(studio), sessionId);
    wait();
    studio.db.run('update sessions set confirmedCount = 1 where id = ?', [sessionId]);
    await act('checkin');
    expect(studio.events()).toEqual([
      'checkin.created',
      'checkIn',
      'booking.checked_in',
      'session.full',
      ...FIRST_VISIT,
    ]);
    expect(seats()).toEqual([1, 1, 0, 0]);
  });

  test('400 a time in the future', async () => {
    expect(await refused('checkin', { checkedInAt: '2026-03-02T08:05:00.001Z' })).toEqual([400, 'parameter_invalid']);
    expect((await act('checkin', { checkedInAt: '2026-03-02T08:05:00Z' })).status).toBe(200);
  });

  test('409 already checked in, or cancelled', async () => {
    await studio.given(act('checkin'));
    expect(await refused('checkin')).toEqual([409, 'already_checked_in']);
    await studio.given(act('cancel'));
    expect(await refused('checkin')).toEqual([409, 'booking_cancelled']);
  });
});

describe('POST /v2/bookings/{id}/noshow', () => {
  test('200 keeps the seat, without a fee', async () => {
    const response = await act('noshow', {});
    expect(response.body).toMatchObject({ status: 'noshow', noShowAt: '2026-03-02T08:00:00.000Z', penalty: null });
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'booking.noshow',
      {
        bookingId: id,
        clientId,
        sessionId,
        siteId: MAIN_SITE,
        status: 'NOSHOW',
        noShowAt: '2026-03-02T08:00:00.000Z',
        penaltyAmount: 0,
        currency: 'USD',
      },
    ]);
    expect(seats()).toEqual([0, 0, 1, 0]);
    expect(await stats()).toMatchObject({ bookings: 1, noShows: 1, visits: 0 });
  });

  test('200 of a waitlisted booking, which takes no seat', async () => {
    wait();
    expect((await act('noshow')).status).toBe(200);
    expect(seats()).toEqual([0, 0, 0, 0]);
  });

  test('409 already processed: attended, no-show, cancelled', async () => {
    for (const verb of ['checkin', 'noshow', 'cancel']) {
      id = await addBooking(studio, await addClient(studio), await addSession(studio));
      await studio.given(act(verb));
      expect(await refused('noshow')).toEqual([409, 'already_processed']);
    }
  });
});

describe('all of them', () => {
  for (const verb of ['cancel', 'checkin', 'noshow']) {
    test(`${verb}: 401, 403, 404, and a body that is no object`, async () => {
      const path = `/v2/bookings/${id}/${verb}`;
      expect((await studio.post(path, undefined, { 'x-service-api-key': '' })).status).toBe(401);
      const reader = await studio.withKey({ scopes: ['bookings:read'] });
      expect((await studio.post(path, undefined, reader)).status).toBe(403);
      const site = await studio.post('/v2/sites', { name: 'Uptown' });
      studio.events();
      const elsewhere = await studio.withKey({ siteIds: [site.body.id] });
      expect((await studio.post(path, undefined, elsewhere)).status).toBe(404);
      expect((await studio.post(`/v2/bookings/${UNKNOWN}/${verb}`)).status).toBe(404);
      expect((await studio.post(path, '[]')).status).toBe(400);
      expect(studio.events()).toEqual([]);
    });
  }
});
