// The counts in the sample tables of MP4 and QuickTime files. What reads such a file counts up to each of them, so that a
// false one keeps it busy for minutes, however small the file is.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A part of a file, in bytes from its beginning. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The boxes in which programs that read such files look for further ones, wherever they are. Sample tables belong into `stbl`, and runs of
 * samples into `traf`, but are read in others too.
 */
const CONTAINERS = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'dinf',
  'stbl',
  'edts',
  'sinf',
  'schi',
  'mvex',
  'moof',
  'traf',
  'mfra',
  'udta',
  'meta',
]);
/** How deep boxes are in one another at most; those of real files have half of that. */
const MAX_LEVELS = 16;
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

/** Whether a run of samples (`trun`) has no more than `most`, each of at least a byte. */
const hasRun = (read: ReadBytes, { start, end }: Span, most: number): boolean =>
  end < start + 8 || read(start + 4, 4).readUInt32BE(0) <= most;

const fits = (read: ReadBytes, { name, ...table }: Span & { readonly name: string }, size: number): boolean => {
  if (name === 'trun') return hasRun(read, table, size);
  const most = size * SAMPLES_OF_A_BYTE;
  if (name === 'stsc') return hasChunks(read, table, most);
  return (name !== 'stts' && name !== 'ctts') || hasRuns(read, table, most);
};

/** Whether all tables of samples in a part of a file fit the file, of so many bytes. */
const allFit = (read: ReadBytes, span: Span, size: number, level = 0): boolean => {
  if (level > MAX_LEVELS) return false;
  for (const box of boxesIn(read, span)) {
    if (!(CONTAINERS.has(box.name) ? allFit(read, box, size, level + 1) : fits(read, box, size))) return false;
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
    return allFit(read, { start: 0, end: size }, size);
  } finally {
    closeSync(file);
  }
};
