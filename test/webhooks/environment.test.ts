import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { answers } from './hostile.ts';
import { closeReceivers, httpReceiver, rawReceiver } from './receivers.ts';

afterEach(closeReceivers);

test('neither a proxy nor a switched-off certificate check in the environment has any effect', async () => {
  const proxy = await httpReceiver(undefined, true);
  const good = await httpReceiver();
  const plain = await httpReceiver(undefined, true);
  const ok = answers('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const selfSigned = await rawReceiver(ok, 'self-signed');
  const expired = await rawReceiver(ok, 'expired');
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const urls = [
    `https://receiver.test:${good.port}/`,
    `http://receiver.test:${plain.port}/`,
    `https://receiver.test:${selfSigned}/`,
    `https://receiver.test:${expired}/`,
    `https://another.test:${good.port}/`,
  ];
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'send-once.ts'), ...urls], {
    env: {
      ...process.env,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      ...{ HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl, ALL_PROXY: proxyUrl, NO_PROXY: '' },
      ...{ https_proxy: proxyUrl, http_proxy: proxyUrl, all_proxy: proxyUrl, no_proxy: '' },
    },
    stderr: 'ignore',
  });
  expect((await new Response(child.stdout).text()).trim()).toBe('delivered,delivered,tls_error,tls_error,tls_error');
  expect(proxy.arrived).toEqual([]);
});
