import { describe, expect, spyOn, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { staticContent } from '../../src/http/static-content.ts';
import { nextTurn } from '../../src/kernel/clock.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { openStudio } from '../helpers/api.ts';

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
const ENCODINGS = ['gzip', 'br', 'zstd'] as const;
const TEXT = 'a line of the page\n'.repeat(10_000);

const asking = (headers: Record<string, string> = {}): Request => new Request('http://localhost/page', { headers });
const turn = () => new Promise<void>((resolve) => nextTurn(resolve));

describe('static content', () => {
  test('is made once, and each of its forms is compressed once, also for those who ask at the same time', async () => {
    let made = 0;
    const respond = staticContent({
      type: 'text/plain',
      make: () => {
        made += 1;
        return TEXT;
      },
    });
    const compress = spyOn(Bun, 'zstdCompress');
    try {
      const requests = Array.from({ length: 50 }, () => respond(asking({ 'accept-encoding': 'zstd' })));
      for (const response of await Promise.all(requests)) {
        expect(zstdDecompressSync(await response.bytes()).toString() === TEXT).toBe(true);
      }
      await respond(asking({ 'accept-encoding': 'zstd' }));
      expect(await (await respond(asking())).text()).toBe(TEXT);
      expect([made, compress.mock.calls.length]).toEqual([1, 1]);
    } finally {
      compress.mockRestore();
    }
  });

  test('has a type, a length and an ETag for each form, and is 304 for whoever has that form', async () => {
    const respond = staticContent({ type: 'text/plain', headers: { 'x-of-page': 'yes' }, make: () => TEXT });
    const etags = new Set<string | null>();
    for (const encoding of [undefined, ...ENCODINGS]) {
      const accepted: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding };
      const response = await respond(asking(accepted));
      const bytes = await response.bytes();
      expect((encoding === undefined ? Buffer.from(bytes) : decoders[encoding](bytes)).toString()).toBe(TEXT);
      const { headers } = response;
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding ?? null, 'Accept-Encoding']);
      expect([headers.get('content-type'), headers.get('x-of-page')]).toEqual(['text/plain', 'yes']);
      const etag = headers.get('etag') ?? '';
      etags.add(etag);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await respond(asking({ ...accepted, 'if-none-match': known }));
        expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
        expect([again.headers.get('etag'), again.headers.get('vary')]).toEqual([etag, 'Accept-Encoding']);
      }
      expect((await respond(asking({ ...accepted, 'if-none-match': '"other"' }))).status).toBe(200);
    }
    expect(etags.size).toBe(4);
  });

  test('is made again for another version, and after it could not be made', async () => {
    let version = 'first';
    let fails = true;
    const respond = staticContent({
      type: 'text/plain',
      make: () => (fails ? Promise.reject(new Error('no content')) : `the ${version} version`),
      version: () => version,
    });
    await expect(respond(asking())).rejects.toThrow('no content');
    fails = false;
    expect(await (await respond(asking())).text()).toBe('the first version');
    version = 'second';
    await turn();
    expect(await (await respond(asking())).text()).toBe('the second version');
  });

  test('lets other work run between those who ask at the same time', async () => {
    const respond = staticContent({ type: 'text/plain', make: () => 'x'.repeat(1_000_000) });
    await respond(asking());
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) nextTurn(count);
    };
    nextTurn(count);
    await Promise.all(Array.from({ length: 100 }, () => respond(asking())));
    isDone = true;
    expect(turns).toBeGreaterThan(40);
  });
});

describe('the pages', async () => {
  const studio = await openStudio({ environment: 'production' });
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    studio.app.fetch(new Request(`http://localhost${path}`, { headers }), {
      requestIP: () => ({ address: '192.0.2.7' }),
    });

  test.each([
    '/openapi.json',
    '/docs',
    '/docs/page.css',
    '/docs/browser.js',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui.js',
  ])('%s has every form, with an ETag and 304', async (path) => {
    const plain = await (await get(path)).bytes();
    for (const encoding of ENCODINGS) {
      const response = await get(path, { 'accept-encoding': encoding });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(Buffer.compare(decoders[encoding](await response.bytes()), plain)).toBe(0);
      const known = { 'accept-encoding': encoding, 'if-none-match': response.headers.get('etag') ?? '' };
      expect((await get(path, known)).status).toBe(304);
    }
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  });

  test('count in the bucket of the address, and what programs ask for does not', async () => {
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    for (let index = 0; index < 100; index += 1) {
      for (const path of ['/livez', '/readyz', '/v2/health', '/.well-known/jwks.json']) await get(path);
    }
    const pages = [
      '/',
      '/docs',
      '/docs/nothing',
      '/openapi.json',
      '/share/none',
      '/share/none/picture.png',
      '/cards/add',
    ];
    for (let index = 0; index < 60; index += 1) {
      const path = pages[index % pages.length] ?? '';
      const { status, headers } = await get(path);
      expect([path, status === 429, headers.get('x-ratelimit-remaining')]).toEqual([path, false, String(59 - index)]);
    }
    for (const path of pages) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 429, '1']);
      expect(await response.json()).toMatchObject({ error: { code: 'rate_limited', category: 'address' } });
    }
    expect((await get('/livez')).status).toBe(200);
    expect((await get('/v2/clients', { 'x-service-api-key': studio.mainKey })).status).toBe(200);
    await studio.time.moveTo(studio.time.now() + 1_000);
    expect((await get('/docs')).status).toBe(200);
  });
});
