import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { pause } from '../../src/kernel/clock.ts';
import { folderForEachTest, processorShare, type Server, startServer, until } from '../helpers/process.ts';

const cwd = folderForEachTest();
let server: Server;
let sockets: Connection[] = [];
beforeEach(async () => {
  server = await startServer({ cwd, maxOpenFiles: 100 }, 'sandbox', '--data', 'box');
});
afterEach(async () => {
  for (const { socket } of sockets) socket.destroy();
  sockets = [];
});

interface Connection {
  readonly socket: Socket;
  answers: number;
}

const REQUEST = 'GET /livez HTTP/1.1\r\nhost: studio.example\r\n\r\n';

/** Opens a connection and sends a request on it. */
const open = (): Connection => {
  const { hostname, port } = new URL(server.ready.rootUrl);
  const connection: Connection = { socket: connect(Number(port), hostname), answers: 0 };
  connection.socket.on('error', () => {});
  connection.socket.on('data', () => {
    connection.answers += 1;
  });
  connection.socket.write(REQUEST);
  return connection;
};
const answered = (): Connection[] => sockets.filter(({ answers }) => answers > 0);

test.skipIf(process.platform !== 'linux')(
  'without a file descriptor left, new connections wait, the log says so once, and no processor spins (Linux)',
  async () => {
    sockets = Array.from({ length: 200 }, open);
    await until(() => answered().length > 40);
    let accepted = 0;
    await until(async () => {
      const before = accepted;
      await pause(500);
      accepted = answered().length;
      return accepted === before;
    });
    expect(accepted).toBeLessThan(100);
    await until(async () => (await processorShare(server.child.pid)) < 0.4);

    // Requests on open connections are still answered.
    const [first] = answered();
    first?.socket.write(REQUEST);
    await until(() => first?.answers === 2);

    for (const connection of answered()) connection.socket.destroy();
    await until(() => answered().length > accepted);
    for (const { socket } of sockets) socket.destroy();
    await until(async () => (await fetch(`${server.ready.rootUrl}/readyz`)).ok);
    await until(async () => (await processorShare(server.child.pid)) < 0.2);
    await server.stop();
    const log = await server.err;
    expect(log.match(/the open file limit is reached/g)).toHaveLength(1);
    expect(log.match(/files can be opened again/g)).toHaveLength(1);
  },
);
