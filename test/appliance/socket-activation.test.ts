import { afterEach, describe, expect, test } from 'bun:test';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command, environment, folderForEachTest, until } from '../helpers/process.ts';
import { type Manager, type SocketKind, startSocketManager } from '../helpers/socket-manager.ts';

const fixture = (name: string): string => resolve(import.meta.dir, '../fixtures/tls', name);

const cwd = folderForEachTest();
let manager: Manager | undefined;
const startManager = async (kind: SocketKind, ...flags: string[]): Promise<Manager> => {
  manager = await startSocketManager({ cwd, kind, command: [...command, 'serve', '--json', ...flags] });
  return manager;
};

afterEach(async () => {
  await manager?.stop();
  manager = undefined;
});

const onLinux = describe.skipIf(process.platform !== 'linux');

onLinux('on the socket of a service manager', () => {
  test.each(['ipv4', 'ipv6'] as const)('the server tells the address of the socket: %s', async (kind) => {
    const { port, tell, ready, ended } = await startManager(kind);
    tell('start');
    const host = kind === 'ipv6' ? '[::1]' : '127.0.0.1';
    const { rootUrl } = await ready(1);
    expect(rootUrl).toBe(`http://${host}:${port}`);
    expect((await fetch(`${rootUrl}/readyz`)).status).toBe(200);
    tell('SIGTERM');
    expect((await ended(1)).code).toBe(0);
  });

  test('a request that comes while no server runs is answered by the next one', async () => {
    const { port, tell, ready, ended } = await startManager('ipv4');
    tell('start');
    const { pid } = await ready(1);
    tell('SIGTERM');
    await ended(1);
    const waiting = fetch(`http://127.0.0.1:${port}/readyz`);
    tell('start');
    expect((await waiting).status).toBe(200);
    expect((await ready(2)).pid).not.toBe(pid);
  });

  test('restarts under load fail no request', async () => {
    const { port, tell, ready, ended } = await startManager('ipv4');
    tell('start');
    await ready(1);
    let isOver = false;
    let answered = 0;
    const failures: string[] = [];
    // fetch keeps connections alive. It would retry a request on a connection that was closed; a POST never.
    const client = async () => {
      while (!isOver) {
        try {
          const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body: 'a=b' });
          const text = await response.text();
          if (response.status >= 500 || !text.startsWith('{')) failures.push(`${response.status} ${text}`);
          else answered += 1;
        } catch (error) {
          failures.push(String(error));
        }
      }
    };
    const clients = Array.from({ length: 8 }, client);
    for (const number of [1, 2, 3]) {
      const before = answered;
      await until(() => answered > before + 50);
      tell('SIGTERM');
      expect(await ended(number)).toMatchObject({ code: 0 });
      tell('start');
      await ready(number + 1);
    }
    isOver = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(150);
  });

  test('HUP opens the socket again with the new certificate', async () => {
    copyFileSync(fixture('receiver.pem'), join(cwd, 'tls.pem'));
    copyFileSync(fixture('receiver.key'), join(cwd, 'tls.key'));
    const { port, tell, ready, ended } = await startManager('ipv4', '--tls-cert', 'tls.pem', '--tls-key', 'tls.key');
    tell('start');
    expect((await ready(1)).rootUrl).toBe(`https://127.0.0.1:${port}`);
    const shown = async (): Promise<string> => {
      const words = ['openssl', 's_client', '-connect', `127.0.0.1:${port}`];
      const out = await Bun.spawn(words, { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' }).stdout.text();
      return /-----BEGIN.*?-----END/s.exec(out)?.[0] ?? '';
    };
    const first = await shown();
    expect(first).not.toBe('');
    copyFileSync(fixture('self-signed.pem'), join(cwd, 'tls.pem'));
    tell('SIGHUP');
    await until(async () => ![first, ''].includes(await shown()));
    tell('SIGTERM');
    expect((await ended(1)).code).toBe(0);
  });
});

onLinux('refuses to start', () => {
  const refusal = async (kind: SocketKind) => {
    const { tell, ended } = await startManager(kind);
    tell('start');
    return await ended(1);
  };

  test('3: a public socket without TLS', async () => {
    const { code, err } = await refusal('public');
    expect([code, err]).toEqual([3, expect.stringContaining('0.0.0.0 without TLS would expose API keys')]);
  });

  test('1: two sockets', async () => {
    const { code, err } = await refusal('two');
    expect([code, err]).toEqual([1, expect.stringContaining('passes 2 sockets, but studiod listens on one')]);
  });

  test('1: a socket that does not listen', async () => {
    const { code, err } = await refusal('bound');
    expect([code, err]).toEqual([1, expect.stringContaining('not a listening TCP socket')]);
  });
});

test('a socket that is passed to another process is left alone', async () => {
  const env = environment({ LISTEN_PID: '1', LISTEN_FDS: '1' });
  const child = Bun.spawn([...command, 'serve', '--json', '--port', '0'], {
    cwd,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const { value } = await child.stdout.getReader().read();
  const { rootUrl } = JSON.parse(new TextDecoder().decode(value));
  expect((await fetch(`${rootUrl}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
});
