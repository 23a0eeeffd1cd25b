import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

let id: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  id = await addClient(studio, { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' });
});

const patch = (body: object) => studio.patch(`/v2/clients/${id}`, body);

describe('PATCH /v2/clients/{id}', () => {
  test('200 changes what is sent, clears with null, raises changes and previous', async () => {
    await studio.given(patch({ phone: '1', tags: ['a'], metadata: { a: '1', b: '2' } }));
    await studio.time.moveTo(studio.time.now() + 1000);
    const response = await patch({ lastName: 'Moss', phone: null, tags: ['b'], metadata: { a: null, c: '3' } });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      firstName: 'Ann',
      fullName: 'Ann Moss',
      phone: null,
      tags: ['b'],
      metadata: { b: '2', c: '3' },
      updatedAt: '2026-03-02T08:00:01.000Z',
    });
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'client.updated',
      {
        clientId: id,
        siteId: MAIN_SITE,
        changes: {
          lastName: 'Moss',
          fullName: 'Ann Moss',
          phone: null,
          tags: ['b'],
          metadata: { b: '2', c: '3' },
        },
        previous: {
          lastName: 'Lee',
          fullName: 'Ann Lee',
          phone: '1',
          tags: ['a'],
          metadata: { a: '1', b: '2' },
        },
      },
    ]);
  });

  test('409 site_inactive for a new home at an inactive site; a home that became inactive stays', async () => {
    const closed = await studio.given(studio.post('/v2/sites', { name: 'Closed', status: 'inactive' }));
    const sent = { firstName: 'Bo', lastName: 'Lee', email: 'bo@example.com' };
    const refused = [
      await studio.post('/v2/clients', { ...sent, homeLocationId: closed.id }),
      await patch({ homeSiteId: closed.id }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'site_inactive'],
      [409, 'site_inactive'],
    ]);
    expect(studio.events()).toEqual([]);

    await studio.patch(`/v2/sites/${closed.id}`, { status: 'active' });
    await patch({ homeLocationId: closed.id });
    await studio.delete(`/v2/sites/${closed.id}`);
    const kept = await patch({ homeLocationId: closed.id, phone: '1' });
    expect([kept.status, kept.body.homeLocationId, kept.body.phone]).toEqual([200, closed.id, '1']);
  });

  test('200 an empty one, or one that changes nothing, raises nothing', async () => {
    const before = (await studio.get(`/v2/clients/${id}`)).body;
    await studio.time.moveTo(studio.time.now() + 1000);
    expect((await patch({})).body).toEqual(before);
    expect((await patch({ email: 'ANN@example.com', homeSiteId: MAIN_SITE, status: 'active' })).body).toEqual(before);
    expect(studio.events()).toEqual([]);
  });

  test('200 notes and alerts change and raise no event', async () => {
    const { body } = await patch({ notes: 'Knee', alerts: { red: 'Nuts' } });
    expect(body).toMatchObject({ notes: 'Knee', alerts: { red: 'Nuts', yellow: null } });
    expect(studio.events()).toEqual([]);
    await patch({ firstName: 'Anna', notes: 'Knee, left' });
    const [event] = studio.eventsInFull();
    expect(Object.keys(event?.data.changes as object)).toEqual(['firstName', 'fullName']);
  });

  test('200 alerts, waiver, consent and address keep what is left out', async () => {
    await patch({
      alerts: { red: 'Nuts' },
      waiver: { status: 'signed', version: '2' },
      marketingConsent: { email: true },
      address: { line1: '1 Main St', city: 'Springfield' },
    });
    const { body } = await patch({
      alerts: { yellow: 'New' },
      waiver: { status: 'expired' },
      marketingConsent: { sms: true },
      address: { city: 'Shelbyville' },
    });
    expect(body).toMatchObject({
      alerts: { red: 'Nuts', yellow: 'New' },
      waiver: { status: 'expired', version: '2' },
      marketingConsent: { email: true, sms: true, push: false },
    });
    const unknown = { line2: null, state: null, postalCode: null, country: null };
    expect(body.address).toEqual({ ...unknown, line1: '1 Main St', city: 'Shelbyville' });
    const cleared = await patch({ alerts: null, address: null });
    expect([cleared.body.alerts, cleared.body.address]).toEqual([null, null]);
  });

  test('200 the leaderboard visibility, with its words in capitals in the event; 400 another word, or null', async () => {
    expect((await patch({ leaderboardVisibility: 'hidden' })).body.leaderboardVisibility).toBe('hidden');
    const [event, ...others] = studio.eventsInFull();
    expect([event?.type, others, event?.data]).toEqual([
      'client.updated',
      [],
      {
        clientId: id,
        siteId: MAIN_SITE,
        changes: { leaderboardVisibility: 'HIDDEN' },
        previous: { leaderboardVisibility: 'INITIALS' },
      },
    ]);
    for (const leaderboardVisibility of ['public', null]) {
      const { status, body } = await patch({ leaderboardVisibility });
      expect([status, body.error.param]).toEqual([400, 'leaderboardVisibility']);
    }
    expect(studio.events()).toEqual([]);
  });

  test('200 a status changes with an event of its own', async () => {
    await patch({ status: 'suspended' });
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'client.status_changed',
      { clientId: id, siteId: MAIN_SITE, status: 'SUSPENDED', previousStatus: 'ACTIVE' },
    ]);
    await patch({ status: 'active', lastName: 'Moss' });
    expect(studio.events()).toEqual(['client.updated', 'client.status_changed']);
  });

  test('200 status active restores an archived client', async () => {
    await studio.given(studio.delete(`/v2/clients/${id}`));
    const response = await patch({ status: 'active' });
    expect([response.status, response.body.status, response.body.archivedAt]).toEqual([200, 'active', null]);
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data.previousStatus]).toEqual(['client.restored', 'ARCHIVED']);
    expect((await studio.get('/v2/clients?search=ann')).body.data).toHaveLength(1);
  });

  test('200 moves to another home, and raises the event there', async () => {
    const site = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    expect((await patch({ homeSiteId: site.id })).body.homeLocationId).toBe(site.id);
    expect(studio.eventsInFull()[0]?.data.siteId).toBe(site.id);
  });

  test('400 archived, unknown fields, unknown records, itself as referrer', async () => {
    const refusal = async (fields: object) => errorWithParam(await patch(fields));
    expect(await refusal({ status: 'archived' })).toEqual([400, 'parameter_invalid', 'status']);
    expect(await refusal({ fullname: 'x' })).toEqual([400, 'parameter_unknown', 'fullname']);
    expect(await refusal({ firstName: null })).toEqual([400, 'parameter_invalid', 'firstName']);
    expect(await refusal({ homeLocationId: UNKNOWN })).toEqual([400, 'resource_missing', 'homeLocationId']);
    expect(await refusal({ referredByClientId: id })).toEqual([400, 'parameter_invalid', 'referredByClientId']);
    const pairs = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']));
    expect((await patch({ metadata: pairs })).status).toBe(400);
    expect(studio.events()).toEqual([]);
  });

  test('400 a barcode of another client, 200 its own', async () => {
    await addClient(studio, { barcode: 'B1' });
    expect((await patch({ barcode: 'B1' })).body.error.param).toBe('barcode');
    await patch({ barcode: 'B2' });
    expect((await patch({ barcode: 'B2', phone: '1' })).status).toBe(200);
  });

  test('401, 403 and 404', async () => {
    const body = { lastName: 'Moss' };
    expect((await studio.patch(`/v2/clients/${id}`, body, { 'x-service-api-key': '' })).status).toBe(401);
    const reader = await studio.withKey({ scopes: ['clients:read'] });
    expect((await studio.patch(`/v2/clients/${id}`, body, reader)).status).toBe(403);
    expect((await studio.patch(`/v2/clients/${UNKNOWN}`, body)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('409 the email of another client, and any other status of an archived one', async () => {
    const other = await addClient(studio, { email: 'bo@example.com' });
    const taken = await patch({ email: 'Bo@example.com' });
    expect([taken.status, taken.body.error.code, taken.body.error.details[0].clientId]).toEqual([
      409,
      'client_email_exists',
      other,
    ]);
    await studio.given(studio.delete(`/v2/clients/${id}`));
    expect(errorOf(await patch({ status: 'lead' }))).toEqual([409, 'client_archived']);
    expect(studio.events()).toEqual([]);
  });
});
