// What a credential that is restricted to one site learns of another one, where a request concerns both.

import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { createPlan, sellPackage, UNKNOWN } from '../helpers/sales.ts';

let otherSite: string;
/** The headers of a key of the other site. */
let elsewhere: Record<string, string>;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  otherSite = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  elsewhere = { 'x-service-api-key': await studio.makeKey({ siteIds: [otherSite] }) };
  studio.events();
});

describe('a visitor from another site who is checked in', () => {
  const contact = { phone: '+12025550123', barcode: 'B-1', fobNumber: 'F-1', customProperties: { belt: 'blue' } };
  const hidden = { firstName: null, lastName: null, email: null, customProperties: null };
  const legacy = async (headers?: Record<string, string>) =>
    (await studio.get('/manage/events?type=checkIn', headers)).body.data;
  const at = (clientId: string, fields: object = {}) =>
    studio.post('/v2/checkins', { clientId, locationId: otherSite, ...fields }, elsewhere);

  test('is named in the legacy event for the whole brand, and not for that site', async () => {
    const clientId = await addClient(studio, contact);
    const { id: packageId } = await sellPackage(studio, clientId);
    studio.events();
    expect((await at(clientId, { packageId })).status).toBe(201);
    expect(studio.events()).toEqual([
      'checkin.created',
      'checkIn',
      'streak.extended',
      'streak.extended',
      'milestone.reached',
    ]);
    const [seen] = await legacy();
    expect(seen.data).toMatchObject({ clientID: clientId, phone: contact.phone, packageName: '10 classes' });
    const [restricted] = await legacy(elsewhere);
    expect(restricted).toEqual({
      ...seen,
      data: { ...seen.data, ...hidden, phone: null, barcode: null, fobNumber: null, packageName: null },
    });
    expect((await studio.get(`/manage/events/${seen.id}`, elsewhere)).body).toEqual(restricted);
  });

  test('is not named in what was sent to an endpoint, for a credential of that site', async () => {
    const clientId = await addClient(studio, contact);
    const endpoint = {
      name: 'Door',
      url: 'http://127.0.0.1:9/hook',
      eventTypes: ['checkIn'],
      locationScope: 'selected',
      locationIds: [otherSite],
    };
    const { id } = (await studio.post('/v2/webhooks', endpoint)).body;
    await at(clientId);
    await studio.time.moveTo(studio.time.now() + 1);
    const deliveries = `/v2/webhooks/${id}/deliveries`;
    const [{ id: deliveryId }] = (await studio.get(deliveries)).body.data;
    const payload = async (headers?: Record<string, string>) =>
      (await studio.get(`${deliveries}/${deliveryId}`, headers)).body.payload;
    expect(await payload()).toMatchObject(contact);
    expect(await payload(elsewhere)).toMatchObject({ clientID: clientId, ...hidden, phone: null, barcode: null });
    const again = await studio.post(`${deliveries}/${deliveryId}/redeliver`, undefined, elsewhere);
    expect([again.status, again.body.payload.email]).toEqual([202, null]);
  });

  test('a client of that site and its sessions are named', async () => {
    const clientId = await addClient(studio, { ...contact, homeLocationId: otherSite });
    const sessionId = await addSession(studio, { siteId: otherSite, startsIn: 0 });
    await at(clientId, { sessionId });
    expect((await legacy(elsewhere))[0].data).toMatchObject({ ...contact, sessionName: 'Flow', sessionID: sessionId });
  });

  test('a session of another site is refused without its name', async () => {
    const clientId = await addClient(studio);
    const sessionId = await addSession(studio, { name: 'Secret' });
    const { body } = await at(clientId, { bookingId: await addBooking(studio, clientId, sessionId) });
    expect(body).toMatchObject({ status: 'invalid', statusCode: 'wrong_location', sessionId });
    expect(body.message).toBe('The session takes place at another location.');
    const [{ data }] = await legacy(elsewhere);
    expect(data).toMatchObject({ sessionName: null, sessionType: null, sessionStartTime: null });
  });
});

describe('an error', () => {
  const detail = async (path: string, body: object, headers?: Record<string, string>) => {
    const response = await studio.post(path, body, headers);
    return [response.status, response.body.error.code, response.body.error.details[0]];
  };

  test('no_eligible_package names the packages that the caller may read', async () => {
    const clientId = await addClient(studio);
    const sold = await sellPackage(studio, clientId, { name: 'Uptown 5', eligibleSiteIds: [MAIN_SITE] });
    const sessionId = await addSession(studio, { siteId: otherSite });
    studio.events();
    const book = { clientId, sessionId, requireCredit: true };
    const why = { param: 'packageId', code: 'wrong_location' };
    const [text, hidden] = ['It is not valid at the site of this session.', 'A package you cannot view:'];
    const named = [409, 'no_eligible_package', { ...why, message: `Uptown 5: ${text}`, packageId: sold.id }];
    const unnamed = [409, 'no_eligible_package', { ...why, message: `${hidden} ${text}` }];
    expect(await detail('/v2/bookings', book)).toEqual(named);
    expect(await detail('/v2/bookings', book, elsewhere)).toEqual(unnamed);
    const booking = { 'x-service-api-key': await studio.makeKey({ scopes: ['bookings:write'] }) };
    expect(await detail('/v2/bookings', book, booking)).toEqual(unnamed);
    const reading = { 'x-service-api-key': await studio.makeKey({ scopes: ['bookings:write', 'packages:read'] }) };
    expect(await detail('/v2/bookings', book, reading)).toEqual(named);
    expect(studio.events()).toEqual([]);
  });

  test('of a sale or a payment for a client of another site is that of an unknown client', async () => {
    const [known, unknown] = [await addClient(studio), UNKNOWN];
    const planId = await createPlan(studio);
    studio.events();
    const refused = (id: string) => [
      400,
      'resource_missing',
      expect.objectContaining({ param: 'clientId', message: expect.stringContaining(id) }),
    ];
    for (const clientId of [known, unknown]) {
      const paid = {
        clientId,
        siteId: otherSite,
        amount: 500,
        currency: 'USD',
        paymentMethod: 'cash',
        purpose: 'other',
      };
      expect(await detail('/manage/payments', paid, elsewhere)).toEqual(refused(clientId));
      const sale = { clientId, siteId: otherSite, planId, paymentMethod: 'cash' };
      expect(await detail('/manage/packages', sale, elsewhere)).toEqual(refused(clientId));
    }
    expect(studio.events()).toEqual([]);
  });

  test('instructor_conflict names the sessions of the sites of the caller, in a preview too', async () => {
    const person = { firstName: 'Ina', lastName: 'Kay', email: 'ina@example.com', siteIds: [MAIN_SITE, otherSite] };
    const { id: instructorId } = (await studio.post('/v2/instructors', person)).body;
    const busy = await addSession(studio, { name: 'Secret', instructorId });
    const startTime = '2026-03-03T08:00:00.000Z';
    const session = { siteId: otherSite, name: 'Flow', startTime, durationMinutes: 60, instructorId };
    const seen = {
      conflictingSessionId: busy,
      conflictingName: 'Secret',
      instructorName: `${person.firstName} ${person.lastName}`,
      message: `At ${startTime} the instructor has 'Secret'.`,
    };
    const unseen = {
      conflictingSessionId: null,
      conflictingName: null,
      conflictingRoomName: null,
      conflictingStartTime: startTime,
      message: `At ${startTime} the instructor has a session at another site.`,
    };
    const refused = (details: object) => [409, 'instructor_conflict', expect.objectContaining(details)];
    expect(await detail('/manage/sessions', session)).toEqual(refused(seen));
    expect(await detail('/manage/sessions', session, elsewhere)).toEqual(refused(unseen));

    const schedule = {
      name: 'Flow',
      siteId: otherSite,
      timezone: 'UTC',
      startDate: '2026-03-03',
      startTime: '08:00',
      durationMinutes: 60,
      horizonDays: 7,
    };
    const busyAt = { ...schedule, instructorId };
    expect(await detail('/v2/schedules', busyAt)).toEqual(refused(seen));
    expect(await detail('/v2/schedules', busyAt, elsewhere)).toEqual(refused(unseen));
    const { id } = (await studio.post('/v2/schedules', schedule)).body;
    const preview = await studio.patch(`/v2/schedules/${id}?dry_run=true`, { instructorId }, elsewhere);
    const { message: _, ...conflict } = unseen;
    expect(preview.body.conflicts).toMatchObject([conflict]);
  });
});

describe('an endpoint that received events of all sites before', () => {
  test('shows and sends again to a credential of one site those of that site only', async () => {
    const url = 'http://127.0.0.1:9/hook';
    const { id } = (await studio.post('/v2/webhooks', { name: 'All', url, eventTypes: ['client.*'] })).body;
    await addClient(studio, { firstName: 'Secret' });
    await addClient(studio, { homeLocationId: otherSite });
    await studio.time.moveTo(studio.time.now() + 1);
    await studio.patch(`/v2/webhooks/${id}`, { locationScope: 'selected', locationIds: [otherSite] });
    const deliveries = `/v2/webhooks/${id}/deliveries`;
    const all = (await studio.get(deliveries)).body.data;
    expect(all.map(({ siteId }: { siteId: string }) => siteId)).toEqual([otherSite, MAIN_SITE]);
    const [own, other] = all;
    expect((await studio.get(deliveries, elsewhere)).body.data).toEqual([own]);
    expect((await studio.get(`${deliveries}/${own.id}`, elsewhere)).status).toBe(200);
    expect((await studio.get(`${deliveries}/${other.id}`, elsewhere)).status).toBe(404);
    expect((await studio.get(`${deliveries}?starting_after=${other.id}`, elsewhere)).body.error.code).toBe(
      'cursor_invalid',
    );
    const again = await studio.post(`${deliveries}/${other.id}/redeliver`, undefined, elsewhere);
    expect(again.status).toBe(404);
  });

  test('events about an endpoint of selected locations are of one of them, not of the default site', async () => {
    const here = { 'x-service-api-key': await studio.makeKey({ siteIds: [MAIN_SITE] }) };
    const selected = { locationScope: 'selected', locationIds: [otherSite] };
    const failing = { name: 'Secret', url: 'http://127.0.0.1:9/hook', eventTypes: ['client.created'], ...selected };
    const { id } = (await studio.post('/v2/webhooks', failing)).body;
    for (let count = 0; count < 3; count += 1) await addClient(studio, { homeLocationId: otherSite });
    await studio.time.moveTo(studio.time.now() + 300_000);
    expect((await studio.get(`/v2/webhooks/${id}`)).body.status).toBe('failing');
    expect(studio.events()).toEqual(['webhook.failing']);
    const eventsFor = async (headers: Record<string, string>) =>
      (await studio.get('/manage/events?type=webhook.failing', headers)).body.data;
    expect(await eventsFor(here)).toEqual([]);
    expect(await eventsFor(elsewhere)).toMatchObject([{ data: { name: 'Secret', siteId: otherSite } }]);
  });

  test('a ping to selected locations is of one of them', async () => {
    const selected = { locationScope: 'selected', locationIds: [otherSite] };
    const body = { name: 'Mine', url: 'http://127.0.0.1:9/hook', eventTypes: ['*'], ...selected };
    const { id } = (await studio.post('/v2/webhooks', body, elsewhere)).body;
    const [entry] = (await studio.get('/manage/audit-log?type=createWebhook')).body.data;
    expect(entry).toMatchObject({ recordId: id, siteId: otherSite });
    const ping = await studio.post(`/v2/webhooks/${id}/test`, undefined, elsewhere);
    expect([ping.status, ping.body.siteId, ping.body.payload.data]).toEqual([
      202,
      otherSite,
      { siteId: otherSite, webhookId: id },
    ]);
    expect((await studio.get(`/v2/webhooks/${id}/deliveries`, elsewhere)).body.data).toHaveLength(1);
    expect(studio.events()).toEqual(['ping']);
  });
});

test('a challenge cannot name the leaderboard of another site', async () => {
  const board = { name: 'Secret', rankBy: 'attendance', periodType: 'weekly', scope: 'site', siteId: MAIN_SITE };
  const { id: leaderboardId } = (await studio.post('/manage/leaderboards', board)).body;
  const days = { startDate: '2026-03-05', endDate: '2026-03-20' };
  const body = { title: 'Spring', type: 'points', ...days, siteIds: [otherSite], leaderboardId };
  const refused = await studio.post('/manage/challenges', body, elsewhere);
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
    400,
    'resource_missing',
    'leaderboardId',
  ]);
  expect((await studio.post('/manage/challenges', body)).status).toBe(201);
  expect(studio.events()).toEqual([]);
});

describe('an instructor of another site', () => {
  const missing = (param: string) => [400, 'resource_missing', param];

  test('is nobody for a credential of this site, and stays where the whole brand has put them', async () => {
    const person = { firstName: 'Ina', lastName: 'Kay', email: 'ina@example.com', siteIds: [MAIN_SITE] };
    const { id: instructorId } = (await studio.post('/v2/instructors', person)).body;
    studio.events();
    const send = async (method: string, path: string, body: object) => {
      const response = await studio.send(method, path, body, { 'content-type': 'application/json', ...elsewhere });
      return response.status < 300
        ? response.status
        : [response.status, response.body.error.code, response.body.error.param];
    };
    const session = { siteId: otherSite, name: 'Flow', startTime: '2026-03-03T08:00:00.000Z', durationMinutes: 60 };
    const schedule = {
      name: 'Flow',
      siteId: otherSite,
      startDate: '2026-03-05',
      startTime: '18:00',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'weekly' },
      horizonDays: 7,
    };
    expect(await send('POST', '/manage/sessions', { ...session, instructorId })).toEqual(missing('instructorId'));
    const additional = { ...schedule, additionalInstructorIds: [instructorId] };
    expect(await send('POST', '/v2/schedules', additional)).toEqual(missing('additionalInstructorIds[0]'));
    expect(studio.events()).toEqual([]);

    const { id } = (await studio.post('/manage/sessions', { ...session, instructorId })).body;
    expect(studio.events()).toEqual(['session.created']);
    expect(await send('PATCH', `/manage/sessions/${id}`, { instructorId, name: 'Slow' })).toBe(200);
    const own = (await studio.post('/manage/sessions', { ...session, startTime: '2026-03-04T08:00:00Z' })).body;
    expect(await send('POST', `/manage/sessions/${own.id}/substitute`, { instructorId })).toEqual(
      missing('instructorId'),
    );
  });
});
