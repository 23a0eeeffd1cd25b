import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../helpers/first-visit.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { checkIn, expectRecount, pass } from './set-up.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio, {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    phone: '+1 212 555 0142',
    barcode: 'B-1',
    fobNumber: 'F-1',
    customProperties: { shoe: 41 },
  });
});
afterEach(() => expectRecount(studio));

const statsOf = async (id: string) => (await studio.get(`/v2/clients/${id}`)).body.stats;

/** The error of a check-in that stores and raises nothing. */
const errorResponse = async (body: object, headers?: Record<string, string>) => {
  studio.events();
  const response = await studio.post('/v2/checkins', body, headers);
  expect(studio.events()).toEqual([]);
  expect((await studio.get('/v2/checkins')).body.data).toEqual([]);
  return response;
};

describe('POST /v2/checkins', () => {
  test('201 a general check-in: stored, with both events, counted as a visit', async () => {
    const response = await studio.post('/v2/checkins', {
      clientId,
      locationId: MAIN_SITE,
      source: 'kiosk',
      metadata: { door: 'north' },
      externalId: 'c-1',
    });
    expect(response.status).toBe(201);
    const { id, ...record } = response.body;
    expect(record).toEqual({
      object: 'checkin',
      clientId,
      siteId: MAIN_SITE,
      locationId: MAIN_SITE,
      bookingId: null,
      sessionId: null,
      packageId: null,
      checkedInAt: '2026-03-02T08:00:00.000Z',
      type: 'general',
      source: 'kiosk',
      checkedInByStaffId: null,
      status: 'valid',
      statusCode: 'ok',
      message: 'Checked in.',
      override: null,
      isReEntry: false,
      metadata: { door: 'north' },
      externalId: 'c-1',
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    const [created, legacy, ...others] = studio.eventsInFull();
    expect(others.map(({ type }) => type)).toEqual([...FIRST_VISIT]);
    expect([created?.type, created?.data]).toEqual([
      'checkin.created',
      {
        checkinId: id,
        clientId,
        bookingId: null,
        sessionId: null,
        siteId: MAIN_SITE,
        checkedInAt: '2026-03-02T08:00:00.000Z',
        source: 'KIOSK',
        status: 'VALID',
        statusCode: 'OK',
      },
    ]);
    const { id: _id, ...body } = legacy as unknown as Record<string, unknown>;
    expect(body).toEqual({
      type: 'checkIn',
      clientID: clientId,
      siteID: MAIN_SITE,
      checkInTime: '2026-03-02T08:00:00.000Z',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      phone: '+1 212 555 0142',
      barcode: 'B-1',
      fobNumber: 'F-1',
      packageName: null,
      packageID: null,
      checkInStatus: 'valid',
      checkInMessage: 'Checked in.',
      sessionType: null,
      sessionName: null,
      sessionID: null,
      sessionStartTime: null,
      SessionInstructor: null,
      customProperties: { shoe: 41 },
    });
    expect(await statsOf(clientId)).toMatchObject({
      visits: 1,
      firstVisitAt: '2026-03-02T08:00:00.000Z',
      lastVisitAt: '2026-03-02T08:00:00.000Z',
    });
    expect((await studio.get(`/v2/checkins/${id}`)).body).toEqual(response.body);
  });

  test('201 by barcode, fob number and email in any case, at a site by either name', async () => {
    for (const way of [{ barcode: 'B-1' }, { fobNumber: 'F-1' }, { email: 'Ann@Example.com' }]) {
      const { body } = await studio.post('/v2/checkins', { ...way, siteId: MAIN_SITE });
      expect([body.clientId, body.siteId, body.source]).toEqual([clientId, MAIN_SITE, 'api']);
    }
  });

  test('201 at a given time, up to five minutes ahead', async () => {
    const { checkedInAt } = await checkIn(studio, { clientId, checkedInAt: '2026-03-01T10:00:00+01:00' });
    expect(checkedInAt).toBe('2026-03-01T09:00:00.000Z');
    await checkIn(studio, { clientId, checkedInAt: '2026-03-02T08:05:00.000Z' });
    expect(await statsOf(clientId)).toMatchObject({
      visits: 2,
      firstVisitAt: '2026-03-01T09:00:00.000Z',
      lastVisitAt: '2026-03-02T08:05:00.000Z',
    });
    studio.events();
    const ahead = { clientId, locationId: MAIN_SITE, checkedInAt: '2026-03-02T08:05:00.001Z' };
    const response = await studio.post('/v2/checkins', ahead);
    expect([response.status, response.body.error.param]).toEqual([400, 'checkedInAt']);
    expect(studio.events()).toEqual([]);
  });

  test('201 shortly after the last one it is a re-entry; later it is none, and the same visit of that day', async () => {
    await checkIn(studio, { clientId });
    await pass(studio, 2 * MINUTE_MS - 1);
    expect(await checkIn(studio, { clientId })).toMatchObject({ status: 'valid', isReEntry: true });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn']);
    expect(await statsOf(clientId)).toMatchObject({ visits: 1 });
    await pass(studio, 2 * MINUTE_MS);
    expect(await checkIn(studio, { clientId })).toMatchObject({ status: 'valid', isReEntry: false });
    expect(await statsOf(clientId)).toMatchObject({ visits: 1, lastVisitAt: '2026-03-02T08:00:00.000Z' });
  });

  test('201 the gap is a setting of the site; 0 turns it off', async () => {
    await studio.patch('/v2/settings', { booking: { minReCheckInGapMinutes: 30 } });
    await checkIn(studio, { clientId });
    await pass(studio, 29 * MINUTE_MS);
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const elsewhere = await studio.post('/v2/checkins', { clientId, siteId: uptown });
    expect(elsewhere.body.isReEntry).toBe(false);
    expect((await checkIn(studio, { clientId })).isReEntry).toBe(true);
    await studio.patch('/v2/settings', { booking: { minReCheckInGapMinutes: 0 } });
    expect((await checkIn(studio, { clientId })).isReEntry).toBe(false);
  });

  test('201 the same client twice at once: one entry, one re-entry', async () => {
    const both = await Promise.all([checkIn(studio, { clientId }), checkIn(studio, { clientId })]);
    expect(both.map(({ isReEntry }) => isReEntry).sort()).toEqual([false, true]);
    expect(await statsOf(clientId)).toMatchObject({ visits: 1 });
  });

  test('201 the same client twice at once into a class: it is attended once', async () => {
    const bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn: 30 * MINUTE_MS }));
    const both = await Promise.all([checkIn(studio, { clientId }), checkIn(studio, { clientId, bookingId })]);
    expect(both.map((each) => [each.status, each.bookingId])).toEqual([
      ['valid', bookingId],
      ['valid', bookingId],
    ]);
    expect(both.map(({ isReEntry }) => isReEntry).sort()).toEqual([false, true]);
    expect(studio.events().filter((type) => type === 'booking.checked_in')).toHaveLength(1);
    expect(await statsOf(clientId)).toMatchObject({ visits: 1 });
  });

  test('201 a repeated idempotency key replays the answer', async () => {
    const key = { 'idempotency-key': 'k' };
    const first = await studio.post('/v2/checkins', { clientId, siteId: MAIN_SITE }, key);
    const second = await studio.post('/v2/checkins', { clientId, siteId: MAIN_SITE }, key);
    expect(second.body).toEqual(first.body);
    expect((await studio.get('/v2/checkins')).body.data).toHaveLength(1);
  });

  test('400 no client, two clients, no site, two sites', async () => {
    const errorOf = async (body: object) => (await errorResponse(body)).body.error;
    expect(await errorOf({})).toMatchObject({
      code: 'parameter_missing',
      param: 'clientId',
      details: [{ param: 'clientId' }, { param: 'locationId', code: 'parameter_missing' }],
    });
    expect(await errorOf({ clientId, email: 'ann@example.com', siteId: MAIN_SITE })).toMatchObject({
      code: 'parameter_invalid',
      param: 'email',
    });
    expect(await errorOf({ clientId, siteId: MAIN_SITE, locationId: UNKNOWN })).toMatchObject({ param: 'siteId' });
    expect(await errorOf({ clientId, siteId: MAIN_SITE, gate: 1 })).toMatchObject({ code: 'parameter_unknown' });
  });

  test('400 every record that does not exist, at once', async () => {
    const ids = { bookingId: UNKNOWN, sessionId: UNKNOWN, packageId: UNKNOWN };
    const response = await errorResponse({ barcode: 'B-2', locationId: UNKNOWN, ...ids });
    expect([response.status, response.body.error.code]).toEqual([400, 'resource_missing']);
    const params = response.body.error.details.map(({ param }: { param: string }) => param);
    expect(params).toEqual(['barcode', 'locationId', 'bookingId', 'sessionId', 'packageId']);
    const unknown = await errorResponse({ clientId: UNKNOWN, locationId: MAIN_SITE });
    expect(unknown.body.error).toMatchObject({ code: 'resource_missing', param: 'clientId' });
  });

  test("400 another client's booking or package, and a booking of another session", async () => {
    const [other, sessionId] = [await addClient(studio), await addSession(studio)];
    const bookingId = await addBooking(studio, other, sessionId);
    const packageId = (await sellPackage(studio, other)).id;
    const { body } = await errorResponse({ clientId, siteId: MAIN_SITE, bookingId, packageId });
    expect(body.error.details).toMatchObject([{ param: 'bookingId' }, { param: 'packageId' }]);
    const another = await addSession(studio);
    const mixed = await errorResponse({ clientId: other, siteId: MAIN_SITE, bookingId, sessionId: another });
    expect(mixed.body.error).toMatchObject({ code: 'parameter_invalid', param: 'sessionId' });
  });

  test('401 without a key; 403 without the scope, or at a site outside the credential', async () => {
    const body = { clientId, siteId: MAIN_SITE };
    expect((await errorResponse(body, { 'x-service-api-key': '' })).status).toBe(401);
    const reader = await studio.withKey({ scopes: ['checkins:read'] });
    expect((await errorResponse(body, reader)).body.error.code).toBe('permission_denied');
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const restricted = await studio.withKey({ siteIds: [uptown] });
    expect((await errorResponse(body, restricted)).body.error.code).toBe('site_not_allowed');
  });

  test('400 a credential of other sites finds no client by barcode, fob number or email; 201 by id', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const restricted = await studio.withKey({ siteIds: [uptown] });
    const ways = [
      ['barcode', 'B-1', 'B-9'],
      ['fobNumber', 'F-1', 'F-9'],
      ['email', 'ann@example.com', 'nobody@example.com'],
    ] as const;
    for (const [field, known, unknown] of ways) {
      const { status, body } = await errorResponse({ [field]: known, siteId: uptown }, restricted);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'resource_missing', param: field });
      const { requestId: _, ...other } = (await errorResponse({ [field]: unknown, siteId: uptown }, restricted)).body
        .error;
      expect(JSON.parse(JSON.stringify(body.error).replaceAll(known, unknown))).toMatchObject(other);
    }
    // Members visit every site, and who sends the id knows the client.
    expect((await studio.post('/v2/checkins', { clientId, siteId: uptown }, restricted)).status).toBe(201);
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', ...FIRST_VISIT]);
    await addClient(studio, { email: 'una@example.com', barcode: 'U-1', homeLocationId: uptown });
    for (const way of [{ barcode: 'U-1' }, { email: 'una@example.com' }]) {
      expect((await studio.post('/v2/checkins', { ...way, siteId: uptown }, restricted)).status).toBe(201);
    }
  });

  test("400 a credential of other sites finds no session of this one, and no other client's booking and package", async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const restricted = await studio.withKey({ siteIds: [uptown] });
    const sessionId = await addSession(studio, { startsIn: HOUR_MS / 4 });
    const other = await addClient(studio);
    const bookingId = await addBooking(studio, other, sessionId);
    const packageId = (await sellPackage(studio, other)).id;
    for (const named of [{ bookingId }, { sessionId }, { packageId }]) {
      const { status, body } = await errorResponse({ clientId, siteId: uptown, ...named }, restricted);
      const [param] = Object.keys(named);
      expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', param]);
    }
    const own = (await sellPackage(studio, clientId)).id;
    const entered = await studio.post('/v2/checkins', { clientId, siteId: uptown, packageId: own }, restricted);
    expect([entered.status, entered.body.packageId]).toEqual([201, own]);
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', ...FIRST_VISIT]);
  });
});
