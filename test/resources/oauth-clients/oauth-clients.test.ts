import { expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';

const studio = forEachTest(openStudio);

const make = (body: object = { name: 'Reporting', scopes: ['clients:read'] }, key = studio.mainKey) =>
  studio.post('/manage/oauth-clients', body, { 'x-service-api-key': key });

test('201 clientId and clientSecret, the secret shown once', async () => {
  const { status, body } = await make();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    object: 'oauth_client',
    clientId: body.id,
    tier: 'basic',
    siteIds: null,
    lastUsedAt: null,
  });
  expect(body.clientSecret).toMatch(/^ocs_[0-9A-Za-z]{40}$/);
  expect(body.clientSecret).toEndWith(body.secretLast4);
  const read = (await studio.get(`/manage/oauth-clients/${body.id}`)).body;
  expect(read).not.toContainKey('clientSecret');
  expect((await studio.get('/manage/oauth-clients')).body.data).toEqual([read]);
  expect(studio.events()).toEqual([]);
});

test('201 a repeat with the same idempotency key returns the same secret', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = { name: 'Reporting', scopes: ['clients:read'] };
  const first = await studio.post('/manage/oauth-clients', body, headers);
  expect((await studio.post('/manage/oauth-clients', body, headers)).body).toEqual(first.body);
  expect(Buffer.from(studio.db.serialize()).includes(first.body.clientSecret)).toBe(false);
});

test('200 PATCH changes the fields sent, null removes the restriction, an empty one changes nothing', async () => {
  const {
    id,
    clientSecret: _secret,
    ...made
  } = (await make({ name: 'One', scopes: ['*'], siteIds: [MAIN_SITE] })).body;
  expect((await studio.patch(`/manage/oauth-clients/${id}`, {})).body).toEqual({ id, ...made });
  await studio.time.moveTo(studio.time.now() + 1000);
  const changed = await studio.patch(`/manage/oauth-clients/${id}`, { name: 'Two', siteIds: null, tier: 'pro' });
  expect(changed.body).toEqual({
    id,
    ...made,
    name: 'Two',
    siteIds: null,
    tier: 'pro',
    updatedAt: '2026-03-02T08:00:01.000Z',
  });
  expect((await studio.get(`/manage/oauth-clients/${id}`)).body).toEqual(changed.body);
});

test('400 an unknown scope, tier or site', async () => {
  const { id } = (await make()).body;
  expect((await studio.patch(`/manage/oauth-clients/${id}`, { scopes: ['all'] })).body.error.param).toBe('scopes[0]');
  expect((await studio.patch(`/manage/oauth-clients/${id}`, { siteIds: [] })).body.error.param).toBe('siteIds');
  expect((await make({ name: 'X', scopes: ['*'], tier: 'gold' })).body.error.param).toBe('tier');
});

test('403 nobody grants what they lack, nor by a change', async () => {
  const manager = await studio.withKey({ scopes: ['manage', 'clients:read'] });
  const { id } = (await make(undefined, manager['x-service-api-key'])).body;
  const wider = await studio.patch(`/manage/oauth-clients/${id}`, { scopes: ['clients:write'] }, manager);
  expect(wider).toMatchObject({ status: 403, body: { error: { code: 'permission_denied' } } });
  expect((await studio.get(`/manage/oauth-clients/${id}`)).body.scopes).toEqual(['clients:read']);
});

test('403 a higher tier, and a client from a credential that expires, nor by a change', async () => {
  const basic = await studio.withKey({ tier: 'basic' });
  const ending = await studio.withKey({ expiresAt: '2026-03-02T08:01:00Z' });
  const { id } = (await make()).body;
  const reporting = { name: 'Reporting', scopes: ['clients:read'] };
  const denied = { status: 403, body: { error: { code: 'permission_denied' } } };
  expect(await studio.post('/manage/oauth-clients', { ...reporting, tier: 'premium' }, basic)).toMatchObject(denied);
  expect(await studio.post('/manage/oauth-clients', reporting, ending)).toMatchObject(denied);
  expect(await studio.patch(`/manage/oauth-clients/${id}`, { tier: 'premium' }, basic)).toMatchObject(denied);
  expect(await studio.patch(`/manage/oauth-clients/${id}`, { scopes: ['*'] }, ending)).toMatchObject(denied);
  const renamed = await studio.patch(`/manage/oauth-clients/${id}`, { name: 'Numbers' }, ending);
  expect([renamed.status, renamed.body.scopes, renamed.body.tier]).toEqual([200, ['clients:read'], 'basic']);
  expect((await studio.get('/manage/oauth-clients')).body.data).toHaveLength(1);
  expect(studio.events()).toEqual([]);
});

test('404 an unknown client, or one with more sites than the caller', async () => {
  const { id } = (await make()).body;
  const local = await studio.withKey({ siteIds: [MAIN_SITE] });
  expect((await studio.get(`/manage/oauth-clients/${id}`, local)).status).toBe(404);
  expect((await studio.get('/manage/oauth-clients', local)).body.data).toEqual([]);
  expect((await studio.get(`/manage/oauth-clients/${MAIN_SITE}`)).status).toBe(404);
});
