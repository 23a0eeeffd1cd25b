import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', role: 'manager' };

let other: string;

const api = forEachTest(openStudio);
beforeEach(async () => {
  other = (await api.given(api.post('/v2/sites', { name: 'Riverside' }))).id;
});

const hire = async (fields: object = {}): Promise<string> =>
  (await api.given(api.post('/v2/staff', { ...ADA, ...fields }))).id;

const restrictedTo = (...siteIds: string[]) => api.withKey({ siteIds });

describe('PATCH /v2/staff/{id}', () => {
  test('200 fields, with their old values in the event', async () => {
    const id = await hire({ phone: '1', metadata: { a: '1', b: '2' } });
    const { status, body } = await api.patch(`/v2/staff/${id}`, {
      firstName: 'Augusta',
      phone: null,
      role: 'front_desk',
      locationIds: [other],
      metadata: { a: null, c: '3' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstName: 'Augusta', phone: null, siteIds: [other], metadata: { b: '2', c: '3' } });
    expect(api.eventsInFull()).toMatchObject([
      {
        type: 'staff.updated',
        data: {
          staffId: id,
          siteId: other,
          changes: {
            firstName: 'Augusta',
            phone: null,
            role: 'FRONT_DESK',
            siteIds: [other],
            metadata: { b: '2', c: '3' },
          },
          previous: { firstName: 'Ada', phone: '1', role: 'MANAGER', siteIds: [], metadata: { a: '1', b: '2' } },
        },
      },
    ]);
    expect((await api.get('/v2/staff?search=augusta')).body.data).toHaveLength(1);
    expect((await api.get('/v2/staff?search=ada%20love')).body.data).toHaveLength(0);
  });

  test('200 an empty change raises nothing', async () => {
    const id = await hire();
    const before = (await api.get(`/v2/staff/${id}`)).body;
    for (const body of [{}, { firstName: 'Ada' }, { email: 'ADA@example.com' }, { siteIds: [] }]) {
      expect((await api.patch(`/v2/staff/${id}`, body)).body).toEqual(before);
    }
    expect(api.events()).toEqual([]);
  });

  test('200 a change of status has an event of its own', async () => {
    const id = await hire();
    await api.patch(`/v2/staff/${id}`, { status: 'suspended' });
    expect(api.eventsInFull()).toMatchObject([
      { type: 'staff.status_changed', data: { staffId: id, status: 'SUSPENDED', previousStatus: 'ACTIVE' } },
    ]);
    await api.patch(`/v2/staff/${id}`, { status: 'active', bio: 'Back again.' });
    expect(api.events()).toEqual(['staff.updated', 'staff.status_changed']);
  });

  test('200 an instructor has events of both families', async () => {
    const id = await hire();
    await api.patch(`/v2/staff/${id}`, { isInstructor: true });
    expect(api.events()).toEqual(['staff.updated', 'instructor.created']);
    await api.patch(`/v2/staff/${id}`, { bio: 'Poetical science.' });
    expect(api.events()).toEqual(['staff.updated', 'instructor.updated']);
    await api.patch(`/v2/staff/${id}`, { status: 'suspended' });
    expect(api.events()).toEqual(['staff.status_changed', 'instructor.updated']);
    await api.patch(`/v2/staff/${id}`, { isInstructor: false });
    expect(api.events()).toEqual(['staff.updated', 'instructor.deactivated']);
  });

  test('200 overrides: one list stays when the other is sent, null clears both', async () => {
    const id = await hire({ role: 'front_desk', permissionOverrides: { grant: ['payments:refund'] } });
    const path = `/v2/staff/${id}`;
    const both = await api.patch(path, { permissionOverrides: { revoke: ['packages:sell'] } });
    expect(both.body.permissionOverrides).toEqual({ grant: ['payments:refund'], revoke: ['packages:sell'] });
    const revoked = await api.patch(path, { permissionOverrides: { grant: null } });
    expect(revoked.body.permissionOverrides).toEqual({ grant: [], revoke: ['packages:sell'] });
    expect(api.events()).toEqual(['staff.updated', 'staff.updated']);
    const moved = await api.patch(path, { role: 'instructor' });
    expect(moved.body.permissions).not.toContain('payments:refund');
    expect((await api.patch(path, { permissionOverrides: null })).body.permissionOverrides).toEqual({
      grant: [],
      revoke: [],
    });
  });

  test('400 an invalid value', async () => {
    const id = await hire();
    for (const [body, param] of [
      [{ firstName: '' }, 'firstName'],
      [{ email: null }, 'email'],
      [{ role: 'boss' }, 'role'],
      [{ permissionOverrides: { grant: ['backups:manage'] } }, 'permissionOverrides.grant[0]'],
    ] as const) {
      const response = await api.patch(`/v2/staff/${id}`, body);
      expect([response.status, response.body.error.param]).toEqual([400, param]);
    }
    expect(api.events()).toEqual([]);
  });

  test('400 the primary site is removed from the sites', async () => {
    const id = await hire({ siteIds: [MAIN_SITE, other], primarySiteId: other });
    const rejected = await api.patch(`/v2/staff/${id}`, { siteIds: [MAIN_SITE] });
    expect([rejected.status, rejected.body.error.param]).toEqual([400, 'primarySiteId']);
    const both = await api.patch(`/v2/staff/${id}`, { siteIds: [MAIN_SITE], primarySiteId: null });
    expect(both.body).toMatchObject({ siteIds: [MAIN_SITE], primarySiteId: null });
    expect(api.events()).toEqual(['staff.updated']);
  });

  test('403 outside the sites of the credential, before and after', async () => {
    const restricted = await restrictedTo(other);
    const everywhere = await hire();
    const here = await hire({ email: 'b@example.com', siteIds: [other] });
    for (const [id, body] of [
      [everywhere, { bio: 'x' }],
      [here, { siteIds: [] }],
      [here, { siteIds: [other, MAIN_SITE] }],
    ] as const) {
      expect(errorOf(await api.patch(`/v2/staff/${id}`, body, restricted))).toEqual([403, 'site_not_allowed']);
    }
    expect(api.events()).toEqual([]);
    expect((await api.patch(`/v2/staff/${here}`, { bio: 'x' }, restricted)).status).toBe(200);
  });

  test('404 an unknown id', async () => {
    expect((await api.patch(`/v2/staff/${UNKNOWN}`, {})).status).toBe(404);
  });

  test('409 an email in use', async () => {
    await hire();
    const id = await hire({ email: 'b@example.com' });
    const { status, body } = await api.patch(`/v2/staff/${id}`, { email: 'Ada@example.com' });
    expect([status, body.error.code]).toEqual([409, 'staff_email_exists']);
    expect(api.events()).toEqual([]);
  });

  test('409 the last active owner', async () => {
    const id = await hire({ role: 'owner' });
    for (const body of [{ role: 'manager' }, { status: 'inactive' }, { status: 'suspended' }]) {
      expect(errorOf(await api.patch(`/v2/staff/${id}`, body))).toEqual([409, 'last_owner']);
    }
    await hire({ email: 'b@example.com', role: 'owner', status: 'suspended' });
    expect((await api.patch(`/v2/staff/${id}`, { role: 'manager' })).status).toBe(409);
    expect(api.events()).toEqual([]);
    await hire({ email: 'c@example.com', role: 'owner' });
    expect((await api.patch(`/v2/staff/${id}`, { role: 'manager' })).status).toBe(200);
    expect(api.events()).toEqual(['staff.updated']);
  });
});

describe('DELETE /v2/staff/{id}', () => {
  test('200 deactivates, counts upcoming sessions, and changes nothing the second time', async () => {
    const id = await hire({ isInstructor: true });
    for (const startsIn of [-24, 24, 48]) await addSession(api, { instructorId: id, startsIn: startsIn * HOUR_MS });
    await addSession(api, { instructorId: id, cancelledAt: '2026-03-01T08:00:00.000Z' });
    const response = { id, object: 'staff', deleted: true, futureSessionCount: 2 };
    expect((await api.delete(`/v2/staff/${id}`)).body).toEqual(response);
    expect(api.eventsInFull()).toMatchObject([
      { type: 'staff.deactivated', data: { staffId: id, role: 'MANAGER', status: 'INACTIVE', siteId: MAIN_SITE } },
      { type: 'instructor.deactivated', data: { instructorId: id, status: 'INACTIVE' } },
    ]);
    expect((await api.get(`/v2/staff/${id}`)).body.status).toBe('inactive');
    const again = await api.delete(`/v2/staff/${id}`);
    expect([again.status, again.body]).toEqual([200, response]);
    expect(api.events()).toEqual([]);
  });

  test('200 a dry run says what follows, and changes nothing', async () => {
    const id = await hire({ isInstructor: true });
    for (const startsIn of [24, 48]) await addSession(api, { instructorId: id, startsIn: startsIn * HOUR_MS });
    const { status, body } = await api.delete(`/v2/staff/${id}?dry_run=true`);
    expect([status, body]).toEqual([
      200,
      { object: 'staff_deactivation_preview', staffId: id, futureSessionCount: 2, signedInCount: 0 },
    ]);
    expect((await api.get(`/v2/staff/${id}`)).body.status).toBe('active');
    expect(api.events()).toEqual([]);
  });

  test('200 one event for a person who does not teach', async () => {
    const id = await hire();
    expect((await api.delete(`/v2/staff/${id}`)).body.futureSessionCount).toBe(0);
    expect(api.events()).toEqual(['staff.deactivated']);
  });

  test('403 a person who also works at other sites', async () => {
    const id = await hire({ siteIds: [MAIN_SITE, other] });
    expect((await api.delete(`/v2/staff/${id}`, await restrictedTo(other))).status).toBe(403);
    expect(api.events()).toEqual([]);
  });

  test('404 an unknown id', async () => {
    expect((await api.delete(`/v2/staff/${UNKNOWN}`)).status).toBe(404);
  });

  test('409 the last active owner', async () => {
    const id = await hire({ role: 'owner' });
    expect(errorOf(await api.delete(`/v2/staff/${id}`))).toEqual([409, 'last_owner']);
    expect(errorOf(await api.delete(`/v2/staff/${id}?dry_run=true`))).toEqual([409, 'last_owner']);
    expect(api.events()).toEqual([]);
  });
});
