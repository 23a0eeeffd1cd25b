import { beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { studiod, testServer } from '../helpers/process.ts';

const MIB = 1_048_576;
/** Far more than any limit. */
const OFFERED = 512 * MIB;
/** What the buffers of both sockets may hold beside what the server has read. */
const BUFFERS = 64 * MIB;

const server = testServer({}, 'sandbox', '--data', 'box', '--log-level', 'error');
const { cwd } = server;
let clientForm = '';
beforeAll(async () => {
  const created = await studiod({ cwd }, 'oauth-client', 'create', '--data', 'box', '--json');
  const { clientId, clientSecret } = JSON.parse(created.out);
  clientForm = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
}, 90_000);

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly host?: string;
  readonly headers?: readonly string[];
  readonly isChunked?: boolean;
  /** The beginning of the body. */
  readonly start?: string;
}

interface Received {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it is about
  readonly body: any;
  /** The bytes that left this process. */
  readonly taken: number;
  readonly isClosed: boolean;
}

const piece = Buffer.alloc(65_536, 'a');
const framed = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Sends a body without an end until the server closes the connection or everything that is offered was taken. */
const offer = async ({
  path,
  method = 'POST',
  host,
  headers = [],
  isChunked = true,
  start = '',
}: Sent): Promise<Received> => {
  const { hostname, port } = new URL(server.ready.rootUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.setMaxListeners(0);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve();
    });
  });
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${OFFERED}`;
  socket.write(
    [`${method} ${path} HTTP/1.1`, `host: ${host ?? `${hostname}:${port}`}`, length, ...headers, '', ''].join('\r\n'),
  );
  const send = (bytes: Buffer): boolean => socket.write(isChunked ? framed(bytes) : bytes);
  if (start !== '') send(Buffer.from(start));
  while (!isClosed && socket.bytesWritten < OFFERED) {
    const drained = new Promise<void>((resolve) => socket.once('drain', () => resolve()));
    if (!send(piece)) await Promise.race([drained, closed]);
  }
  socket.destroy();
  const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  return { status, body: body === '' ? undefined : JSON.parse(body), taken: socket.bytesWritten, isClosed };
};

const FORM = 'content-type: application/x-www-form-urlencoded';
const JSON_TYPE = 'content-type: application/json';
const asCaller = () => [`x-service-api-key: ${server.ready.apiKey}`, JSON_TYPE];

for (const isChunked of [true, false]) {
  describe(`a body without end, ${isChunked ? 'in chunks' : 'with its length'}`, () => {
    const check = async (sent: Sent, limit: number): Promise<Received> => {
      const received = await offer({ ...sent, isChunked });
      expect(received.isClosed).toBe(true);
      expect(received.taken).toBeLessThan(limit + BUFFERS);
      return received;
    };

    test('413 of the token endpoint, in the form of OAuth', async () => {
      const { status, body } = await check(
        { path: '/oauth/token', headers: [FORM], start: `${clientForm}&x=` },
        16_384,
      );
      expect([status, Object.keys(body), body.error]).toEqual([413, ['error', 'error_description'], 'invalid_request']);
    });

    for (const path of ['/v2/clients', '/sandbox/clock', '/sandbox/inbox/a', '/sandbox/member-token']) {
      test(`413 of ${path}`, async () => {
        const { status, body } = await check({ path, headers: asCaller(), start: '{"lastName":"' }, MIB);
        expect([status, body.error.code]).toEqual([413, 'body_too_large']);
      });
    }

    test('413 with a short host name', async () => {
      const { status, body } = await check({ path: '/v2/clients', host: 'a', headers: asCaller() }, MIB);
      expect([status, body.error.code]).toEqual([413, 'body_too_large']);
    });

    test('404 of the events of the processor, which a sandbox without Stripe does not receive', async () => {
      const { status, body } = await check({ path: '/webhooks/processor', headers: [JSON_TYPE] }, 0);
      expect([status, body.error.code]).toEqual([404, 'route_not_found']);
    });

    test('413 of an import', async () => {
      const sent = { path: '/manage/imports?family=clients', headers: asCaller(), start: '[{"firstName":"' };
      const { status, body } = await check(sent, 32 * MIB);
      expect([status, body.error.code]).toEqual([413, 'body_too_large']);
    });

    test('a response without the body leaves it', async () => {
      expect((await check({ path: '/v2/clients', headers: [JSON_TYPE] }, MIB)).status).toBe(401);
      await check({ path: '/v2/health', method: 'GET' }, MIB);
      expect((await check({ path: '/nothing', headers: asCaller() }, MIB)).status).toBe(404);
    });
  });
}

describe('a body of some more than the limit', () => {
  const bodies = [
    (bytes: number) => Buffer.alloc(bytes, 'a'),
    (bytes: number) => new Blob([Buffer.alloc(bytes, 'a')]).stream(),
  ];
  /** Tries it several times: the server waits half a second for the sender, and the machine may stall for longer. */
  const send = async (path: string, init: () => RequestInit): Promise<Response> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await fetch(server.ready.rootUrl + path, init());
      } catch (error) {
        if (failures === 4) throw error;
      }
    }
  };

  test('413, which the sender can read, and the next request is served', async () => {
    for (const [path, limit] of [
      ['/v2/clients', MIB],
      ['/oauth/token', 16_384],
    ] as const) {
      for (const bodyOf of bodies) {
        const type = path === '/oauth/token' ? 'application/x-www-form-urlencoded' : 'application/json';
        const headers = { 'x-service-api-key': server.ready.apiKey, 'content-type': type };
        const response = await send(path, () => ({ method: 'POST', headers, body: bodyOf(limit + MIB) }));
        expect(response.status).toBe(413);
        expect(await response.json()).toHaveProperty('error');
        expect((await fetch(`${server.ready.rootUrl}/livez`)).status).toBe(200);
      }
    }
  });

  test('200 and 201 at the limit', async () => {
    const token = Buffer.from(`${clientForm}&x=${'x'.repeat(16_384 - clientForm.length - 3)}`);
    const client = Buffer.from('{"firstName":"Ada","lastName":"Byron","email":"ada@example.com"}'.padEnd(MIB));
    for (const [path, type, body, status] of [
      ['/oauth/token', 'application/x-www-form-urlencoded', token, 200],
      ['/v2/clients', 'application/json', client, 201],
      ['/v2/clients', 'application/json', Buffer.concat([client, Buffer.from(' ')]), 413],
    ] as const) {
      const headers = { 'x-service-api-key': server.ready.apiKey, 'content-type': type };
      const response = await fetch(server.ready.rootUrl + path, { method: 'POST', headers, body });
      expect(response.status).toBe(status);
      await response.body?.cancel();
    }
  });
});
