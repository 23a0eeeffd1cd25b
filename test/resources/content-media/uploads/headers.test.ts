import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { tusClient, UPLOADS } from './client.ts';

type Headers = Record<string, string>;

const NO_KEY: Headers = { 'x-service-api-key': 'sk_none' };

/** The path of an unfinished upload. */
let path: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  path = (await tusClient(studio).create(10)).headers.get('location') ?? '';
  studio.events();
});

/** The status of a response, and the version of tus that it says. */
const statusOf = async (method: string, to: string, headers: Headers = {}): Promise<[number, string | null]> => {
  const sent = { 'x-service-api-key': studio.mainKey, 'tus-resumable': '1.0.0', ...headers };
  const response = await studio.app.fetch(new Request(`http://localhost${to}`, { method, headers: sent }));
  return [response.status, response.headers.get('tus-resumable')];
};

describe.each(['HEAD', 'PATCH', 'DELETE'])(
  '%s says the version of tus, also where the protocol does not begin',
  (method) => {
    test('404 for an upload that is unknown', async () => {
      expect(await statusOf(method, `${UPLOADS}/${crypto.randomUUID()}`)).toEqual([404, '1.0.0']);
    });

    test('401 for a key that is none, and 429 for the next ones', async () => {
      expect(await statusOf(method, path, NO_KEY)).toEqual([401, '1.0.0']);
      for (let failed = 1; failed < 60; failed += 1) await statusOf(method, path, NO_KEY);
      expect(await statusOf(method, path, NO_KEY)).toEqual([429, '1.0.0']);
    });

    test('403 without the scope', async () => {
      const reading = await studio.withKey({ scopes: ['clients:read'] });
      expect(await statusOf(method, path, reading)).toEqual([403, '1.0.0']);
    });

    test('400 for a version of the API that is none', async () => {
      expect(await statusOf(method, path, { 'x-service-version': '2000-01-01' })).toEqual([400, '1.0.0']);
    });
  },
);

test('404 for an upload that has expired says the version of tus', async () => {
  expect(await statusOf('HEAD', path)).toEqual([200, '1.0.0']);
  await studio.time.skipTo(studio.time.now() + 8 * DAY_MS);
  expect(await statusOf('HEAD', path)).toEqual([404, '1.0.0']);
  expect(studio.events()).toEqual([]);
});

test('a creation that is refused before the protocol says the version of tus', async () => {
  expect(await statusOf('POST', UPLOADS, NO_KEY)).toEqual([401, '1.0.0']);
  expect(await statusOf('POST', UPLOADS, { 'idempotency-key': 'x'.repeat(300) })).toEqual([400, '1.0.0']);
  expect(await statusOf('PUT', UPLOADS)).toEqual([405, '1.0.0']);
  expect(studio.events()).toEqual([]);
});

test('other paths say nothing of tus', async () => {
  expect(await statusOf('GET', '/manage/content/media')).toEqual([200, null]);
  expect(await statusOf('GET', `${UPLOADS}x`)).toEqual([404, null]);
  expect(await statusOf('GET', '/v2/clients')).toEqual([200, null]);
});
