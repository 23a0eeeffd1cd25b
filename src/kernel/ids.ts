import type { Clock } from './clock.ts';
import { MINUTE_MS } from './durations.ts';
import type { Random } from './random.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Generates the ids of records (conventions.md "Values"). */
export interface Ids {
  /** A UUIDv7 greater than all earlier ones of this generator, even within one millisecond or with a fixed clock. */
  uuid(): string;
  /** Goes on after the events that another process has made meanwhile. Called where a transaction begins, which has the lock. */
  catchUp(): void;
  /** How far the time part of ids has been ahead of the clock at most, in milliseconds. */
  readonly lead: number;
}

/** Random bytes are requested in batches of this size. The documented ids of the demo studio depend on this and on the order of the bytes. */
const BLOCK_BYTES = 1_024;

/**
 * UUIDv7 with a 12-bit counter in `rand_a`: ids of one millisecond ascend by the counter. When the counter is full, the
 * time part moves ahead by one millisecond.
 * @param highest finds the highest id that exists, once, for the first id: all ids are greater, whatever the clock says.
 * @param newest finds the highest id of an event.
 */
export const createIds = (
  clock: Clock,
  random: Random,
  highest?: () => string | undefined,
  newest?: () => string | undefined,
): Ids => {
  let lastMillisecond = 0;
  let counter = 0;
  let isFirst = true;
  let lead = 0;
  let block: Uint8Array = new Uint8Array();
  let used = 0;
  const goOnAfter = (id: string | undefined): void => {
    if (id === undefined) return;
    const millisecond = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    const count = Number.parseInt(id.slice(15, 18), 16);
    if (millisecond < lastMillisecond || (millisecond === lastMillisecond && count <= counter)) return;
    lastMillisecond = millisecond;
    counter = count;
  };
  return {
    get lead() {
      return lead;
    },
    catchUp: () => goOnAfter(newest?.()),
    uuid() {
      const now = clock.now();
      if (isFirst) goOnAfter(highest?.());
      isFirst = false;
      if (used === block.length) {
        block = random.bytes(BLOCK_BYTES);
        used = 0;
      }
      const bytes = block.subarray(used, used + 8);
      used += 8;
      const [first = 0] = bytes;
      if (now > lastMillisecond) {
        lastMillisecond = now;
        counter = first & 0x7f;
      } else if (counter < 0xfff) {
        counter += 1;
      } else {
        lastMillisecond += 1;
        counter = 0;
      }
      lead = Math.max(lead, lastMillisecond - now);
      bytes[0] = (first & 0x3f) | 0x80;
      const hex = bytes.toHex();
      return `${idLowerBound(lastMillisecond)}7${counter.toString(16).padStart(3, '0')}-${hex.slice(0, 2)}${hex.slice(14)}-${hex.slice(2, 14)}`;
    },
  };
};

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether `text` is an id as this program generates it. */
export const isIdOfV7 = (text: string): boolean => UUID_V7.test(text);

export const isUuid = (text: string): boolean => text.length === 36 && UUID.test(text);

/** The id of a record or of an event as it is stored: a UUID in lower case. Other text stays as it is. */
export const storedId = (text: string): string => {
  if (!/[A-F]/.test(text)) return text;
  return isUuid(text) || (text.startsWith('evt_') && isUuid(text.slice(4))) ? text.toLowerCase() : text;
};

/** The lower bound of the ids created at or after `epochMs`. Ids ascend, so a time range becomes a range of ids. */
export const idLowerBound = (epochMs: number): string => {
  const time = Math.max(0, epochMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
};

/** How far the time part of ids may be ahead after a burst; each millisecond allows 4,096 ids. */
export const MAX_AHEAD_MS = MINUTE_MS;

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
