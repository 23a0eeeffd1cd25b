import { afterAll, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { Wire } from '../../scripts/fuzzing/wire.ts';

/** Answers each request with the bytes that its path names; counts connections. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/length': 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi',
  '/chunks': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n4\r\n all\r\n0\r\n\r\n',
  '/continue': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n',
  '/head': 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n',
  '/closing': 'HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
  '/broken': 'HTTP/1.1 200 OK\r\na: b\r\nHTTP/1.1 400 Bad Request\r\n\r\n',
};
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    const answer = ANSWERS[bytes.toString().split(' ')[1] ?? ''];
    if (answer === undefined) socket.destroy();
    // In two pieces, as a network may bring them.
    else socket.write(answer.slice(0, 20), () => socket.write(answer.slice(20)));
  });
}).listen(0, '127.0.0.1');
const address = server.address();
const wire = new Wire('127.0.0.1', typeof address === 'object' ? (address?.port ?? 0) : 0);
afterAll(() => {
  wire.close();
  server.close();
});

const ask = async (path: string, method = 'GET') => {
  const { status, body } = await wire.request(method, Buffer.from(`${method} ${path} HTTP/1.1\r\n\r\n`));
  return [status, body.toString()];
};

test('reads responses by their length, in chunks, after 100 Continue and to HEAD, on one connection', async () => {
  expect(await ask('/length')).toEqual([200, 'hi']);
  expect(await ask('/chunks')).toEqual([200, 'hi all']);
  expect(await ask('/continue')).toEqual([201, '']);
  expect(await ask('/head', 'HEAD')).toEqual([200, '']);
  expect(connections).toBe(1);
});

test('opens a connection after one that was closed; an end without a response is an error, but not where none need come', async () => {
  expect(await ask('/closing')).toEqual([413, '']);
  expect(await ask('/length')).toEqual([200, 'hi']);
  await expect(ask('/nothing')).rejects.toThrow('without a whole response');
  expect(await wire.once('GET', Buffer.from('GET /nothing HTTP/1.1\r\n\r\n'))).toBeUndefined();
});

test('a response whose head is broken is an error', async () => {
  await expect(ask('/broken')).rejects.toThrow(
    "'HTTP/1.1 400 Bad Request' is no header of a response: HTTP/1.1 200 OK",
  );
});
