import { expect, test } from 'bun:test';
import { isPoint } from '../../src/kernel/p256.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
/** The key of the browser in RFC 8291, section 5. */
const POINT = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

test('a point is on the curve', async () => {
  expect(isPoint(bytes(POINT))).toBe(true);
  for (let count = 0; count < 5; count += 1) {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    expect(isPoint(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))).toBe(true);
  }
});

test('other bytes are none', () => {
  const changed = bytes(POINT);
  changed[64] = (changed[64] ?? 0) ^ 1;
  for (const each of [changed, bytes(POINT).slice(0, 64), bytes(`B${'A'.repeat(86)}`), bytes(`A${POINT.slice(1)}`)]) {
    expect(isPoint(each)).toBe(false);
  }
});
