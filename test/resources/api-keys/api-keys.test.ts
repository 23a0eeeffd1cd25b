import { describe, expect, test } from 'bun:test';
import { makeClient } from '../../auth/oauth/set-up.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';

const studio = forEachTest(openStudio);

const make = (body: object, key = studio.mainKey) =>
  studio.post('/manage/api-keys', body, { 'x-service-api-key': key });

describe('POST /manage/api-keys', () => {
  test('201 the key, shown once, works at once', async () => {
    const { status, body } = await make({ name: 'Door', scopes: ['clients:read'], siteIds: [MAIN_SITE], tier: 'pro' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'api_key',
      name: 'Door',
      scopes: ['clients:read'],
      tier: 'pro',
      revokedAt: null,
    });
    expect(body.key).toStartWith(body.prefix);
    expect(body.key).toEndWith(body.last4);
    expect((await studio.get('/v2/clients', { 'x-service-api-key': body.key })).status).toBe(200);
    expect((await studio.get(`/manage/api-keys/${body.id}`)).body).not.toContainKey('key');
    expect(studio.events()).toEqual([]);
  });

  const wrong: readonly [string, object, string, string][] = [
    ['no name', { scopes: ['*'] }, 'parameter_missing', 'name'],
    ['no scopes', { name: 'Door', scopes: [] }, 'parameter_missing', 'scopes'],
    ['an unknown scope', { name: 'Door', scopes: ['client:read'] }, 'parameter_invalid', 'scopes[0]'],
    [
      'an unknown site',
      { name: 'Door', scopes: ['*'], siteIds: ['01950000-0000-7000-8000-00000000ffff'] },
      'resource_missing',
      'siteIds[0]',
    ],
    [
      'a past expiry',
      { name: 'Door', scopes: ['*'], expiresAt: '2020-01-01T00:00:00Z' },
      'parameter_invalid',
      'expiresAt',
    ],
  ];
  test.each(wrong)('400 %s', async (_name, body, code, param) => {
    expect(await make(body)).toMatchObject({ status: 400, body: { error: { code, param } } });
  });

  test('403 nobody grants what they lack', async () => {
    const manager = await studio.makeKey({ scopes: ['manage', 'clients:write'] });
    expect((await make({ name: 'Door', scopes: ['clients:read'] }, manager)).status).toBe(201);
    for (const scopes of [['*'], ['bookings:read']]) {
      expect(await make({ name: 'Door', scopes }, manager)).toMatchObject({
        status: 403,
        body: { error: { code: 'permission_denied', message: expect.stringContaining(`'${scopes[0]}'`) } },
      });
    }
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const local = await studio.makeKey({ siteIds: [MAIN_SITE] });
    for (const siteIds of [undefined, null, [north], [MAIN_SITE, north]]) {
      expect(
        await make({ name: 'Door', scopes: ['*'], ...(siteIds === undefined ? {} : { siteIds }) }, local),
      ).toMatchObject({
        status: 403,
        body: { error: { code: 'site_not_allowed' } },
      });
    }
    expect((await make({ name: 'Door', scopes: ['*'], siteIds: [MAIN_SITE] }, local)).status).toBe(201);
    const { data } = (await studio.get('/manage/api-keys', { 'x-service-api-key': local })).body;
    expect(data.map(({ siteIds }: { siteIds: unknown }) => siteIds)).toEqual([[MAIN_SITE], [MAIN_SITE]]);
  });

  test('403 a tier above the own one, and a life beyond the own end', async () => {
    const expiresAt = '2026-03-02T08:01:00.000Z';
    const key = await studio.makeKey({ tier: 'premium', expiresAt });
    const door = { name: 'Door', scopes: ['clients:read'], expiresAt };
    for (const [body, message] of [
      [{ ...door, tier: 'pro' }, "'pro'"],
      [{ ...door, tier: 'unlimited' }, "'unlimited'"],
      [{ ...door, expiresAt: null }, expiresAt],
      [{ name: 'Door', scopes: ['clients:read'] }, expiresAt],
      [{ ...door, expiresAt: '2026-03-02T08:01:00.001Z' }, expiresAt],
    ] as const) {
      expect(await make(body, key)).toMatchObject({
        status: 403,
        body: { error: { code: 'permission_denied', message: expect.stringContaining(message) } },
      });
    }
    expect((await studio.get('/manage/api-keys')).body.data).toHaveLength(2);
    expect((await make({ ...door, tier: 'premium' }, key)).body).toMatchObject({ tier: 'premium', expiresAt });
    expect((await make({ ...door, expiresAt: '2026-03-02T09:00:30+01:00' }, key)).status).toBe(201);
    expect(studio.events()).toEqual([]);
  });

  test('403 an access token makes no key that outlives it', async () => {
    const { clientId, clientSecret } = await makeClient(studio);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const response = await studio.app.fetch(
      new Request('http://localhost/oauth/token', { method: 'POST', body: new URLSearchParams(form) }),
    );
    const { access_token: token } = (await response.json()) as { access_token: string };
    const headers = { 'x-service-api-key': '', authorization: `Bearer ${token}` };
    const door = { name: 'Door', scopes: ['clients:read'] };
    expect((await studio.post('/manage/api-keys', door, headers)).body.error.code).toBe('permission_denied');
    const short = { ...door, expiresAt: '2026-03-02T09:00:00Z' };
    expect((await studio.post('/manage/api-keys', short, headers)).status).toBe(201);
  });

  test('403 without the scope manage', async () => {
    const key = await studio.makeKey({ scopes: ['clients:write'] });
    expect(await make({ name: 'Door', scopes: ['clients:read'] }, key)).toMatchObject({ status: 403 });
  });
});

test('200 a revoked key is rejected at once; revoking again changes nothing', async () => {
  const { id, key } = (await make({ name: 'Door', scopes: ['*'] })).body;
  expect((await studio.get('/v2/clients', { 'x-service-api-key': key })).status).toBe(200);
  const revoked = await studio.post(`/manage/api-keys/${id}/revoke`);
  expect(revoked.body).toMatchObject({ id, revokedAt: '2026-03-02T08:00:00.000Z' });
  expect((await studio.get('/v2/clients', { 'x-service-api-key': key })).body.error.code).toBe('api_key_invalid');
  await studio.time.moveTo(studio.time.now() + 1000);
  expect((await studio.post(`/manage/api-keys/${id}/revoke`)).body).toEqual(revoked.body);
});

test('404 an unknown key, or one with more sites than the caller', async () => {
  const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
  const local = await studio.makeKey({ siteIds: [north] });
  const { id } = (await make({ name: 'Door', scopes: ['*'] })).body;
  expect((await studio.get(`/manage/api-keys/${id}`, { 'x-service-api-key': local })).status).toBe(404);
  expect((await studio.post(`/manage/api-keys/${id}/revoke`, undefined, { 'x-service-api-key': local })).status).toBe(
    404,
  );
  expect((await studio.get(`/manage/api-keys/${north}`)).body.error.code).toBe('resource_not_found');
});
