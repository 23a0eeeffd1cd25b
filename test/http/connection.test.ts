import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { openStudio } from '../helpers/api.ts';

const studio = await openStudio();
for (let index = 0; index < 80; index += 1) {
  await studio.post('/v2/clients', { firstName: 'Ann', lastName: `Number ${index}`, email: `ann${index}@example.com` });
}
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => studio.app.fetch(request) });
afterAll(() => server.stop(true));

const KEY = { 'x-service-api-key': studio.mainKey };
const LIST = '/v2/clients?limit=20';
/** A list of more than 64 kB, which other threads compress. */
const LONG_LIST = '/v2/clients?limit=80';
const fetchAs = async (
  accepted: string | undefined,
  path = LIST,
  key: Record<string, string> = KEY,
): Promise<Response> =>
  studio.app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { ...key, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) },
    }),
  );
const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

describe('a JSON answer over 1 kB', () => {
  const encodings = ['gzip', 'br', 'zstd'] as const;
  test.each([LIST, LONG_LIST].flatMap((path) => encodings.map((encoding) => [encoding, path] as const)))(
    'is compressed with %s when asked for: %s',
    async (encoding, path) => {
      const plain = await (await fetchAs(undefined, path)).text();
      expect(plain.length > 65_536).toBe(path === LONG_LIST);
      const response = await fetchAs(encoding, path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toMatch(/^X-Service-API-Key, .*, Accept-Encoding, Origin$/);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(bytes.byteLength).toBeLessThan(plain.length / 2);
      expect(decoders[encoding](bytes).toString()).toBe(plain);
    },
  );

  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['GZIP', 'gzip'],
    // A client that names no coding may read gzip only.
    ['*', 'gzip'],
    ['*;q=0.1', 'gzip'],
    ['identity;q=0', 'gzip'],
    ['identity;q=0, *', 'gzip'],
    ['identity;q=0.5, *', 'gzip'],
    ['*, zstd;q=0', 'gzip'],
    ['*, gzip;q=0', 'br'],
    ['*, gzip;q=0, br;q=0', 'zstd'],
    ['*, gzip;q=0, br;q=0, zstd;q=0', null],
    ['br;q=0.5, *', 'gzip'],
    ['br, *;q=0.5', 'br'],
    ['zstd, *', 'zstd'],
    ['*;q=0', null],
    ['*;q=0, br', 'br'],
    ['identity, *;q=0.5', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0.4, gzip;q=0.5, br;q=0.3', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['gzip;q=0.000, br;q=0.', null],
    ['gzip ; Q = 0.7 , br; q=0.6', 'gzip'],
    ['gzip;q=nothing', null],
    ['gzip;q=1.5, br;q=0.1', 'br'],
    ['x-gzip', 'gzip'],
    ['gzip;level=9;q=0.2, br;q=0.1', 'gzip'],
    ['deflate', null],
    ['', null],
    [undefined, null],
  ])('Accept-Encoding %p: %p', async (accepted, encoding) => {
    const response = await fetchAs(accepted);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.status).toBe(200);
  });

  test('is the same over a real connection, as is a write', async () => {
    const response = await fetch(`${server.url.origin}${LIST}`, { headers: { ...KEY, 'accept-encoding': 'gzip' } });
    expect(((await response.json()) as { data: object[] }).data).toHaveLength(20);
    const body = JSON.stringify({
      firstName: 'Zed',
      lastName: 'Last',
      email: 'zed@example.com',
      notes: 'long '.repeat(500),
    });
    const headers = { ...KEY, 'accept-encoding': 'br', 'content-type': 'application/json' };
    const written = await fetch(`${server.url.origin}/v2/clients`, { method: 'POST', headers, body });
    expect([written.status, written.headers.get('content-encoding')]).toEqual([201, 'br']);
    expect(await written.json()).toMatchObject({ firstName: 'Zed' });
  });
});

test('of long answers at the same time, at least 32 are compressed, and all arrive whole', async () => {
  const plain = await (await fetchAs(undefined, LONG_LIST)).text();
  // Long lists of one key would wait for one another.
  const keys = await Promise.all(Array.from({ length: 100 }, () => studio.withKey({})));
  for (const encoding of ['br', 'gzip', 'zstd'] as const) {
    const responses = await Promise.all(keys.map((key) => fetchAs(encoding, LONG_LIST, key)));
    const texts = await Promise.all(
      responses.map(async (response) => {
        const bytes = Buffer.from(await response.arrayBuffer());
        return (response.headers.get('content-encoding') === null ? bytes : decoders[encoding](bytes)).toString();
      }),
    );
    expect(texts.filter((text) => text !== plain)).toEqual([]);
    const encoded = responses.filter(({ headers }) => headers.get('content-encoding') === encoding);
    expect([encoding, encoded.length >= 32]).toEqual([encoding, true]);
  }
  // When they are done, the next one is compressed again.
  expect((await fetchAs('br', LONG_LIST)).headers.get('content-encoding')).toBe('br');
});

test('short answers, and files that are sent in pieces, stay as they are', async () => {
  for (const path of ['/v2/', '/v2/clients/none', '/manage/exports/clients?format=json']) {
    expect([path, (await fetchAs('gzip', path)).headers.get('content-encoding')]).toEqual([path, null]);
  }
});

/** What the server sends on one connection until it closes it; undefined if it stays open. */
const exchange = (request: string, isDone: (received: string) => boolean): Promise<[string, 'open' | 'closed']> =>
  new Promise((resolve, reject) => {
    const socket = connect(server.port ?? 0, '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve([received, 'closed']);
    });
    socket.on('data', (bytes) => {
      received += bytes;
      if (!isDone(received)) return;
      socket.destroy();
      resolve([received, 'open']);
    });
  });

describe('Connection', () => {
  const requestFor = (path: string, connection: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nX-Service-API-Key: ${studio.mainKey}\r\n\r\n`;

  test.each(['/v2/clients?limit=1', '/v2/nowhere', '/docs'])('close is echoed and obeyed: %s', async (path) => {
    const [received, state] = await exchange(requestFor(path, 'close'), () => false);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(state).toBe('closed');
  });

  test('keep-alive serves the next request on the same connection', async () => {
    const two = requestFor('/v2/', 'keep-alive') + requestFor('/v2/', 'Keep-Alive');
    const [received, state] = await exchange(two, (text) => text.split('HTTP/1.1 200').length === 3);
    expect(received).not.toMatch(/^connection: close/im);
    expect(state).toBe('open');
  });
});

test.each(['/v2/clients?limit=1', '/v2/', '/docs', '/nowhere', '/media/x/y/z'])(
  '400 two Host headers: %s',
  async (path) => {
    const head = `X-Service-API-Key: ${studio.mainKey}\r\nConnection: close\r\n\r\n`;
    for (const method of ['GET', 'OPTIONS']) {
      const twice = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nOrigin: http://localhost\r\n${head}`;
      const [received] = await exchange(twice, () => false);
      expect(received).toStartWith('HTTP/1.1 400 ');
      expect(received).toContain('"param":"Host"');
      expect(received).toMatch(/^x-ratelimit-limit: /im);
    }
  },
);
