import { beforeAll, describe, expect, test } from 'bun:test';
import { exportSPKI, importJWK, type JWK, SignJWT } from 'jose';
import { createSigningKeys, newSigningKey, rotateSigningKey } from '../../../src/auth/oauth/signing-keys.ts';
import { createSeal, temporaryKey } from '../../../src/database/seal.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { openStore, random } from '../set-up.ts';
import { makeClient } from './set-up.ts';

const SECOND = TEST_START / 1000;
const ROOT = 'http://localhost';
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const tokenOf = async (studio: Studio, { clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const request = new Request(`${ROOT}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const response = (await (await studio.app.fetch(request)).json()) as { access_token: string };
  return response.access_token;
};
const call = (studio: Studio, token: string, path = '/v2/clients') =>
  studio.get(path, { 'x-service-api-key': '', authorization: `Bearer ${token}` });

describe('attacks', () => {
  let studio: Studio;
  let claims: Record<string, unknown>;
  let kid: string;
  let own: JWK;
  let published: JWK;
  beforeAll(async () => {
    studio = await openStudio();
    const made = await makeClient(studio);
    await tokenOf(studio, made);
    // The key that signs, as the server itself holds it: every forged token below differs from a good one in one thing.
    const row = studio.db.query('select id, privateKey from signingKeys').get() as {
      id: string;
      privateKey: Uint8Array;
    };
    kid = row.id;
    own = JSON.parse(studio.seal.open(row.privateKey));
    published = (await studio.get('/.well-known/jwks.json')).body.keys[0];
    claims = {
      iss: ROOT,
      aud: ROOT,
      sub: made.clientId,
      client_id: made.clientId,
      scope: 'clients:read',
      jti: 'one',
      iat: SECOND,
      exp: SECOND + 600,
    };
  });

  const sign = (changes: Record<string, unknown>, header: Record<string, unknown> = {}, key: JWK | Uint8Array = own) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header } as { alg: string })
      .sign(key);

  test('200 a valid token', async () => {
    expect((await call(studio, await sign({}))).status).toBe(200);
  });

  type Forge = () => string | Promise<string>;
  const changed = async (change: (parts: [string, string, string]) => string) =>
    change((await sign({})).split('.') as [string, string, string]);
  const forged: readonly [string, Forge, string?][] = [
    ['alg none', () => changed(([, payload]) => `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`)],
    [
      'HMAC with the public key',
      async () => {
        const pem = await exportSPKI((await importJWK(published, 'ES256')) as CryptoKey);
        return sign({}, { alg: 'HS256' }, new TextEncoder().encode(pem));
      },
    ],
    [
      'HMAC with the published key',
      () => sign({}, { alg: 'HS256' }, new TextEncoder().encode(JSON.stringify(published))),
    ],
    ['another audience', () => sign({ aud: 'https://elsewhere.example' })],
    ['no audience', () => sign({ aud: undefined })],
    ['another issuer', () => sign({ iss: 'https://elsewhere.example' })],
    ['expired', () => sign({ exp: SECOND }), 'token_expired'],
    ['no expiry', () => sign({ exp: undefined })],
    ['not yet valid', () => sign({ nbf: SECOND + 1 })],
    ['an unknown key id', () => sign({}, { kid: '01950000-0000-7000-8000-000000000000' })],
    ['no key id', () => sign({}, { kid: undefined })],
    ["another key under the server's key id", async () => sign({}, {}, (await newSigningKey()).privateKey)],
    ['a stripped signature', () => changed(([header, payload]) => `${header}.${payload}.`)],
    ['no signature', () => changed(([header, payload]) => `${header}.${payload}`)],
    [
      'claims changed under the signature',
      () => changed(([header, , signature]) => `${header}.${encode({ ...claims, scope: '*' })}.${signature}`),
    ],
    ['a type that is no access token', () => sign({}, { typ: 'JWT' })],
    ['no type', () => sign({}, { typ: undefined })],
    ['an unknown client', () => sign({ sub: 'nobody', client_id: 'nobody' })],
    ['a subject that is not the client', () => sign({ sub: 'somebody' })],
    ['a scope that is no text', () => sign({ scope: ['*'] })],
    ['sites that are no list', () => sign({ site_ids: 'all' })],
  ];
  test.each(forged)('401 %s', async (_name, forge, code = 'token_invalid') => {
    const response = await call(studio, await forge());
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 401, code });
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
  });

  test('401 on a path for members only', async () => {
    const response = await call(studio, await sign({}), '/public-api/v2/member/profile');
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
  });
});

describe('a token', () => {
  test('is valid for an hour', async () => {
    const studio = await openStudio();
    const token = await tokenOf(studio, await makeClient(studio));
    await studio.time.moveTo(TEST_START + HOUR_MS - 1);
    expect((await call(studio, token)).status).toBe(200);
    await studio.time.moveTo(TEST_START + HOUR_MS);
    expect(await call(studio, token)).toMatchObject({ status: 401, body: { error: { code: 'token_expired' } } });
  });

  test('ends when its client is revoked', async () => {
    const studio = await openStudio();
    const made = await makeClient(studio);
    const token = await tokenOf(studio, made);
    expect((await call(studio, token)).status).toBe(200);
    const revoked = await studio.post(`/manage/oauth-clients/${made.id}/revoke`);
    expect(revoked.body.revokedAt).toBe('2026-03-02T08:00:00.000Z');
    expect(await call(studio, token)).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
    expect(await tokenOf(studio, made)).toBeUndefined();
  });

  test('loses what its client loses, and gains nothing', async () => {
    const studio = await openStudio();
    const made = await makeClient(studio, { scopes: ['clients:read', 'bookings:read'] });
    const token = await tokenOf(studio, made);
    await studio.patch(`/manage/oauth-clients/${made.id}`, { scopes: ['clients:read', 'sites:read'] });
    expect((await call(studio, token)).status).toBe(200);
    expect(await call(studio, token, '/v2/bookings')).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining("'bookings:read'") } },
    });
    expect((await call(studio, token, '/v2/sites')).status).toBe(403);
  });

  test.each([
    ['*', 'clients:read'],
    ['clients:write', 'clients:read'],
  ])('that was issued for %s keeps %s when its client keeps only that', async (issued, kept) => {
    const studio = await openStudio();
    const made = await makeClient(studio, { scopes: [issued] });
    const token = await tokenOf(studio, made);
    await studio.patch(`/manage/oauth-clients/${made.id}`, { scopes: [kept, 'sites:write'] });
    expect((await call(studio, token)).status).toBe(200);
    expect((await call(studio, token, '/v2/bookings')).status).toBe(403);
    // `*` includes it, `clients:write` does not.
    expect((await call(studio, token, '/v2/sites')).status).toBe(issued === '*' ? 200 : 403);
  });

  test('sees the sites of its client only', async () => {
    const studio = await openStudio();
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const token = await tokenOf(studio, await makeClient(studio, { siteIds: [north] }));
    const { data } = (await call(studio, token, '/v2/sites')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([north]);
  });

  test('counts in the rate limit of its client', async () => {
    const studio = await openStudio();
    const token = await tokenOf(studio, await makeClient(studio, { tier: 'basic' }));
    const { headers } = await call(studio, token);
    // The request of the token counted too.
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['600', '598']);
  });
});

describe('rotation', () => {
  test('old tokens are valid until they expire, then their key is deleted', async () => {
    const studio = await openStudio();
    const made = await makeClient(studio);
    const before = await tokenOf(studio, made);
    await studio.time.moveTo(TEST_START + HOUR_MS / 2);
    const last = await tokenOf(studio, made);
    const key = await newSigningKey();
    await studio.store.write((tx) => rotateSigningKey(tx, studio.seal, key).id);
    const after = await tokenOf(studio, made);
    for (const token of [before, last, after]) expect((await call(studio, token)).status).toBe(200);
    expect((await studio.get('/.well-known/jwks.json')).body.keys).toHaveLength(2);
    await studio.time.moveTo(TEST_START + HOUR_MS * 1.5 - 1);
    expect((await call(studio, last)).status).toBe(200);
    await studio.time.moveTo(TEST_START + HOUR_MS * 1.5);
    expect((await studio.get('/.well-known/jwks.json')).body.keys).toHaveLength(1);
    expect((await call(studio, last)).status).toBe(401);
    const next = await newSigningKey();
    await studio.store.write((tx) => rotateSigningKey(tx, studio.seal, next).id);
    expect(studio.db.query('select count(*) as n from signingKeys').get()).toEqual({ n: 2 });
  });

  test('happens automatically after 90 days', async () => {
    const clock = new Timeline(TEST_START);
    const keys = createSigningKeys({
      store: openStore(':memory:', clock),
      seal: createSeal(temporaryKey(random), random),
    });
    const kidsAfter = async (days: number) => {
      await clock.moveTo(TEST_START + days * DAY_MS);
      await keys.rotateWhenOld();
      return (await keys.jwks()).keys.map(({ kid }) => kid);
    };
    const [first] = await kidsAfter(0);
    expect(await kidsAfter(89)).toEqual([first]);
    const [second, ...others] = await kidsAfter(90);
    expect(second).not.toBe(first);
    expect(others).toEqual([first]);
    expect(await kidsAfter(91)).toEqual([second]);
  });
});

test('a token that is verified while the caches are cleared is accepted', async () => {
  const studio = await openStudio();
  const made = await makeClient(studio);
  const other = await makeClient(studio);
  const token = await tokenOf(studio, made);
  const calls = Array.from({ length: 20 }, () => call(studio, token));
  const revoked = studio.post(`/manage/oauth-clients/${other.id}/revoke`);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await revoked).status).toBe(200);
});
