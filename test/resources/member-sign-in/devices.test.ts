import { describe, expect, test } from 'bun:test';
import { createSandboxIssuer } from '../../../src/sandbox/issuer.ts';
import { addClient } from '../../helpers/bookings.ts';
import { bearer, FROM_APP, FROM_MEMBER_PAGE, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { cookieOf, signedIn } from '../../helpers/people.ts';

const PROFILE = '/public-api/v2/member/profile';
const DEVICES = '/public-api/v2/member/devices';

/** A member whose browser has a cookie. */
const inBrowser = async () => {
  const opened = await openForMembers();
  const id = await addClient(opened.studio, { email: 'ann@example.com' });
  const response = await opened.enter('ann@example.com', { asCookie: true }, FROM_MEMBER_PAGE);
  opened.studio.events();
  return { ...opened, id, response, headers: { ...FROM_MEMBER_PAGE, cookie: cookieOf(response) } };
};

describe('the session of the page', () => {
  test('200 a cookie that no script reads, in place of tokens', async () => {
    const { studio, id, response, headers } = await inBrowser();
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'signed_in', clientId: id, idToken: null, refreshToken: null });
    const [cookie = '', known] = response.headers.getSetCookie();
    expect(known).toStartWith('studiod_known=');
    expect(cookie).toMatch(/^studiod_member=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const profile = await studio.get(PROFILE, headers);
    expect([profile.body.id, profile.headers.get('cache-control')]).toEqual([id, 'no-store']);
    // It opens the same as an ID token, and nothing else.
    expect((await studio.get('/v2/member/challenges', headers)).status).toBe(200);
    expect((await studio.get('/v2/content/entries', headers)).status).toBe(200);
    for (const path of ['/v2/clients', '/manage/me']) expect((await studio.get(path, headers)).status).toBe(401);
    const text = Buffer.from(studio.db.serialize()).toString('latin1');
    expect(text).not.toContain(cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')));
  });

  test('behind https the cookie belongs to the host alone', async () => {
    const origin = 'https://studio.example';
    const opened = await openForMembers({ rootUrl: () => origin });
    await addClient(opened.studio, { email: 'ann@example.com' });
    const page = { ...FROM_MEMBER_PAGE, origin };
    const response = await opened.enter('ann@example.com', { asCookie: true }, page);
    const [cookie, known] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-studiod-member=.*; Secure$/);
    expect(known).toMatch(/^__Host-studiod-known=.*; Secure$/);
    expect((await opened.studio.get(PROFILE, { ...page, cookie: cookieOf(response) })).status).toBe(200);
  });

  test('403 for a change of another page, or without the header of the page; and for signing a browser in from there', async () => {
    const { studio, headers, token } = await inBrowser();
    const change = (more: Record<string, string>) =>
      studio.patch(PROFILE, { phone: '+1 212 555 0104' }, { ...headers, ...more });
    expect((await change({})).status).toBe(200);
    studio.events();
    const others = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-studiod-page': '0' },
      { origin: '' },
    ];
    for (const other of others) expect(refusal(await change(other))).toEqual([403, 'cross_origin']);
    expect(studio.events()).toEqual([]);
    const body = { email: 'ann@example.com', code: '123456', asCookie: true };
    for (const other of others.slice(0, 4)) {
      expect(refusal(await token(body, { ...FROM_MEMBER_PAGE, ...other }))).toEqual([403, 'cross_origin']);
    }
  });

  test('POST sign-out: the cookie is 401 from then on, also where it was copied', async () => {
    const { studio, headers } = await inBrowser();
    const out = await studio.post('/public-api/v2/member/sign-out', undefined, headers);
    expect([out.status, out.body]).toEqual([200, { object: 'member_sign_out', signedOut: true }]);
    expect(out.headers.get('set-cookie')).toMatch(/^studiod_member=; Path=\/; Max-Age=0;/);
    expect(refusal(await studio.get(PROFILE, headers))).toEqual([401, 'session_ended']);
    expect(studio.events()).toEqual([]);
  });

  test('the console and the page share a browser: each has its own cookie', async () => {
    const { studio, id, headers } = await inBrowser();
    const staff = await signedIn(studio);
    const cookie = `${headers.cookie}; ${staff.headers.cookie}`;
    expect((await studio.get('/manage/me', { ...headers, cookie })).body.staff.id).toBe(staff.id);
    expect((await studio.get(PROFILE, { ...headers, cookie })).body.id).toBe(id);
    const { 'x-studiod-page': _, 'x-site-id': __, ...console } = headers;
    expect((await studio.get('/v2/content/entries', { ...console, cookie })).status).toBe(200);
  });
});

describe('/public-api/v2/member/devices', () => {
  test('200 the devices of the member, and which one asks', async () => {
    const { studio, headers, enter, response } = await inBrowser();
    const { body: app } = await enter('ann@example.com');
    const { body } = await studio.get(DEVICES, headers);
    expect(body.data).toMatchObject([
      { object: 'member_device', id: app.deviceId, kind: 'app', isCurrent: false },
      { id: response.body.deviceId, kind: 'browser', isCurrent: true },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/hash/i);
    const ofApp = await studio.get(DEVICES, { ...FROM_MEMBER_PAGE, authorization: `Bearer ${app.idToken}` });
    expect(ofApp.body.data.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false]);
  });

  test('DELETE ends the cookie, the ID token and the refresh token of a device at once', async () => {
    const { studio, headers, enter, token } = await inBrowser();
    const { body: app } = await enter('ann@example.com');
    const ofApp = { ...FROM_MEMBER_PAGE, authorization: `Bearer ${app.idToken}` };
    expect((await studio.get(PROFILE, ofApp)).status).toBe(200);
    const ended = await studio.delete(`${DEVICES}/${app.deviceId}`, headers);
    expect([ended.status, ended.body]).toEqual([200, { id: app.deviceId, object: 'member_device', deleted: true }]);
    expect((await studio.get(PROFILE, ofApp)).status).toBe(401);
    expect(refusal(await token({ refreshToken: app.refreshToken }))).toEqual([401, 'refresh_token_invalid']);
    expect((await studio.get(PROFILE, headers)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('404 for the device of another member, who stays signed in', async () => {
    const { studio, headers, member } = await inBrowser();
    const other = await member('bob@example.com');
    expect((await studio.delete(`${DEVICES}/${other.deviceId}`, headers)).status).toBe(404);
    expect((await studio.delete(`${DEVICES}/${crypto.randomUUID()}`, headers)).status).toBe(404);
    expect((await studio.get(PROFILE, other.headers)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('beside another provider: its ID tokens are of no device, and sign out there', async () => {
    const issuer = await createSandboxIssuer(() => 'http://localhost');
    const { studio, enter } = await openForMembers({ memberIssuers: () => [issuer.member] });
    const id = await addClient(studio, { email: 'ann@example.com' });
    const own = await studio.given(enter('ann@example.com'));
    const { idToken } = await issuer.createToken(studio.store, id);
    for (const token of [own.idToken, idToken]) {
      expect((await studio.get(PROFILE, bearer(token))).body.id).toBe(id);
    }
    expect((await studio.get(DEVICES, bearer(idToken))).body.data).toMatchObject([{ isCurrent: false }]);
    const out = await studio.post('/public-api/v2/member/sign-out', undefined, bearer(idToken));
    expect(refusal(out)).toEqual([409, 'member_sign_in_off']);
    expect(studio.events()).toEqual([]);
  });

  test('an outside provider lets nobody in who waits for the studio', async () => {
    const issuer = await createSandboxIssuer(() => 'http://localhost');
    const { studio, enter } = await openForMembers({ memberIssuers: () => [issuer.member] });
    await studio.given(studio.patch('/v2/settings', { membership: { signUp: 'approval' } }));
    const { signUpToken } = await studio.given(enter('eve@example.com'));
    const body = { signUpToken, firstName: 'Eve', lastName: 'Moss' };
    await studio.given(studio.post('/public-api/v2/auth/sign-up', body, FROM_APP));
    const [id = ''] = await studio.listed('/v2/clients?email=eve@example.com');
    const { idToken } = await issuer.createToken(studio.store, id);
    const { status, body: refused } = await studio.get(PROFILE, bearer(idToken));
    expect([status, refused.error.details[0].code]).toEqual([403, 'approval_pending']);
    await studio.given(studio.post(`/manage/clients/${id}/approve-sign-up`));
    expect((await studio.get(PROFILE, bearer(idToken))).status).toBe(200);
  });
});
