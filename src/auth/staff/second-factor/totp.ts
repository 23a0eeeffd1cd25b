import type { Random } from '../../../kernel/random.ts';

// Codes of an app by the time (RFC 6238), with its defaults, which every app has: SHA-1, six digits, 30 seconds.

const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226 wants as many bytes as the hash has. */
const SECRET_BYTES = 20;
/** How many steps the clock of a phone may be behind or ahead. */
const TOLERANCE = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base 32 (RFC 4648), without padding. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2));
};

/** A new secret in base 32, as apps take it. */
export const newTotpSecret = (random: Random): string => toBase32(random.bytes(SECRET_BYTES));

/** The code of a step (RFC 4226 section 5.3). */
const codeOf = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = Buffer.from(new Bun.CryptoHasher('sha1', secret).update(counter).digest());
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
};

const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The code at an instant, as an app shows it. */
export const totpCode = (secret: string, nowMs: number): string => codeOf(fromBase32(secret), stepAt(nowMs));

const isSame = (left: string, right: string): boolean =>
  left.length === right.length && crypto.timingSafeEqual(Buffer.from(left), Buffer.from(right));

/**
 * The step of a code; undefined for a wrong one, and for one of an earlier step than `after`: each code works once.
 * @param after the step of the last code that was taken; null before the first one.
 */
export const stepOfCode = (secret: string, code: string, nowMs: number, after: number | null): number | undefined => {
  const key = fromBase32(secret);
  const given = code.replace(/\s/g, '');
  const now = stepAt(nowMs);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => now - TOLERANCE + index);
  // All are compared, so that the time does not reveal which one it is.
  const matching = steps.filter((step) => isSame(codeOf(key, step), given));
  return matching.find((step) => step > (after ?? -1));
};

/** The address that an app reads from a picture. */
export const totpAddress = (secret: string, studio: string, email: string): string => {
  const label = `${encodeURIComponent(studio)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(studio)}`;
};
