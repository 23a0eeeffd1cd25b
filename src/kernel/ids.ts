import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Makes the identifiers of records; conventions.md "Values". */
export interface Ids {
  /** A UUIDv7 greater than every one this source made before, also within one millisecond or under a fixed clock. */
  uuid(): string;
}

const hex = (bytes: Uint8Array, from: number, to: number): string => {
  let text = '';
  for (let index = from; index < to; index += 1) text += HEX[bytes[index] as number];
  return text;
};

/**
 * UUIDv7 with a 12-bit counter in `rand_a`: ids of one millisecond ascend by the counter, and when it is full the
 * time part runs ahead by one millisecond rather than repeat.
 */
export const createIds = (clock: Clock, random: Random): Ids => {
  let lastMillisecond = 0;
  let counter = 0;
  return {
    uuid() {
      const now = clock.now();
      const bytes = random.bytes(8);
      if (now > lastMillisecond) {
        lastMillisecond = now;
        counter = (bytes[0] as number) & 0x7f;
      } else if (counter < 0xfff) {
        counter += 1;
      } else {
        lastMillisecond += 1;
        counter = 0;
      }
      const time = lastMillisecond.toString(16).padStart(12, '0');
      const variant = HEX[((bytes[0] as number) & 0x3f) | 0x80];
      const sequence = counter.toString(16).padStart(3, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${hex(bytes, 1, 2)}-${hex(bytes, 2, 8)}`;
    },
  };
};

/** Whether `text` has the form of an id: a lower-case UUID. */
export const isUuid = (text: string): boolean => text.length === 36 && UUID.test(text);

/** What every id made before `epochMs` is less than, since ids ascend: a bound in time becomes one along the key. */
export const firstIdAt = (epochMs: number): string => {
  const time = Math.max(0, epochMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
};

/** By how much ids may run ahead of their time in a burst, in milliseconds; each is good for 4,096 ids. */
const AHEAD_MS = 60_000;

/** What no id made before `epochMs` reaches: the upper bound to `firstIdAt`. */
export const idsEndAt = (epochMs: number): string => firstIdAt(epochMs + AHEAD_MS);

/** `length` random letters and digits, each equally likely. */
export const randomText = (random: Random, length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
};
