import { expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';

const studio = forEachTest(() => openStudio());

const get = (path: string) => studio.app.fetch(new Request(`http://localhost${path}`));

test('the manifest has the name, the colour and the logo of the brand', async () => {
  const first = await get('/book/manifest.webmanifest');
  expect(first.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(await first.json()).toMatchObject({
    name: 'Test studio',
    short_name: 'Test studio',
    start_url: '/book',
    scope: '/book',
    display: 'standalone',
    theme_color: '#0f766e',
    background_color: '#0f766e',
    icons: [
      { src: '/book/icon-192.png?v=0f766e', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/book/icon-192.png?v=0f766e', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { sizes: '512x512' },
      { sizes: '512x512' },
    ],
  });
  const logoUrl = 'http://localhost/media/pictures/abc.png';
  await studio.patch('/v2/settings', { brand: { name: 'The Northern Lights Studio', logoUrl } });
  const manifest = await (await get('/book/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'The Northern Lights Studio', short_name: 'The' });
  expect(manifest).toMatchObject({ icons: [{ src: '/media/pictures/abc.png', sizes: 'any' }, {}, {}, {}, {}] });
});

test.each([192, 512])('the icon is a picture of %i pixels, small and quick to draw', async (size) => {
  const response = await get(`/book/icon-${size}.png`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', size, size]);
  expect(bytes.length).toBeLessThan(4_000);
  expect((await get('/book/icon-100.png')).status).toBe(404);
});

test('the service worker may serve /book, and asks this server alone', async () => {
  const { headers } = await get('/book/sw.js');
  expect(headers.get('service-worker-allowed')).toBe('/book');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('the page without a connection is not for search engines', async () => {
  const response = await get('/book/offline');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const text = await response.text();
  expect(text).toContain('noindex');
  // What a phone has kept.
  expect(text).toMatch(/href="\/book\/me">My classes<.*href="\/book">See the schedule</);
  expect(await (await get('/book')).text()).toContain('data-as-of="Offline. Last updated {time}."');
});
