import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';
import { addressKind } from '../../src/kernel/ip-address.ts';

const TEXTS = [
  ...['1.2.3.4', '0.0.0.0', '255.255.255.255', '256.1.1.1', '01.2.3.4', '1.2.3', '1.2.3.4.5', '1.2.3.4.', '1..3.4'],
  ...['::', '::1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::', '1::2::3', '12345::', 'g::', 'FE80::a'],
  ...['fe80::1%eth0', '::%', '1.2.3.4%a', '::ffff:1.2.3.4', '::1.2.3.4', '::ffff:1.2.3.400', '::01.2.3.4'],
  ...['', ' ::1', '::1 ', '[::1]', '::1]/[x', '::1]#', 'localhost', '1', '0x7f.1', '1:2'],
];

describe('what is an address', () => {
  test.each(TEXTS)('%j is what node:net says it is', (text) => {
    expect(addressKind(text)).toBe(isIP(text) as 0 | 4 | 6);
  });
});
