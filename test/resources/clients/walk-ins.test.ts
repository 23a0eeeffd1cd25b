import { describe, expect, test } from 'bun:test';
import type { Person } from '../../../src/auth/members/id-tokens.ts';
import { linkingOf } from '../../../src/resources/member-links/sign-in.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { exportFile, imported, importFile } from '../imports/set-up.ts';

const studio = forEachTest(openStudio);

const NOA = { firstName: 'Noa', lastName: 'Reed', phone: '+1 212 555 0103', barcode: 'W-1', fobNumber: 'F-1' };

const addWalkIn = async (fields: object = NOA) => {
  const response = await studio.post('/manage/clients', fields);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};

const found = (query: string) => studio.listed(`/v2/clients?${query}`);

describe('a client without an email', () => {
  test('201 is created under /manage, with email null; under /v2 the email is required', async () => {
    const body = await addWalkIn();
    expect(body).toMatchObject({ object: 'client', fullName: 'Noa Reed', email: null, homeLocationId: MAIN_SITE });
    const [event] = studio.eventsInFull();
    expect(event).toMatchObject({ type: 'client.created', data: { clientId: body.id, status: 'ACTIVE' } });
    expect((await studio.get(`/v2/clients/${body.id}`)).body).toEqual(body);
    for (const email of [undefined, null]) {
      const refused = await studio.post('/v2/clients', { ...NOA, barcode: 'W-2', fobNumber: 'F-2', email });
      expect([refused.status, refused.body.error.param]).toEqual([400, 'email']);
    }
    expect(studio.events()).toEqual([]);
  });

  test('201 any number of them, also with email null; 409 for an email that is taken', async () => {
    await addWalkIn({ firstName: 'A', lastName: 'B' });
    await addWalkIn({ firstName: 'A', lastName: 'B', email: null });
    const { id } = await studio.given(addWalkIn({ firstName: 'A', lastName: 'B', email: 'Ab@Example.com' }));
    const taken = await studio.post('/manage/clients', { firstName: 'C', lastName: 'D', email: 'ab@example.com' });
    expect(taken).toMatchObject({
      status: 409,
      body: { error: { code: 'client_email_exists', details: [{ clientId: id }] } },
    });
    expect(studio.events()).toEqual([]);
  });

  test('409 with a home that takes nothing new, as under /v2', async () => {
    const { id } = await studio.given(studio.post('/v2/sites', { name: 'Closed', status: 'inactive' }));
    const refused = await studio.post('/manage/clients', { ...NOA, homeLocationId: id });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'site_inactive']);
    expect(studio.events()).toEqual([]);
  });

  test('200 is found by name and phone number, and gets an email with a PATCH', async () => {
    const { id } = await addWalkIn();
    await studio.given(addWalkIn({ firstName: 'Other', lastName: 'One' }));
    expect(await found('search=noa')).toEqual([id]);
    expect(await found('search=2125550103')).toEqual([id]);
    expect(await found('search=null')).toEqual([]);
    const patched = await studio.patch(`/v2/clients/${id}`, { email: 'Noa@Example.com' });
    expect(patched).toMatchObject({ status: 200, body: { email: 'noa@example.com' } });
    expect(studio.eventsInFull().map(({ type, data }) => [type, data.changes, data.previous])).toEqual([
      ['client.updated', { email: 'noa@example.com' }, { email: null }],
    ]);
    expect(await found('search=noa@example')).toEqual([id]);
    expect(await found('email=noa@example.com')).toEqual([id]);
    const cleared = await studio.patch(`/v2/clients/${id}`, { email: null });
    expect([cleared.status, cleared.body.error.param]).toEqual([400, 'email']);
    expect(studio.events()).toEqual([]);
  });

  test('201 books and checks in by barcode or fob; the legacy event has no email', async () => {
    const { id } = await addWalkIn();
    await studio.post('/v2/webhooks', { name: 'Door', url: 'http://127.0.0.1:9/', eventTypes: ['checkIn'] });
    const sessionId = await addSession(studio);
    expect((await studio.post('/v2/bookings', { clientId: id, sessionId })).status).toBe(201);
    for (const identifier of [{ barcode: 'W-1' }, { fobNumber: 'F-1' }]) {
      const response = await studio.post('/v2/checkins', { locationId: MAIN_SITE, ...identifier });
      expect(response).toMatchObject({ status: 201, body: { clientId: id, status: 'valid' } });
    }
    const legacy = studio.eventsInFull().find(({ type }) => type === 'checkIn');
    expect(legacy).toMatchObject({ clientID: id, firstName: 'Noa', email: null });
    const byEmail = await studio.post('/v2/checkins', { locationId: MAIN_SITE, email: 'noa@example.com' });
    expect(byEmail).toMatchObject({ status: 400, body: { error: { code: 'resource_missing', param: 'email' } } });
  });

  test('is nobody who signs in, whatever the identity says', async () => {
    await addWalkIn();
    const linking = linkingOf(() => false);
    for (const email of [undefined, '', 'null']) {
      const names = { firstName: 'Noa', lastName: 'Reed', name: 'Noa Reed' };
      const signing: Person = { issuer: 'https://login.example', subject: 'noa', ...names, email };
      expect(linking.canLink(studio.store.view(), signing, MAIN_SITE)).toBe(false);
      await studio.store.write((tx) => linking.link(tx, signing, MAIN_SITE));
    }
    expect(studio.db.query('select * from memberLinks').all()).toEqual([]);
  });
});

describe('files', () => {
  test('200 a row with an external id needs no email, and the file round-trips', async () => {
    const file = 'externalId,firstName,lastName,email,phone\n1,Noa,Reed,,555 0103\n2,Ann,Lee,ann@example.com,\n';
    expect(await imported(studio, 'clients', file)).toMatchObject({ created: 2 });
    expect(await imported(studio, 'clients', file)).toMatchObject({ unchanged: 2 });
    for (const format of ['csv', 'json'] as const) {
      const exported = await exportFile(studio, 'clients', format);
      const sent = format === 'csv' ? exported : JSON.parse(exported);
      expect(await imported(studio, 'clients', sent)).toMatchObject({ unchanged: 2 });
      const other = await openStudio();
      expect(await imported(other, 'clients', sent)).toMatchObject({ created: 2 });
      expect((await other.get('/v2/clients?external_id=1')).body.data[0]).toMatchObject({ email: null });
    }
    // A row without an email leaves the one of the client as it is.
    const [{ id }] = (await studio.get('/v2/clients?external_id=1')).body.data;
    await studio.patch(`/v2/clients/${id}`, { email: 'noa@example.com' });
    expect(await imported(studio, 'clients', file)).toMatchObject({ unchanged: 2 });
    expect((await studio.get(`/v2/clients/${id}`)).body.email).toBe('noa@example.com');
  });

  test('400 a row without email, external id and id, which a second import would create again', async () => {
    const response = await importFile(studio, 'clients', 'firstName,lastName,email\nNoa,Reed,\n');
    expect(response.status).toBe(400);
    expect(response.body.error.details[0]).toMatchObject({ column: 'email', code: 'parameter_missing' });
    expect(studio.events()).toEqual([]);
  });
});

test('400 without an email, with the way to create a client who has none', async () => {
  const { status, body } = await studio.post('/v2/clients', { firstName: 'Noa', lastName: 'Reed' });
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    'parameter_missing',
    "'email' is missing. Send it: it must be a string. Create a client without an email, such as a walk-in, with POST /manage/clients.",
  ]);
  expect((await studio.post('/manage/clients', { firstName: 'Noa', lastName: 'Reed' })).status).toBe(201);
});
