import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { eventTypes } from '../../../src/events/catalogue.ts';
import { errorCodes } from '../../../src/http/codes/error-codes.ts';
import { docsRoutes } from '../../../src/http/docs/routes.ts';
import type { Demo } from '../../../src/http/docs/start.ts';
import { openStudio } from '../../helpers/api.ts';
import { addPerson } from '../../helpers/people.ts';

const { app } = await openStudio();
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(app.fetch(new Request(`http://localhost${path}`, { headers })));
const page = await (await get('/docs')).text();
const PAGES = ['/docs', '/docs/reference', '/docs/booking-site'];
const attributes = (name: string, html = page): string[] =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const ids = new Set(attributes('id'));

describe('/docs', () => {
  test('200 without a credential, with the headers of every answer', async () => {
    const response = await get('/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-request-id')).toStartWith('req_');
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  test('what a server is called is no markup of its pages', async () => {
    const hostile = '"><script>alert(1)</script>';
    const demo: Demo = { apiKey: hostile, clientId: hostile, sessionId: hostile, records: [[hostile, hostile]] };
    const routes = new Elysia().use(
      docsRoutes({
        release: hostile,
        rootUrl: () => hostile,
        home: () => '/docs',
        demo: () => demo,
        operations: [],
        extra: {
          listed: [
            { id: hostile, tag: hostile, method: hostile, path: hostile, summary: hostile, description: hostile },
          ],
        },
      }),
    );
    for (const path of PAGES) {
      const html = await (await routes.handle(new Request(`http://localhost${path}`))).text();
      expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toContain('<script>alert');
    }
  });

  test('200 for everything that the pages load and link to, all of it from here', async () => {
    for (const path of PAGES) {
      const html = await (await get(path)).text();
      const named = [...attributes('src', html), ...attributes('href', html)].filter(
        (url) => !/^(?:#|data:)/.test(url),
      );
      expect(named.filter((url) => !url.startsWith('/'))).toEqual([]);
      const paths = [...new Set(named.map((url) => url.replace(/#.*/, '')))];
      const answers = await Promise.all(paths.map(async (each) => [each, (await get(each)).status]));
      expect(answers).toEqual(paths.map((each) => [each, 200]));
      expect(paths).toContain('/docs/page.css');
    }
    const style = await (await get('/docs/page.css')).text();
    for (const [, url = ''] of style.matchAll(/url\("([^"]+)"\)/g)) expect((await get(url)).status).toBe(200);
    expect((await (await get('/docs/figtree.woff2')).text()).slice(0, 4)).toBe('wOF2');
  });

  test('a policy that lets no other origin in, on each of its files', async () => {
    const files = ['page.css', 'browser.js', 'reference.js', 'swagger-ui.css', 'swagger-ui.js', 'figtree.woff2'];
    for (const path of [...PAGES, ...files.map((file) => `/docs/${file}`)]) {
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

  test('204 to OPTIONS of the root, with its methods', async () => {
    const response = await app.fetch(new Request('http://localhost/', { method: 'OPTIONS' }));
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      '',
    ]);
  });

  test('302 from the root for a browser, 404 for other clients', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/console']);
    expect(browser.headers.get('x-request-id')).toStartWith('req_');
    for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }, {}]) {
      const other = await get('/', headers);
      expect(other.status).toBe(404);
      expect(((await other.json()) as { error: { code: string } }).error.code).toBe('route_not_found');
    }
  });

  test('302 to the page for members once there is an owner, and to the console for who works in it', async () => {
    const studio = await openStudio();
    const at = async (cookie = '') => {
      const headers = { accept: 'text/html', cookie };
      return (await studio.app.fetch(new Request('http://localhost/', { headers }))).headers.get('location');
    };
    expect(await at()).toBe('/console');
    await addPerson(studio);
    expect(await at()).toBe('/book');
    expect(await at('studiod_session=x')).toBe('/console');
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
    expect(page).not.toContain('{{');
  });

  test('every link finds its place: a section, an error, an event, an operation', async () => {
    const operations = new Set(app.operations.map(({ tag, id }) => `/${encodeURIComponent(tag)}/${id}`));
    const linked = new Set<string>();
    for (const path of PAGES) {
      const html = await (await get(path)).text();
      const own = new Set(attributes('id', html));
      for (const href of attributes('href', html)) {
        const [target = '', place] = href.split('#');
        if (place === undefined) continue;
        if (target === '/docs/reference') linked.add(place);
        const isThere = target === '/docs/reference' ? operations.has(place) : (target === '' ? own : ids).has(place);
        expect([href, isThere]).toEqual([href, true]);
      }
    }
    expect([...operations].filter((place) => !linked.has(place))).toEqual([]);
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
      docsRoutes({
        release: '1.2.3',
        rootUrl: () => 'https://api.yoga.example',
        demo: () => demo,
        operations: [],
        home: () => '/',
      }),
    );
    const shownAt = async (path: string) => (await routes.handle(new Request(`http://localhost${path}`))).text();
    expect(await shownAt('/docs/reference')).toContain('data-key="sk_test_everybody"');
    expect(await (await get('/docs/reference')).text()).toContain('data-key=""');
    expect(await shownAt('/docs/booking-site')).toContain('KEY=sk_test_everybody node booking-site.mjs');
    expect(await (await get('/docs/booking-site')).text()).toContain('KEY=sk_live_... node booking-site.mjs');
    const sandbox = await shownAt('/docs');
    for (const shown of ['/sandbox/inbox/', 'the-client', 'the-session', 'the-plant']) {
      expect(sandbox).toContain(shown);
      expect(page).not.toContain(shown);
    }
  });
});
