import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addPerson, cookieOf, FROM_PAGE, PASSWORD, signedIn, signIn, withCookie } from '../../helpers/people.ts';

const studio = forEachTest(openStudio);

const NEW = 'three green bicycles';
const mia = { firstName: 'Mia', lastName: 'Stone', email: 'mia@example.com', role: 'front_desk' };

const invite = (body: object, headers?: Record<string, string>) =>
  studio.post('/manage/staff/invitations', body, headers);
const tokenOf = ({ body }: ApiResponse): string => body.link.split('#')[1];
const accept = (token: string, password = NEW) =>
  studio.post('/manage/auth/invitation', { token, password }, FROM_PAGE);
const view = (token: string) => studio.post('/manage/auth/invitation/view', { token }, FROM_PAGE);
const refusal = ({ status, body }: ApiResponse) => [status, body.error.code];

describe('POST /manage/staff/invitations', () => {
  test('201 adds somebody new, with a link that signs them in once', async () => {
    const { id, headers } = await signedIn(studio);
    const made = await invite({ person: mia }, headers);
    expect(made.status).toBe(201);
    expect(studio.events()).toEqual(['staff.created']);
    expect(made.body).toMatchObject({
      object: 'staff_invitation',
      purpose: 'invitation',
      removesSecondFactor: false,
      createdBy: id,
      person: { displayName: 'Mia Stone', email: mia.email, role: 'front_desk' },
    });
    expect(made.body.link).toMatch(/^http:\/\/localhost\/console\/invitation#[\w-]{43}$/);
    expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)).toBe(72 * HOUR_MS);
    const opened = await view(tokenOf(made));
    expect([opened.status, opened.body]).toEqual([
      200,
      {
        object: 'open_invitation',
        purpose: 'invitation',
        firstName: 'Mia',
        lastName: 'Stone',
        email: mia.email,
        role: 'front_desk',
        studioName: 'Test studio',
        expiresAt: made.body.expiresAt,
      },
    ]);
    const accepted = await accept(tokenOf(made));
    expect([accepted.status, accepted.body.status]).toEqual([200, 'signed_in']);
    expect(studio.events()).toEqual([]);
    const own = await studio.get('/manage/me', withCookie(cookieOf(accepted)));
    expect(own.body.staff).toMatchObject({ id: made.body.staffId, role: 'front_desk' });
    expect(refusal(await accept(tokenOf(made)))).toEqual([403, 'link_invalid']);
    expect(refusal(await view(tokenOf(made)))).toEqual([403, 'link_invalid']);
    expect((await signIn(studio, mia.email, NEW)).status).toBe(200);
    expect((await entriesOf(studio)).slice(0, 3).map(({ type, staffId }) => [type, staffId])).toEqual([
      ['signIn', made.body.staffId],
      ['acceptInvitation', made.body.staffId],
      ['createStaffInvitation', id],
    ]);
  });

  test('the link is nowhere in the database, and in no entry of the audit log', async () => {
    const made = await invite({ person: mia });
    expect(Buffer.from(studio.db.serialize()).includes(tokenOf(made))).toBe(false);
  });

  test('201 for somebody who has a password: the old one works until the link is used, then every session ends', async () => {
    const { id, email, headers } = await signedIn(studio, { role: 'instructor' });
    const made = await invite({ staffId: id });
    expect([made.status, made.body.purpose]).toEqual([201, 'password_reset']);
    expect(studio.events()).toEqual([]);
    expect((await studio.get('/manage/me', headers)).status).toBe(200);
    expect((await accept(tokenOf(made))).status).toBe(200);
    expect((await studio.get('/manage/me', headers)).status).toBe(401);
    expect((await signIn(studio, email)).status).toBe(401);
    expect((await signIn(studio, email, NEW)).status).toBe(200);
  });

  test('a newer link ends the older one, and so do a change of the person and 72 hours', async () => {
    const { id } = await addPerson(studio, { role: 'instructor' });
    const [first, second] = [tokenOf(await invite({ staffId: id })), tokenOf(await invite({ staffId: id }))];
    expect(refusal(await view(first))).toEqual([403, 'link_invalid']);
    expect((await view(second)).status).toBe(200);
    for (const change of [
      { role: 'manager' },
      { permissionOverrides: { revoke: ['sites:write'] } },
      { siteIds: [MAIN_SITE] },
      { email: 'other@example.com' },
      { status: 'suspended' },
    ]) {
      const token = tokenOf(await invite({ staffId: id }));
      await studio.given(studio.patch(`/v2/staff/${id}`, change));
      expect(refusal(await accept(token))).toEqual([403, 'link_invalid']);
    }
    await studio.given(studio.patch(`/v2/staff/${id}`, { status: 'active' }));
    const token = tokenOf(await invite({ staffId: id }));
    await studio.time.moveTo(studio.time.now() + 72 * HOUR_MS - 1);
    expect((await view(token)).status).toBe(200);
    await studio.time.moveTo(studio.time.now() + 1);
    expect(refusal(await view(token))).toEqual([403, 'link_invalid']);
  });

  test('400 with both or neither, an unknown person, and a weak password', async () => {
    const { id } = await addPerson(studio);
    for (const body of [{}, { staffId: id, person: mia }]) expect((await invite(body)).status).toBe(400);
    expect(refusal(await invite({ staffId: MAIN_SITE }))).toEqual([400, 'resource_missing']);
    const token = tokenOf(await invite({ person: mia }));
    expect(refusal(await accept(token, 'Mia Stone 1234'))).toEqual([400, 'password_weak']);
    expect((await accept(token)).status).toBe(200);
  });

  test('409 staff_email_exists for somebody who is known, staff_inactive for who may not sign in', async () => {
    const { id, email } = await addPerson(studio, { role: 'manager' });
    expect(refusal(await invite({ person: { ...mia, email } }))).toEqual([409, 'staff_email_exists']);
    await studio.given(studio.patch(`/v2/staff/${id}`, { status: 'suspended' }));
    expect(refusal(await invite({ staffId: id }))).toEqual([409, 'staff_inactive']);
    expect(studio.events()).toEqual([]);
  });
});

describe('nobody makes a link for who may do more', () => {
  test('403 for a manager who names an owner, or who lacks what was granted to another manager', async () => {
    const { headers } = await signedIn(studio, { role: 'manager' });
    const owner = await addPerson(studio);
    const granted = await addPerson(studio, {
      role: 'manager',
      permissionOverrides: { grant: ['integrations:manage'] },
    });
    const equal = await addPerson(studio, { role: 'manager' });
    expect(refusal(await invite({ staffId: owner.id }, headers))).toEqual([403, 'permission_denied']);
    expect(refusal(await invite({ person: { ...mia, role: 'owner' } }, headers))).toEqual([403, 'permission_denied']);
    expect(refusal(await invite({ staffId: granted.id }, headers))).toEqual([403, 'permission_denied']);
    expect((await invite({ staffId: equal.id }, headers)).status).toBe(201);
    expect(studio.count('staffInvitations')).toBe(1);
  });

  test('403 site_not_allowed for a manager of other sites', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    const { headers } = await signedIn(studio, { role: 'manager', siteIds: [MAIN_SITE] });
    const everywhere = await addPerson(studio, { role: 'instructor' });
    const both = await addPerson(studio, { role: 'instructor', siteIds: [MAIN_SITE, site.id] });
    const here = await addPerson(studio, { role: 'instructor', siteIds: [MAIN_SITE] });
    const there = await addPerson(studio, { role: 'instructor', siteIds: [site.id] });
    for (const { id } of [everywhere, both]) {
      expect(refusal(await invite({ staffId: id }, headers))).toEqual([403, 'site_not_allowed']);
    }
    expect(refusal(await invite({ staffId: there.id }, headers))).toEqual([400, 'resource_missing']);
    expect((await invite({ staffId: here.id }, headers)).status).toBe(201);
    expect((await invite({ staffId: there.id })).status).toBe(201);
    const listed = await studio.get('/manage/staff/invitations', headers);
    expect(listed.body.data.map((each: { staffId: string }) => each.staffId)).toEqual([here.id]);
  });

  test('403 for a key without every scope, for a key of an owner with few, and for one that expires', async () => {
    const { id: staffId } = await addPerson(studio);
    const person = await addPerson(studio, { role: 'instructor' });
    for (const request of [
      { scopes: ['manage'] },
      { scopes: ['manage', 'staff:write'] },
      { scopes: ['manage'], staffId },
      { scopes: ['*'], expiresAt: '2030-01-01T00:00:00Z' },
    ]) {
      const headers = await studio.withKey(request);
      expect(refusal(await invite({ staffId: person.id }, headers))).toEqual([403, 'permission_denied']);
    }
    expect((await invite({ staffId: person.id }, await studio.withKey({ scopes: ['*'], staffId }))).status).toBe(201);
  });

  test('front desk and instructors invite nobody', async () => {
    for (const role of ['front_desk', 'instructor']) {
      const { headers } = await signedIn(studio, { role });
      for (const response of [
        await invite({ person: mia }, headers),
        await studio.get('/manage/staff/invitations', headers),
      ]) {
        expect(refusal(response)).toEqual([403, 'permission_denied']);
      }
    }
  });
});

describe('the list, and withdrawing', () => {
  test('newest first, one by one and by person, without the link', async () => {
    const { id } = await addPerson(studio, { role: 'instructor' });
    const first = (await invite({ staffId: id })).body;
    const second = (await invite({ person: mia })).body;
    const { body } = await studio.get('/manage/staff/invitations');
    expect(body.data.map((each: { id: string }) => each.id)).toEqual([second.id, first.id]);
    const { link: _link, isMailed: _mailed, ...shown } = first;
    expect(body.data[1]).toEqual(shown);
    expect((await studio.get(`/manage/staff/invitations/${first.id}`)).body).toEqual(shown);
    expect(await studio.listed(`/manage/staff/invitations?staff_id=${id}`)).toEqual([first.id]);
  });

  test('200 withdraws it: the link is 403 and the invitation 404, the person stays', async () => {
    const made = await invite({ person: mia });
    studio.events();
    const { id, staffId } = made.body;
    const { status, body } = await studio.delete(`/manage/staff/invitations/${id}`);
    expect([status, body]).toEqual([200, { id, object: 'staff_invitation', deleted: true }]);
    expect(studio.events()).toEqual([]);
    expect(refusal(await accept(tokenOf(made)))).toEqual([403, 'link_invalid']);
    expect((await studio.get(`/manage/staff/invitations/${id}`)).status).toBe(404);
    expect((await studio.get(`/v2/staff/${staffId}`)).status).toBe(200);
  });
});

describe('sessions of a staff member', () => {
  const list = (id: string, headers?: Record<string, string>) => studio.get(`/manage/staff/${id}/sessions`, headers);
  const end = (id: string, session: string, headers?: Record<string, string>) =>
    studio.delete(`/manage/staff/${id}/sessions/${session}`, headers);

  test('everybody sees their own, and which is the one of this browser, and ends one by one', async () => {
    const { id, email, headers, sessionId } = await signedIn(studio, { role: 'instructor' });
    const other = withCookie(cookieOf(await signIn(studio, email, PASSWORD, { 'user-agent': 'Firefox' })));
    const { body } = await list(id, headers);
    const [newest] = body.data;
    expect(body.data).toMatchObject([
      { object: 'staff_session', staffId: id, isCurrent: false, userAgent: 'Firefox', address: 'unknown' },
      { id: sessionId, isCurrent: true, userAgent: 'test', address: '192.0.2.1' },
    ]);
    expect(JSON.stringify(body)).not.toContain('hash');
    const ended = await end(id, newest.id, headers);
    expect([ended.status, ended.body]).toEqual([200, { id: newest.id, object: 'staff_session', deleted: true }]);
    expect((await studio.get('/manage/me', other)).status).toBe(401);
    expect((await studio.get('/manage/me', headers)).status).toBe(200);
    expect(studio.events()).toEqual([]);
    const [entry] = await entriesOf(studio);
    expect(entry).toMatchObject({ type: 'endStaffSession', staffId: id, recordId: newest.id });
  });

  test('others are 403 without the permission; a manager ends the sessions of others, but not of owners', async () => {
    const desk = await signedIn(studio, { role: 'front_desk' });
    const manager = await signedIn(studio, { role: 'manager' });
    const owner = await signedIn(studio);
    expect(refusal(await list(owner.id, desk.headers))).toEqual([403, 'permission_denied']);
    expect(refusal(await end(manager.id, manager.sessionId, desk.headers))).toEqual([403, 'permission_denied']);
    expect(refusal(await end(owner.id, owner.sessionId, manager.headers))).toEqual([403, 'permission_denied']);
    expect(refusal(await end(desk.id, owner.sessionId, owner.headers))).toEqual([404, 'resource_not_found']);
    expect((await end(desk.id, desk.sessionId, manager.headers)).status).toBe(200);
    expect((await end(owner.id, owner.sessionId, owner.headers)).status).toBe(200);
    expect((await studio.get('/manage/me', owner.headers)).status).toBe(401);
  });
});

describe('POST /manage/auth/password', () => {
  const change = (headers: Record<string, string>, body: object) => studio.post('/manage/auth/password', body, headers);

  test('200 ends every session, and this browser has a new one', async () => {
    const { id, email, headers } = await signedIn(studio, { role: 'instructor' });
    const other = withCookie(cookieOf(await signIn(studio, email)));
    const link = tokenOf(await invite({ staffId: id }));
    const response = await change(headers, { currentPassword: PASSWORD, newPassword: NEW });
    expect([response.status, response.body.status]).toEqual([200, 'signed_in']);
    for (const ended of [headers, other]) expect((await studio.get('/manage/me', ended)).status).toBe(401);
    expect((await studio.get('/manage/me', withCookie(cookieOf(response)))).status).toBe(200);
    expect(refusal(await view(link))).toEqual([403, 'link_invalid']);
    expect((await signIn(studio, email)).status).toBe(401);
    expect((await signIn(studio, email, NEW)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('400 password_wrong and password_weak, 403 for a key', async () => {
    const { headers, email } = await signedIn(studio);
    const wrong = await change(headers, { currentPassword: 'something else', newPassword: NEW });
    expect([...refusal(wrong), wrong.body.error.param]).toEqual([400, 'password_wrong', 'currentPassword']);
    const weak = await change(headers, { currentPassword: PASSWORD, newPassword: 'password1234' });
    expect([...refusal(weak), weak.body.error.param]).toEqual([400, 'password_weak', 'newPassword']);
    expect((await studio.post('/manage/auth/password', { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(
      403,
    );
    expect((await signIn(studio, email)).status).toBe(200);
  });
});
