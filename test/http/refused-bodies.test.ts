import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';

const studio = await openStudio();
const limited = await studio.withKey({ scopes: ['sites:read'] });

/** A body of any size, of which each chunk that is read counts. */
const bodyOf = () => {
  const seen = { chunks: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.chunks += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
};

const PATHS = ['/v2/clients', '/manage/imports?family=clients', '/manage/content/media/uploads', '/v2/nowhere'];
const send = async (path: string, headers: Record<string, string>) => {
  const { seen, stream } = bodyOf();
  const all = { 'content-type': 'application/json', ...headers };
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers: all, body: stream });
  return { seen, response: await studio.app.fetch(request) };
};

test.each([
  ['without a credential', 401, {}],
  ['with an unknown key', 401, { 'x-service-api-key': 'sk_test_unknown' }],
  ['with a token of nobody', 401, { authorization: 'Bearer x.y.z' }],
  ['without the scope', 403, limited],
])('no byte of a body is read, and none is kept: %s', async (_, status, headers) => {
  for (const path of PATHS) {
    const { seen, response } = await send(path, { 'content-length': '1048576', ...headers });
    const expected = path === '/v2/nowhere' && status === 403 ? 404 : status;
    expect([path, response.status, response.headers.get('connection')]).toEqual([path, expected, 'close']);
    expect([path, seen]).toEqual([path, { chunks: 0, isCancelled: true }]);
    await response.body?.cancel();
  }
});

test('of bodies without an end, 32 connections stop receiving after a chunk, and further ones keep nothing', async () => {
  const chunked = { 'transfer-encoding': 'chunked' };
  const sent = await Promise.all(Array.from({ length: 40 }, () => send('/v2/clients', chunked)));
  const [stopped, letGo] = [sent.slice(0, 32), sent.slice(32)];
  expect(stopped.filter(({ seen }) => seen.chunks !== 1 || seen.isCancelled)).toEqual([]);
  expect(letGo.map(({ seen }) => seen)).toEqual(Array.from({ length: 8 }, () => ({ chunks: 0, isCancelled: true })));
  await Promise.all(sent.map(({ response }) => response.text()));
  // They are over, so the next ones stop again.
  const again = await send('/v2/clients', chunked);
  expect(again.seen).toEqual({ chunks: 1, isCancelled: false });
  await again.response.body?.cancel();
});
