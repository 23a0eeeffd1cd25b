import { afterAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { forAllTests, openStudio } from '../helpers/api.ts';
import { waitFor } from '../helpers/wait.ts';
import { watchedServer } from './watched-server.ts';

const studio = forAllTests(openStudio);
afterAll(() => studio.app.stop());

/** Creates a client by a request in chunks. Returns what is received, and the status that the server logs. */
const create = async (email: string, headers: string, end: readonly string[]) => {
  const server = watchedServer(studio);
  const body = JSON.stringify({ firstName: 'Ada', lastName: 'Byron', email });
  const head =
    `POST /v2/clients HTTP/1.1\r\nhost: x\r\nx-service-api-key: ${studio.mainKey}\r\n` +
    `content-type: application/json\r\n${headers}transfer-encoding: chunked\r\n\r\n`;
  let received = '';
  const socket = connect(server.port, '127.0.0.1', async () => {
    socket.write(head);
    for (const text of [`${body.length.toString(16)}\r\n${body}\r\n${end[0]}`, ...end.slice(1)]) {
      await Bun.sleep(20);
      socket.write(text);
    }
  });
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  await waitFor(() => server.status() !== 0 && received !== '');
  socket.destroy();
  await server.stop();
  const found = (await studio.get(`/v2/clients?email=${email}`)).body.data.length;
  return { status: server.status(), received, found, events: studio.events().length };
};

test('nothing is created by a request with trailers, which Bun answers with 400', async () => {
  const { received, ...rest } = await create('trailers@example.com', '', ['0\r\nX-More: 1\r\n\r\n']);
  expect(received).toStartWith('HTTP/1.1 400 Bad Request');
  expect(rest).toEqual({ status: 400, found: 0, events: 0 });
  expect(studio.reportedErrors).toEqual([]);
});

test('400 for a request that announces trailers, before its body is read', async () => {
  const late = ['0\r\n', 'X-More: 1\r\n\r\n'];
  const { received, ...rest } = await create('announced@example.com', 'trailer: X-More\r\n', late);
  expect(received).toContain('"param":"Trailer"');
  expect(rest).toEqual({ status: 400, found: 0, events: 0 });
});

test('201 for a request in chunks without trailers', async () => {
  const { received, ...rest } = await create('chunks@example.com', '', ['0\r\n\r\n']);
  expect(received).toStartWith('HTTP/1.1 201');
  expect(rest).toEqual({ status: 201, found: 1, events: 1 });
});
