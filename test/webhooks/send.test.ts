import { afterEach, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { createAddressCheck, type NetworkPolicy, type Resolve } from '../../src/webhooks/sending/address-check.ts';
import { createSender, type SendResult } from '../../src/webhooks/sending/send.ts';
import { openBlackHole } from './black-hole.ts';
import { answers, forever, HOSTILE, OK } from './hostile.ts';
import { AUTHORITY, afterRequest, closeReceivers, httpReceiver, rawReceiver } from './receivers.ts';
import { limits, resolveHere, SHORT_MS } from './set-up.ts';

afterEach(closeReceivers);

const SANDBOX: NetworkPolicy = { allowHttp: true, allowLoopback: true, allowedNetworks: [] };

/** Notations of an address of this machine that have passed filters. */
const LOOPBACK_FORMS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  '127.255.255.254',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'ⓛocalhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::ffff:0:127.0.0.1]',
  'receiver.test',
];

const openSender = (resolve: Resolve = resolveHere, policy = SANDBOX, totalMs = limits.totalMs) =>
  createSender(createAddressCheck(policy, resolve), [AUTHORITY], { ...limits, totalMs, drainBytes: 64 * 1024 });

const send = async (url: string, sender = openSender()): Promise<SendResult> => {
  const result = await sender.send({ url, headers: { 'Content-Type': 'application/json' }, body: '{"id":"evt_1"}' });
  sender.close();
  return result;
};
const outcome = ({ failure, responseStatus }: SendResult) => `${failure?.code ?? 'delivered'} ${responseStatus ?? '-'}`;

describe('every hostile receiver has a known result', () => {
  for (const { name, behave, expected, withTls = 'receiver', host = 'receiver.test' } of HOSTILE) {
    test(`${name}: ${expected}`, async () => {
      const port = await rawReceiver(behave, withTls);
      // What never ends has its result at the limit.
      const isEndless = expected === 'timeout -' || /and no more|dripping headers/.test(name);
      const totalMs = isEndless ? SHORT_MS : limits.totalMs;
      const result = await send(`https://${host}:${port}/in`, openSender(resolveHere, SANDBOX, totalMs));
      expect(outcome(result)).toBe(expected);
      expect(JSON.stringify(result)).not.toMatch(/127\.0\.0\.1|ECONN|HPE_/);
    });
  }

  test('a gzip bomb stays packed', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const port = await rawReceiver(answers(Buffer.concat([Buffer.from(head), bomb])));
    const result = await send(`https://receiver.test:${port}/`);
    expect([outcome(result), result.snippet]).toEqual(['delivered 200', null]);
  });

  test('of a long body the first KiB is kept, and about as much read as the limit allows', async () => {
    let written = 0;
    const port = await rawReceiver((socket) =>
      afterRequest(socket, () => {
        socket.write(`${OK}\r\n`);
        forever(socket, () => 'z'.repeat(8_192));
        socket.on('close', () => {
          written = socket.bytesWritten;
        });
      }),
    );
    const result = await send(`https://receiver.test:${port}/`);
    expect(result.snippet).toBe('z'.repeat(1024));
    while (written === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(16_000_000);
  });

  test('a connection that the receiver has closed meanwhile costs no attempt', async () => {
    const arrived: number[] = [];
    let connections = 0;
    const port = await rawReceiver((socket) => {
      connections += 1;
      const connection = connections;
      let requests = 0;
      socket.on('data', (bytes) => {
        if (!bytes.toString('latin1').startsWith('POST')) return;
        requests += 1;
        // The second request on a connection meets a receiver that closes it.
        if (requests === 2) return socket.resetAndDestroy();
        arrived.push(connection);
        socket.write(`${OK}Content-Length: 0\r\n\r\n`);
      });
    });
    const sender = openSender();
    const request = { url: `https://receiver.test:${port}/in`, headers: {}, body: '{}' };
    const outcomes = [outcome(await sender.send(request)), outcome(await sender.send(request))];
    sender.close();
    expect([outcomes, arrived]).toEqual([
      ['delivered 200', 'delivered 200'],
      [1, 2],
    ]);
  });

  test('a redirect is never followed', async () => {
    const trap = await httpReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const port = await rawReceiver(
        answers(
          `HTTP/1.1 ${status} Away\r\nLocation: https://receiver.test:${trap.port}/\r\nContent-Length: 0\r\n\r\n`,
        ),
      );
      expect(outcome(await send(`https://receiver.test:${port}/`))).toBe(`redirect ${status}`);
    }
    expect(trap.arrived).toEqual([]);
  });

  test('an answer just inside the limit is delivered, however long the connection was silent', async () => {
    const port = await rawReceiver((s) =>
      afterRequest(s, () => setTimeout(() => s.write(`${OK}Content-Length: 0\r\n\r\n`), 1_300)),
    );
    expect(outcome(await send(`https://receiver.test:${port}/`, openSender()))).toBe('delivered 200');
  });
});

describe('names and addresses', () => {
  test('a name with a dot at its end is called, and the handshake names it without the dot', async () => {
    const { port, arrived } = await httpReceiver();
    expect(outcome(await send(`https://receiver.test.:${port}/in`))).toBe('delivered 200');
    expect(arrived.map(({ serverName }) => serverName)).toEqual(['receiver.test']);
  });

  const resolveTo =
    (...addresses: string[]): Resolve =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test('a name that never resolves in time: timeout', async () => {
    const sender = openSender(() => new Promise(() => {}), SANDBOX, SHORT_MS);
    expect(outcome(await send('https://receiver.test/', sender))).toBe('timeout -');
  });
  test('a name without an address: dns_error', async () => {
    const sender = openSender(() => Promise.reject(new Error('from resolver 10.0.0.53')));
    expect(outcome(await send('https://receiver.test/', sender))).toBe('dns_error -');
  });
  test('a closed port: connect_error', async () => {
    expect(outcome(await send('https://receiver.test:1/'))).toBe('connect_error -');
  });
  test('the first address is dead: the next one is tried', async () => {
    const { port } = await httpReceiver();
    const sender = openSender(resolveTo('127.0.0.2', '127.0.0.1'));
    expect(outcome(await send(`https://receiver.test:${port}/`, sender))).toBe('delivered 200');
  });
  test('the first address never answers: the next one is tried in time, and alone it is a timeout', async () => {
    const { port, arrived } = await httpReceiver();
    const hole = await openBlackHole('127.0.0.2', port);
    try {
      const both = openSender(resolveTo('127.0.0.2', '127.0.0.1'));
      expect(outcome(await send(`https://receiver.test:${port}/`, both))).toBe('delivered 200');
      const alone = openSender(resolveTo('127.0.0.2'), SANDBOX, SHORT_MS);
      expect(outcome(await send(`https://receiver.test:${port}/`, alone))).toBe('timeout -');
      expect(arrived.length).toBe(1);
    } finally {
      await hole.close();
    }
  });
  test.each(['10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1'])('%s is never called', async (address) => {
    const { port, arrived } = await httpReceiver();
    expect(outcome(await send(`https://receiver.test:${port}/`, openSender(resolveTo(address))))).toBe(
      'blocked_address -',
    );
    const both = openSender(resolveTo('127.0.0.1', address));
    expect(outcome(await send(`https://receiver.test:${port}/`, both))).toBe('blocked_address -');
    expect(arrived).toEqual([]);
  });
  test('in production neither loopback nor http is called, whatever was stored', async () => {
    const { port, arrived } = await httpReceiver(undefined, true);
    const closed: NetworkPolicy = { allowHttp: false, allowLoopback: false, allowedNetworks: [] };
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://[::1]:${port}/`,
      'https://a.test/',
    ]) {
      expect(outcome(await send(url, openSender(resolveHere, closed)))).toBe('blocked_address -');
    }
    expect(arrived).toEqual([]);
  });
  test('no notation of an address of this machine reaches it in production', async () => {
    const traps = [await httpReceiver(), await httpReceiver(undefined, false, '::1')];
    const closed: NetworkPolicy = { allowHttp: false, allowLoopback: false, allowedNetworks: [] };
    const outcomes = new Map<string, string>();
    for (const host of LOOPBACK_FORMS) {
      for (const { port } of traps) {
        outcomes.set(host, outcome(await send(`https://${host}:${port}/`, openSender(resolveHere, closed))));
      }
    }
    expect([...outcomes].filter(([, code]) => code !== 'blocked_address -')).toEqual([]);
    expect(traps.map(({ arrived }) => arrived.length)).toEqual([0, 0]);
  });
  test('a name whose address changes is checked again at every connection, and once for each', async () => {
    const { port, arrived } = await httpReceiver();
    const flips = ['127.0.0.1', '10.0.0.1', '127.0.0.1', '169.254.169.254'];
    let looks = 0;
    const resolve: Resolve = async () => [{ address: flips[looks++] as string, family: 4 }];
    const outcomes: string[] = [];
    for (const _ of flips) outcomes.push(outcome(await send(`https://receiver.test:${port}/`, openSender(resolve))));
    expect(outcomes).toEqual(['delivered 200', 'blocked_address -', 'delivered 200', 'blocked_address -']);
    expect([looks, arrived.length]).toEqual([4, 2]);
  });
});

describe('connections', () => {
  test('are reused, and only for a name that was checked', async () => {
    let looks = 0;
    const { port, arrived } = await httpReceiver();
    const sender = openSender(async () => {
      looks += 1;
      return resolveHere();
    });
    for (let round = 0; round < 5; round += 1) {
      const result = await sender.send({ url: `https://receiver.test:${port}/`, headers: {}, body: 'é' });
      expect([outcome(result), result.snippet]).toEqual(['delivered 200', `thank you ${round + 1}`]);
    }
    sender.close();
    expect([looks, arrived.map(({ body }) => body)]).toEqual([1, Array(5).fill('é')]);
  });
  test('what cannot be sent has a result too', async () => {
    const sender = openSender();
    const result = await sender.send({ url: 'https://receiver.test/', headers: { 'X-Bad': 'a\r\nb' }, body: '' });
    expect(outcome(result)).toBe('protocol_error -');
  });
  test('an interrupted sender ends requests in progress and starts no more', async () => {
    const port = await rawReceiver((socket) => socket.resume());
    const sender = openSender();
    const inProgress = sender.send({ url: `https://receiver.test:${port}/`, headers: {}, body: '' });
    sender.interrupt();
    expect(outcome(await inProgress)).toBe('interrupted -');
    expect(outcome(await sender.send({ url: `https://receiver.test:${port}/`, headers: {}, body: '' }))).toBe(
      'interrupted -',
    );
  });
});
