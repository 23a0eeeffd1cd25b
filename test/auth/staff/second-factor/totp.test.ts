import { expect, test } from 'bun:test';
import {
  newTotpSecret,
  stepOfCode,
  toBase32,
  totpAddress,
  totpCode,
} from '../../../../src/auth/staff/second-factor/totp.ts';
import { systemRandom } from '../../../../src/kernel/random.ts';

/** RFC 6238 appendix B; apps show the last six digits. */
const SECRET = toBase32(new TextEncoder().encode('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i s is the one of RFC 6238', (seconds, code) => {
  expect(totpCode(SECRET, seconds * 1000)).toBe(code);
});

test('a code is taken a step early and late, however it is typed, and once', () => {
  const now = 1_234_567_890_000;
  const step = Math.floor(now / 30_000);
  const code = totpCode(SECRET, now);
  for (const offset of [-30_000, 0, 30_000]) expect(stepOfCode(SECRET, code, now + offset, null)).toBe(step);
  for (const offset of [-60_000, 60_000]) expect(stepOfCode(SECRET, code, now + offset, null)).toBeUndefined();
  expect(stepOfCode(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now, null)).toBe(step);
  expect(stepOfCode(SECRET, code, now, step)).toBeUndefined();
  expect(stepOfCode(SECRET, code, now, step - 1)).toBe(step);
  for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(stepOfCode(SECRET, wrong, now, null)).toBeUndefined();
});

test('a secret has 160 bits in base 32, and the address of an app has it', () => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const secret = newTotpSecret(systemRandom());
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(totpAddress(secret, 'Harbour: Yoga & Co', 'o+l@example.com'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toEndWith('Harbour: Yoga & Co:o+l@example.com');
  expect(Object.fromEntries(address.searchParams)).toEqual({ secret, issuer: 'Harbour: Yoga & Co' });
});
