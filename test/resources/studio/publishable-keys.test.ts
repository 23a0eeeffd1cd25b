import { describe, expect, test } from 'bun:test';
import { FROM, forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';

const ORIGIN = 'https://www.harbour.example';
const studio = forEachTest(() => openStudio());

const make = (body: object = {}) =>
  studio.post('/manage/api-keys', { name: 'Website', kind: 'publishable', origins: [ORIGIN], ...body });
const key = forEachTest(async () => ({ text: (await make()).body.key as string }));
const get = (path: string, headers: Record<string, string> = {}) =>
  studio.send('GET', path, undefined, { 'x-service-api-key': key.text, origin: ORIGIN, ...headers });

describe('POST api-keys with kind publishable', () => {
  test('201 a key for the pages of a website, with one scope', async () => {
    const { status, body } = await make();
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'publishable', origins: [ORIGIN], scopes: ['public:read'], tier: 'basic' });
    expect(body.key).toMatch(/^pk_test_[0-9A-Za-z]{32}$/);
  });

  test('400 without origins, with other scopes, for some sites; and origins for a secret key', async () => {
    const statusOf = async (body: object) => (await make(body)).body.error?.details?.[0]?.param;
    expect(await statusOf({ origins: [] })).toBe('origins');
    expect(await statusOf({ scopes: ['clients:read'] })).toBe('scopes');
    expect(await statusOf({ siteIds: [MAIN_SITE] })).toBe('siteIds');
    expect(await statusOf({ kind: 'secret', scopes: ['*'] })).toBe('origins');
    expect((await make({ origins: ['https://a.example/page'] })).status).toBe(400);
  });
});

describe('the origins of a publishable key', () => {
  test('are stored as browsers send them, and the page of such a site is let in', async () => {
    const given = ['https://WWW.Harbour.example:443', 'https://bücher.example'];
    const { body } = await make({ origins: given });
    const stored = ['https://www.harbour.example', 'https://xn--bcher-kva.example'];
    expect(body.origins).toEqual(stored);
    for (const origin of stored) {
      const asked = { 'x-service-api-key': body.key, origin };
      expect((await studio.send('GET', '/public-api/v2/plans', undefined, asked)).status).toBe(200);
    }
  });

  test('400 in words for a wildcard', async () => {
    for (const origin of ['*', 'https://*.harbour.example']) {
      const { status, body } = await make({ origins: [origin] });
      expect([status, body.error.details[0].param]).toEqual([400, 'origins[0]']);
      expect(body.error.details[0].message).toContain("without '*'");
    }
  });

  test('that were stored otherwise before are compared as browsers send them', async () => {
    const stored = JSON.stringify(['https://WWW.Harbour.example:443']);
    studio.db.run('update "apiKeys" set "origins" = ? where "kind" = ?', [stored, 'publishable']);
    const { status, headers } = await get('/public-api/v2/library');
    expect([status === 403, headers.get('access-control-allow-origin')]).toEqual([false, ORIGIN]);
  });
});

describe('a publishable key', () => {
  test('reads what strangers read, with a limit of its own', async () => {
    const { status, headers } = await get('/public-api/v2/timetable');
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).not.toBe('60');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const library = await get('/public-api/v2/library');
    expect(library.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  test('counts by address where no page of a website asks', async () => {
    const { headers } = await studio.send('GET', '/public-api/v2/plans', undefined, { 'x-service-api-key': key.text });
    expect(headers.get('x-ratelimit-limit')).toBe('60');
  });

  test('403 from the page of another website; 401 once it is revoked', async () => {
    const foreign = await get('/public-api/v2/plans', { origin: 'https://evil.example' });
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'origin_not_allowed']);
    const { data } = (await studio.get('/manage/api-keys')).body;
    const { id } = data.find(({ kind }: { kind: string }) => kind === 'publishable');
    await studio.post(`/manage/api-keys/${id}/revoke`, {});
    expect((await get('/public-api/v2/plans')).status).toBe(401);
  });

  test('403 for everything else', async () => {
    expect((await get('/v2/clients')).status).toBe(403);
    expect((await get('/manage/api-keys')).status).toBe(403);
    expect((await get('/public-api/v2/member/profile')).status).toBe(401);
  });

  test('its website may ask from a browser, for what is public alone', async () => {
    const ask = (path: string, origin: string) =>
      studio.send('OPTIONS', path, undefined, {
        'x-service-api-key': '',
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-service-api-key',
      });
    const allowed = await ask('/public-api/v2/library', ORIGIN);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect((await ask('/public-api/v2/library', 'https://evil.example')).status).not.toBe(204);
    expect((await ask('/public-api/v2/timetable', 'https://evil.example')).status).toBe(204);
    expect((await ask('/v2/clients', ORIGIN)).status).not.toBe(204);
  });
});

describe('the limit of a publishable key', () => {
  const from = (address: string) => ({ [FROM]: address });

  test('is of the visitors of one address, so that nobody uses it up for the others', async () => {
    const left = async (address: string) =>
      Number((await get('/public-api/v2/plans', from(address))).headers.get('x-ratelimit-remaining'));
    const first = await left('198.51.100.1');
    for (let n = 0; n < 20; n += 1) await left('198.51.100.1');
    expect([await left('198.51.100.1'), await left('198.51.100.2')]).toEqual([first - 21, first]);
  });

  test('lifts no limit of signing in', async () => {
    const statuses = [];
    for (let n = 0; n < 70; n += 1) {
      const headers = { 'x-service-api-key': key.text, origin: ORIGIN, ...from('198.51.100.3') };
      statuses.push(
        (await studio.post('/public-api/v2/auth/token', { email: 'a@example.com', code: '123456' }, headers)).status,
      );
    }
    expect(statuses.filter((status) => status === 429).length).toBe(10);
  });
});
