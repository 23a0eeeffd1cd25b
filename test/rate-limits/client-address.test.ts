import { describe, expect, test } from 'bun:test';
import { createClientAddressReader, EXEMPT_ADDRESS } from '../../src/rate-limits/client-address.ts';

const direct = createClientAddressReader({ trustedProxies: [], exemptLoopback: false });
const proxied = createClientAddressReader({
  trustedProxies: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '203.0.113.128/25'],
  exemptLoopback: false,
});

describe('limit key', () => {
  const rows: readonly [peer: string, key: string][] = [
    ['198.51.100.9', '198.51.100.9'],
    ['::ffff:198.51.100.9', '198.51.100.9'],
    ['::FFFF:c633:6409', '198.51.100.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['nonsense', 'unknown'],
  ];
  for (const [peer, key] of rows) test(`${peer} -> ${key}`, () => expect(direct(peer, null).key).toBe(key));

  test('no peer at all', () => {
    expect(direct(undefined, null)).toEqual({ address: 'unknown', key: 'unknown', forwardedIgnored: false });
  });
});

describe('X-Forwarded-For', () => {
  const rows: readonly [name: string, peer: string, header: string, address: string][] = [
    ['one hop', '10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['right-most untrusted, not what the client wrote before it', '10.1.2.3', '1.1.1.1, 198.51.100.9', '198.51.100.9'],
    ['through two proxies', '10.1.2.3', '1.1.1.1, 198.51.100.9, 192.0.2.7', '198.51.100.9'],
    ['no spaces', '10.1.2.3', '1.1.1.1,198.51.100.9,192.0.2.7,10.9.9.9', '198.51.100.9'],
    ['only proxies: the farthest', '10.1.2.3', '10.0.0.1, 192.0.2.7', '10.0.0.1'],
    ['a port', '10.1.2.3', '198.51.100.9:4711', '198.51.100.9'],
    ['IPv6 in brackets with a port', '10.1.2.3', '[2001:db8::5]:443', '2001:db8::5'],
    ['bare IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    ['a mapped proxy', '::ffff:10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['something unreadable: the hop that wrote it', '10.1.2.3', '198.51.100.9, unknown', '10.1.2.3'],
    ['something unreadable further left', '10.1.2.3', 'unknown, 192.0.2.7', '192.0.2.7'],
    ['an empty header', '10.1.2.3', '', '10.1.2.3'],
    ['inside half of a /24', '203.0.113.200', '198.51.100.9', '198.51.100.9'],
  ];
  for (const [name, peer, header, address] of rows) {
    test(name, () => expect(proxied(peer, header)).toMatchObject({ address, forwardedIgnored: false }));
  }

  test('from a peer that is not trusted it is ignored, and reported', () => {
    for (const reader of [direct, proxied]) {
      expect(reader('203.0.113.5', '198.51.100.9')).toEqual({
        address: '203.0.113.5',
        key: '203.0.113.5',
        forwardedIgnored: true,
      });
    }
  });

  test('a trusted proxy without the header is itself the origin', () => {
    expect(proxied('10.1.2.3', null)).toEqual({ address: '10.1.2.3', key: '10.1.2.3', forwardedIgnored: false });
  });
});

describe('loopback of a sandbox', () => {
  const sandbox = createClientAddressReader({ trustedProxies: ['127.0.0.1'], exemptLoopback: true });
  test('is exempt', () => {
    for (const peer of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
      expect(sandbox(peer, null).key).toBe(EXEMPT_ADDRESS);
    }
  });
  test('a client behind a proxy on loopback is not', () => {
    expect(sandbox('127.0.0.1', '198.51.100.9').key).toBe('198.51.100.9');
  });
  test('elsewhere loopback counts', () => expect(direct('127.0.0.1', null).key).toBe('127.0.0.1'));
});

describe('trusted proxies', () => {
  for (const wrong of ['10.0.0.0/33', 'proxy.example', '10.0.0.0/', '10.0.0.0/8/8', '', '::/129', '10.0.0.0/-1']) {
    test(`'${wrong}' is an error`, () => {
      expect(() => createClientAddressReader({ trustedProxies: [wrong], exemptLoopback: false })).toThrow(
        `The trusted proxy '${wrong}' is not an address or network.`,
      );
    });
  }

  test('/0 trusts every address of its family', () => {
    const reader = createClientAddressReader({ trustedProxies: ['0.0.0.0/0'], exemptLoopback: false });
    expect(reader('203.0.113.5', '198.51.100.9').address).toBe('198.51.100.9');
    expect(reader('2001:db8::1', '198.51.100.9').forwardedIgnored).toBe(true);
  });
});

test('a peer whose header is ignored is reported once, and at most 20 peers are', () => {
  const reported: string[] = [];
  const onIgnored = (peer: string) => reported.push(peer);
  const read = createClientAddressReader({ trustedProxies: ['10.0.0.0/8'], exemptLoopback: false, onIgnored });
  for (let round = 0; round < 2; round += 1) {
    read('198.51.100.1', '203.0.113.5');
    read('10.0.0.1', '203.0.113.5');
    read('198.51.100.2', null);
  }
  expect(reported).toEqual(['198.51.100.1']);
  for (let last = 0; last < 250; last += 1) read(`192.0.2.${last}`, '203.0.113.5');
  expect(reported).toHaveLength(20);
});
