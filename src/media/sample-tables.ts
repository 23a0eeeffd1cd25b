// The counts in the sample tables of MP4 and QuickTime files. What reads such a file counts up to each of them, so that a
// false one keeps it busy for minutes, however small the file is.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A part of a file, in bytes from its beginning. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the sample tables of a track are: each of these boxes is in the one before. */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl'] as const;
const HEADER_BYTES = 16;
/** How many bytes of a table are read at once: whole entries of both sizes. */
const PIECE_BYTES = 24 * 4096;
/** The sound of old QuickTime files has samples of less than a byte. */
const SAMPLES_OF_A_BYTE = 64;

type ReadBytes = (start: number, length: number) => Buffer;

/** The boxes of a span, one after the other, without their headers. One that is cut ends with the span. */
function* boxesIn(read: ReadBytes, { start, end }: Span): Generator<Span & { readonly name: string }> {
  for (let at = start; at + 8 <= end; ) {
    const header = read(at, HEADER_BYTES);
    const isLarge = header.length === HEADER_BYTES && header.readUInt32BE(0) === 1;
    const size = isLarge ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
    const headerSize = isLarge ? 16 : 8;
    if (size < headerSize) return;
    yield { name: header.toString('latin1', 4, 8), start: at + headerSize, end: Math.min(at + size, end) };
    at += size;
  }
}

/** The first two numbers of each entry of a table, whose entries have `words` numbers. */
function* entriesOf(read: ReadBytes, table: Span, words: number): Generator<readonly [number, number]> {
  const start = table.start + 8;
  const count = table.end < start ? 0 : read(table.start + 4, 4).readUInt32BE(0);
  const size = words * 4;
  const end = Math.min(start + count * size, table.end);
  for (let at = start; at < end; at += PIECE_BYTES) {
    const piece = read(at, Math.min(PIECE_BYTES, end - at));
    for (let entry = 0; entry + size <= piece.length; entry += size) {
      yield [piece.readUInt32BE(entry), piece.readUInt32BE(entry + 4)];
    }
  }
}

/** Whether `stts` or `ctts`, of entries for so many samples, has no more than `most` samples. */
const hasRuns = (read: ReadBytes, table: Span, most: number): boolean => {
  let samples = 0;
  for (const [count] of entriesOf(read, table, 2)) {
    samples += count;
    if (samples > most) return false;
  }
  return true;
};

/** Whether the chunks of `stsc` are in their order, and neither they nor the samples of one are more than `most`. */
const hasChunks = (read: ReadBytes, table: Span, most: number): boolean => {
  let before = 0;
  for (const [first, samples] of entriesOf(read, table, 3)) {
    if (first < before || first > most || samples > most) return false;
    before = first;
  }
  return true;
};

const fits = (read: ReadBytes, { name, ...table }: Span & { readonly name: string }, most: number): boolean => {
  if (name === 'stsc') return hasChunks(read, table, most);
  return (name !== 'stts' && name !== 'ctts') || hasRuns(read, table, most);
};

/** Whether all sample tables below a box of `PATH` fit the file: they name no more than `most` samples. */
const allFit = (read: ReadBytes, span: Span, most: number, level = 0): boolean => {
  for (const box of boxesIn(read, span)) {
    if (level === PATH.length) {
      if (!fits(read, box, most)) return false;
    } else if (box.name === PATH[level]) {
      if (!allFit(read, box, most, level + 1)) return false;
      // Players know the first one only.
      if (level === 0) return true;
    }
  }
  return true;
};

/** Whether a file names no more samples than it has room for. A file without sample tables names none. */
export const hasRoomForSamples = (path: string): boolean => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const read: ReadBytes = (start, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    };
    return allFit(read, { start: 0, end: size }, size * SAMPLES_OF_A_BYTE);
  } finally {
    closeSync(file);
  }
};
