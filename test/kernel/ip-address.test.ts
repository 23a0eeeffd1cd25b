import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';
import {
  addressKind,
  contains,
  containsAsWritten,
  isPublic,
  parseAddress,
  parseNetwork,
  parseScopedAddress,
  truncated,
} from '../../src/kernel/ip-address.ts';

const TEXTS = [
  '1.2.3.4',
  '0.0.0.0',
  '255.255.255.255',
  '256.1.1.1',
  '01.2.3.4',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.4.',
  '1..3.4',
  '::',
  '::1',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::',
  '1::2::3',
  '12345::',
  'g::',
  'FE80::a',
  'fe80::1%eth0',
  '::%',
  '1.2.3.4%a',
  '::ffff:1.2.3.4',
  '::1.2.3.4',
  '::ffff:1.2.3.400',
  '::01.2.3.4',
  '',
  ' ::1',
  '::1 ',
  '[::1]',
  '::1]/[x',
  '::1]#',
  'localhost',
  '1',
  '0x7f.1',
  '1:2',
];

describe('what is an address', () => {
  test.each(TEXTS)('%j is what node:net says it is', (text) => {
    expect(addressKind(text)).toBe(isIP(text) as 0 | 4 | 6);
  });
});

const isPublicText = (text: string): boolean | undefined => {
  const address = parseAddress(text);
  return address === undefined ? undefined : isPublic(address);
};

/** First and last address of every range that is not public, and its public neighbours. */
const FOUR: readonly (readonly [first: string, last: string, ...neighbours: string[]])[] = [
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];

const PRIVATE_SIX = [
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a',
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '1fff:ffff::1',
  'ffff::',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '2002:7f00:1::1',
  '2002:ffff::',
  '3fff::1',
  '3fff:fff:ffff::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:20::1',
];
const PUBLIC_SIX = ['2000::1', '2001:200::1', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::1', '2003::1'];
const PUBLIC_FOUR = ['192.31.196.1', '192.52.193.1', '192.175.48.1'];
const PUBLIC_SIX_TOO = [
  '2620:4f:8000::1',
  '2606:4700:4700::1111',
  '3ffe:ffff::1',
  '3fff:1000::1',
  '2A00:1450:4001:81B::200E',
];

describe('public addresses', () => {
  test.each(FOUR)('%s to %s are not public, their neighbours are', (first, last, ...neighbours) => {
    expect([isPublicText(first), isPublicText(last)]).toEqual([false, false]);
    expect(neighbours.map(isPublicText)).toEqual(neighbours.map(() => true));
  });
  test.each(PRIVATE_SIX)('%s is not public', (text) => expect(isPublicText(text)).toBe(false));
  test.each([...PUBLIC_FOUR, ...PUBLIC_SIX, ...PUBLIC_SIX_TOO])('%s is public', (text) =>
    expect(isPublicText(text)).toBe(true),
  );

  test('random IPv4 addresses agree with a second reading of the table', () => {
    const number = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const ranges = FOUR.map(([first, last]) => [number(first), number(last)] as const);
    for (let round = 0; round < 20_000; round += 1) {
      const value = Math.floor(Math.random() * 2 ** 32);
      const text = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
      const isPrivate = ranges.some(([first, last]) => value >= first && value <= last);
      if (isPublicText(text) !== !isPrivate) throw new Error(`${text} is wrong`);
    }
  });

  test('random IPv6 addresses outside global unicast are not public, in any notation', () => {
    for (let round = 0; round < 20_000; round += 1) {
      const groups = Array.from({ length: 8 }, () => Math.floor(Math.random() * 65_536));
      if ((groups[0] as number) >>> 13 === 1) groups[0] = (groups[0] as number) ^ 0x8000;
      const text = groups.map((group) => group.toString(16)).join(':');
      if (isPublicText(text) !== false) throw new Error(`${text} is wrong`);
    }
  });
});

describe('parsing', () => {
  test.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '0x7f.0.0.1',
    '1.2.3.-4',
    ' 1.2.3.4',
    '1.2.3.4 ',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8:9',
    'g::1',
    '12345::',
    '127.1',
    '2130706433',
    '::ffff:010.0.0.1',
    '::0x7f.0.0.1',
    '::ffff:1.2.3.4%eth0',
    '0177.0.0.1',
    'fe80::1%eth0',
    '1.2.3.4::',
    '::1:',
    '::1.2.3',
    '::256.1.1.1',
    '[::1]',
    '1:2:3:4:5:6:7:1.2.3.4',
    'localhost',
  ])("'%s' is no address", (text) => expect(parseAddress(text)).toBeUndefined());

  test('the zone of an IPv6 address is ignored on request', () => {
    expect(parseScopedAddress('fe80::1%eth0')).toEqual(parseAddress('fe80::1')!);
    expect(parseScopedAddress('1.2.3.4%eth0')).toBeUndefined();
  });

  test('short forms and long forms are one address', () => {
    expect(parseAddress('2001:DB8::1')).toEqual(parseAddress('2001:0db8:0000:0000:0000:0000:0000:0001'));
    expect(parseAddress('::ffff:127.0.0.1')).toEqual(parseAddress('0:0:0:0:0:ffff:7f00:1'));
    expect(parseAddress('::')?.toByteArray()).toEqual(new Array(16).fill(0));
  });
});

describe('networks', () => {
  test('hold their addresses and no others', () => {
    const inside = (text: string, network: string) => containsAsWritten(parseNetwork(network)!, parseAddress(text)!);
    expect(inside('10.1.2.3', '10.1.0.0/16')).toBe(true);
    expect(inside('10.2.2.3', '10.1.0.0/16')).toBe(false);
    expect(inside('10.1.2.3', '10.1.2.3')).toBe(true);
    expect(inside('10.1.2.4', '10.1.2.3')).toBe(false);
    expect(inside('fd00::1', 'fd00::/8')).toBe(true);
    expect(inside('10.1.2.3', '::/0')).toBe(false);
    expect(inside('255.1.2.3', '0.0.0.0/0')).toBe(true);
  });
  test('an IPv4 address mapped into IPv6 counts as IPv4, except as it is written', () => {
    const network = parseNetwork('10.0.0.0/8')!;
    const mapped = parseAddress('::ffff:10.1.2.3')!;
    expect([contains(network, mapped), containsAsWritten(network, mapped)]).toEqual([true, false]);
    expect(contains(parseNetwork('::/0')!, parseAddress('10.1.2.3')!)).toBe(true);
  });
  test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'fd00::/129', '10.0.0.0/8/8', 'lan', '', '10.0.0.0/-1'])(
    "'%s' is no network",
    (text) => expect(parseNetwork(text)).toBeUndefined(),
  );
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['2001:db8::4', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('%s is truncated to the network %s', (text, network) => {
  const address = parseAddress(text);
  const shown = address === undefined ? '' : truncated(address);
  expect(shown).toBe(network);
  expect(parseNetwork(shown)).toBeDefined();
});
