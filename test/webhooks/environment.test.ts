import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { answers } from './hostile.ts';
import { closeReceivers, httpReceiver, rawReceiver } from './receivers.ts';

afterEach(closeReceivers);

/** What must have no effect: a proxy that would swallow everything, and a certificate check switched off. */
const misleading = (proxyPort: number): Record<string, string | undefined> => {
  const proxyUrl = `http://127.0.0.1:${proxyPort}`;
  return {
    ...process.env,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    HTTPS_PROXY: proxyUrl,
    HTTP_PROXY: proxyUrl,
    ALL_PROXY: proxyUrl,
    NO_PROXY: '',
    https_proxy: proxyUrl,
    http_proxy: proxyUrl,
    all_proxy: proxyUrl,
    no_proxy: '',
  };
};

test('neither a proxy nor a switched-off certificate check in the environment has any effect', async () => {
  const proxy = await httpReceiver(undefined, true);
  const good = await httpReceiver();
  const plain = await httpReceiver(undefined, true);
  const ok = answers('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const selfSigned = await rawReceiver(ok, 'self-signed');
  const expired = await rawReceiver(ok, 'expired');
  const urls = [
    `https://receiver.test:${good.port}/`,
    `http://receiver.test:${plain.port}/`,
    `https://receiver.test:${selfSigned}/`,
    `https://receiver.test:${expired}/`,
    `https://another.test:${good.port}/`,
  ];
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'send-once.ts'), ...urls], {
    env: misleading(proxy.port),
    stderr: 'ignore',
  });
  expect((await new Response(child.stdout).text()).trim()).toBe('delivered,delivered,tls_error,tls_error,tls_error');
  expect(proxy.arrived).toEqual([]);
});

test('every hostile receiver and every form of an address has its result in such an environment too', async () => {
  const proxy = await httpReceiver(undefined, true);
  const files = ['send', 'address-check', '../kernel/ip-address'].map((name) =>
    join(import.meta.dir, `${name}.test.ts`),
  );
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '60000', ...files], {
    env: misleading(proxy.port),
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [printed, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect({ code, failed: printed.split('\n').filter((line) => line.startsWith('(fail)')) }).toEqual({
    code: 0,
    failed: [],
  });
  expect(Number(/(\d+) pass/.exec(printed)?.[1])).toBeGreaterThan(200);
  expect(proxy.arrived).toEqual([]);
}, 300_000);
