import { afterAll, describe, expect, test } from 'bun:test';
import { exportSPKI, SignJWT } from 'jose';
import { forAllTests, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { AUDIENCE, goodClaims, type Key, newKey, sign, startIssuer, trusting } from './issuer-server.ts';

const SECOND = TEST_START / 1000;
const PROFILE = '/public-api/v2/member/profile';
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed well, under a header that names an unknown extension. */
const signWithStrangeHeader = (claims: Record<string, unknown>, { kid, alg, privateKey }: Key): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg, kid, crit: ['strange'], strange: 1 })
    .sign(privateKey, { crit: { strange: true } });

const setUp = async () => {
  const key = await newKey('known');
  const server = startIssuer([key.jwk]);
  const studio = await openStudio({
    memberIssuers: trusting(server.issuer),
  });
  const clientId = await addClient(studio, { email: 'ada@example.com' });
  const getProfile = (token: string) =>
    studio.send('GET', PROFILE, undefined, {
      'x-service-api-key': '',
      authorization: `Bearer ${token}`,
      'x-site-id': MAIN_SITE,
    });
  const claims = (changes: Record<string, unknown> = {}) => ({ ...goodClaims(server.issuer, TEST_START), ...changes });
  return { key, server, studio, clientId, getProfile, claims };
};

const world = forAllTests(() => setUp());
afterAll(() => world.server.stop());

test('200 the member of a valid token', async () => {
  const response = await world.getProfile(await sign(world.claims(), world.key));
  expect(response.body).toMatchObject({ object: 'member_profile', id: world.clientId, email: 'ada@example.com' });
});

describe('other valid tokens', () => {
  const good: readonly [string, Record<string, unknown>][] = [
    ['a clock 60 s behind: iat and nbf ahead', { iat: SECOND + 59, nbf: SECOND + 59 }],
    ['expired less than 60 s ago', { exp: SECOND - 59 }],
    ['several audiences, requested by ours', { aud: [AUDIENCE, 'other'], azp: AUDIENCE }],
    ['Cognito: token_use id', { token_use: 'id' }],
    ['Keycloak: typ ID', { typ: 'ID' }],
    ['email_verified as text', { email_verified: 'true' }],
  ];
  test.each(good)('200 %s', async (_name, changes) => {
    expect((await world.getProfile(await sign(world.claims(changes), world.key))).status).toBe(200);
  });

  test('200 an issuer with a slash at its end, as Auth0 writes it', async () => {
    const { server, key } = world;
    expect((await world.getProfile(await sign(world.claims({ iss: `${server.issuer}/` }), key))).status).toBe(200);
  });
});

describe('attacks', () => {
  const wrongClaims: readonly [string, Record<string, unknown>, string?][] = [
    ['another audience', { aud: 'another-app' }],
    ['no audience', { aud: undefined }],
    ['several audiences, requested by another', { aud: [AUDIENCE, 'other'], azp: 'other' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['an issuer that begins like ours', { iss: `http://127.0.0.1:1@evil.example` }],
    ['expired', { exp: SECOND - 61 }, 'token_expired'],
    ['no expiry', { exp: undefined }],
    ['not yet valid', { nbf: SECOND + 61 }],
    ['issued in the future', { iat: SECOND + 61 }],
    ['no time of issue', { iat: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is no text', { sub: 7 }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
    ["Cognito's access token", { token_use: 'access' }],
    ["Keycloak's access token", { typ: 'Bearer' }],
  ];
  test.each(wrongClaims)('401 %s', async (_name, changes, code = 'token_invalid') => {
    const response = await world.getProfile(await sign(world.claims(changes), world.key));
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 401, code });
  });

  type Forge = (good: { header: string; payload: string; signature: string; key: Key }) => string | Promise<string>;
  const forged: readonly [string, Forge][] = [
    ['alg none', ({ payload }) => `${encode({ alg: 'none' })}.${payload}.`],
    [
      'alg NONE with the signature kept',
      ({ payload, signature }) => `${encode({ alg: 'NONE' })}.${payload}.${signature}`,
    ],
    [
      'HMAC with the public key as its secret',
      async ({ key }) => {
        const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
        return sign(world.claims(), { kid: key.kid, alg: 'HS256', privateKey: secret });
      },
    ],
    [
      'HMAC with the published key as its secret',
      ({ key }) => {
        const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
        return sign(world.claims(), { kid: key.kid, alg: 'HS256', privateKey: secret });
      },
    ],
    ['a stripped signature', ({ header, payload }) => `${header}.${payload}.`],
    ['no signature at all', ({ header, payload }) => `${header}.${payload}`],
    [
      'claims changed under the signature',
      ({ header, signature }) =>
        `${header}.${encode(world.claims({ sub: 'ben', email: 'ben@example.com' }))}.${signature}`,
    ],
    ["another key's signature under a known key id", async () => sign(world.claims(), await newKey('known'))],
    ['an unknown key id', async () => sign(world.claims(), await newKey('unknown'))],
    [
      'a key that the token brings itself',
      async () => {
        const own = await newKey('known');
        return sign(world.claims(), own, { jwk: own.jwk });
      },
    ],
    ['a header that must be understood and is not', ({ key }) => signWithStrangeHeader(world.claims(), key)],
    ['an access token by its type', ({ key }) => sign(world.claims(), key, { typ: 'at+jwt' })],
    ['a logout token by its type', ({ key }) => sign(world.claims(), key, { typ: 'logout+jwt' })],
    [
      'an algorithm the key is not of',
      ({ payload, signature, key }) => `${encode({ alg: 'RS256', kid: key.kid })}.${payload}.${signature}`,
    ],
    ['nothing', () => ''],
    ['no token', () => 'x.y.z'],
    ['something huge', () => `${'x'.repeat(20_000)}.y.z`],
  ];
  test.each(forged)('401 token_invalid: %s', async (_name, forge) => {
    const [header = '', payload = '', signature = ''] = (await sign(world.claims(), world.key)).split('.');
    const response = await world.getProfile(await forge({ header, payload, signature, key: world.key }));
    expect(response.body.error).toMatchObject({ type: 'authentication_error', code: 'token_invalid' });
    expect(response.status).toBe(401);
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
    expect(response.headers.get('x-ratelimit-category')).toBe('read');
  });

  test('401 token_invalid: an ID token at the Business API', async () => {
    const authorization = `Bearer ${await sign(world.claims(), world.key)}`;
    const response = await world.studio.get('/v2/clients', { 'x-service-api-key': '', authorization });
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
  });

  test('401 credential_missing: an API key on a path for members only', async () => {
    const response = await world.studio.get(PROFILE, { 'x-site-id': MAIN_SITE });
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'credential_missing' } } });
  });
});

test('a cached token is rejected once it has expired', async () => {
  const { server, studio, getProfile, key } = await setUp();
  const token = await sign({ ...goodClaims(server.issuer, TEST_START), exp: SECOND + 30 }, key);
  expect((await getProfile(token)).status).toBe(200);
  await studio.time.moveTo(TEST_START + 89_000);
  expect((await getProfile(token)).status).toBe(200);
  await studio.time.moveTo(TEST_START + 90_000);
  expect(await getProfile(token)).toMatchObject({ status: 401, body: { error: { code: 'token_expired' } } });
  server.stop();
});
