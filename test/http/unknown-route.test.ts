import { afterAll, describe, expect, test } from 'bun:test';
import { forAllTests, openStudio } from '../helpers/api.ts';

const studio = forAllTests(openStudio);
afterAll(() => studio.app.stop());

const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'x-service-api-key': studio.mainKey, ...headers },
  });
  const response = await studio.app.fetch(request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, error: text === '' ? {} : JSON.parse(text).error };
};

describe('405 method_not_allowed with the methods of the path', () => {
  for (const [method, path, allow] of [
    ['DELETE', '/v2/clients', 'GET, HEAD, POST'],
    ['PUT', '/v2/clients/0190a7f0-0000-7000-8000-000000000001', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/v2/webhooks/0190a7f0-0000-7000-8000-000000000001/enable', 'POST'],
    ['POST', '/livez', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
    ['GET', '/oauth/token', 'POST'],
  ] as const) {
    test(`${method} ${path}`, async () => {
      const { status, headers, error } = await send(method, path);
      expect([status, headers.get('allow')]).toEqual([405, allow]);
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'method_not_allowed' });
      expect(error.message).toBe(`This path does not support ${method}. Use ${allow}.`);
    });
  }

  test('401 before it without a credential, and 403 for a key that may not act for members', async () => {
    expect((await send('DELETE', '/v2/clients', { 'x-service-api-key': '' })).status).toBe(401);
    const narrow = await studio.makeKey({ scopes: ['clients:read'] });
    const refused = await send('DELETE', '/v2/member/streaks', { 'x-service-api-key': narrow });
    expect([refused.status, refused.headers.get('allow')]).toEqual([403, null]);
  });
});

describe('404 route_not_found names the path that was probably meant', () => {
  for (const [path, meant] of [
    ['/v2/client', '/v2/clients'],
    ['/clients', '/v2/clients'],
    ['/v2/bookngs?limit=1', '/v2/bookings'],
    ['/manage/plan', '/manage/plans'],
    ['/manage/clients/0190a7f0-0000-7000-8000-000000000001/ersae', '/manage/clients/{id}/erase'],
  ] as const) {
    test(path, async () => {
      const { status, error } = await send('GET', path);
      expect([status, error.code]).toEqual([404, 'route_not_found']);
      expect(error.message).toBe(`Nothing is served at this path. Did you mean '${meant}'?`);
    });
  }

  test('nothing near, and a path of 8,000 letters', async () => {
    for (const path of ['/completely/elsewhere', `/v2/${'x'.repeat(8_000)}`, `/${'a/'.repeat(4_000)}`]) {
      const { status, error } = await send('GET', path);
      expect([status, error.message]).toEqual([404, 'Nothing is served at this path. See /docs for all paths.']);
    }
  });
});

describe('401 names the header that was probably meant', () => {
  const KEY = 'X-Service-API-Key';
  for (const name of ['x-api-key', 'x-service-apikey', 'service-api-key', 'apikey']) {
    test(name, async () => {
      const { status, error } = await send('GET', '/v2/clients', { 'x-service-api-key': '', [name]: studio.mainKey });
      expect([status, error.code]).toEqual([401, 'credential_missing']);
      expect(error.message).toEndWith(` The request has the header '${name}': its name must be '${KEY}'.`);
    });
  }

  test('no header of other services', async () => {
    const usual = { 'user-agent': 'x', accept: '*/*', 'x-forwarded-for': '192.0.2.1', 'x-request-id': 'a' };
    const { error } = await send('GET', '/v2/clients', { 'x-service-api-key': '', ...usual });
    expect(error.message).toEndWith("'Authorization: Bearer <token>'.");
  });

  test('another scheme, and an API key as a bearer token', async () => {
    const basic = await send('GET', '/v2/clients', { 'x-service-api-key': '', authorization: 'Basic YTpi' });
    expect(basic.error.message).toEndWith("The header 'Authorization' must begin with 'Bearer '.");
    const bearer = { 'x-service-api-key': '', authorization: `Bearer ${studio.mainKey}` };
    const { status, error } = await send('GET', '/v2/clients', bearer);
    expect([status, error.code]).toEqual([401, 'token_invalid']);
    expect(error.message).toBe(
      `The bearer token is an API key. Send it in the header ${KEY} instead of Authorization.`,
    );
  });
});

test('400 names the header that was probably meant', async () => {
  const { status, error } = await send('GET', '/v2/member/streaks', { 'x-clientid': 'a', 'x-customer': 'b' });
  expect([status, error.code]).toEqual([400, 'client_required']);
  expect(error.message).toEndWith(" The request has the header 'x-clientid': its name must be 'X-Client-ID'.");
});

describe('a browser at an address that no page has', () => {
  const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const open = (path: string, accept = HTML, method = 'GET') =>
    studio.app.fetch(new Request(`http://localhost${path}`, { method, headers: { accept } }));

  test.each([
    ['/Book?day=2026-11-30', '/book?day=2026-11-30'],
    ['/BOOK/plans', '/book/plans'],
    ['/Console/clients', '/console/clients'],
    ['/book/', '/book'],
    ['/book/Plans/', '/book/plans'],
    ['/book/class/0199b6d5-0000-7000-8000-000000000001/', '/book/class/0199b6d5-0000-7000-8000-000000000001'],
  ])('308 from %s to %s', async (path, to) => {
    const moved = await open(path);
    expect([moved.status, moved.headers.get('location')]).toEqual([308, to]);
  });

  test.each(['/login', '/admin/login', '/Book-now', '/share-it', '/calendar/none.ics'])(
    '404 as a page: %s',
    async (path) => {
      const gone = await open(path);
      expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(gone.headers.get('www-authenticate')).toBeNull();
      const text = await gone.text();
      expect(text).toContain('<a class="link" href="/book">');
      expect(text).not.toContain('API');
    },
  );

  test.each([
    ['/login', '*/*', 'GET', 401],
    ['/login', HTML, 'POST', 401],
    ['/v2/clients', HTML, 'GET', 401],
    ['/manage/none', HTML, 'GET', 401],
    ['/.well-known/none', HTML, 'GET', 401],
    ['/Book', 'application/json', 'GET', 401],
  ])('JSON for what is no page to be shown: %s, %s, %s', async (path, accept, method, status) => {
    const refused = await open(path, accept, method);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([status, 'application/json;charset=utf-8']);
  });
});

describe('what browsers and crawlers ask for', () => {
  test('password managers are led to the account of the console, where staff change their password', async () => {
    const at = (name: string) =>
      studio.app.fetch(new Request(`http://localhost/.well-known/${name}`, { headers: { accept: 'text/html' } }));
    const { status, headers } = await at('change-password');
    expect([status, headers.get('location')]).toEqual([302, '/console/account']);
    expect((await at('resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).not.toBe(200);
  });

  test('an icon and robots.txt, without a credential', async () => {
    for (const path of ['/favicon.ico', '/favicon.svg']) {
      const response = await studio.app.fetch(new Request(`http://localhost${path}`));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(await response.text()).toStartWith('<svg');
    }
    const robots = await studio.app.fetch(new Request('http://localhost/robots.txt'));
    expect(await robots.text()).toBe(
      [
        'User-agent: *',
        'Allow: /book',
        'Allow: /calendar/',
        'Allow: /console/files/',
        'Allow: /console/theme.css',
        'Allow: /favicon.',
        'Allow: /media/',
        'Allow: /share/',
        'Disallow: /',
        '',
      ].join('\n'),
    );
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});
