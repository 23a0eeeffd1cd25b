import { describe, expect, onTestFinished, test } from 'bun:test';
import { MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { goodClaims, newKey, sign, startIssuer, trusting } from './issuer-server.ts';

const PROFILE = '/public-api/v2/member/profile';
const APP = 'https://app.studio.example';

const setUp = async (memberTier?: string) => {
  const key = await newKey('known');
  const server = startIssuer([key.jwk]);
  onTestFinished(() => void server.stop());
  const studio = await openStudio({
    memberCorsOrigins: [APP],
    memberIssuers: trusting(server.issuer),
  });
  if (memberTier !== undefined) await studio.patch('/v2/settings', { brand: { memberTier } });
  const clientId = await addClient(studio, { email: 'ada@example.com' });
  const claims = { ...goodClaims(server.issuer, TEST_START), exp: TEST_START / 1000 + 86_400 };
  const token = await sign(claims, key);
  const headers = { 'x-service-api-key': '', authorization: `Bearer ${token}`, 'x-site-id': MAIN_SITE };
  const request = (method = 'GET', path = PROFILE, more: Record<string, string> = {}) =>
    studio.send(method, path, undefined, { ...headers, ...more });
  const many = async (count: number, method: string): Promise<number[]> => {
    const statuses = new Set<number>();
    for (let index = 0; index < count; index += 1) statuses.add((await request(method)).status);
    return [...statuses];
  };
  const wait = (seconds: number) => studio.time.moveTo(studio.time.now() + seconds * 1000);
  const others = async (subject: string) => sign({ ...claims, sub: subject, email: `${subject}@example.com` }, key);
  return { studio, clientId, request, many, wait, others };
};

/** The rate headers of a response. */
const rateHeaders = (headers: Headers) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  category: headers.get('x-ratelimit-category'),
});

describe('rate limits of a member', () => {
  test('the 61st request of a Basic member in a minute is 429, and passes after Retry-After', async () => {
    const { request, many, wait } = await setUp();
    expect(rateHeaders((await request()).headers)).toEqual({ limit: '1000', remaining: '999', category: 'read' });
    expect(await many(59, 'GET')).toEqual([200]);
    const limited = await request();
    expect(limited).toMatchObject({
      status: 429,
      body: { error: { type: 'rate_limit_error', code: 'rate_limited', category: 'member', retryAfter: 1 } },
    });
    expect(rateHeaders(limited.headers)).toEqual({ limit: '1000', remaining: '940', category: 'read' });
    await wait(Number(limited.headers.get('retry-after')));
    expect((await request()).status).toBe(200);
  });

  test('the 201st write of an hour is 429 with category write, and passes after Retry-After', async () => {
    const { request, many, wait } = await setUp('premium');
    // There is nothing to be written under this path; it counts all the same.
    expect(await many(200, 'POST')).toEqual([405]);
    const limited = await request('POST');
    expect(limited).toMatchObject({ status: 429, body: { error: { category: 'write', retryAfter: 18 } } });
    expect(rateHeaders(limited.headers)).toEqual({ limit: '200', remaining: '0', category: 'write' });
    expect((await request()).status).toBe(200);
    await wait(17);
    expect((await request('POST')).status).toBe(429);
    await wait(1);
    expect((await request('POST')).status).toBe(405);
  });

  test('the 1,001st read of an hour is 429 with category read', async () => {
    const { request, many } = await setUp('pro');
    expect(await many(1000, 'GET')).toEqual([200]);
    expect(await request()).toMatchObject({ status: 429, body: { error: { category: 'read', retryAfter: 4 } } });
  });

  test('they count by member, not by token or address', async () => {
    const { studio, request, many, clientId } = await setUp();
    await many(61, 'GET');
    const second = { clientId, issuer: 'https://other.example', subject: 'ada' };
    expect((await studio.post('/manage/member-links', second)).status).toBe(201);
    expect((await request('GET', PROFILE, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(429);
  });

  test('a signed-in person who is no member has the same limits', async () => {
    const { request, others } = await setUp();
    const authorization = `Bearer ${await others('nobody')}`;
    for (let index = 0; index < 60; index += 1) {
      expect((await request('GET', PROFILE, { authorization })).status).toBe(403);
    }
    expect((await request('GET', PROFILE, { authorization })).status).toBe(429);
    expect((await request()).status).toBe(200);
  });
});

describe('a business that acts for a member', () => {
  const path = '/v2/member/anything';

  test('400 client_required without X-Client-ID, counted in the limit of the business', async () => {
    const { studio } = await setUp();
    const key = await studio.makeKey({ scopes: ['members:act'], tier: 'basic' });
    const reply = await studio.get(path, { 'x-service-api-key': key });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'client_required', param: 'X-Client-ID' } } });
    expect(rateHeaders(reply.headers)).toEqual({ limit: '600', remaining: '599', category: null });
  });

  test('403 permission_denied without members:act', async () => {
    const { studio, clientId } = await setUp();
    const key = await studio.makeKey({ scopes: ['clients:write'] });
    const reply = await studio.get(path, { 'x-service-api-key': key, 'x-client-id': clientId });
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'permission_denied' } } });
  });

  test('400 resource_missing: an unknown client, one of another site; 409 client_archived: an archived one', async () => {
    const { studio, clientId } = await setUp();
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const narrow = await studio.makeKey({ scopes: ['members:act'], siteIds: [north] });
    const gone = await addClient(studio);
    await studio.delete(`/v2/clients/${gone}`);
    const hidden = { 'x-client-id': gone, 'x-service-api-key': narrow };
    for (const headers of [
      { 'x-client-id': '01950000-0000-7000-8000-00000000ffff' },
      { 'x-client-id': clientId, 'x-service-api-key': narrow },
      hidden,
    ]) {
      expect(await studio.get(path, headers)).toMatchObject({
        status: 400,
        body: { error: { code: 'resource_missing', param: 'X-Client-ID' } },
      });
    }
  });

  test('409 client_archived: an archived client, on member and content paths', async () => {
    const { studio } = await setUp();
    const gone = await addClient(studio);
    await studio.delete(`/v2/clients/${gone}`);
    for (const each of [path, '/v2/member/content/my-list', '/v2/content/entries']) {
      expect(await studio.get(each, { 'x-client-id': gone })).toMatchObject({
        status: 409,
        body: { error: { code: 'client_archived' } },
      });
    }
  });

  test('the first active site stands in for an archived home site', async () => {
    const { studio } = await setUp();
    const [north, south] = [
      (await studio.post('/v2/sites', { name: 'North' })).body.id,
      (await studio.post('/v2/sites', { name: 'South' })).body.id,
    ];
    const clientId = await addClient(studio, { homeLocationId: north });
    expect((await studio.delete(`/v2/sites/${north}`)).status).toBe(200);
    const everywhere = await studio.makeKey({ scopes: ['members:act'] });
    const some = await studio.makeKey({ scopes: ['members:act'], siteIds: [north, south] });
    const onlyThere = await studio.makeKey({ scopes: ['members:act'], siteIds: [north] });
    for (const each of ['/v2/member/content/my-list', '/v2/content/entries', '/v2/member/preferences/units']) {
      const statuses = [];
      for (const key of [everywhere, some, onlyThere]) {
        statuses.push((await studio.get(each, { 'x-client-id': clientId, 'x-service-api-key': key })).status);
      }
      expect([each, statuses]).toEqual([each, [200, 200, 400]]);
    }
  });

  test('400 site_required: X-Site-ID of no active site; 403 site_not_allowed: of a site that the key may not use', async () => {
    const { studio, clientId } = await setUp();
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const narrow = await studio.makeKey({ scopes: ['members:act'], siteIds: [MAIN_SITE] });
    const headers = { 'x-client-id': clientId, 'x-service-api-key': narrow };
    expect((await studio.get(path, { ...headers, 'x-site-id': 'nowhere' })).body.error.code).toBe('site_required');
    expect((await studio.get(path, { ...headers, 'x-site-id': north })).body.error.code).toBe('site_not_allowed');
    expect((await studio.get(path, headers)).body.error.code).toBe('route_not_found');
  });

  test('a member may call the same path by ID token', async () => {
    const { request } = await setUp();
    const reply = await request('GET', path);
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'route_not_found' } } });
    expect(rateHeaders(reply.headers)).toEqual({ limit: '1000', remaining: '999', category: 'read' });
  });
});

describe('CORS', () => {
  const preflight = (origin: string, path = PROFILE) => ({
    method: 'OPTIONS',
    path,
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });
  const sendPreflight = async (
    studio: Awaited<ReturnType<typeof setUp>>['studio'],
    given: ReturnType<typeof preflight>,
  ) => {
    const request = new Request(`http://localhost${given.path}`, { method: given.method, headers: given.headers });
    return studio.app.fetch(request);
  };

  test('a configured origin may send preflight requests without a credential, and read responses, including errors', async () => {
    const { studio, request } = await setUp();
    const reply = await sendPreflight(studio, preflight(APP));
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-origin')).toBe(APP);
    expect(reply.headers.get('access-control-allow-headers')).toMatch(
      /\bBaggage\b.*\bSentry-Trace\b.*\bTraceparent\b.*\bTracestate\b.*\bX-Access-Token\b.*\bX-Site-ID\b/,
    );
    for (const more of [{ origin: APP }, { origin: APP, authorization: 'Bearer x' }]) {
      const { headers } = await request('GET', PROFILE, more);
      expect(headers.get('access-control-allow-origin')).toBe(APP);
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toEndWith(', Origin');
    }
  });

  test('a preflight response has the headers of every response, and counts against no limit', async () => {
    const { studio, request } = await setUp();
    const ids = new Set<string | null>();
    for (let time = 0; time < 3; time += 1) {
      const { headers } = await sendPreflight(studio, preflight(APP));
      expect(headers.get('x-service-version')).toBe('2026-01-10');
      expect(rateHeaders(headers)).toEqual({ limit: '60', remaining: '60', category: null });
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d+$/);
      ids.add(headers.get('x-request-id'));
    }
    expect([ids.size, ids.has(null)]).toEqual([3, false]);
    const refused = await request('GET', PROFILE, { authorization: 'Bearer x' });
    expect([refused.status, rateHeaders(refused.headers).remaining]).toEqual([401, '59']);
    expect(rateHeaders((await sendPreflight(studio, preflight(APP))).headers).remaining).toBe('59');
  });

  test('no CORS headers for other origins or paths', async () => {
    const { studio, request } = await setUp();
    for (const given of [preflight('https://evil.example'), preflight(APP, '/v2/clients'), preflight('null')]) {
      const reply = await sendPreflight(studio, given);
      expect({ status: reply.status, origin: reply.headers.get('access-control-allow-origin') }).toEqual({
        status: 401,
        origin: null,
      });
    }
    const reply = await request('GET', PROFILE, { origin: 'https://evil.example' });
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    const business = await studio.get('/v2/clients', { origin: APP });
    expect(business.headers.get('access-control-allow-origin')).toBeNull();
  });

  const LOCAL = [
    'http://localhost:5173',
    'http://127.0.0.1:3000',
    'http://localhost',
    'http://[::1]:8080',
    'https://localhost',
    'capacitor://localhost',
    'ionic://localhost',
  ];
  const originFor = async (studio: Awaited<ReturnType<typeof openStudio>>, origin: string, path = PROFILE) => {
    const { headers, method } = preflight(origin, path);
    const asked = await studio.app.fetch(new Request(`http://localhost${path}`, { method, headers }));
    const reply = await studio.app.fetch(new Request(`http://localhost${path}`, { headers: { origin } }));
    return [asked, reply].map((each) => each.headers.get('access-control-allow-origin'));
  };

  test('a sandbox lets pages of this machine call the member API, and nothing else', async () => {
    const studio = await openStudio();
    for (const origin of LOCAL) {
      expect(await originFor(studio, origin)).toEqual([origin, origin]);
      expect(await originFor(studio, origin, '/v2/clients')).toEqual([null, null]);
    }
    for (const origin of [
      'http://localhost.evil.example',
      'http://evil.example:80',
      'https://localhost:x',
      'null',
      'capacitor://evil',
    ]) {
      expect(await originFor(studio, origin)).toEqual([null, null]);
    }
  });

  test('a real studio lets only configured origins in', async () => {
    const studio = await openStudio({ environment: 'production' });
    for (const origin of LOCAL) expect(await originFor(studio, origin)).toEqual([null, null]);
  });
});
