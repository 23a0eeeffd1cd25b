import { afterAll, describe, expect, test } from 'bun:test';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { forAllTests, TEST_START } from '../../helpers/api.ts';
import { discover, makeClient, serveStudio } from './set-up.ts';

const served = forAllTests(serveStudio);
afterAll(() => served.stop());

const call = (path: string, token: string) =>
  fetch(`${served.rootUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });

for (const [name, how] of [
  ['client_secret_basic', client.ClientSecretBasic()],
  ['client_secret_post', client.ClientSecretPost()],
] as const) {
  test(`openid-client gets a token by discovery and ${name}, and calls with it`, async () => {
    const { clientId, clientSecret } = await makeClient(served.studio);
    const found = await discover(served.rootUrl, clientId, clientSecret, how);
    const tokens = await client.clientCredentialsGrant(found, { scope: 'clients:read sites:read' });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'clients:read sites:read' });
    const response = await call('/v2/clients', tokens.access_token);
    expect({ status: response.status, object: ((await response.json()) as { object: string }).object }).toEqual({
      status: 200,
      object: 'list',
    });
    expect((await call('/v2/bookings', tokens.access_token)).status).toBe(403);
  });
}

test('openid-client gets a token by the discovery of OpenID Connect, which it tries by default', async () => {
  const { clientId, clientSecret } = await makeClient(served.studio);
  const how = { execute: [client.allowInsecureRequests] };
  const found = await client.discovery(new URL(served.rootUrl), clientId, clientSecret, undefined, how);
  const tokens = await client.clientCredentialsGrant(found);
  expect((await call('/v2/clients', tokens.access_token)).status).toBe(200);
});

test('a token is a JWT access token of RFC 9068, verifiable by the published keys', async () => {
  const { studio, rootUrl } = served;
  const site = (await studio.post('/v2/sites', { name: 'North' })).body.id;
  const { clientId, clientSecret } = await makeClient(studio, { scopes: ['clients:read'], siteIds: [site] });
  const found = await discover(rootUrl, clientId, clientSecret);
  const metadata = found.serverMetadata();
  expect(metadata).toMatchObject({ issuer: rootUrl, token_endpoint: `${rootUrl}/oauth/token` });
  const { access_token: token } = await client.clientCredentialsGrant(found);
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(String(metadata.jwks_uri))), {
    issuer: rootUrl,
    audience: rootUrl,
    typ: 'at+jwt',
    currentDate: new Date(TEST_START),
  });
  expect(payload).toEqual({
    iss: rootUrl,
    aud: rootUrl,
    sub: clientId,
    client_id: clientId,
    scope: 'clients:read',
    site_ids: [site],
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    iat: TEST_START / 1000,
    exp: TEST_START / 1000 + 3600,
  });
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
});

describe('openid-client gets the errors of RFC 6749', () => {
  test('invalid_client', async () => {
    const { clientId } = await makeClient(served.studio);
    const found = await discover(served.rootUrl, clientId, 'ocs_wrong');
    await expect(client.clientCredentialsGrant(found)).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
  });

  test('invalid_scope', async () => {
    const { clientId, clientSecret } = await makeClient(served.studio, { scopes: ['clients:read'] });
    const found = await discover(served.rootUrl, clientId, clientSecret);
    const rejected = client.clientCredentialsGrant(found, { scope: 'clients:write' });
    await expect(rejected).rejects.toMatchObject({ error: 'invalid_scope', status: 400 });
  });
});
