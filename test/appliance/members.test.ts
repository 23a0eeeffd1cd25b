import { describe, expect, test } from 'bun:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { startProvider } from '../auth/members/provider.ts';
import { startServer, studiod, testServer, until } from '../helpers/process.ts';

const server = testServer({}, 'sandbox', '--clock', 'fixed:2026-03-02T08:00:00Z');
const { cwd } = server;

const post = (path: string, body: object) => server.call('POST', path, body, {});
const profile = (token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'x-site-id': server.ready.siteId };
  return server.call('GET', '/public-api/v2/member/profile', undefined, headers);
};

describe('the issuer of a sandbox', () => {
  test('signs in the client of the ready line', async () => {
    expect(await profile(server.ready.memberToken)).toMatchObject({
      status: 200,
      body: { object: 'member_profile', id: server.ready.clientId },
    });
  });

  test('signs in any other client, for the requested time by the clock of the sandbox', async () => {
    const made = await server.call('POST', '/v2/clients', {
      firstName: 'Mia',
      lastName: 'Ode',
      email: 'mia@example.com',
    });
    const { status, body } = await post('/sandbox/member-token', { clientId: made.body.id, expiresIn: 90 });
    expect({ status, expiresAt: body.expiresAt }).toEqual({ status: 200, expiresAt: '2026-03-02T08:01:30.000Z' });
    expect((await profile(body.idToken)).body).toMatchObject({ id: made.body.id, email: 'mia@example.com' });
    await post('/sandbox/clock', { advance: 'PT151S' });
    expect((await profile(body.idToken)).body.error.code).toBe('token_expired');
  });

  test('has a discovery document, and its keys verify its tokens', async () => {
    const issuer = `${server.ready.rootUrl}/sandbox/issuer`;
    const { body } = await server.call('GET', '/sandbox/issuer/.well-known/openid-configuration', undefined, {});
    expect(body).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks.json` });
    const currentDate = new Date('2026-03-02T08:00:00Z');
    const keys = createRemoteJWKSet(new URL(body.jwks_uri));
    const { payload } = await jwtVerify(server.ready.memberToken, keys, { issuer, currentDate });
    expect(payload).toMatchObject({ sub: server.ready.clientId, email_verified: true });
  });

  test('400 an unknown client, and an invalid lifetime', async () => {
    const { status, body } = await post('/sandbox/member-token', { clientId: server.ready.siteId });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'clientId']);
    expect((await post('/sandbox/member-token', { clientId: server.ready.clientId, expiresIn: 0 })).status).toBe(400);
    expect((await post('/sandbox/member-token', {})).status).toBe(400);
  });

  test('works after a reset', async () => {
    const { memberToken } = (await post('/sandbox/reset', {})).body;
    expect((await profile(memberToken)).body.id).toBe(server.ready.clientId);
    expect((await profile(server.ready.memberToken)).status).toBe(200);
  });
});

describe('oauth-client', () => {
  const data = ['--data', 'oauth'];
  const run = async (...words: string[]) => {
    const { code, out } = await studiod({ cwd }, 'oauth-client', ...words, ...data, '--json');
    return { code, printed: JSON.parse(out) };
  };

  test('creates a client while a server runs; its token stops within a second of the revocation', async () => {
    const serving = await startServer({ cwd }, 'serve', ...data);
    try {
      const { rootUrl } = serving.ready;
      const { printed } = await run('create', '--name', 'Reporting', '--scopes', 'clients:read');
      expect(printed).toMatchObject({ clientId: printed.id, scopes: ['clients:read'] });
      const form = {
        grant_type: 'client_credentials',
        client_id: printed.clientId,
        client_secret: printed.clientSecret,
      };
      const token = async () => {
        const response = await fetch(`${rootUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
        return ((await response.json()) as { access_token?: string }).access_token;
      };
      const statusWith = async (accessToken: string | undefined) =>
        (await fetch(`${rootUrl}/v2/clients`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

      const first = await token();
      expect(await statusWith(first)).toBe(200);
      const { kid } = (await run('rotate-key')).printed;
      const second = String(await token());
      expect(JSON.parse(Buffer.from(second.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kid });
      expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);

      expect((await run('list')).printed.oauthClients).toMatchObject([{ id: printed.id, revokedAt: null }]);
      expect((await run('revoke', printed.id)).printed.revokedAt).not.toBeNull();
      await until(async () => (await statusWith(first)) === 401);
      // What a token may is asked once a second for each token.
      await until(async () => (await statusWith(second)) === 401);
      expect(await token()).toBeUndefined();
    } finally {
      await serving.stop();
    }
  });
});

test('signs in with the claims of UserInfo; no token is in the log', async () => {
  const accounts = { ada: { email: 'ada@example.com', email_verified: true } };
  const provider = await startProvider(accounts, { hasIdTokenClaims: false });
  const env = { STUDIOD_MEMBER_ISSUER: provider.issuer, STUDIOD_MEMBER_AUDIENCE: 'studio-app' };
  const serving = await startServer({ cwd, env }, 'serve', '--data', 'user-info');
  try {
    const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--data', 'user-info', '--json')).out);
    const ada = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com' };
    const made = await serving.call('POST', '/v2/clients', ada, { 'x-service-api-key': key });
    const { id, homeLocationId } = made.body;
    const { idToken, accessToken } = await provider.signIn('ada');
    const profileOf = (xAccessToken: string) => {
      const headers = {
        authorization: `Bearer ${idToken}`,
        'x-site-id': homeLocationId,
        'x-access-token': xAccessToken,
      };
      return serving.call('GET', '/public-api/v2/member/profile', undefined, headers);
    };
    const refused = await profileOf('not-the-access-token');
    expect(refused).toMatchObject({ status: 401 });
    const refusal = JSON.stringify(refused.body);
    expect(refusal).toContain('access_token_rejected');
    expect(await profileOf(accessToken)).toMatchObject({ status: 200, body: { id } });
    await serving.stop();
    const log = serving.out() + (await serving.err);
    expect(log).toContain('/public-api/v2/member/profile');
    for (const token of [idToken, accessToken, 'not-the-access-token']) expect(log + refusal).not.toContain(token);
  } finally {
    await serving.stop();
    await provider.stop();
  }
}, 120_000);

test('rejects half a configuration of the member issuer', async () => {
  const place = { cwd, env: { STUDIOD_MEMBER_ISSUER: 'https://login.example' } };
  const { code, err } = await studiod(place, 'serve', '--data', 'half', '--port', '0');
  expect(code).toBe(2);
  expect(err).toContain('--member-issuer and --member-audience must be set together');
  const plain = { cwd, env: { STUDIOD_MEMBER_ISSUER: 'http://login.example' } };
  expect((await studiod(plain, 'config')).err).toContain('only on loopback');
});
