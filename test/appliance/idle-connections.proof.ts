import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { stopwatch } from '../../src/kernel/clock.ts';
import { testServer } from '../helpers/process.ts';

const server = testServer({}, 'sandbox');

/** Sends a request, and collects what comes until the connection is closed, and when that is (s). */
const connectionOf = (request: string): Promise<{ readonly received: string; readonly seconds: number }> => {
  const { hostname, port } = new URL(server.ready.rootUrl);
  const started = stopwatch();
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('close', () => resolve({ received, seconds: (stopwatch() - started) / 1_000 }));
  });
};
const requestOf = (method: string, path: string, rest = '\r\n') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}`;

test('an idle connection lives 130 s, a request that takes longer is answered, and a sender who stops is not waited for', async () => {
  const hangs = '/sandbox/inbox/proof?hang=true';
  const idle = connectionOf(requestOf('GET', '/livez'));
  const slow = connectionOf(requestOf('POST', hangs));
  const stopped = connectionOf(requestOf('POST', '/sandbox/clock', 'Content-Length: 100\r\n\r\n{"adv'));
  const { seconds: kept, received } = await idle;
  expect(received).toStartWith('HTTP/1.1 200');
  expect([kept > 125, kept < 145]).toEqual([true, true]);
  const { seconds: sent } = await stopped;
  expect([sent > 55, sent < 75]).toEqual([true, true]);
  await Bun.sleep(20_000);
  // A reset answers what hangs.
  await server.call('POST', '/sandbox/reset');
  const answered = await slow;
  expect(answered.received).toStartWith('HTTP/1.1 ');
  // The connection is idle again then, and closed.
  expect([answered.seconds > 270, answered.seconds < 310]).toEqual([true, true]);
}, 400_000);
