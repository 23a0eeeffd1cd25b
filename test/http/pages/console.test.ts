import { expect, test } from 'bun:test';
import { offsetOf } from '../../../src/console/clocks.ts';
import { BOOK_SCRIPTS, packBundle, plainContent, unpackBundle } from '../../../src/http/pages/console/bundle.ts';
import { consoleHtml } from '../../../src/http/pages/console/html.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { objectOf } from '../../../src/kernel/objects.ts';
import { openStudio } from '../../helpers/api.ts';

const bundle = {
  entries: { main: { script: 'main-1.js', preloads: ['shared-1.js'] }, kiosk: { script: 'kiosk-1.js', preloads: [] } },
  style: 'console-1.css',
  laterStyle: 'later-1.css',
  memberStyle: 'member-5.css',
  bookScripts: objectOf(BOOK_SCRIPTS, (name) => `${name}-6.js`),
  bookStyle: 'book-1.css',
  font: 'figtree-latin.woff2',
  files: [
    { name: 'main-1.js', type: 'text/javascript; charset=utf-8', brotli: Bun.zstdCompressSync('one') },
    { name: 'console-1.css', type: 'text/css; charset=utf-8', brotli: Bun.zstdCompressSync('two') },
  ],
};

const options = {
  entry: 'main' as const,
  studio: 'Demo <b>Studio</b>',
  themeVersion: '0f766e',
  nonce: 'once',
  cookies: '',
  accepted: '',
  clocks: { 'Europe/</script>': [] },
};

test('a bundle is read as it was written', () => {
  const read = unpackBundle(packBundle(bundle));
  expect(read.entries).toEqual(bundle.entries);
  expect(read.files.map(({ name }) => name)).toEqual(['main-1.js', 'console-1.css']);
  expect(read.files.map(({ brotli }) => Buffer.from(brotli))).toEqual(
    bundle.files.map(({ brotli }) => Buffer.from(brotli)),
  );
});

test('the page names its files, and the name of the studio is no markup', () => {
  const html = consoleHtml(bundle, options);
  expect(html).toContain('<script type="module" src="/console/files/main-1.js"></script>');
  expect(html).toContain('<link rel="modulepreload" href="/console/files/shared-1.js">');
  expect(html).toContain('<title>Demo &lt;b&gt;Studio&lt;/b&gt;</title>');
  expect(html).toContain(`id="clocks">{"Europe/\\u003c/script>":[]}</script>`);
});

test('the page knows the clocks of the sites by the rules of the server', async () => {
  const studio = await openStudio({ startAt: Date.parse('2026-11-20T12:00:00Z') });
  await studio.given(studio.post('/v2/sites', { name: 'Pacific', timezone: 'America/Vancouver' }));
  const page = await (await studio.app.fetch(new Request('http://studio.test/console'))).text();
  const clocks = JSON.parse(/id="clocks">(.*?)<\/script>/.exec(page)?.[1] ?? '{}');
  expect(Object.keys(clocks).sort()).toEqual(['America/New_York', 'America/Vancouver']);
  const hours = (zone: string, instant: string) => Number(offsetOf(clocks[zone], Date.parse(instant))) / HOUR_MS;
  expect(hours('America/Vancouver', '2026-12-01T12:00:00Z')).toBe(-7);
  expect(hours('America/New_York', '2026-12-01T12:00:00Z')).toBe(-5);
  expect(offsetOf(clocks['America/Vancouver'], Date.parse('2031-01-01T00:00:00Z'))).toBeUndefined();
  expect(offsetOf(clocks['America/Vancouver'], Date.parse('2020-01-01T00:00:00Z'))).toBeUndefined();
});

test.each([
  ['', '', '<html lang="en">'],
  ['', 'fr-CH, de;q=0.8', '<html lang="fr">'],
  ['', 'it, de;q=0.8', '<html lang="de">'],
  ['studiod_language=es; studiod_theme=dark', 'fr', '<html lang="es" data-theme="dark">'],
  ['studiod_theme=system', '', '<html lang="en">'],
  ['studiod_language=x" onload="', '', '<html lang="en">'],
])('with the cookies %p and the languages %p the page begins with %p', (cookies, accepted, html) => {
  expect(consoleHtml(bundle, { ...options, cookies, accepted })).toContain(html);
});

test('each page has a policy of its own, and is never stored', async () => {
  const { app } = await openStudio();
  const get = async (path: string) => app.fetch(new Request(`http://studio.test${path}`));
  const [first, second] = await Promise.all([get('/console'), get('/console/today')]);
  expect(first.status).toBe(200);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(first.headers.get('content-security-policy')).not.toBe(second.headers.get('content-security-policy'));
  const [, style = ''] = /href="(\/console\/files\/[\w-]+\.css)"/.exec(await first.text()) ?? [];
  const brotli = await app.fetch(new Request(`http://studio.test${style}`, { headers: { 'accept-encoding': 'br' } }));
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(brotli.headers.get('cache-control')).toContain('immutable');
  const plain = await get(style);
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toContain('@layer');
  expect((await get('/console/files/nothing.js')).status).toBe(404);
  const theme = await get('/console/theme.css');
  expect(await theme.text()).toContain('--brand-solid');
});

test('the content of a file is what was compressed', async () => {
  const { brotliCompressSync } = await import('node:zlib');
  const file = { name: 'a.js', type: 'text/javascript', brotli: brotliCompressSync('let a;') };
  expect(Buffer.from(await plainContent(file)).toString()).toBe('let a;');
});
