import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { createClient, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const byExternalId = async (externalId: string) =>
  (await studio.get(`/v2/clients?external_id=${externalId}&include_archived=true`)).body.data[0];

describe('clients from CSV', () => {
  test('200 created with the fields of the interface, and no event but that of the import', async () => {
    const file = [
      'externalId,firstName,lastName,email,address.city,address.country,tags,metadata.source,marketingConsent.email,leaderboardVisibility,notes',
      '17,Ann,"Lee, PhD",Ann@Example.com,Paris,FR,yoga; am,crm,TRUE,hidden,"two\r\nlines"',
      '18,Bob,Ray,bob@example.com,,,"[""a;b""]",,,,',
    ].join('\r\n');
    const response = await imported(studio, 'clients', `\ufeff${file}`);
    expect(response).toMatchObject({
      object: 'import',
      family: 'clients',
      dryRun: false,
      rows: 2,
      created: 2,
      updated: 0,
    });
    expect(response.results.map(({ row, action }: { row: number; action: string }) => [row, action])).toEqual([
      [2, 'created'],
      [3, 'created'],
    ]);
    expect(await byExternalId('17')).toMatchObject({
      id: response.results[0].id,
      lastName: 'Lee, PhD',
      email: 'ann@example.com',
      address: { city: 'Paris', country: 'FR' },
      tags: ['yoga', 'am'],
      metadata: { source: 'crm' },
      marketingConsent: { email: true, sms: false },
      leaderboardVisibility: 'hidden',
      notes: 'two\r\nlines',
      homeLocationId: MAIN_SITE,
    });
    expect(await byExternalId('18')).toMatchObject({ tags: ['a;b'], address: null, leaderboardVisibility: 'initials' });
    expect(studio.eventsInFull().map(({ type, data }) => [type, data])).toEqual([
      ['import.completed', { family: 'CLIENTS', created: 2, updated: 0, siteId: MAIN_SITE }],
    ]);
    expect((await studio.get('/v2/clients?search=ray')).body.data).toHaveLength(1);
  });

  test('200 preferences in state, for new clients only; 400 with what is wrong with them', async () => {
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };
    const row = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', externalId: '17' };
    const stateOf = (notifications: object, units: object) => ({
      state: { notificationPreferences: { ...notifications, ...times }, unitPreferences: { ...units, ...times } },
    });
    const wrong = stateOf({ reminderMinutesBefore: [0] }, { weight: 'stone' });
    expect(complaints(await importFile(studio, 'clients', [{ ...row, ...wrong }]))).toEqual([
      '1 state.notificationPreferences.reminderMinutesBefore[0] parameter_invalid',
    ]);
    const response = await imported(studio, 'clients', [
      { ...row, ...stateOf({ reminderMinutesBefore: [30] }, { weight: 'lb' }) },
    ]);
    const preferences = async (path: string) =>
      (await studio.send('GET', `/v2/member/${path}`, undefined, { 'x-client-id': response.results[0].id })).body;
    const stored = [
      { reminderMinutesBefore: [30], updatedAt: times.updatedAt },
      { weight: 'lb', updatedAt: times.updatedAt },
    ];
    const paths = ['notifications/preferences', 'preferences/units'];
    expect(await Promise.all(paths.map(preferences))).toMatchObject(stored);
    await imported(studio, 'clients', [{ ...row, ...stateOf({}, {}) }]);
    expect(await Promise.all(paths.map(preferences))).toMatchObject(stored);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('200 identified by external id, email or id: updated, or unchanged', async () => {
    const id = await createClient(studio, { email: 'cara@example.com', phone: '1', notes: 'kept' });
    const first = `externalId,firstName,lastName,email\n1,Ann,Lee,ann@example.com\n`;
    await imported(studio, 'clients', first);
    expect(await imported(studio, 'clients', first)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    const second = `id,externalId,email,phone\n,1,,+1 555\n,,CARA@example.com,2\n`;
    expect(await imported(studio, 'clients', second)).toMatchObject({ created: 0, updated: 2, unchanged: 0 });
    expect(await byExternalId('1')).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', phone: '+1 555' });
    expect((await studio.get(`/v2/clients/${id}`)).body).toMatchObject({ phone: '2', notes: 'kept' });
    await imported(studio, 'clients', `id,phone\n${id},3\n`);
    expect((await studio.get(`/v2/clients/${id}`)).body).toMatchObject({ phone: '3', email: 'cara@example.com' });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'import.completed',
      'import.completed',
      'client.updated',
      'client.updated',
      'import.completed',
      'client.updated',
      'import.completed',
    ]);
    expect(events.slice(-2).map(({ data }) => data)).toEqual([
      { clientId: id, changes: { phone: '3' }, previous: { phone: '2' }, siteId: MAIN_SITE },
      { family: 'CLIENTS', created: 0, updated: 1, siteId: MAIN_SITE },
    ]);
  });

  test('200 a dry run reports what would change, and writes nothing', async () => {
    const id = await createClient(studio, { email: 'cara@example.com' });
    const file = 'firstName,lastName,email\nAnn,Lee,new@example.com\nCara,Roe,cara@example.com\n';
    const response = await importFile(studio, 'clients', file, { dryRun: true });
    expect(response.body).toMatchObject({ dryRun: true, created: 1, updated: 1 });
    expect(response.body.results).toEqual([
      { row: 2, action: 'created', id: null },
      { row: 3, action: 'updated', id },
    ]);
    expect((await studio.get('/v2/clients')).body.data).toHaveLength(1);
    expect((await studio.get(`/v2/clients/${id}`)).body.lastName).toBe('Lee');
    expect(studio.events()).toEqual([]);
  });

  test('200 an archived client, and one whose referrer is in a later row', async () => {
    const file = [
      'externalId,firstName,lastName,email,status,archivedAt,referredByClientExternalId,createdAt',
      'a,Ann,Lee,a@example.com,archived,2025-05-01T10:00:00Z,b,2024-01-01T00:00:00+01:00',
      'b,Bob,Ray,b@example.com,,,,',
    ].join('\n');
    await imported(studio, 'clients', file);
    expect(await byExternalId('a')).toMatchObject({
      status: 'archived',
      archivedAt: '2025-05-01T10:00:00.000Z',
      createdAt: '2023-12-31T23:00:00.000Z',
      referredByClientId: (await byExternalId('b')).id,
    });
    expect(await imported(studio, 'clients', file)).toMatchObject({ unchanged: 2 });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('400 every bad row with its column, and nothing is written', async () => {
    await createClient(studio, { email: 'taken@example.com', barcode: 'B1' });
    const file = [
      'externalId,firstName,lastName,email,homeLocationId,barcode,dateOfBirth,status',
      '1,Ann,Lee,ann@example.com,,,,',
      ',,Lee,,,,,',
      '3,Bob,Ray,nobody,,,31.13.1990,gone',
      `4,Cy,Fox,cy@example.com,${UNKNOWN},,,`,
      '5,Di,Fox,di@example.com,,B1,,',
      '6,Ed,Fox,ann@example.com,,,,',
      '1,Flo,Fox,flo@example.com,,,,',
      '8,too,many,cells@example.com,,,,,,x',
    ].join('\n');
    const response = await importFile(studio, 'clients', file);
    expect(complaints(response)).toEqual([
      '3 firstName parameter_missing',
      '4 dateOfBirth parameter_invalid',
      '4 status parameter_invalid',
      '4 email parameter_invalid',
      '5 homeLocationId resource_missing',
      '6 barcode parameter_invalid',
      '7 email client_email_exists',
      '8 null parameter_invalid',
      '9 null parameter_invalid',
    ]);
    expect(response.body.error).toMatchObject({ code: 'parameter_invalid', param: 'body' });
    expect(response.body.error.message).toContain('7 of 8 rows cannot be imported, and nothing was written');
    expect(response.body.error.details[0].param).toBe('rows[3].firstName');
    expect((await studio.get('/v2/clients')).body.data).toHaveLength(1);
    expect(studio.events()).toEqual([]);
  });

  test('400 an id that is not that of the client with the external id or email', async () => {
    const id = await createClient(studio, { email: 'a@example.com', externalId: 'a' });
    await createClient(studio, { email: 'b@example.com' });
    const file = [
      'id,externalId,email,firstName',
      `${studio.store.ids.uuid()},a,,x`,
      `${id},,b@example.com,x`,
      `${UNKNOWN.replace('7', '4')},,,`,
    ].join('\n');
    const found = complaints(await importFile(studio, 'clients', file));
    expect(found.slice(0, 2)).toEqual(['2 id parameter_invalid', '3 email client_email_exists']);
  });

  test('400 an id in the future, or of another version', async () => {
    const row = 'Ann,Lee,ann@example.com';
    for (const id of ['f1950000-0000-7000-8000-000000000001', '01950000-0000-4000-8000-000000000001']) {
      const response = await importFile(studio, 'clients', `id,firstName,lastName,email\n${id},${row}\n`);
      expect(complaints(response)).toEqual(['2 id parameter_invalid']);
    }
    const own = '01950000-0000-7000-8000-000000000aaa';
    await imported(studio, 'clients', `id,firstName,lastName,email\n${own},${row}\n`);
    expect((await studio.get(`/v2/clients/${own}`)).status).toBe(200);
  });

  test('400 archiving an existing client', async () => {
    const id = await createClient(studio);
    const response = await importFile(studio, 'clients', `id,status\n${id},archived\n`);
    expect(complaints(response)).toEqual(['2 status parameter_invalid']);
  });

  test('400 clients of other sites than those of the key', async () => {
    const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
    const id = await createClient(studio, { homeLocationId: other });
    const key = await studio.makeKey({ scopes: ['manage', 'clients:write'], siteIds: [MAIN_SITE] });
    const file = `id,firstName,lastName,email,homeLocationId\n${id},Ann,,,\n,Bob,Ray,bob@example.com,${other}\n`;
    const response = await importFile(studio, 'clients', file, { headers: { 'x-service-api-key': key } });
    expect(complaints(response)).toEqual(['2 null resource_not_found', '3 null site_not_allowed']);
  });
});

describe('clients from JSON', () => {
  test('200 null clears, and computed fields are ignored and named', async () => {
    const id = await createClient(studio, { phone: '1', externalId: 'x' });
    const response = await imported(studio, 'clients', [
      { externalId: 'x', phone: null, fullName: 'Somebody Else', stats: { visits: 7 }, object: 'client' },
      { firstName: 'Bob', lastName: 'Ray', email: 'bob@example.com', customProperties: { a: [1] } },
    ]);
    expect(response).toMatchObject({ created: 1, updated: 1, ignoredColumns: ['fullName', 'stats', 'object'] });
    expect((await studio.get(`/v2/clients/${id}`)).body).toMatchObject({ phone: null, stats: { visits: 0 } });
  });

  test('400 rows that are no records, and unknown fields with the nearest name', async () => {
    const file = [{ externalId: '1', fristName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }, 'x'];
    const response = await importFile(studio, 'clients', file as object[]);
    expect(complaints(response)).toEqual(['1 fristName parameter_unknown', '2 null parameter_invalid']);
    expect(response.body.error.details[0].message).toContain("Did you mean 'firstName'?");
  });
});
