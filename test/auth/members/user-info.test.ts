import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { remoteIssuer } from '../../../src/auth/members/remote-issuer.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { MAIN_SITE, openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { AUDIENCE, goodClaims, type Key, newKey, sign, startIssuer, trusting } from './issuer-server.ts';
import { startProvider } from './provider.ts';

const PROFILE = '/public-api/v2/member/profile';
const SECOND = 1000;

const profileWith = (studio: Studio, idToken: string, accessToken?: string, siteId = MAIN_SITE) =>
  studio.get(PROFILE, {
    'x-service-api-key': '',
    authorization: `Bearer ${idToken}`,
    'x-site-id': siteId,
    ...(accessToken === undefined ? {} : { 'x-access-token': accessToken }),
  });

describe('a provider that gives the email at UserInfo only', () => {
  const accounts = {
    ada: { email: 'Ada@example.com', email_verified: true },
    eve: { email: 'ada@example.com', email_verified: false },
    noor: { email: 'noor@example.com', email_verified: true, given_name: 'Noor', family_name: 'Haddad' },
    bob: { email: 'bob@example.com', email_verified: true },
  };
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let studio: Studio;
  /** How often UserInfo was asked since the last call. */
  const asked = (): number => provider.requests().filter((path) => path === '/me').length;

  beforeAll(async () => {
    provider = await startProvider(accounts, { hasIdTokenClaims: false });
    studio = await openStudio({
      startAt: systemClock.now(),
      memberIssuers: trusting(provider.issuer),
    });
  });
  afterAll(() => provider.stop());

  test('403 email_not_verified without the access token, which says to send it; 200 with it, linked once', async () => {
    const id = await addClient(studio, { email: 'ada@example.com' });
    const { idToken, accessToken } = await provider.signIn('ada');
    asked();
    studio.events();
    const without = await profileWith(studio, idToken);
    expect(without).toMatchObject({
      status: 403,
      body: { error: { code: 'member_not_found', details: [{ code: 'email_not_verified' }] } },
    });
    expect(without.body.error.message).toContain('X-Access-Token');
    expect(asked()).toBe(0);

    const [first, second] = await Promise.all([
      profileWith(studio, idToken, accessToken),
      profileWith(studio, idToken, accessToken),
    ]);
    expect([first.body.id, second.body.id]).toEqual([id, id]);
    expect(asked()).toBe(1);
    expect((await studio.get(`/manage/member-links?client_id=${id}`)).body.data).toMatchObject([
      { issuer: provider.issuer, subject: 'ada' },
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('a linked member is not asked about again, whatever the access token says', async () => {
    const { idToken, accessToken } = await provider.signIn('ada');
    asked();
    expect((await profileWith(studio, idToken, accessToken)).status).toBe(200);
    const again = await provider.signIn('ada');
    asked();
    expect((await profileWith(studio, again.idToken, 'worthless')).status).toBe(200);
    expect((await profileWith(studio, again.idToken)).status).toBe(200);
    expect(asked()).toBe(0);
  });

  test('403 email_not_verified: an email that the provider has not verified; asked once', async () => {
    const { idToken, accessToken } = await provider.signIn('eve');
    asked();
    for (let request = 0; request < 3; request += 1) {
      expect(await profileWith(studio, idToken, accessToken)).toMatchObject({
        status: 403,
        body: { error: { details: [{ param: 'Authorization', code: 'email_not_verified' }] } },
      });
    }
    expect(asked()).toBe(1);
  });

  test('self sign-up takes the name, too', async () => {
    const open = (await studio.post('/v2/sites', { name: 'Open' })).body.id;
    await studio.patch(`/v2/settings?siteId=${open}`, { membership: { selfSignUp: true } });
    studio.events();
    const { idToken, accessToken } = await provider.signIn('noor');
    expect(await profileWith(studio, idToken, accessToken, open)).toMatchObject({
      status: 200,
      body: { firstName: 'Noor', lastName: 'Haddad', email: 'noor@example.com', homeLocationId: open },
    });
    expect(studio.events()).toEqual(['client.created']);
  });

  test("401 access_token_of_another: somebody else's access token; then their own works at once", async () => {
    const id = await addClient(studio, { email: 'bob@example.com' });
    studio.events();
    const ada = await provider.signIn('ada');
    const { idToken, accessToken } = await provider.signIn('bob');
    expect(await profileWith(studio, idToken, ada.accessToken)).toMatchObject({
      status: 401,
      body: {
        error: {
          type: 'authentication_error',
          code: 'token_invalid',
          details: [{ param: 'X-Access-Token', code: 'access_token_of_another' }],
        },
      },
    });
    expect((await studio.get(`/manage/member-links?client_id=${id}`)).body.data).toEqual([]);
    expect((await profileWith(studio, idToken, accessToken)).body.id).toBe(id);
    expect(studio.events()).toEqual([]);
  });
});

test('a provider that puts the claims into the ID token is not asked', async () => {
  const accounts = { kim: { email: 'kim@example.com', email_verified: true, given_name: 'Kim' } };
  const provider = await startProvider(accounts);
  try {
    const studio = await openStudio({
      startAt: systemClock.now(),
      memberIssuers: trusting(provider.issuer),
    });
    const { idToken } = await provider.signIn('kim');
    expect((await profileWith(studio, idToken, 'worthless')).status).toBe(403);
    await addClient(studio, { email: 'kim@example.com' });
    expect((await profileWith(studio, idToken, 'worthless')).status).toBe(200);
    expect(provider.requests()).not.toContain('/me');
  } finally {
    await provider.stop();
  }
});

describe('a UserInfo endpoint that', () => {
  let server: ReturnType<typeof startIssuer>;
  let studio: Studio;
  let key: Key;
  let tokens: string[];
  let reports: string[];
  const CLAIMS = { sub: 'ada', email: 'ada@example.com', email_verified: true };

  beforeEach(async () => {
    key = await newKey('known');
    server = startIssuer([key.jwk]);
    server.state.document = { userinfo_endpoint: `${server.issuer}/userinfo` };
    tokens = [];
    reports = [];
    studio = await openStudio({
      memberIssuers: (clock) => [
        remoteIssuer({
          issuer: server.issuer,
          audiences: [AUDIENCE],
          maxTokenHours: 24,
          clock,
          report: (message, error) => reports.push(`${message}: ${error}`),
        }),
      ],
    });
    await addClient(studio, { email: 'ada@example.com' });
    studio.events();
  });
  afterEach(() => server.stop());

  const response = (make: () => Response | Promise<Response>): void => {
    server.state.userInfo = (request) => {
      tokens.push(request.headers.get('authorization') ?? '');
      return make();
    };
  };
  const idToken = (changes: Record<string, unknown> = {}): Promise<string> => {
    const { email: _email, email_verified: _verified, ...claims } = goodClaims(server.issuer, TEST_START);
    return sign({ ...claims, ...changes }, key);
  };
  const refusal = (code: string) => ({
    status: 401,
    body: { error: { code: 'token_invalid', details: [{ param: 'X-Access-Token', code }] } },
  });

  const refusals: readonly [string, () => Response, string, boolean][] = [
    ['refuses the access token', () => new Response('no', { status: 401 }), 'access_token_rejected', false],
    ['wants another scope', () => new Response('no', { status: 403 }), 'access_token_rejected', false],
    ['answers no JSON', () => new Response('eyJhbGciOiJSUzI1NiJ9.e30.c2ln'), 'user_info_invalid', true],
    ['answers null', () => new Response('null'), 'user_info_invalid', false],
    ['answers no subject', () => Response.json({ ...CLAIMS, sub: undefined }), 'user_info_invalid', false],
    ['answers too much', () => Response.json({ ...CLAIMS, more: 'x'.repeat(300_000) }), 'user_info_invalid', true],
    ['answers another subject', () => Response.json({ ...CLAIMS, sub: 'eve' }), 'access_token_of_another', false],
  ];
  test.each(refusals)('401 %s', async (_name, make, code, isReported) => {
    response(make);
    expect(await profileWith(studio, await idToken(), 'access-token-1')).toMatchObject(refusal(code));
    expect(tokens).toEqual(['Bearer access-token-1']);
    expect(reports).toHaveLength(isReported ? 1 : 0);
    expect(reports.join()).not.toContain('access-token-1');
    expect((await studio.get('/manage/member-links')).body.data).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  const unavailable: readonly [string, () => Response][] = [
    ['fails', () => new Response('no', { status: 500 })],
    ['is overloaded', () => new Response('no', { status: 429 })],
    ['redirects', () => Response.redirect(`${server.issuer}/elsewhere`)],
  ];
  test.each(unavailable)('503 %s, so that the member stays signed in; asked again after 5 s', async (_name, make) => {
    response(make);
    const token = await idToken();
    const failed = {
      status: 503,
      body: { error: { code: 'issuer_unavailable', retryAfter: 5 } },
    };
    expect(await profileWith(studio, token, 'access-token-1')).toMatchObject(failed);
    response(() => Response.json(CLAIMS));
    expect(await profileWith(studio, token, 'access-token-1')).toMatchObject(failed);
    expect(tokens).toHaveLength(1);
    expect(reports).toHaveLength(1);
    expect(reports.join()).not.toContain('access-token-1');
    await studio.time.moveTo(TEST_START + 5 * SECOND);
    expect((await profileWith(studio, token, 'access-token-1')).status).toBe(200);
    expect(tokens).toHaveLength(2);
  });

  test('is not named in the discovery document, or is without TLS, is never asked', async () => {
    response(() => Response.json(CLAIMS));
    for (const document of [{}, { userinfo_endpoint: 'http://login.example/userinfo' }, { userinfo_endpoint: 7 }]) {
      server.state.document = document;
      await studio.time.moveTo(studio.time.now() + 600 * SECOND);
      const now = studio.time.now() / SECOND;
      const token = await idToken({ iat: now, exp: now + 600 });
      expect(await profileWith(studio, token, 'access-token-1')).toMatchObject(refusal('user_info_missing'));
    }
    expect(tokens).toEqual([]);
  });

  test.each(['Bearer abc', 'a'.repeat(16_385)])('401 an access token that no provider makes: %p', async (wrong) => {
    response(() => Response.json(CLAIMS));
    expect(await profileWith(studio, await idToken(), wrong)).toMatchObject(refusal('access_token_rejected'));
    expect(tokens).toEqual([]);
  });

  test('adds email_verified where the ID token has the email alone, and takes both from UserInfo', async () => {
    response(() => Response.json({ ...CLAIMS, email_verified: 'true' }));
    const { status, body } = await profileWith(studio, await idToken({ email: 'other@example.com' }), 'access-token-1');
    expect({ status, email: body.email }).toEqual({ status: 200, email: 'ada@example.com' });
  });

  test('cannot make an address verified that the ID token says is not', async () => {
    response(() => Response.json(CLAIMS));
    const token = await idToken({ email: 'ada@example.com', email_verified: false });
    expect(await profileWith(studio, token, 'access-token-1')).toMatchObject({
      status: 403,
      body: { error: { details: [{ code: 'email_not_verified' }] } },
    });
  });

  test('is not asked for an ID token that is not valid, or without an active site', async () => {
    response(() => Response.json(CLAIMS));
    const forged = await sign(goodClaims(server.issuer, TEST_START), await newKey('known'));
    expect((await profileWith(studio, forged, 'access-token-1')).status).toBe(401);
    expect((await profileWith(studio, await idToken(), 'access-token-1', 'nowhere')).status).toBe(400);
    expect(tokens).toEqual([]);
  });

  test('is asked again with the next ID token, since what it said lasts as long as the token', async () => {
    response(() => Response.json({ ...CLAIMS, email: 'nobody@example.com' }));
    expect((await profileWith(studio, await idToken(), 'access-token-1')).status).toBe(403);
    response(() => Response.json(CLAIMS));
    expect((await profileWith(studio, await idToken(), 'access-token-1')).status).toBe(200);
    expect(tokens).toHaveLength(2);
  });
});
