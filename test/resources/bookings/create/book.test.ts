import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, NEW_BOOKING } from '../../../helpers/bookings.ts';
import { problemsOf } from '../../../helpers/errors.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const seatsOf = (sessionId: string) =>
  studio.db
    .query('select confirmedCount, attendedCount, noShowCount, waitlistedCount from sessions where id = ?')
    .get(sessionId);

/** The error of a booking, which raised no event. */
const refused = async (body: object, headers?: Record<string, string>) => {
  const response = await studio.post('/v2/bookings', body, headers);
  expect(studio.events()).toEqual([]);
  return [response.status, response.body.error.code];
};

describe('POST /v2/bookings', () => {
  test('201 confirmed, with counters and event', async () => {
    const clientId = await addClient(studio);
    const sessionId = await addSession(studio);
    const response = await studio.post('/v2/bookings', {
      clientId,
      sessionId,
      notes: 'First time',
      metadata: { from: 'site' },
      externalId: 'b-1',
    });
    expect(response.status).toBe(201);
    const { id, ...record } = response.body;
    expect(record).toEqual({
      ...NEW_BOOKING,
      clientId,
      sessionId,
      bookingSource: 'unpaid',
      channel: 'api',
      packageId: null,
      creditsUsed: 0,
      creditOutcome: 'not_applicable',
      notes: 'First time',
      metadata: { from: 'site' },
      externalId: 'b-1',
    });
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'booking.created',
      { bookingId: id, clientId, sessionId, siteId: MAIN_SITE, status: 'CONFIRMED', bookingSource: 'UNPAID' },
    ]);
    expect(seatsOf(sessionId)).toEqual({ confirmedCount: 1, attendedCount: 0, noShowCount: 0, waitlistedCount: 0 });
    const client = await studio.get(`/v2/clients/${clientId}`);
    expect(client.body.stats).toMatchObject({ bookings: 1, visits: 0, nextBookingAt: '2026-03-03T08:00:00.000Z' });
    expect((await studio.get(`/v2/bookings/${id}`)).body).toEqual(response.body);
  });

  test('201 the last seat raises session.full; a session without capacity is never full', async () => {
    const sessionId = await addSession(studio, { capacity: 2 });
    await addBooking(studio, await addClient(studio), sessionId);
    const clientId = await addClient(studio);
    expect((await studio.post('/v2/bookings', { clientId, sessionId })).status).toBe(201);
    const [, full] = studio.eventsInFull();
    expect([full?.type, full?.data]).toEqual([
      'session.full',
      { sessionId, siteId: MAIN_SITE, bookedCount: 2, capacity: 2, availableSpots: 0 },
    ]);
    const open = await addSession(studio, { capacity: null });
    await studio.post('/v2/bookings', { clientId, sessionId: open });
    expect(studio.events()).toEqual(['booking.created']);
  });

  test('201 past the capacity with the scope to override it', async () => {
    const sessionId = await addSession(studio, { capacity: 1 });
    await addBooking(studio, await addClient(studio), sessionId);
    const body = { clientId: await addClient(studio), sessionId, overrideCapacity: true };
    const writer = await studio.withKey({ scopes: ['bookings:write'] });
    expect(await refused(body, writer)).toEqual([403, 'permission_denied']);
    const manager = await studio.withKey({ scopes: ['bookings:write', 'bookings:override_capacity'] });
    expect((await studio.post('/v2/bookings', body, manager)).status).toBe(201);
    expect(studio.events()).toEqual(['booking.created']);
  });

  test('201 again after the first one was cancelled', async () => {
    const [clientId, sessionId] = [await addClient(studio), await addSession(studio)];
    await studio.post(`/v2/bookings/${await addBooking(studio, clientId, sessionId)}/cancel`);
    expect((await studio.post('/v2/bookings', { clientId, sessionId })).status).toBe(201);
  });

  test('201 the same key again replays the booking', async () => {
    const body = { clientId: await addClient(studio), sessionId: await addSession(studio) };
    const first = await studio.post('/v2/bookings', body, { 'idempotency-key': 'k1' });
    const again = await studio.post('/v2/bookings', body, { 'idempotency-key': 'k1' });
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expect(studio.events()).toEqual(['booking.created']);
  });

  test('201 with the window of the site and of the schedule', async () => {
    await studio.patch(`/v2/settings?siteId=${MAIN_SITE}`, { booking: { lateCancelWindowMinutes: 60 } });
    const clientId = await addClient(studio);
    const plain = await studio.post('/v2/bookings', { clientId, sessionId: await addSession(studio) });
    expect(plain.body.freeCancelUntil).toBe('2026-03-03T07:00:00.000Z');
    const schedule = await studio.post('/v2/schedules', {
      name: 'Late',
      siteId: MAIN_SITE,
      startDate: '2026-03-04',
      startTime: '18:00',
      durationMinutes: 60,
      bookingPolicyOverrides: { lateCancelWindowMinutes: 30 },
    });
    expect(schedule.status).toBe(201);
    const { id } = studio.db.query('select id from sessions where scheduleId = ?').get(schedule.body.id) as {
      id: string;
    };
    const strict = await studio.post('/v2/bookings', { clientId, sessionId: id });
    expect(strict.body.freeCancelUntil).toBe('2026-03-04T22:30:00.000Z');
    const { body } = await studio.get('/v2/bookings');
    expect(body.data.map((booking: { freeCancelUntil: string }) => booking.freeCancelUntil)).toEqual([
      strict.body.freeCancelUntil,
      plain.body.freeCancelUntil,
    ]);
  });

  test('400 everything that is missing or unknown at once', async () => {
    const empty = await studio.post('/v2/bookings', { joinWaitinglist: true });
    expect(problemsOf(empty).sort()).toEqual([
      400,
      'clientId parameter_missing',
      'joinWaitinglist parameter_unknown',
      'sessionId parameter_missing',
    ]);
    const unknown = await studio.post('/v2/bookings', { clientId: UNKNOWN, sessionId: UNKNOWN });
    expect(problemsOf(unknown)).toEqual([400, 'clientId resource_missing', 'sessionId resource_missing']);
    expect(studio.events()).toEqual([]);
  });

  test('401 without a credential, 403 without the scope', async () => {
    const body = { clientId: await addClient(studio), sessionId: await addSession(studio) };
    expect(await refused(body, { 'x-service-api-key': '' })).toEqual([401, 'credential_missing']);
    const reader = await studio.withKey({ scopes: ['bookings:read'] });
    expect(await refused(body, reader)).toEqual([403, 'permission_denied']);
  });

  test('400 a session outside the sites of the credential, exactly as an unknown one', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    const uptown = await studio.withKey({ siteIds: [site.id] });
    const clientId = await addClient(studio);
    const errorOf = async (sessionId: string): Promise<string> => {
      const { status, body } = await studio.post('/v2/bookings', { clientId, sessionId }, uptown);
      const { requestId: _requestId, ...error } = body.error;
      return JSON.stringify({ status, ...error }).replaceAll(sessionId, '<id>');
    };
    const [planned, cancelled] = [await addSession(studio), await addSession(studio)];
    await studio.given(studio.post(`/manage/sessions/${cancelled}/cancel`));
    const unknown = await errorOf(UNKNOWN);
    expect(unknown).toContain('"status":400,"type":"invalid_request_error","code":"resource_missing"');
    expect([await errorOf(planned), await errorOf(cancelled)]).toEqual([unknown, unknown]);
    expect(studio.events()).toEqual([]);
  });

  test('201 by a credential of one site: any client of the brand, who stays hidden otherwise', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    const uptown = await studio.withKey({ siteIds: [site.id] });
    const body = { clientId: await addClient(studio), sessionId: await addSession(studio, { siteId: site.id }) };
    studio.events();
    const booked = await studio.post('/v2/bookings', body, uptown);
    expect([booked.status, booked.body.status, booked.body.clientId]).toEqual([201, 'confirmed', body.clientId]);
    expect(studio.events()).toEqual(['booking.created']);
    const { body: found } = await studio.get(`/v2/bookings/${booked.body.id}?expand[]=client`, uptown);
    expect([found.clientId, found.client]).toEqual([body.clientId, null]);
    expect((await studio.get(`/v2/clients/${body.clientId}`, uptown)).status).toBe(404);
    const entered = await studio.post('/v2/checkins', { clientId: body.clientId, locationId: site.id }, uptown);
    expect([entered.status, entered.body.status]).toEqual([201, 'valid']);
    expect((await studio.get('/v2/clients', uptown)).body.data).toEqual([]);
  });

  test("400 by a credential of one site: a package of another client that was sold elsewhere; 201 the client's own", async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    const uptown = await studio.withKey({ siteIds: [site.id] });
    const body = { clientId: await addClient(studio), sessionId: await addSession(studio, { siteId: site.id }) };
    const packageId = (await sellPackage(studio, await addClient(studio))).id;
    expect(await refused({ ...body, packageId })).toEqual([409, 'package_not_eligible']);
    expect(await refused({ ...body, packageId }, uptown)).toEqual([400, 'resource_missing']);
    expect(studio.events()).toEqual([]);
    const own = (await sellPackage(studio, body.clientId)).id;
    const booked = await studio.post('/v2/bookings', { ...body, packageId: own }, uptown);
    expect([booked.status, booked.body.packageId]).toEqual([201, own]);
    expect(studio.events()).toEqual(['booking.created', 'package.credits_changed']);
  });

  test('409 a session that is cancelled or has started, for every caller', async () => {
    const clientId = await addClient(studio, { status: 'suspended' });
    const cancelled = await addSession(studio, { cancelledAt: '2026-03-01T00:00:00.000Z' });
    expect(await refused({ clientId, sessionId: cancelled })).toEqual([409, 'session_cancelled']);
    const started = await addSession(studio, { startsIn: 0 });
    expect(await refused({ clientId, sessionId: started })).toEqual([409, 'session_started']);
  });

  test('409 already_booked comes before other errors', async () => {
    const [clientId, sessionId] = [await addClient(studio), await addSession(studio, { capacity: 1 })];
    await addBooking(studio, clientId, sessionId);
    expect(await refused({ clientId, sessionId })).toEqual([409, 'already_booked']);
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { status: 'suspended' }));
    expect(await refused({ clientId, sessionId })).toEqual([409, 'already_booked']);
  });

  test('409 a suspended or archived client, before a full session', async () => {
    const sessionId = await addSession(studio, { capacity: 0 });
    const clientId = await addClient(studio, { status: 'suspended' });
    expect(await refused({ clientId, sessionId })).toEqual([409, 'client_suspended']);
    await studio.given(studio.delete(`/v2/clients/${clientId}`));
    expect(await refused({ clientId, sessionId })).toEqual([409, 'client_archived']);
    const lead = await addClient(studio, { status: 'lead' });
    expect(await refused({ clientId: lead, sessionId })).toEqual([409, 'session_full']);
  });
});

describe('many at once', () => {
  test('200 clients for 10 seats: exactly 10 get a seat', async () => {
    const sessionId = await addSession(studio, { capacity: 10 });
    const clients: string[] = [];
    for (let index = 0; index < 200; index += 1) clients.push(await addClient(studio));
    const answers = await Promise.all(clients.map((clientId) => studio.post('/v2/bookings', { clientId, sessionId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
      new Set(['409 session_full']),
    );
    expect(others).toHaveLength(190);
    expect(studio.events()).toEqual([...Array<string>(10).fill('booking.created'), 'session.full']);
    expect(seatsOf(sessionId)).toMatchObject({ confirmedCount: 10 });
  });

  test('the same client twice: one booking, one already_booked', async () => {
    const body = { clientId: await addClient(studio), sessionId: await addSession(studio) };
    const answers = await Promise.all([studio.post('/v2/bookings', body), studio.post('/v2/bookings', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('already_booked');
    expect(studio.events()).toEqual(['booking.created']);
    expect(seatsOf(body.sessionId)).toMatchObject({ confirmedCount: 1 });
  });

  test('a seat is cancelled and booked again and again', async () => {
    const sessionId = await addSession(studio, { capacity: 1 });
    const [one, two] = [await addClient(studio), await addClient(studio)];
    for (let round = 0; round < 5; round += 1) {
      const bookingId = await addBooking(studio, one, sessionId);
      const [cancelled, booked] = await Promise.all([
        studio.post(`/v2/bookings/${bookingId}/cancel`),
        studio.post('/v2/bookings', { clientId: two, sessionId }),
      ]);
      expect([cancelled.status, booked.status]).toEqual([200, 201]);
      expect(studio.events()).toEqual([
        'booking.cancelled',
        'session.spot_available',
        'booking.created',
        'session.full',
      ]);
      await studio.given(studio.post(`/v2/bookings/${booked.body.id}/cancel`));
    }
    expect(seatsOf(sessionId)).toMatchObject({ confirmedCount: 0 });
  });
});
