import { short } from '../row-problems.ts';
import { textIn } from './text-in.ts';

const ASCII_END = 0x80;
/** The maximum number of bytes of a cell that are looked at, before and after its first letter beyond ASCII. */
const MOST_BYTES = 120;

const SEPARATORS = new Set(Buffer.from(',;\t\r\n"'));
const BAR = 0x7c;

/** In some encodings the second byte of a letter is the byte of a vertical bar. */
const isEnd = (bytes: Uint8Array, at: number): boolean => {
  const byte = bytes[at] ?? 0;
  return SEPARATORS.has(byte) || (byte === BAR && (bytes[at - 1] ?? 0) < ASCII_END);
};

/** The bytes of the first cell with a letter beyond ASCII. @param before the bytes before `bytes`, which begin with that letter */
export const firstCell = (before: Uint8Array, bytes: Uint8Array): Uint8Array => {
  let from = before.length;
  while (from > 0 && before.length - from < MOST_BYTES && !isEnd(before, from - 1)) from -= 1;
  let to = 0;
  while (to < bytes.length && to < MOST_BYTES && !isEnd(bytes, to)) to += 1;
  return Buffer.concat([before.subarray(from), bytes.subarray(0, to)]);
};

/** No text of people has control characters, or characters that are not assigned. */
const UNLIKELY = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;

export const isLikely = (text: string): boolean => !UNLIKELY.test(text.replaceAll(/[\t\r\n]/g, ''));

/** A cell in an encoding; undefined where its bytes are hardly text in it. */
export const cellIn = (encoding: string, cell: Uint8Array): string | undefined => {
  // The last letter of a cell that was cut is left out.
  const text = textIn(encoding, cell)?.trim();
  return text === undefined || text === '' || !isLikely(text) ? undefined : short(text);
};
