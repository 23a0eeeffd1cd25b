import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { offsetOf } from '../../../src/console/base/time/zone-offsets.ts';
import { BOOK_SCRIPTS, packBundle, plainContent, unpackBundle } from '../../../src/http/pages/bundle/bundle.ts';
import { SECTIONS } from '../../../src/http/pages/console/first-picture.ts';
import { consoleHtml } from '../../../src/http/pages/console/html.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { objectOf } from '../../../src/kernel/objects.ts';
import { STAFF_LANGUAGES } from '../../../src/texts/made/languages.ts';
import { openStudio } from '../../helpers/api.ts';

const bundle = {
  entries: { main: { script: 'main-1.js', preloads: ['shared-1.js'] }, kiosk: { script: 'kiosk-1.js', preloads: [] } },
  texts: objectOf(STAFF_LANGUAGES, (tag) => [`${tag}-1.js`]),
  frame: objectOf(STAFF_LANGUAGES, () => ({
    today: 'Today',
    calendar: 'Calendar',
    clients: '<Clients>',
    desk: 'Front desk',
  })),
  style: 'console-1.css',
  laterStyle: 'later-1.css',
  kioskStyle: 'kiosk-1.css',
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
  entry: 'main' as 'main' | 'kiosk',
  studio: 'Demo <b>Studio</b>',
  themeVersion: '0f766e',
  nonce: 'once',
  cookies: '',
  accepted: '',
  clocks: { 'Europe/</script>': [] },
  pathname: '/console',
  hasSession: false,
};
const pageWith = (given: Partial<typeof options>): string => consoleHtml(bundle, { ...options, ...given });

test('a bundle is read as it was written', () => {
  const read = unpackBundle(packBundle(bundle));
  expect(read.entries).toEqual(bundle.entries);
  expect(read.files.map(({ name }) => name)).toEqual(['main-1.js', 'console-1.css']);
  expect(read.files.map(({ brotli }) => Buffer.from(brotli))).toEqual(
    bundle.files.map(({ brotli }) => Buffer.from(brotli)),
  );
});

test('the page names its files, and the name of the studio is no markup', () => {
  const html = pageWith({});
  expect(html).toContain('<script type="module" src="/console/files/main-1.js"></script>');
  expect(html).toContain('<link rel="modulepreload" href="/console/files/shared-1.js">');
  expect(html).toContain('<link rel="modulepreload" href="/console/files/en-1.js">');
  expect(html).not.toContain('kiosk-1.css');
  expect(pageWith({ entry: 'kiosk' })).toContain('<link rel="stylesheet" href="/console/files/kiosk-1.css">');
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
  expect(pageWith({ cookies, accepted })).toContain(html);
});

test('whoever is signed in gets the frame with the page: the navigation that they saw last, and places of the rest', () => {
  const html = pageWith({
    hasSession: true,
    cookies: 'studiod_sections=today-clients-evil',
    pathname: '/console/today',
  });
  expect(html).toContain('<div id="first" aria-hidden="true" inert>');
  expect(html).toContain('<a aria-current="page">');
  expect(html).toContain('<span class="label">&lt;Clients&gt;</span>');
  expect(html).toContain('<b>Demo &lt;b&gt;Studio&lt;/b&gt;</b>');
  expect(html).toContain('class="skeleton"');
  expect(html).not.toMatch(/evil|Calendar/);
  expect(html.indexOf('id="first"')).toBeLessThan(html.indexOf('id="root"'));
});

test.each([
  ['a stranger', { hasSession: false }],
  ['the page of signing in', { hasSession: true, pathname: '/console/sign-in' }],
  ['the kiosk', { hasSession: true, entry: 'kiosk' as const, pathname: '/console/kiosk' }],
])('no frame comes to %s', (_, given) => {
  expect(pageWith({ ...given, cookies: 'studiod_sections=today' } as Partial<typeof options>)).not.toContain(
    'id="first"',
  );
});

test('the sections of the first picture are those of the navigation', async () => {
  const source = await Bun.file(new URL('../../../src/console/shell/navigation/navigation.ts', import.meta.url)).text();
  const [, groups = ''] = /const GROUPS[^=]*= (\[[\s\S]*?\n\]);/.exec(source) ?? [];
  const folder = fileURLToPath(new URL('../../../src/console/app/routes/', import.meta.url));
  const routes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const titles = new Map(
    routes.flatMap((text) =>
      Array.from(
        text.matchAll(/path: '(\/\w+)(?:\/\{-\$tab\})?',\s+staticData: \{[^}]*title: 'shell\.(\w+)'/g),
        ([, path = '', title = '']): [string, string] => [path, title],
      ),
    ),
  );
  const shown = Array.from(
    groups.matchAll(/label: 'shell\.(\w+)',\s+sections|to: '\/(\w+)[^']*'/g),
    ([, group, path]) => (group === undefined ? [path, titles.get(`/${path}`)] : [group]),
  );
  expect(shown).toEqual(SECTIONS.flatMap(([group, names]) => [[group], ...names.map((name) => [name, name])]));
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
