import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { errorWithParam, problemsOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };

const addSite = async (): Promise<string> => {
  const body = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
  return body.id;
};

describe('POST /v2/clients', () => {
  test('201 with defaults', async () => {
    const response = await studio.post('/v2/clients', { ...ann, firstName: ' Ann ', email: 'Ann@Example.COM' });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'client',
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      status: 'active',
      homeLocationId: MAIN_SITE,
      joinedAt: '2026-03-02T08:00:00.000Z',
      tags: [],
      customProperties: {},
      alerts: null,
      waiver: { status: 'none', version: null, signedAt: null },
      marketingConsent: { email: false, sms: false, push: false, updatedAt: null, source: null },
      leaderboardVisibility: 'initials',
      stats: { bookings: 0, visits: 0, noShows: 0, lateCancels: 0, nextBookingAt: null },
      accountBalance: { amount: 0, currency: 'USD' },
      defaultPaymentMethod: null,
      isInArrears: false,
      archivedAt: null,
      metadata: {},
      externalId: null,
    });
    const [event] = studio.eventsInFull();
    expect(event).toMatchObject({
      type: 'client.created',
      data: { clientId: response.body.id, status: 'ACTIVE', homeLocationId: MAIN_SITE, siteId: MAIN_SITE },
    });
  });

  test('201 with every field, instants in UTC', async () => {
    const siteId = await addSite();
    const referredByClientId = await addClient(studio);
    const sent = {
      ...ann,
      phone: '+1 555 0100',
      dateOfBirth: '1990-02-28',
      gender: 'female',
      address: { line1: '1 Main St', city: 'Springfield', country: 'US' },
      photoUrl: 'https://example.com/ann.jpg',
      preferredLocale: 'en-US',
      timezone: 'Europe/London',
      status: 'lead',
      emergencyContact: { name: 'Bo' },
      barcode: 'B1',
      fobNumber: 'F1',
      leadSource: 'walk-in',
      referredByClientId,
      tags: ['early'],
      customProperties: { shoe: { size: 38 } },
      notes: 'Line one\nline two',
      alerts: { red: 'Nuts' },
      metadata: { crm: '7' },
      externalId: 'old-7',
      leaderboardVisibility: 'visible',
    };
    const response = await studio.post('/v2/clients', {
      ...sent,
      homeSiteId: siteId,
      joinedAt: '2025-01-01T01:00:00+01:00',
      waiver: { status: 'signed', signedAt: '2026-01-01T00:00:00+01:00' },
      marketingConsent: { email: true, source: 'form' },
    });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      ...sent,
      homeLocationId: siteId,
      joinedAt: '2025-01-01T00:00:00.000Z',
      emergencyContact: { name: 'Bo', phone: null, email: null, relationship: null },
      alerts: { red: 'Nuts', yellow: null },
      waiver: { status: 'signed', version: null, signedAt: '2025-12-31T23:00:00.000Z' },
      marketingConsent: { email: true, sms: false, updatedAt: '2026-03-02T08:00:00.000Z', source: 'form' },
    });
    expect((await studio.get(`/v2/clients/${response.body.id}`)).body).toEqual(response.body);
  });

  test('400 every problem at once', async () => {
    const response = await studio.post('/v2/clients', { firstname: 'x', email: 'nobody', status: 'archived' });
    expect(problemsOf(response).sort()).toEqual([
      400,
      'email parameter_invalid',
      'firstName parameter_missing',
      'firstname parameter_unknown',
      'lastName parameter_missing',
      'status parameter_invalid',
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('400 a home or a referrer that does not exist, and two homes', async () => {
    const refusal = async (fields: object) => errorWithParam(await studio.post('/v2/clients', { ...ann, ...fields }));
    expect(await refusal({ homeLocationId: UNKNOWN })).toEqual([400, 'resource_missing', 'homeLocationId']);
    expect(await refusal({ homeSiteId: UNKNOWN })).toEqual([400, 'resource_missing', 'homeSiteId']);
    expect(await refusal({ homeSiteId: UNKNOWN, homeLocationId: MAIN_SITE })).toEqual([
      400,
      'parameter_invalid',
      'homeSiteId',
    ]);
    expect(await refusal({ referredByClientId: UNKNOWN })).toEqual([400, 'resource_missing', 'referredByClientId']);
    expect(studio.events()).toEqual([]);
  });

  test('400 a barcode or fob number that another client has, naming it', async () => {
    const holder = await addClient(studio, { barcode: 'B1', fobNumber: 'F1' });
    for (const [param, value] of Object.entries({ barcode: 'B1', fobNumber: 'F1' })) {
      const { status, body } = await studio.post('/v2/clients', { ...ann, [param]: value });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', param]);
      expect(body.error.message).toContain(holder);
    }
    expect(studio.events()).toEqual([]);
  });

  test('401 without a credential, 403 without the scope or outside its sites', async () => {
    expect((await studio.post('/v2/clients', ann, { 'x-service-api-key': '' })).status).toBe(401);
    const reader = await studio.withKey({ scopes: ['clients:read'] });
    expect((await studio.post('/v2/clients', ann, reader)).body.error.code).toBe('permission_denied');
    const elsewhere = await studio.withKey({ siteIds: [await addSite()] });
    expect((await studio.post('/v2/clients', ann, elsewhere)).body.error.code).toBe('site_not_allowed');
    expect(studio.events()).toEqual([]);
  });

  test('409 client_email_exists in any case, archived or not, naming the client', async () => {
    const id = await addClient(studio, ann);
    const again = async () => {
      const { status, body } = await studio.post('/v2/clients', { ...ann, email: 'ANN@example.com' });
      return [status, body.error.code, body.error.details[0].clientId];
    };
    expect(await again()).toEqual([409, 'client_email_exists', id]);
    await studio.given(studio.delete(`/v2/clients/${id}`));
    expect(await again()).toEqual([409, 'client_email_exists', id]);
    expect(studio.events()).toEqual([]);
  });

  test('409 for all but one of the same email at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => studio.post('/v2/clients', ann)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(studio.events()).toEqual(['client.created']);
    expect((await studio.get('/v2/clients?search=ann')).body.data).toHaveLength(1);
  });
});

describe('GET /v2/clients', () => {
  test('200 newest first, both ways, archived ones only on request', async () => {
    const ids = [await addClient(studio), await addClient(studio), await addClient(studio), await addClient(studio)];
    const [first, second, third, fourth] = ids as [string, string, string, string];
    await studio.delete(`/v2/clients/${second}`);
    const list = async (query: string) => {
      const { body } = await studio.get(`/v2/clients?${query}`);
      return body.data.map((client: { id: string }) => client.id);
    };
    expect(await list('')).toEqual([fourth, third, first]);
    expect(await list('include_archived=true')).toEqual([fourth, third, second, first]);
    expect(await list(`limit=1&starting_after=${fourth}`)).toEqual([third]);
    expect(await list(`limit=1&ending_before=${first}`)).toEqual([third]);
  });

  test('200 by email in any case, by external id, expanded', async () => {
    const id = await addClient(studio, { ...ann, externalId: 'old-1' });
    await addClient(studio);
    for (const query of ['email=ANN@example.com', 'external_id=old-1']) {
      const { body } = await studio.get(`/v2/clients?${query}&expand[]=data.homeLocation`);
      expect(body.data.map((client: { id: string }) => client.id)).toEqual([id]);
      expect(body.data[0].homeLocation).toMatchObject({ id: MAIN_SITE, object: 'site' });
    }
  });

  test('400 a bad filter, an unknown cursor, an unknown expansion, both cursors', async () => {
    const code = async (query: string) => errorWithParam(await studio.get(`/v2/clients?${query}`));
    expect(await code('email=nobody')).toEqual([400, 'parameter_invalid', 'email']);
    expect(await code('search=')).toEqual([400, 'parameter_invalid', 'search']);
    expect(await code('name=ann')).toEqual([400, 'parameter_unknown', 'name']);
    expect(await code(`starting_after=${UNKNOWN}`)).toEqual([400, 'cursor_invalid', 'starting_after']);
    expect(await code(`search=ann&ending_before=${UNKNOWN}`)).toEqual([400, 'cursor_invalid', 'ending_before']);
    expect(await code('expand[]=bookings')).toEqual([400, 'parameter_invalid', 'expand[]']);
    expect(await code('starting_after=a&ending_before=b')).toEqual([400, 'parameter_invalid', 'ending_before']);
  });

  test('200 a restricted caller pages through the clients of its sites only', async () => {
    const [uptown, harbour] = [await addSite(), await addSite()];
    const ids: string[] = [];
    for (const site of [uptown, MAIN_SITE, harbour, uptown, harbour]) {
      ids.unshift(await addClient(studio, { homeLocationId: site }));
    }
    const mine = ids.filter((_, index) => index !== 3);
    const key = await studio.withKey({ siteIds: [uptown, harbour] });
    const page = async (query: string) => {
      const { body } = await studio.get(`/v2/clients?limit=2${query}`, key);
      return { ids: body.data.map((client: { id: string }) => client.id), next: body.nextCursor, more: body.hasMore };
    };
    expect(await page('')).toEqual({ ids: mine.slice(0, 2), next: mine[1], more: true });
    expect(await page(`&starting_after=${mine[1]}`)).toEqual({ ids: mine.slice(2), next: null, more: false });
    expect(await page(`&ending_before=${mine[2]}`)).toEqual({ ids: mine.slice(0, 2), next: mine[1], more: false });
    expect((await page(`&ending_before=${mine[3]}`)).more).toBe(true);
    expect((await page('&search=client')).ids).toEqual(mine.slice(0, 2));
  });
});

describe('one client', () => {
  test('200 GET with its home, 404 unknown, of another site, or no id at all', async () => {
    const id = await addClient(studio);
    const { status, body } = await studio.get(`/v2/clients/${id}?expand[]=homeLocation`);
    expect([status, body.homeLocation.id]).toEqual([200, MAIN_SITE]);
    const key = await studio.withKey({ siteIds: [await addSite()] });
    expect((await studio.get(`/v2/clients/${id}`, key)).status).toBe(404);
    expect((await studio.get(`/v2/clients/${UNKNOWN}`)).body.error.code).toBe('resource_not_found');
    expect((await studio.get('/v2/clients/nobody')).status).toBe(404);
    expect((await studio.get(`/v2/clients/${id}`, { 'x-service-api-key': '' })).status).toBe(401);
  });

  test('200 DELETE archives, cancels the bookings ahead and keeps the email; again it changes nothing', async () => {
    const id = await addClient(studio, ann);
    const sessionId = await addSession(studio, { capacity: 1 });
    const bookingId = await addBooking(studio, id, sessionId);
    const response = await studio.delete(`/v2/clients/${id}`);
    expect([response.status, response.body]).toEqual([
      200,
      { id, object: 'client', deleted: true, archived: true, archivedAt: '2026-03-02T08:00:00.000Z' },
    ]);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['booking.cancelled', 'session.spot_available', 'client.archived']);
    expect(events[0]?.data).toMatchObject({ bookingId, cancelledBy: 'SYSTEM', cancelReason: 'CLIENT_ARCHIVED' });
    expect(events[2]?.data).toMatchObject({ clientId: id, status: 'ARCHIVED', previousStatus: 'ACTIVE' });
    await studio.time.moveTo(studio.time.now() + 1000);
    expect((await studio.delete(`/v2/clients/${id}`)).body).toEqual(response.body);
    expect(studio.events()).toEqual([]);
    expect((await studio.get(`/v2/clients/${id}`)).body).toMatchObject({ status: 'archived', stats: { bookings: 0 } });
    expect((await studio.delete(`/v2/clients/${UNKNOWN}`)).status).toBe(404);
    expect((await studio.delete(`/v2/clients/${id}`, { 'x-service-api-key': '' })).status).toBe(401);
  });
});

test('custom properties have keys of any text, also those of every JavaScript object', async () => {
  const customProperties = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2},"toString":"z"}');
  const { status, body } = await studio.post('/v2/clients', { ...ann, customProperties });
  expect([status, JSON.stringify(body.customProperties)]).toEqual([201, JSON.stringify(customProperties)]);
  const more = JSON.parse('{"customProperties":{"__proto__":{"w":3},"toString":null}}');
  const patched = await studio.patch(`/v2/clients/${body.id}`, more);
  expect(JSON.stringify(patched.body.customProperties)).toBe('{"__proto__":{"x":1,"w":3},"constructor":{"y":2}}');
});

describe('custom properties of more than 16 KiB', () => {
  /** As JSON, `{"a":"xx..."}` has this many bytes. */
  const ofBytes = (bytes: number, text = 'x') => ({ a: text.repeat((bytes - 8) / Buffer.byteLength(text)) });
  const limit = 16 * 1024;

  test.each(['x', 'é'])('201 up to them and 400 above, in bytes of JSON: %s', async (text) => {
    const create = (bytes: number) => studio.post('/v2/clients', { ...ann, customProperties: ofBytes(bytes, text) });
    const refused = await create(limit + 2);
    expect([refused.status, refused.body.error.param]).toEqual([400, 'customProperties']);
    expect(studio.events()).toEqual([]);
    const created = await create(limit);
    expect([created.status, created.body.customProperties]).toEqual([201, ofBytes(limit, text)]);
    expect(studio.events()).toEqual(['client.created']);
  });

  test('400 a PATCH that adds up to more, which changes nothing; 200 when it removes as much', async () => {
    const id = await addClient(studio, { ...ann, customProperties: ofBytes(limit) });
    const patch = (customProperties: object) => studio.patch(`/v2/clients/${id}`, { customProperties });
    const refused = await patch({ b: 'y' });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'customProperties']);
    expect((await studio.get(`/v2/clients/${id}`)).body.customProperties).toEqual(ofBytes(limit));
    expect(studio.events()).toEqual([]);
    expect((await patch({ a: null, b: 'y' })).body.customProperties).toEqual({ b: 'y' });
    expect(studio.events()).toEqual(['client.updated']);
  });
});
