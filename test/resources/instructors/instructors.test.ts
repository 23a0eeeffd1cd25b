import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { signedIn } from '../../helpers/people.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const EVE = { firstName: 'Eve', lastName: 'Stretch', email: 'eve@example.com' };
const PAY = { type: 'per_class', amount: 4500, currency: 'USD' };

const api = forEachTest(openStudio);
const other = forEachTest(() => api.given(api.post('/v2/sites', { name: 'Riverside' })));

const add = async (fields: object = {}): Promise<string> =>
  (await api.given(api.post('/v2/instructors', { ...EVE, ...fields }))).id;

const manager = async (fields: object = {}): Promise<string> => {
  const body = { ...EVE, email: 'max@example.com', firstName: 'Max', role: 'manager', isInstructor: true, ...fields };
  return (await api.given(api.post('/v2/staff', body))).id;
};

const withScopes = (...scopes: string[]) => api.withKey({ scopes });
const restrictedTo = (...siteIds: string[]) => api.withKey({ siteIds });

describe('POST /v2/instructors', () => {
  test('201 the same person in both families', async () => {
    const { status, body } = await api.post('/v2/instructors', EVE);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'instructor',
      role: 'instructor',
      status: 'active',
      isInstructor: true,
      specialties: [],
      certifications: [],
      sortOrder: 0,
      isBookable: true,
      upcomingSessionCount: 0,
      payRate: null,
    });
    expect(api.eventsInFull()).toMatchObject([
      { type: 'staff.created', data: { staffId: body.id, role: 'INSTRUCTOR', status: 'ACTIVE', siteId: MAIN_SITE } },
      { type: 'instructor.created', data: { instructorId: body.id, role: 'INSTRUCTOR', status: 'ACTIVE' } },
    ]);
    expect((await api.get(`/v2/staff/${body.id}`)).body).toMatchObject({ object: 'staff', email: 'eve@example.com' });
  });

  test('201 with all fields', async () => {
    const fields = {
      role: 'instructor',
      specialties: ['yoga', 'barre'],
      certifications: [{ name: 'RYT 200', issuer: 'Yoga Alliance', expiresOn: '2027-01-01' }],
      sortOrder: 3,
      isBookable: false,
      payRate: PAY,
      siteIds: [other.id],
      primarySiteId: other.id,
      metadata: { shoe: '38' },
      externalId: 'i-1',
    };
    const { body } = await api.post('/v2/instructors', { ...EVE, ...fields });
    expect(body).toMatchObject(fields);
    expect((await api.get(`/v2/instructors/${body.id}`)).body).toEqual(body);
    expect(api.events()).toEqual(['staff.created', 'instructor.created']);
  });

  const wrong: [what: string, fields: object, param: string, code?: string][] = [
    ['another role', { role: 'owner' }, 'role'],
    ['permissions of one who works here', { permissionOverrides: {} }, 'permissionOverrides', 'parameter_unknown'],
    ['pay without its kind', { payRate: { amount: 1, currency: 'USD' } }, 'payRate.type', 'parameter_missing'],
    ['pay below nothing', { payRate: { ...PAY, amount: -1 } }, 'payRate.amount'],
    ['a certificate without a name', { certifications: [{}] }, 'certifications[0].name', 'parameter_missing'],
    ['a site that does not exist', { siteIds: [UNKNOWN] }, 'siteIds[0]', 'resource_missing'],
  ];
  for (const [what, fields, param, code = 'parameter_invalid'] of wrong) {
    test(`400 ${what}`, async () => {
      expect(errorWithParam(await api.post('/v2/instructors', { ...EVE, ...fields }))).toEqual([400, code, param]);
      expect(api.events()).toEqual([]);
    });
  }

  test('401 without a credential', async () => {
    expect((await api.post('/v2/instructors', EVE, { 'x-service-api-key': '' })).status).toBe(401);
  });

  test('403 without the scope, outside the sites, and setting pay without the scope for staff', async () => {
    expect((await api.post('/v2/instructors', EVE, await withScopes('instructors:read'))).status).toBe(403);
    expect((await api.post('/v2/instructors', EVE, await restrictedTo(other.id))).body.error.code).toBe(
      'site_not_allowed',
    );
    const timetable = await withScopes('instructors:write');
    const paid = await api.post('/v2/instructors', { ...EVE, payRate: PAY }, timetable);
    expect([paid.status, paid.body.error.code]).toEqual([403, 'permission_denied']);
    expect(paid.body.error.message).toContain('staff:write');
    expect(api.events()).toEqual([]);
    expect((await api.post('/v2/instructors', EVE, timetable)).status).toBe(201);
  });

  test('409 an email in use by staff', async () => {
    const id = await manager();
    const { status, body } = await api.post('/v2/instructors', { ...EVE, email: 'MAX@example.com' });
    expect([status, body.error.code, body.error.details[0].staffId]).toEqual([409, 'staff_email_exists', id]);
    expect(api.events()).toEqual([]);
  });
});

describe('GET /v2/instructors', () => {
  test('200 all instructors, newest first, with their upcoming sessions', async () => {
    const eve = await add();
    const max = await manager({ siteIds: [other.id] });
    await manager({ email: 'desk@example.com', isInstructor: false });
    await addSession(api, { instructorId: eve });
    await addSession(api, { instructorId: eve, startsIn: 7_200_000 });
    const { status, body } = await api.get('/v2/instructors');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', url: '/v2/instructors', hasMore: false, nextCursor: null });
    expect(
      body.data.map((one: { id: string; upcomingSessionCount: number }) => [one.id, one.upcomingSessionCount]),
    ).toEqual([
      [max, 0],
      [eve, 2],
    ]);
    const ids = (query: string, headers?: Record<string, string>) => api.listed(`/v2/instructors?${query}`, headers);
    expect(await ids('limit=1')).toEqual([max]);
    expect(await ids(`limit=1&cursor=${max}`)).toEqual([eve]);
    expect(await ids(`siteId=${MAIN_SITE}`)).toEqual([eve]);
    expect(await ids('search=max')).toEqual([max]);
    expect(await ids('status=inactive')).toEqual([]);
    expect(await ids('', await restrictedTo(MAIN_SITE))).toEqual([eve]);
  });

  test('400 an invalid filter', async () => {
    for (const query of ['role=owner', 'status=gone', 'limit=1000', `cursor=${UNKNOWN}`]) {
      expect((await api.get(`/v2/instructors?${query}`)).status).toBe(400);
    }
  });

  test('401 without a credential', async () => {
    expect((await api.get('/v2/instructors', { 'x-service-api-key': '' })).status).toBe(401);
  });
});

describe('GET /v2/instructors/{id}', () => {
  test('200 the pay only for callers who may read staff', async () => {
    const path = `/v2/instructors/${await add({ payRate: PAY })}`;
    for (const scopes of [['*'], ['instructors:read', 'staff:read'], ['instructors:read', 'manage']]) {
      expect((await api.get(path, await withScopes(...scopes))).body.payRate).toEqual(PAY);
    }
    const { status, body } = await api.get(path, await withScopes('instructors:write'));
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('payRate');
  });

  test('200 the pay only for people who may set it', async () => {
    const path = `/v2/instructors/${await add({ payRate: PAY })}`;
    const as = async (role: string) => (await api.get(path, (await signedIn(api, { role })).headers)).body;
    expect((await as('manager')).payRate).toEqual(PAY);
    expect(await as('front_desk')).not.toHaveProperty('payRate');
    const desk = await signedIn(api, { role: 'front_desk' });
    expect((await api.patch(path, { payRate: null }, desk.headers)).status).toBe(403);
  });

  test('404 an unknown id, a person who does not teach, and one of another site', async () => {
    expect((await api.get(`/v2/instructors/${UNKNOWN}`)).status).toBe(404);
    expect((await api.get(`/v2/instructors/${await manager({ isInstructor: false })}`)).status).toBe(404);
    const id = await add({ siteIds: [MAIN_SITE] });
    expect((await api.get(`/v2/instructors/${id}`, await restrictedTo(other.id))).status).toBe(404);
  });
});

describe('PATCH /v2/instructors/{id}', () => {
  test('200 a field of instructors only raises instructor.updated only', async () => {
    const id = await add();
    const { status, body } = await api.patch(`/v2/instructors/${id}`, { specialties: ['yoga'], isBookable: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ specialties: ['yoga'], isBookable: false });
    const events = api.eventsInFull();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'instructor.updated',
      data: {
        instructorId: id,
        changes: { specialties: ['yoga'], isBookable: false },
        previous: { specialties: [], isBookable: true },
      },
    });
  });

  test('200 a field of both families raises events of both', async () => {
    const id = await add();
    await api.patch(`/v2/instructors/${id}`, { bio: 'Bends.', siteIds: [other.id] });
    expect(api.eventsInFull().map(({ type, data }) => [type, data.siteId])).toEqual([
      ['staff.updated', other.id],
      ['instructor.updated', other.id],
    ]);
    await api.patch(`/v2/instructors/${id}`, { status: 'suspended' });
    expect(api.events()).toEqual(['staff.status_changed', 'instructor.updated']);
  });

  test('200 no event shows the pay', async () => {
    const path = `/v2/instructors/${await add()}`;
    expect((await api.patch(path, { payRate: PAY })).body.payRate).toEqual(PAY);
    expect(api.events()).toEqual([]);
    expect((await api.patch(path, { payRate: null })).body.payRate).toBeNull();
  });

  test('200 an empty change raises nothing', async () => {
    const id = await add({ specialties: ['yoga'] });
    const before = (await api.get(`/v2/instructors/${id}`)).body;
    for (const body of [{}, { specialties: ['yoga'] }, { sortOrder: 0 }]) {
      expect((await api.patch(`/v2/instructors/${id}`, body)).body).toEqual(before);
    }
    expect(api.events()).toEqual([]);
  });

  test('400 the role and the permissions are given in /staff', async () => {
    const id = await add();
    for (const body of [{ role: 'owner' }, { isInstructor: false }, { permissionOverrides: { grant: [] } }]) {
      expect(errorOf(await api.patch(`/v2/instructors/${id}`, body))).toEqual([400, 'parameter_unknown']);
    }
  });

  test('403 outside the sites, and the pay without the scope for staff', async () => {
    const id = await add();
    expect((await api.patch(`/v2/instructors/${id}`, { bio: 'x' }, await restrictedTo(other.id))).status).toBe(403);
    const timetable = await withScopes('instructors:write');
    expect((await api.patch(`/v2/instructors/${id}`, { payRate: PAY }, timetable)).status).toBe(403);
    expect((await api.patch(`/v2/instructors/${id}`, { bio: 'x' }, timetable)).status).toBe(200);
  });

  test('404 an unknown id', async () => {
    expect((await api.patch(`/v2/instructors/${UNKNOWN}`, {})).status).toBe(404);
  });

  test('409 an email in use, and the last owner', async () => {
    const owner = await manager({ role: 'owner' });
    const id = await add();
    const taken = await api.patch(`/v2/instructors/${id}`, { email: 'max@example.com' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'staff_email_exists']);
    expect(errorOf(await api.patch(`/v2/instructors/${owner}`, { status: 'inactive' }))).toEqual([409, 'last_owner']);
    expect(api.events()).toEqual([]);
  });
});

describe('DELETE /v2/instructors/{id}', () => {
  test('200 a person with the role instructor is deactivated; the second time changes nothing', async () => {
    const id = await add();
    await addSession(api, { instructorId: id });
    const response = { id, object: 'instructor', deleted: true, futureSessionCount: 1 };
    expect((await api.delete(`/v2/instructors/${id}`)).body).toEqual(response);
    expect(api.events()).toEqual(['staff.deactivated', 'instructor.deactivated']);
    expect((await api.get(`/v2/instructors/${id}`)).body).toMatchObject({ status: 'inactive', isInstructor: false });
    expect((await api.get('/v2/instructors')).body.data).toEqual([]);
    const again = await api.delete(`/v2/instructors/${id}`);
    expect([again.status, again.body]).toEqual([200, response]);
    expect(api.events()).toEqual([]);
  });

  test('200 a person with another role stays active', async () => {
    const id = await manager({ role: 'owner' });
    expect((await api.delete(`/v2/instructors/${id}`)).status).toBe(200);
    expect(api.events()).toEqual(['staff.updated', 'instructor.deactivated']);
    expect((await api.get(`/v2/staff/${id}`)).body).toMatchObject({ status: 'active', isInstructor: false });
    expect((await api.get(`/v2/instructors/${id}`)).status).toBe(404);
  });

  test('403 outside the sites of the credential', async () => {
    expect((await api.delete(`/v2/instructors/${await add()}`, await restrictedTo(other.id))).status).toBe(403);
    expect(api.events()).toEqual([]);
  });

  test('404 an unknown id', async () => {
    expect((await api.delete(`/v2/instructors/${UNKNOWN}`)).status).toBe(404);
  });
});
