import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { eventTypes } from '../../../src/events/catalogue.ts';
import { docsRoutes } from '../../../src/http/docs/routes.ts';
import type { Demo } from '../../../src/http/docs/start.ts';
import { errorCodes } from '../../../src/http/error-codes.ts';
import { openStudio } from '../../helpers/api.ts';

const { app } = await openStudio();
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(app.fetch(new Request(`http://localhost${path}`, { headers })));
const page = await (await get('/docs')).text();
const attributes = (name: string): string[] =>
  [...page.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const ids = new Set(attributes('id'));

describe('/docs', () => {
  test('200 without a credential, with the headers of every answer', async () => {
    const response = await get('/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-request-id')).toStartWith('req_');
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  test('200 for everything the page loads, all of it from here', async () => {
    const loaded = [...attributes('src'), ...attributes('href')].filter((url) => !/^(?:#|data:)/.test(url));
    expect(loaded.filter((url) => !url.startsWith('/'))).toEqual([]);
    const answers = await Promise.all(loaded.map(async (path) => [path, (await get(path)).status]));
    expect(answers).toEqual(loaded.map((path) => [path, 200]));
    expect(loaded).toContain('/docs/swagger-ui.js');
  });

  test('a policy that lets no other origin in, on each of its files', async () => {
    for (const path of ['/docs', '/docs/page.css', '/docs/browser.js', '/docs/swagger-ui.css', '/docs/swagger-ui.js']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      expect(policy).toStartWith("default-src 'none'; script-src 'self';");
      expect(policy).not.toMatch(/https?:|\*/);
    }
  });

  test('the commands have the address of this server', async () => {
    const elsewhere = await openStudio({ rootUrl: () => 'https://api.yoga.example' });
    const text = await (await elsewhere.app.fetch(new Request('http://localhost/docs'))).text();
    expect(text).toContain('ROOT=https://api.yoga.example\n');
    expect(text).toContain('data-root="https://api.yoga.example"');
    expect(text).not.toContain('127.0.0.1');
  });

  test('302 from the root for a browser, 404 for other clients', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/docs']);
    expect(browser.headers.get('x-request-id')).toStartWith('req_');
    for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }, {}]) {
      const other = await get('/', headers);
      expect(other.status).toBe(404);
      expect(((await other.json()) as { error: { code: string } }).error.code).toBe('route_not_found');
    }
  });

  test('304 for what the browser has already', async () => {
    const etag = (await get('/docs/swagger-ui.js')).headers.get('etag') ?? '';
    const again = await get('/docs/swagger-ui.js', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('404 for a file that is not there', async () => {
    expect((await get('/docs/other.js')).status).toBe(404);
  });

  test('every error code and every event has its place, and every link finds its target', () => {
    const codes = errorCodes.flatMap(({ codes }) => codes.map(([code]) => `error-${code}`));
    const places = [...codes, ...eventTypes.map((type) => `event-${type}`)];
    expect(places.filter((place) => !ids.has(place))).toEqual([]);
    const targets = attributes('href').filter((url) => url.startsWith('#'));
    expect(targets.filter((url) => !ids.has(url.slice(1)))).toEqual([]);
    expect(page).not.toContain('{{');
  });

  test('a refusal points to the place of its code', async () => {
    const response = await get('/v2/clients');
    const { error } = (await response.json()) as { error: { docUrl: string } };
    const [path, place = ''] = error.docUrl.split('#');
    expect(path).toBe('http://localhost/docs');
    expect(ids.has(place)).toBe(true);
  });

  test('a sandbox shows its key and its ids, a real studio neither', async () => {
    const demo: Demo = {
      apiKey: 'sk_test_everybody',
      clientId: 'the-client',
      sessionId: 'the-session',
      records: [['A plant', 'the-plant']],
    };
    const routes = new Elysia().use(
      docsRoutes({ release: '1.2.3', rootUrl: () => 'https://api.yoga.example', demo: () => demo }),
    );
    const sandbox = await (await routes.handle(new Request('http://localhost/docs'))).text();
    for (const shown of ['data-key="sk_test_everybody"', '/sandbox/inbox/', 'the-client', 'the-session', 'the-plant']) {
      expect(sandbox).toContain(shown);
      expect(page).not.toContain(shown);
    }
  });
});
