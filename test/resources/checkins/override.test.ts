import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../helpers/first-visit.ts';
import { expectRecount } from './set-up.ts';

const studio = forEachTest(openStudio);
let clientId: string;
beforeEach(async () => {
  clientId = await addClient(studio);
});
afterEach(() => expectRecount(studio));

const letIn = (id: string, body: object = { reason: 'Pays tomorrow' }, headers = {}) =>
  studio.post(`/manage/checkins/${id}/override`, body, headers);
const refusedAt = async (fields: object = {}) => {
  const body = await studio.given(studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE, ...fields }));
  expect(body.status).toBe('invalid');
  return body;
};
const visits = async () => (await studio.get(`/v2/clients/${clientId}`)).body.stats.visits;

describe('POST /manage/checkins/{id}/override', () => {
  test('200 a refused client is in: valid as of then, a visit, with who decided and why', async () => {
    await studio.patch('/v2/settings', { membership: { requirePackageForCheckIn: true } });
    const { id, message } = await refusedAt();
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    await studio.time.skipTo(studio.time.now() + 60_000);
    const { status, body } = await letIn(id, { reason: 'Pays tomorrow' }, desk.headers);
    const at = new Date(studio.time.now()).toISOString();
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        status: 'valid',
        statusCode: 'ok',
        message: 'Let in by the front desk.',
        checkedInAt: inHours(0),
        override: { at, staffId: desk.id, reason: 'Pays tomorrow', statusCode: 'no_active_package', message },
      },
    ]);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['checkin.created', 'checkIn', ...FIRST_VISIT]);
    expect(events[0]?.data).toMatchObject({ checkinId: id, status: 'VALID', statusCode: 'OK' });
    expect(await visits()).toBe(1);
    expect((await studio.get(`/v2/checkins/${id}`)).body).toEqual(body);
    const entry = (await studio.get('/manage/audit-log?type=overrideCheckin')).body.data[0];
    expect(entry).toMatchObject({ staffId: desk.id, recordId: id, clientId, before: { status: 'invalid' } });
  });

  test('200 its booking is attended', async () => {
    const sessionId = await addSession(studio, { startsIn: DAY_MS });
    const bookingId = await addBooking(studio, clientId, sessionId);
    const { id } = await refusedAt({ sessionId });
    const { body } = await letIn(id);
    expect(body).toMatchObject({ status: 'valid', bookingId, sessionId, override: { statusCode: 'outside_window' } });
    expect(studio.events().slice(0, 3)).toEqual(['checkin.created', 'checkIn', 'booking.checked_in']);
    expect((await studio.get(`/v2/bookings/${bookingId}`)).body.status).toBe('attended');
    expect([await visits(), studio.count('checkins')]).toEqual([1, 1]);
    expect((await studio.post(`/manage/bookings/${bookingId}/undo`)).body.status).toBe('confirmed');
    expect((await letIn(id)).body.error.code).toBe('checkin_not_refused');
  });

  test('200 without its booking when that was cancelled since', async () => {
    const sessionId = await addSession(studio, { startsIn: DAY_MS });
    const bookingId = await addBooking(studio, clientId, sessionId);
    const { id } = await refusedAt({ sessionId });
    await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
    expect((await letIn(id)).body).toMatchObject({ status: 'valid', bookingId: null, sessionId });
    expect(await visits()).toBe(1);
  });

  test('200 without its booking when that is at a site of others', async () => {
    const { id: siteId } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const bookingId = await addBooking(studio, clientId, await addSession(studio, { siteId, startsIn: 60_000 }));
    const { id, statusCode } = await refusedAt({ bookingId });
    expect(statusCode).toBe('wrong_location');
    const headers = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await studio.post(`/v2/bookings/${bookingId}/checkin`, {}, headers)).status).toBe(404);
    studio.events();
    expect((await letIn(id, undefined, headers)).body).toMatchObject({ status: 'valid', bookingId: null });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', ...FIRST_VISIT]);
    expect((await studio.get(`/v2/bookings/${bookingId}`)).body.status).toBe('confirmed');
    expect(await visits()).toBe(1);
  });

  test('200 its booking at another site, by a caller of both', async () => {
    const { id: siteId } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const bookingId = await addBooking(studio, clientId, await addSession(studio, { siteId, startsIn: 60_000 }));
    const { id } = await refusedAt({ bookingId });
    expect((await letIn(id)).body).toMatchObject({ status: 'valid', bookingId });
    expect((await studio.get(`/v2/bookings/${bookingId}`)).body.status).toBe('attended');
  });

  test('200 a suspended client, by the decision of the desk', async () => {
    await studio.patch(`/v2/clients/${clientId}`, { status: 'suspended' });
    const { id } = await refusedAt();
    expect((await letIn(id)).body).toMatchObject({
      status: 'valid',
      override: { statusCode: 'suspended', staffId: null },
    });
  });

  test('400, 403, 404 and 409', async () => {
    await studio.patch(`/v2/clients/${clientId}`, { status: 'suspended' });
    const { id } = await refusedAt();
    expect((await letIn(id, {})).body.error.code).toBe('parameter_missing');
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect((await letIn(id, undefined, instructor.headers)).status).toBe(403);
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    expect((await letIn(id, undefined, await studio.withKey({ siteIds: [site.id] }))).status).toBe(404);
    await studio.given(letIn(id));
    const { status, body } = await letIn(id);
    expect([status, body.error.code, studio.events()]).toEqual([409, 'checkin_not_refused', []]);
    expect((await letIn(MAIN_SITE)).status).toBe(404);
  });
});
