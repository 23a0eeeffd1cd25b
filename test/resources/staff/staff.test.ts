import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorWithParam, problemsOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.com', role: 'manager' };

const api = forEachTest(openStudio);
const other = forEachTest(() => api.given(api.post('/v2/sites', { name: 'Riverside' })));

const hire = (fields: object = {}) => api.given(api.post('/v2/staff', { ...ADA, ...fields }));

describe('POST /v2/staff', () => {
  test('201 with the required fields', async () => {
    const { status, body } = await api.post('/v2/staff', ADA);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'staff',
      firstName: 'Ada',
      email: 'ada@example.com',
      role: 'manager',
      status: 'active',
      siteIds: [],
      locationIds: [],
      primarySiteId: null,
      permissionOverrides: { grant: [], revoke: [] },
      isInstructor: false,
      lastLoginAt: null,
      metadata: {},
      externalId: null,
    });
    expect(body.permissions).toContain('schedules:write');
    const [event, ...more] = api.eventsInFull();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'staff.created',
      data: { staffId: body.id, role: 'MANAGER', status: 'ACTIVE', siteId: MAIN_SITE },
    });
  });

  test('201 with all fields, and events of the primary site', async () => {
    const fields = {
      phone: '+44 20 7946 0000',
      displayName: 'Countess',
      photoUrl: 'https://example.com/ada.jpg',
      bio: 'Poetical science.',
      pronouns: 'she/her',
      status: 'suspended',
      siteIds: [other.id, MAIN_SITE],
      primarySiteId: other.id,
      permissionOverrides: { grant: ['integrations:manage'], revoke: ['clients:export'] },
      isInstructor: true,
      employmentType: 'full_time',
      hiredOn: '2024-01-15',
      terminatedOn: '2026-12-31',
      metadata: { badge: '7' },
      externalId: 'old-1',
    };
    const { status, body } = await api.post('/v2/staff', { ...ADA, ...fields });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...fields, locationIds: [other.id, MAIN_SITE] });
    expect(body.permissions).toContain('integrations:manage');
    expect(body.permissions).not.toContain('clients:export');
    expect((await api.get(`/v2/staff/${body.id}`)).body).toEqual(body);
    expect(api.eventsInFull().map(({ type, data }) => [type, data.siteId])).toEqual([
      ['staff.created', other.id],
      ['instructor.created', other.id],
    ]);
  });

  test('201 isInstructor is true by default for the role instructor', async () => {
    const teacher = await api.post('/v2/staff', { ...ADA, role: 'instructor' });
    expect(teacher.body.isInstructor).toBe(true);
    expect(api.events()).toEqual(['staff.created', 'instructor.created']);
    const trainee = { ...ADA, email: 'b@example.com', role: 'instructor', isInstructor: false };
    expect((await api.post('/v2/staff', trainee)).body.isInstructor).toBe(false);
    expect(api.events()).toEqual(['staff.created']);
  });

  test('400 all missing fields at once', async () => {
    const missing = ['firstName', 'lastName', 'email', 'role'].map((param) => `${param} parameter_missing`);
    expect(problemsOf(await api.post('/v2/staff', {}))).toEqual([400, ...missing]);
    expect(api.events()).toEqual([]);
  });

  const wrong: [what: string, fields: object, param: string, code?: string][] = [
    ['an unknown role', { role: 'boss' }, 'role'],
    ['an unknown status', { status: 'retired' }, 'status'],
    ['no email', { email: 'ada' }, 'email'],
    ['a field that the server sets', { permissions: [] }, 'permissions', 'parameter_unknown'],
    ['a date that is none', { hiredOn: '2026-02-30' }, 'hiredOn'],
    ['an end before the beginning', { hiredOn: '2026-02-02', terminatedOn: '2026-02-01' }, 'terminatedOn'],
    ['a site that does not exist', { siteIds: [MAIN_SITE, UNKNOWN] }, 'siteIds[1]', 'resource_missing'],
    ['a location that does not exist', { locationIds: [UNKNOWN] }, 'locationIds[0]', 'resource_missing'],
    ['a site twice', { siteIds: [MAIN_SITE, MAIN_SITE] }, 'siteIds'],
    ['sites that are not the locations', { siteIds: [MAIN_SITE], locationIds: [] }, 'locationIds'],
    ['a primary site that does not exist', { primarySiteId: UNKNOWN }, 'primarySiteId', 'resource_missing'],
    ['an unknown permission', { permissionOverrides: { grant: ['fly'] } }, 'permissionOverrides.grant[0]'],
    [
      'a permission that the role cannot have',
      { role: 'front_desk', permissionOverrides: { grant: ['payments:refund', 'backups:manage'] } },
      'permissionOverrides.grant[1]',
    ],
    [
      'something revoked from an owner',
      { role: 'owner', permissionOverrides: { revoke: ['clients:read'] } },
      'permissionOverrides.revoke',
    ],
  ];
  for (const [what, fields, param, code = 'parameter_invalid'] of wrong) {
    test(`400 ${what}`, async () => {
      expect(errorWithParam(await api.post('/v2/staff', { ...ADA, ...fields }))).toEqual([400, code, param]);
      expect(api.events()).toEqual([]);
    });
  }

  test('400 a primary site that is not one of the sites', async () => {
    const fields = { siteIds: [MAIN_SITE], primarySiteId: other.id };
    expect(errorWithParam(await api.post('/v2/staff', { ...ADA, ...fields }))).toEqual([
      400,
      'parameter_invalid',
      'primarySiteId',
    ]);
  });

  test('401 without a credential', async () => {
    expect((await api.post('/v2/staff', ADA, { 'x-service-api-key': '' })).status).toBe(401);
  });

  test('403 without the scope, and outside the sites of the credential', async () => {
    expect((await api.post('/v2/staff', ADA, await api.withKey({ scopes: ['staff:read'] }))).status).toBe(403);
    const restricted = await api.withKey({ siteIds: [other.id] });
    for (const fields of [{}, { siteIds: [MAIN_SITE] }, { siteIds: [other.id, MAIN_SITE] }]) {
      const { status, body } = await api.post('/v2/staff', { ...ADA, ...fields }, restricted);
      expect([status, body.error.code]).toEqual([403, 'site_not_allowed']);
    }
    expect(api.events()).toEqual([]);
    expect((await api.post('/v2/staff', { ...ADA, siteIds: [other.id] }, restricted)).status).toBe(201);
    expect(api.events()).toEqual(['staff.created']);
  });

  test('409 an email in use, in any case', async () => {
    const { id } = await hire();
    const { status, body } = await api.post('/v2/staff', { ...ADA, email: 'ADA@example.COM' });
    expect([status, body.error.code]).toEqual([409, 'staff_email_exists']);
    expect(body.error.details[0].staffId).toBe(id);
    expect(api.events()).toEqual([]);
  });
});

describe('GET /v2/staff', () => {
  const list = (query: string, headers?: Record<string, string>) =>
    api.listed(`/v2/staff${query}`, headers, 'firstName');

  beforeEach(async () => {
    await hire({ firstName: 'Ann', email: 'ann@one.example', role: 'owner', externalId: 'x-1' });
    await hire({ firstName: 'Bob', email: 'bob@two.example', siteIds: [MAIN_SITE] });
    await hire({
      firstName: 'Élodie',
      email: 'cleo@two.example',
      siteIds: [other.id],
      role: 'instructor',
      status: 'suspended',
    });
  });

  test('200 newest first, one cursor', async () => {
    expect(await list('')).toEqual(['Élodie', 'Bob', 'Ann']);
    const first = (await api.get('/v2/staff?limit=2')).body;
    expect(first).toMatchObject({ object: 'list', url: '/v2/staff', hasMore: true });
    const second = (await api.get(`/v2/staff?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second.data.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ann']);
    expect(second).toMatchObject({ hasMore: false, nextCursor: null });
  });

  test('200 each filter', async () => {
    expect(await list('?role=owner')).toEqual(['Ann']);
    expect(await list('?status=suspended')).toEqual(['Élodie']);
    expect(await list(`?siteId=${MAIN_SITE}`)).toEqual(['Bob', 'Ann']);
    expect(await list(`?locationId=${other.id}`)).toEqual(['Élodie', 'Ann']);
    expect(await list(`?siteId=${other.id}&locationId=${other.id}`)).toEqual(['Élodie', 'Ann']);
    expect(await list('?external_id=x-1')).toEqual(['Ann']);
    expect(await list('?search=TWO.ex')).toEqual(['Élodie', 'Bob']);
    expect(await list('?search=%C3%89LODIE%20love')).toEqual(['Élodie']);
    expect(await list('?search=two.ex&role=manager')).toEqual(['Bob']);
    expect(await list('?search=nobody')).toEqual([]);
  });

  test('200 a restricted credential sees people of its sites and of every site', async () => {
    const restricted = await api.withKey({ siteIds: [MAIN_SITE] });
    expect(await list('', restricted)).toEqual(['Bob', 'Ann']);
    expect(await list(`?siteId=${MAIN_SITE}`, restricted)).toEqual(['Bob', 'Ann']);
    const { status, body } = await api.get(`/v2/staff?siteId=${other.id}`, restricted);
    expect([status, body.error.code]).toEqual([403, 'site_not_allowed']);
  });

  const wrong: [query: string, param: string, code?: string][] = [
    ['role=boss', 'role'],
    ['status=gone', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    [`siteId=${MAIN_SITE}&locationId=${UNKNOWN}`, 'locationId'],
    [`cursor=${UNKNOWN}`, 'cursor', 'cursor_invalid'],
    ['starting_after=x', 'starting_after', 'parameter_unknown'],
  ];
  for (const [query, param, code = 'parameter_invalid'] of wrong) {
    test(`400 ${query.replace(/[0-9a-f-]{36}/g, '<id>')}`, async () => {
      expect(errorWithParam(await api.get(`/v2/staff?${query}`))).toEqual([400, code, param]);
    });
  }

  test('401 without a credential', async () => {
    expect((await api.get('/v2/staff', { 'x-service-api-key': '' })).status).toBe(401);
  });
});

describe('GET /v2/staff/{id}', () => {
  test('404 an unknown id, no id, and a person of another site', async () => {
    expect((await api.get(`/v2/staff/${UNKNOWN}`)).body.error.code).toBe('resource_not_found');
    expect((await api.get('/v2/staff/me')).status).toBe(404);
    const { id } = await hire({ siteIds: [MAIN_SITE] });
    expect((await api.get(`/v2/staff/${id}`, await api.withKey({ siteIds: [other.id] }))).status).toBe(404);
    expect((await api.get(`/v2/staff/${id}`, await api.withKey({ siteIds: [MAIN_SITE] }))).status).toBe(200);
  });
});
