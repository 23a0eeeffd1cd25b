import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { forEachTest, inHours, openStudio } from '../../helpers/api.ts';
import { addPerson, cookieOf, FROM_PAGE, PASSWORD, signedIn, signIn, withCookie } from '../../helpers/people.ts';

const studio = forEachTest(openStudio);

const me = (headers: Record<string, string>) => studio.get('/manage/me', headers);
const wait = (ms: number) => studio.time.moveTo(studio.time.now() + ms);

describe('POST /manage/auth/sign-in', () => {
  test('200 signed_in, with the cookie of a session', async () => {
    const { id, email } = await addPerson(studio);
    const response = await signIn(studio, email.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ object: 'sign_in', status: 'signed_in', factors: [], signInToken: null });
    const [session, known] = response.headers.getSetCookie();
    expect(session).toMatch(/^studiod_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
    expect(known).toMatch(
      /^studiod_known=[\w-]{22}\.[\w-]{22}~[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    expect(studio.events()).toEqual([]);
    const own = await me(withCookie(cookieOf(response)));
    expect(own.body.staff).toMatchObject({ id, email, role: 'owner' });
    expect((await studio.get(`/v2/staff/${id}`)).body.lastLoginAt).toBe(own.body.serverTime);
    const [entry] = await entriesOf(studio);
    expect(entry).toMatchObject({ type: 'signIn', staffId: id, actor: id, recordType: 'staff', recordId: id });
  });

  test('over TLS the cookie has a name that browsers take from this host only', async () => {
    const secure = await openStudio({ rootUrl: () => 'https://studio.example' });
    const { email } = await addPerson(secure);
    const response = await signIn(secure, email, PASSWORD, { origin: 'https://studio.example' });
    const [session, known] = response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-studiod=[\w-]{43}; .*; SameSite=Lax; Secure$/);
    expect(known).toMatch(/^__Host-studiod-known=.*; SameSite=Lax; Secure$/);
    const cookie = cookieOf(response);
    expect((await secure.get('/manage/me', withCookie(cookie))).status).toBe(200);
    const other = withCookie(cookie.replace('__Host-studiod', 'studiod_session'));
    expect((await secure.get('/manage/me', other)).status).toBe(401);
  });

  test('only the hash of the token is stored', async () => {
    const { email } = await addPerson(studio);
    const token = cookieOf(await signIn(studio, email)).split('=')[1] ?? '';
    expect(token.length).toBe(43);
    expect(Buffer.from(studio.db.serialize()).includes(token)).toBe(false);
  });

  test('a new session does not take the token that the browser has sent', async () => {
    const { email } = await addPerson(studio);
    const fixed = `studiod_session=${'a'.repeat(43)}`;
    const cookie = cookieOf(await signIn(studio, email, PASSWORD, { cookie: fixed }));
    expect(cookie).not.toBe(fixed);
    expect((await me(withCookie(fixed))).status).toBe(401);
  });

  test('401 sign_in_failed is the same for a wrong password, an unknown email and who may not sign in', async () => {
    const { email } = await addPerson(studio);
    const { id, email: gone } = await addPerson(studio, { role: 'front_desk' });
    await studio.patch(`/v2/staff/${id}`, { status: 'suspended' });
    const { body: person } = await studio.post('/v2/staff', {
      firstName: 'No',
      lastName: 'Password',
      email: 'no-password@example.com',
      role: 'manager',
    });
    const responses = await Promise.all([
      signIn(studio, email, 'wrong password'),
      signIn(studio, 'nobody@example.com'),
      signIn(studio, gone),
      signIn(studio, person.email),
    ]);
    for (const { status, body, headers } of responses) {
      const { requestId: _, ...error } = body.error;
      expect([status, error.code, headers.get('set-cookie')]).toEqual([401, 'sign_in_failed', null]);
      expect(error.message).toBe(responses[0]?.body.error.message);
    }
    expect(studio.events()).toEqual(['staff.updated', 'staff.status_changed', 'staff.created'].slice(1));
  });

  test('another page cannot sign a browser in', async () => {
    const { email } = await addPerson(studio);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, body } = await signIn(studio, email, PASSWORD, headers);
      expect([status, body.error.code]).toEqual([403, 'cross_origin']);
    }
  });
});

describe('a session', () => {
  test('401 session_ended after 12 hours without a request, and not before', async () => {
    const { headers } = await signedIn(studio);
    await wait(12 * HOUR_MS - MINUTE_MS);
    expect((await me(headers)).status).toBe(200);
    await studio.store.drain();
    await wait(12 * HOUR_MS - MINUTE_MS);
    expect((await me(headers)).status).toBe(200);
    await studio.store.drain();
    await wait(12 * HOUR_MS + MINUTE_MS);
    const { status, body } = await me(headers);
    expect([status, body.error.code]).toEqual([401, 'session_ended']);
  });

  test('401 session_ended after 14 days, however busy', async () => {
    const { headers, sessionId } = await signedIn(studio);
    const row = studio.db.query('select createdAt, expiresAt from staffSessions where id = ?').get(sessionId);
    const { createdAt, expiresAt } = row as { createdAt: string; expiresAt: string };
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(14 * DAY_MS);
    studio.db.run('update staffSessions set expiresAt = ? where id = ?', [inHours(1), sessionId]);
    await studio.time.moveTo(Date.parse(inHours(1)) - 1);
    expect((await me(headers)).status).toBe(200);
    await studio.time.moveTo(Date.parse(inHours(1)));
    expect((await me(headers)).status).toBe(401);
  });

  test('an unknown token is 401 session_ended, and so is one of another form', async () => {
    for (const token of ['b'.repeat(43), '', "' or 1=1 --"]) {
      const { status, body } = await me(withCookie(`studiod_session=${token}`));
      expect([status, body.error.code]).toEqual([401, 'session_ended']);
    }
  });

  test('a change that another page asks for, or without the header, is 403 cross_origin', async () => {
    const { headers } = await signedIn(studio);
    const attempts: Record<string, string>[] = [
      { ...headers, origin: 'https://evil.example' },
      { ...headers, origin: 'http://localhost:9999' },
      { ...headers, origin: 'null' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'x-studiod-console': '' },
      { ...headers, origin: '' },
    ];
    for (const each of attempts) {
      for (const [method, path] of [
        ['PATCH', '/manage/me'],
        ['POST', '/v2/staff'],
        ['DELETE', '/v2/plans/1'],
      ]) {
        const { status, body } = await studio.send(String(method), String(path), undefined, each);
        expect([status, body.error.code]).toEqual([403, 'cross_origin']);
      }
    }
    expect((await studio.patch('/manage/me', {}, { ...headers, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('role, permissions and sites count from the next request on', async () => {
    const { id, headers } = await signedIn(studio, { role: 'manager' });
    expect((await studio.get('/manage/api-keys', headers)).status).toBe(403);
    await studio.patch(`/v2/staff/${id}`, { permissionOverrides: { grant: ['integrations:manage'] } });
    expect((await studio.get('/manage/api-keys', headers)).status).toBe(200);
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    expect((await studio.listed('/v2/sites', headers)).length).toBe(2);
    await studio.patch(`/v2/staff/${id}`, { siteIds: [site.id] });
    expect(await studio.listed('/v2/sites', headers)).toEqual([site.id]);
    expect((await me(headers)).body.sites.map((each: { id: string }) => each.id)).toEqual([site.id]);
  });

  test('ends with a suspension and with a change of role', async () => {
    for (const change of [{ status: 'suspended' }, { role: 'manager' }]) {
      const { id, headers } = await signedIn(studio, { role: 'front_desk' });
      await studio.given(studio.patch(`/v2/staff/${id}`, change));
      expect((await me(headers)).status).toBe(401);
      expect(studio.count('staffSessions where staffId = ?', id)).toBe(0);
    }
    const { id, headers } = await signedIn(studio, { role: 'front_desk' });
    await studio.given(studio.delete(`/v2/staff/${id}`));
    expect((await me(headers)).status).toBe(401);
  });

  test('what is unknown is 404, and member paths are 403', async () => {
    const { headers } = await signedIn(studio);
    expect((await studio.get('/manage/nowhere', headers)).status).toBe(404);
    expect((await studio.get('/v2/member/profile', headers)).status).toBe(403);
  });
});

describe('POST /manage/auth/sign-out', () => {
  test('200, and a cookie that was copied is 401 from then on', async () => {
    const { headers } = await signedIn(studio);
    const response = await studio.post('/manage/auth/sign-out', undefined, headers);
    expect([response.status, response.body]).toEqual([200, { object: 'sign_out', signedOut: true }]);
    expect(response.headers.get('set-cookie')).toStartWith('studiod_session=; Path=/; Max-Age=0;');
    expect((await me(headers)).status).toBe(401);
    expect(studio.events()).toEqual([]);
  });

  test('403 for an API key', async () => {
    const { status } = await studio.post('/manage/auth/sign-out');
    expect(status).toBe(403);
  });
});

describe('guessing', () => {
  const guess = (email: string, password = 'wrong password') => signIn(studio, email, password);
  const outcome = ({ status, headers }: Awaited<ReturnType<typeof guess>>) => [status, headers.get('retry-after')];

  test('after five wrong passwords the account waits at this address, 30 seconds and then twice as long, up to 15 minutes', async () => {
    const { email } = await addPerson(studio);
    for (let n = 0; n < 5; n += 1) expect((await guess(email)).status).toBe(401);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      const { body } = await guess(email, PASSWORD);
      expect([body.error.code, body.error.retryAfter, body.error.category]).toEqual([
        'rate_limited',
        seconds,
        'address',
      ]);
      await wait(seconds * 1000 - 1);
      expect(outcome(await guess(email, PASSWORD))).toEqual([429, '1']);
      await wait(1);
      expect((await guess(email)).status).toBe(401);
    }
    await wait(900_000);
    expect((await guess(email, PASSWORD)).status).toBe(200);
    expect((await guess(email)).status).toBe(401);
  });

  test('an unknown email waits as a known one does', async () => {
    const { email } = await addPerson(studio);
    for (const each of [email, 'nobody@example.com']) {
      for (let n = 0; n < 5; n += 1) expect((await guess(each)).status).toBe(401);
      expect(outcome(await guess(each, PASSWORD))).toEqual([429, '30']);
    }
  });

  test('guesses that are sent at once are no more than five', async () => {
    const { email } = await addPerson(studio);
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => guess(email)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(15);
  });
});

describe('POST /manage/auth/confirm-password', () => {
  const confirm = (headers: Record<string, string>, password = PASSWORD) =>
    studio.post('/manage/auth/confirm-password', { password }, headers);

  test('200, and what is sensitive asks for it 15 minutes later', async () => {
    const { headers } = await signedIn(studio);
    const first = (await me(headers)).body;
    expect(Date.parse(first.passwordConfirmedUntil) - Date.parse(first.serverTime)).toBe(15 * MINUTE_MS);
    await wait(14 * MINUTE_MS);
    const { status, body } = await confirm(headers);
    expect([status, Date.parse(body.confirmedUntil)]).toEqual([200, studio.time.now() + 15 * MINUTE_MS]);
    expect((await me(headers)).body.passwordConfirmedUntil).toBe(body.confirmedUntil);
  });

  test('400 password_wrong, and 429 after five', async () => {
    const { headers } = await signedIn(studio);
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await confirm(headers, 'wrong password');
      expect([status, body.error.code, body.error.param]).toEqual([400, 'password_wrong', 'password']);
    }
    expect((await confirm(headers)).status).toBe(429);
  });

  test('403 for an API key', async () => {
    expect((await studio.post('/manage/auth/confirm-password', { password: PASSWORD })).status).toBe(403);
  });
});

describe('GET and PATCH /manage/me', () => {
  test('200 with the person, the permissions, the sites and the studio', async () => {
    const { id, headers, sessionId, email } = await signedIn(studio, { role: 'instructor' });
    const { status, body } = await me(headers);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'me',
      staff: { id, email, role: 'instructor', firstName: 'Sam', photoUrl: null },
      studio: { name: 'Test studio', currency: 'USD', weekStart: 'MO', environment: 'sandbox' },
      theme: 'system',
      language: null,
      singleKeys: true,
      secondFactor: { isRequired: false, totp: false, passkeys: 0, recoveryCodesLeft: 0 },
      sessionId,
      isSandbox: true,
    });
    expect(body.permissions).toContain('bookings:check_in_own_sessions');
    expect(body.permissions).not.toContain('clients:read');
  });

  test('a key that acts for a person may read it, another key is 403', async () => {
    const { id } = await addPerson(studio);
    const { status, body } = await me(await studio.withKey({ staffId: id }));
    expect([status, body.staff.id, body.sessionId, body.passwordConfirmedUntil]).toEqual([200, id, null, null]);
    expect((await studio.get('/manage/me')).status).toBe(403);
  });

  test('PATCH changes what is sent, for this person only', async () => {
    const { headers } = await signedIn(studio);
    const other = await signedIn(studio);
    const patch = (body: object) => studio.patch('/manage/me', body, headers);
    expect((await patch({ theme: 'dark', language: 'de' })).body).toMatchObject({ theme: 'dark', language: 'de' });
    expect((await patch({ singleKeys: false })).body).toMatchObject({ theme: 'dark', singleKeys: false });
    expect((await patch({ language: null })).body).toMatchObject({ theme: 'dark', language: null });
    expect((await me(other.headers)).body).toMatchObject({ theme: 'system', singleKeys: true });
    expect((await patch({ theme: 'blue' })).status).toBe(400);
    expect(studio.events()).toEqual([]);
  });
});

test('without a cookie a page is 401 credential_missing', async () => {
  const { status, body } = await me(FROM_PAGE);
  expect([status, body.error.code]).toEqual([401, 'credential_missing']);
});

test('401 for an operation of people at a path that is public for another method', async () => {
  const { status, body } = await studio.delete('/manage/auth/passkeys/sign-in', { 'x-service-api-key': '' });
  expect([status, body.error.code]).toEqual([401, 'credential_missing']);
});
