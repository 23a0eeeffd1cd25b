// Asks /livez on connections of its own until it is stopped, then prints the slowest answer in ms. A process of its own, so
// that the load does not slow it down.
import { stopwatch } from '../../src/kernel/clock.ts';

const port = Number(process.argv[2]);
const REQUEST = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
/** A server that does not answer for so long does not answer. */
const LONGEST_MS = 60_000;

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => resolve();
    void Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => void socket.write(REQUEST),
        data: (socket) => {
          socket.end();
          done();
        },
        close: done,
        error: done,
        connectError: done,
      },
    }).catch(done);
    setTimeout(done, LONGEST_MS);
  });

let slowest = 0;
let began = stopwatch();
process.on('SIGTERM', () => {
  // The response that is still awaited counts too.
  console.log(Math.max(slowest, stopwatch() - began));
  process.exit(0);
});
console.log('ready');
for (;;) {
  began = stopwatch();
  await ask();
  slowest = Math.max(slowest, stopwatch() - began);
  began = Number.POSITIVE_INFINITY;
  await Bun.sleep(10);
}
