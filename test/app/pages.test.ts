import { expect, test } from 'bun:test';
import { createPaths, heartbeatsOf } from '../../src/app/paths.ts';
import { forAllTests, openStudio } from '../helpers/api.ts';

const studio = forAllTests(openStudio);
const statusOf = async (path: string, accept = 'text/html') =>
  (await studio.app.fetch(new Request(`http://localhost${path}`, { headers: { accept } }))).status;

test.each([
  '/',
  '/docs',
  '/docs/reference',
  '/openapi.json',
  '/livez',
  '/readyz',
  '/console',
  '/favicon.svg',
  '/robots.txt',
  '/.well-known/oauth-authorization-server',
  '/.well-known/jwks.json',
  '/book',
  '/book/plans',
])('%s needs no credential', async (path) => {
  expect(await statusOf(path)).toBeLessThan(400);
});

test.each(['/mails/none', '/calendar/none.ics', '/share/none', '/cards/none', '/media/none', '/media/pictures/none'])(
  '%s needs no credential, and there is nothing',
  async (path) => {
    expect(await statusOf(path)).not.toBe(401);
  },
);

test.each(['/v2/clients', '/consoles', '/books', '/metrics', '/livez/', '/docs2', '/nothing'])(
  '%s needs a credential',
  async (path) => {
    expect(await statusOf(path, '*/*')).toBe(401);
  },
);

test('the paths of pages come from the pages, and only limited pages count for the address', () => {
  const paths = createPaths([], [{ paths: ['/page'], prefixes: ['/pages/'], isLimited: true }, { paths: ['/probe'] }]);
  const seen = (path: string) => [paths.isPublic(path), paths.isPage(path)];
  expect(seen('/page')).toEqual([true, true]);
  expect(seen('/pages/1')).toEqual([true, true]);
  expect(seen('/probe')).toEqual([true, false]);
  expect(seen('/pages')).toEqual([false, false]);
});

test('pages say which other origins read them, all of them or some', () => {
  const paths = createPaths(
    [],
    [
      { prefixes: ['/sandbox/'], readableFrom: 'apps' },
      { paths: ['/keys', '/secret'], prefixes: ['/feeds/'], readableEverywhere: ['/keys', '/feeds/sites/'] },
    ],
  );
  const from = (path: string) => paths.readableFrom(path, 'others');
  expect(['/sandbox/x', '/keys', '/feeds/sites/1'].map(from)).toEqual(['apps', 'everywhere', 'everywhere']);
  expect(['/secret', '/feeds/1', '/keys/1', '/'].map(from)).toEqual([undefined, undefined, undefined, undefined]);
});

test('the operation says that its requests are heartbeats', () => {
  const isHeartbeat = heartbeatsOf(studio.app.operations);
  const path = '/v2/member/video/sessions/one/heartbeat';
  expect(['PUT', 'GET', 'POST'].map((method) => isHeartbeat(method, path))).toEqual([true, false, false]);
  for (const other of ['/end', '/complete', '/heartbeat/more', '']) {
    expect(isHeartbeat('PUT', path.replace('/heartbeat', other))).toBe(false);
  }
});
