import { afterEach, expect, test } from 'bun:test';
import { copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pause } from '../../src/kernel/clock.ts';
import { folderForEachTest, startServer, until } from '../helpers/process.ts';

const fixture = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);

/** A service manager: receives datagrams and prints each as a line of JSON. */
const RECEIVER = `
import json, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
path = sys.argv[1]
s.bind('\\0' + path[1:] if path.startswith('@') else path)
print('bound', flush=True)
while True: print(json.dumps(s.recv(4096).decode()), flush=True)
`;

const cwd = folderForEachTest();
let receiver: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined;
let received = '';
/** The messages so far, without those of the watchdog. */
const messages = (): string[] => {
  const all = received
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line));
  return all.filter((message) => message !== 'WATCHDOG=1');
};
const beats = (): number => received.split('"WATCHDOG=1"').length - 1;

const receive = async (path: string): Promise<void> => {
  received = '';
  const child = Bun.spawn(['python3', '-c', RECEIVER, path], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  receiver = child;
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (let more = await reader.read(); !more.done; more = await reader.read()) received += more.value;
  })();
  await until(() => received.includes('bound'));
};

afterEach(() => {
  receiver?.kill();
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux.each(['a path', 'an abstract name'])('says that it is ready and that it stops, at %s', async (kind) => {
  const path = kind === 'a path' ? join(cwd, 'notify') : `@studiod-test-${process.pid}`;
  await receive(path);
  const server = await startServer({ cwd, env: { NOTIFY_SOCKET: path } }, 'serve');
  await until(() => messages().length > 0);
  expect(messages()).toEqual(['READY=1']);
  expect((await fetch(`${server.ready.rootUrl}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  await until(() => messages().length > 1);
  expect(messages()).toEqual(['READY=1', 'STOPPING=1']);
  // Nobody watches, so it does not say that it is alive.
  expect(beats()).toBe(0);
});

onLinux('says that it is alive while its event loop runs', async () => {
  const path = join(cwd, 'notify');
  await receive(path);
  const server = await startServer({ cwd, env: { NOTIFY_SOCKET: path, WATCHDOG_USEC: '200000' } }, 'serve');
  await until(() => beats() >= 3);
  server.child.kill('SIGSTOP');
  // A stopped process has sent all it will send when its state is T.
  await until(async () => / T /.test(await Bun.file(`/proc/${server.child.pid}/stat`).text()));
  await until(async () => {
    const before = beats();
    await pause(300);
    return beats() === before;
  });
  const silent = beats();
  server.child.kill('SIGCONT');
  await until(() => beats() > silent);
  expect(await server.stop()).toBe(0);
});

onLinux('leaves a watchdog alone that watches another process', async () => {
  const path = join(cwd, 'notify');
  await receive(path);
  const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '20000', WATCHDOG_PID: '1' };
  const server = await startServer({ cwd, env }, 'serve');
  await until(() => messages().length > 0);
  await server.stop();
  await until(() => messages().length > 1);
  expect(beats()).toBe(0);
});

onLinux('says when a reload begins and ends', async () => {
  const path = join(cwd, 'notify');
  await receive(path);
  copyFileSync(fixture('receiver.pem'), join(cwd, 'tls.pem'));
  copyFileSync(fixture('receiver.key'), join(cwd, 'tls.key'));
  const tls = ['--tls-cert', 'tls.pem', '--tls-key', 'tls.key'];
  const server = await startServer({ cwd, env: { NOTIFY_SOCKET: path } }, 'serve', ...tls);
  await until(() => messages().length > 0);
  server.child.kill('SIGHUP');
  await until(() => messages().length > 2);
  const reloading = expect.stringMatching(/^RELOADING=1\nMONOTONIC_USEC=[1-9]\d+$/);
  expect(messages()).toEqual(['READY=1', reloading, 'READY=1']);
  await server.stop();
});

onLinux('HUP does not end a server without TLS files under a service manager', async () => {
  const path = join(cwd, 'notify');
  await receive(path);
  const server = await startServer({ cwd, env: { NOTIFY_SOCKET: path } }, 'serve');
  await until(() => messages().length > 0);
  server.child.kill('SIGHUP');
  await until(() => messages().length > 2);
  expect((await fetch(`${server.ready.rootUrl}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test.each(['relative', '/nowhere/notify'])(
  'a service manager at %s that cannot be reached is a warning',
  async (path) => {
    const server = await startServer({ cwd, env: { NOTIFY_SOCKET: path } }, 'serve');
    expect((await fetch(`${server.ready.rootUrl}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(await server.err).toContain('the service manager at NOTIFY_SOCKET: ');
    expect(existsSync(join(cwd, 'relative'))).toBe(false);
  },
);
