import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { addStaffKey } from './staff-keys.ts';

const studio = forEachTest(openStudio);

describe('an instructor', () => {
  test('reads the roster of own sessions, checks in there and marks no-shows there, and nowhere else', async () => {
    const ana = await addStaffKey(studio, { role: 'instructor' });
    const own = await addSession(studio, { instructorId: ana.id });
    const shared = await addSession(studio, { additionalInstructorIds: JSON.stringify([ana.id]) });
    const other = await addSession(studio);
    const clientId = await addClient(studio);
    const seats: Record<string, string> = {};
    for (const id of [own, shared, other]) seats[id] = await addBooking(studio, clientId, id);
    const status = async (method: string, path: string) =>
      (await studio.send(method, path, undefined, ana.headers)).status;

    const roster = await studio.get(`/v2/bookings?session_id=${own}&expand[]=client`, ana.headers);
    expect(roster.body.data.map(({ client }: { client: { id: string } }) => client.id)).toEqual([clientId]);
    expect(await status('GET', '/v2/bookings')).toBe(403);
    expect(await status('GET', `/v2/bookings?session_id=${other}`)).toBe(403);
    expect(await status('GET', `/v2/bookings?session_id=${own}&session_id=${other}`)).toBe(403);
    expect(await status('GET', `/v2/bookings/${seats[own]}`)).toBe(200);
    expect(await status('GET', `/v2/bookings/${seats[other]}`)).toBe(403);
    expect(await status('POST', `/v2/bookings/${seats[other]}/checkin`)).toBe(403);
    expect(await status('POST', `/v2/bookings/${seats[other]}/noshow`)).toBe(403);
    expect(await status('POST', `/v2/bookings/${seats[own]}/cancel`)).toBe(403);
    expect(studio.events()).toEqual([]);
    expect(await status('POST', `/v2/bookings/${seats[own]}/noshow`)).toBe(200);
    expect(studio.events()).toEqual(['booking.noshow']);
    expect((await studio.post(`/v2/bookings/${seats[shared]}/checkin`, {}, ana.headers)).status).toBe(200);
  });

  test('whose class somebody else takes over has it no more', async () => {
    const [ana, ben] = [
      await addStaffKey(studio, { role: 'instructor' }),
      await addStaffKey(studio, { role: 'instructor' }),
    ];
    const id = await addSession(studio, { instructorId: ana.id });
    await studio.post(`/manage/sessions/${id}/substitute`, { instructorId: ben.id });
    expect((await studio.get(`/v2/bookings?session_id=${id}`, ana.headers)).status).toBe(403);
    expect((await studio.get(`/v2/bookings?session_id=${id}`, ben.headers)).status).toBe(200);
  });

  test('sees who is on the own rosters, from 7 days back on: no contacts, notes, balance or cards', async () => {
    const ana = await addStaffKey(studio, { role: 'instructor' });
    const clientId = await addClient(studio, {
      phone: '+1 212 555 0100',
      dateOfBirth: '1990-05-01',
      photoUrl: 'https://example.com/ann.jpg',
      notes: 'private',
      alerts: { red: 'asthma', yellow: null },
      emergencyContact: { name: 'Bob', phone: '1' },
    });
    const stranger = await addClient(studio);
    const own = await addSession(studio, { instructorId: ana.id });
    const other = await addSession(studio, { startsIn: 30 * HOUR_MS });
    const seat = await addBooking(studio, clientId, own);
    await addBooking(studio, stranger, other);
    const seen = async (path: string) => (await studio.get(path, ana.headers)).body;

    const client = await seen(`/v2/clients/${clientId}`);
    expect(client).toEqual({
      id: clientId,
      object: 'client',
      firstName: 'Client',
      lastName: expect.any(String),
      fullName: expect.any(String),
      photoUrl: 'https://example.com/ann.jpg',
      status: 'active',
      dateOfBirth: '1990-05-01',
      alerts: { red: 'asthma', yellow: null },
      stats: { visits: 0, firstVisitAt: null, lastVisitAt: null },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await seen(`/v2/bookings?session_id=${own}&expand[]=client`)).data[0].client).toEqual(client);
    expect((await seen(`/v2/bookings/${seat}?expand[]=client`)).client).toEqual(client);
    for (const path of [
      `/v2/clients/${stranger}`,
      '/v2/clients',
      `/v2/bookings/${seat}?expand[]=client.packages`,
      `/v2/clients/${clientId}?expand[]=packages`,
    ]) {
      expect([path, (await seen(path)).error?.code]).toEqual([path, 'permission_denied']);
    }
    expect((await seen(`/v2/sessions/${own}?expand[]=instructor`)).instructor.id).toBe(ana.id);
    const ben = await addStaffKey(studio, { role: 'instructor' });
    studio.db.query('update sessions set instructorId = ? where id = ?').run(ben.id, other);
    expect((await seen(`/v2/sessions/${other}?expand[]=instructor`)).instructor).toBeNull();

    await studio.time.skipTo(TEST_START + 8 * DAY_MS);
    expect((await seen(`/v2/clients/${clientId}`)).id).toBe(clientId);
    await studio.time.skipTo(TEST_START + 8 * DAY_MS + 1);
    for (const path of [`/v2/clients/${clientId}`, `/v2/bookings?session_id=${own}`, `/v2/bookings/${seat}`]) {
      expect([path, (await seen(path)).error?.code]).toEqual([path, 'permission_denied']);
    }
  });

  test('reads the own profile and no other, without the pay', async () => {
    const [ana, ben] = [
      await addStaffKey(studio, { role: 'instructor' }),
      await addStaffKey(studio, { role: 'instructor' }),
    ];
    for (const family of ['staff', 'instructors']) {
      const own = await studio.get(`/v2/${family}/${ana.id}`, ana.headers);
      expect([own.status, own.body.id, own.body.payRate]).toEqual([200, ana.id, undefined]);
      expect((await studio.get(`/v2/${family}/${ben.id}`, ana.headers)).status).toBe(403);
    }
  });
});

describe('what holds at once', () => {
  test('403 as soon as the role, an override or the status says so', async () => {
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const plans = async () => (await studio.post('/manage/plans', {}, desk.headers)).status;
    const clients = async () => (await studio.get('/v2/clients', desk.headers)).status;
    expect([await clients(), await plans()]).toEqual([200, 403]);
    await studio.patch(`/v2/staff/${desk.id}`, { role: 'manager' });
    expect([await clients(), await plans()]).toEqual([200, 400]);
    await studio.patch(`/v2/staff/${desk.id}`, { permissionOverrides: { revoke: ['clients:read'] } });
    expect([await clients(), await plans()]).toEqual([403, 400]);
    await studio.patch(`/v2/staff/${desk.id}`, { permissionOverrides: null, status: 'suspended' });
    expect([await clients(), await plans()]).toEqual([403, 403]);
    const { body } = await studio.get('/v2/clients', desk.headers);
    expect([body.error.code, body.error.message]).toEqual([
      'permission_denied',
      expect.stringContaining('clients:read'),
    ]);
    await studio.patch(`/v2/staff/${desk.id}`, { status: 'active' });
    expect(await clients()).toBe(200);
    await studio.delete(`/v2/staff/${desk.id}`);
    expect(await clients()).toBe(403);
  });

  test('only the sites that the person and the credential have in common, except for owners', async () => {
    const { body: uptown } = await studio.post('/v2/sites', { name: 'Uptown' });
    const names = async (headers: Record<string, string>) =>
      (await studio.get('/v2/sites', headers)).body.data.map(({ name }: { name: string }) => name);
    const manager = await addStaffKey(studio, { role: 'manager', siteIds: [uptown.id] });
    expect(await names(manager.headers)).toEqual(['Uptown']);
    expect((await studio.patch(`/v2/sites/${MAIN_SITE}`, { name: 'X' }, manager.headers)).status).toBe(404);
    expect((await studio.post('/v2/sites', { name: 'Third' }, manager.headers)).body.error.code).toBe(
      'site_not_allowed',
    );
    const apart = await addStaffKey(studio, { role: 'manager', siteIds: [uptown.id] }, { siteIds: [MAIN_SITE] });
    expect(await names(apart.headers)).toEqual([]);
    const owner = await addStaffKey(studio, { role: 'owner', siteIds: [uptown.id] });
    expect(await names(owner.headers)).toEqual(['Uptown', 'Main']);
  });

  test('seats beyond the capacity only for who may give them', async () => {
    const sessionId = await addSession(studio, { capacity: 1 });
    await addBooking(studio, await addClient(studio), sessionId);
    const body = { clientId: await addClient(studio), sessionId, overrideCapacity: true };
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await studio.post('/v2/bookings', body, desk.headers)).body.error.code).toBe('permission_denied');
    await studio.patch(`/v2/staff/${desk.id}`, { permissionOverrides: { grant: ['bookings:override_capacity'] } });
    expect((await studio.post('/v2/bookings', body, desk.headers)).status).toBe(201);
  });
});

describe('nobody grants what they lack', () => {
  const person = { firstName: 'New', lastName: 'One', email: 'new@example.com' };
  const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
  const DENIED = [403, 'permission_denied'];

  test('403 a manager makes, changes or removes no owner, and hands on no right beyond the own ones', async () => {
    const owner = await addStaffKey(studio, { role: 'owner' });
    const manager = await addStaffKey(studio, {
      role: 'manager',
      permissionOverrides: { revoke: ['payments:refund'] },
    });
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const { headers } = manager;
    expect(code(await studio.post('/v2/staff', { ...person, role: 'owner' }, headers))).toEqual(DENIED);
    expect(code(await studio.patch(`/v2/staff/${owner.id}`, { phone: '1' }, headers))).toEqual(DENIED);
    expect(code(await studio.delete(`/v2/staff/${owner.id}`, headers))).toEqual(DENIED);
    expect(code(await studio.patch(`/v2/staff/${manager.id}`, { role: 'owner' }, headers))).toEqual(DENIED);
    expect(code(await studio.patch(`/v2/staff/${manager.id}`, { permissionOverrides: null }, headers))).toEqual(DENIED);
    const refunds = { permissionOverrides: { grant: ['payments:refund'] } };
    expect(code(await studio.patch(`/v2/staff/${desk.id}`, refunds, headers))).toEqual(DENIED);
    expect(code(await studio.patch(`/v2/staff/${desk.id}`, { role: 'manager' }, headers))).toEqual(DENIED);
    expect(studio.events()).toEqual([]);
    expect((await studio.patch(`/v2/staff/${desk.id}`, { phone: '1' }, headers)).status).toBe(200);
    expect((await studio.post('/v2/staff', { ...person, role: 'front_desk' }, headers)).status).toBe(201);
    expect(studio.events()).toEqual(['staff.updated', 'staff.created']);
  });

  test('403 a manager gives credentials to nobody else', async () => {
    const manager = await addStaffKey(studio, {
      role: 'manager',
      permissionOverrides: { grant: ['integrations:manage'] },
    });
    const { headers, id } = manager;
    const body = { name: 'Mine', scopes: ['clients:read'] };
    expect(code(await studio.post('/manage/api-keys', body, headers))).toEqual(DENIED);
    const refused = await studio.post('/manage/oauth-clients', body, headers);
    expect([code(refused), refused.body.error.message]).toEqual([
      DENIED,
      'Only an owner can create or change an OAuth client. Create an API key that acts for you.',
    ]);
    const made = await studio.post('/manage/api-keys', { ...body, staffId: id }, headers);
    expect([made.status, made.body.staffId]).toEqual([201, id]);
    expect((await studio.get('/v2/clients', { 'x-service-api-key': made.body.key })).status).toBe(200);
    const owner = await addStaffKey(studio, { role: 'owner' });
    expect((await studio.post('/manage/api-keys', body, owner.headers)).status).toBe(201);
    expect(code(await studio.post('/manage/api-keys', { ...body, staffId: MAIN_SITE }))).toEqual([
      400,
      'resource_missing',
    ]);
  });

  test('403 the processor is the owners alone', async () => {
    const manager = await addStaffKey(studio, { role: 'manager' });
    const processor = { payment: { processor: { confirmOnConnectedAccount: true } } };
    expect(code(await studio.patch('/v2/settings', processor, manager.headers))).toEqual(DENIED);
    expect((await studio.patch('/v2/settings', { payment: { noShowFee: 100 } }, manager.headers)).status).toBe(200);
  });
});
