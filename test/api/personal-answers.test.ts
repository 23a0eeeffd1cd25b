import { beforeAll, describe, expect, test } from 'bun:test';
import type { Operation } from '../../src/http/operations/operation.ts';
import { forAllTests, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { UNKNOWN } from '../helpers/sales.ts';

const studio = forAllTests(() => openStudio({ memberCorsOrigins: ['https://app.example'] }));
let operations: readonly Operation[];
let client: string;
let limited: Record<string, string>;
beforeAll(async () => {
  operations = studio.app.operations.filter(({ audience }) => audience !== 'public');
  client = (await studio.given(studio.post('/v2/clients', { firstName: 'Ann', lastName: 'Lee', email: 'a@b.example' })))
    .id;
  limited = await studio.withKey({ scopes: ['sites:read'] });
});

const VARY = ['X-Service-API-Key', 'Authorization', 'Cookie', 'X-Site-ID', 'X-Client-ID', 'Accept-Encoding', 'Origin'];
const send = async ({ method, path }: Operation, headers: Record<string, string>): Promise<Response> => {
  const url = path
    .replace(/:family/, 'clients')
    .replace(/:language/, 'en')
    .replace(/:\w+/g, UNKNOWN);
  const body = ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method) ? null : '{}';
  const all = { 'content-type': 'application/json', 'x-service-api-key': studio.mainKey, ...headers };
  const response = await studio.app.fetch(new Request(`http://localhost${url}`, { method, headers: all, body }));
  await response.body?.cancel();
  return response;
};

/** What is wrong with the headers of a response, if anything. */
const wrongIn = ({ method, path }: Operation, { status, headers }: Response): string[] => {
  const expected = headers.has('etag') ? 'private, no-cache' : 'no-store';
  const vary = headers.get('vary')?.split(', ') ?? [];
  const challenge = headers.get('www-authenticate');
  const isChallenged =
    status === 401 ? challenge?.startsWith('Bearer ') === true : status === 403 || challenge === null;
  const isRight =
    headers.get('cache-control') === expected &&
    VARY.every((name) => vary.includes(name)) &&
    vary.length === VARY.length;
  return isRight && isChallenged
    ? []
    : [`${method} ${path} ${status} ${headers.get('cache-control')}; ${vary}; ${challenge}`];
};

describe('an answer that needs a credential', () => {
  const credentials: readonly (readonly [string, () => Record<string, string>])[] = [
    ['without a credential', () => ({ 'x-service-api-key': '' })],
    ['with an unknown key', () => ({ 'x-service-api-key': 'sk_test_unknown' })],
    ['with a token of nobody', () => ({ 'x-service-api-key': '', authorization: 'Bearer x.y.z' })],
    ['without the scope', () => limited],
    ['with all rights', () => ({ 'x-client-id': '', 'x-site-id': MAIN_SITE })],
    ['for a member', () => ({ 'x-client-id': client, origin: 'https://app.example' })],
  ];
  test.each(credentials)('stays in no shared cache, and a 401 has a challenge: %s', async (_, headers) => {
    const wrong: string[] = [];
    const statuses = new Set<number>();
    for (const operation of operations) {
      studio.time.moveTo(studio.time.now() + 1_000);
      const reply = await send(operation, headers());
      statuses.add(reply.status);
      wrong.push(...wrongIn(operation, reply));
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(200);
  });

  test('may be kept and asked for again where it is a record with an ETag', async () => {
    const { headers } = await studio.get(`/v2/clients/${client}`);
    expect([headers.get('etag') !== null, headers.get('cache-control')]).toEqual([true, 'private, no-cache']);
    const list = await studio.get('/v2/clients', { 'accept-encoding': 'identity' });
    expect(list.headers.get('cache-control')).toBe('no-store');
  });

  test('404 of an unknown path too, and public paths stay public', async () => {
    const unknown = await studio.get('/v2/nowhere');
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const open = await studio.get('/public-api/v2/studio');
    expect([open.headers.get('cache-control'), open.headers.get('vary')]).toEqual(['public, max-age=30', null]);
    expect((await studio.get('/public-api/v2/library')).headers.get('vary')).toBe('Origin');
    expect((await studio.get('/v2/health')).headers.get('cache-control')).toBeNull();
  });
});

describe('WWW-Authenticate', () => {
  const challenge = async (headers: Record<string, string>, path = '/v2/clients') =>
    (await studio.get(path, headers)).headers.get('www-authenticate');

  test('names the error of RFC 6750, and none without a credential', async () => {
    expect(await challenge({ 'x-service-api-key': '' })).toBe('Bearer realm="studiod"');
    expect(await challenge({ 'x-service-api-key': 'sk_test_unknown' })).toBe(
      'Bearer realm="studiod", error="invalid_token"',
    );
    expect(await challenge({ 'x-service-api-key': '', authorization: 'Bearer x.y.z' })).toBe(
      'Bearer realm="studiod", error="invalid_token"',
    );
    expect(await challenge({ 'x-service-api-key': '', authorization: 'Basic eDp5' })).toBe('Bearer realm="studiod"');
  });

  test('403 names the scope that the credential lacks', async () => {
    expect(await challenge(limited)).toBe('Bearer realm="studiod", error="insufficient_scope", scope="clients:read"');
  });

  test('415 of a compressed body names the encodings that may be sent', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const reply = await studio.post('/v2/clients', '{}', headers);
    expect([reply.status, reply.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });
});
