// The counts in the sample tables of MP4 and QuickTime files. What reads such a file counts up to each of them, so that a
// false one keeps it busy for minutes, however small the file is. Each count must fit the file, and the others of its track.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A part of a file, in bytes from its beginning. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Programs look for boxes in these, wherever they are. Sample tables are read also outside of `stbl` and `traf`. */
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
/** How deep boxes may be in one another. Real files have half as many levels. */
const MAX_LEVELS = 16;
const HEADER_BYTES = 16;
/** How many bytes of a table are read at a time: whole entries of both sizes. */
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

/** Where the boxes in a container begin and end. `meta` has a version before them, except in QuickTime files. */
const contentsOf = (read: ReadBytes, { name, start, end }: Span & { readonly name: string }): Span => {
  const hasVersion = name === 'meta' && end >= start + 4 && read(start, 4).readUInt32BE(0) === 0;
  return { start: hasVersion ? start + 4 : start, end };
};

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

/** The samples of a track by its tables. A table that is missing has none. */
interface Track {
  /** The samples with a size: `stsz` or `stz2`. */
  sizes?: number | undefined;
  /** The samples with a time: `stts`. */
  times?: number | undefined;
  /** The samples that are shown at another time: `ctts`. */
  offsets?: number | undefined;
  /** The chunks with a place: `stco` or `co64`. */
  chunks?: number | undefined;
  /** The samples in chunks: `stsc`. */
  runs?: ChunkRuns | undefined;
}

interface ChunkRuns {
  /** The samples of all runs but the last one, which continues to the last chunk. */
  readonly before: number;
  readonly lastFirst: number;
  readonly lastSamples: number;
  readonly largest: number;
}

/** The samples of `stts` or `ctts`, of entries for this many samples; undefined for more than `most`. */
const samplesOfRuns = (read: ReadBytes, table: Span, most: number): number | undefined => {
  let samples = 0;
  for (const [count] of entriesOf(read, table, 2)) {
    samples += count;
    if (samples > most) return undefined;
  }
  return samples;
};

/** The chunks of `stsc`; undefined if they are not in their order, or if they or the samples of one are more than `most`. */
const chunkRunsOf = (read: ReadBytes, table: Span, most: number): ChunkRuns | undefined => {
  let [before, lastFirst, lastSamples, largest] = [0, 1, 0, 0];
  for (const [first, samples] of entriesOf(read, table, 3)) {
    if (first < lastFirst || first > most || samples > most) return undefined;
    before += (first - lastFirst) * lastSamples;
    [lastFirst, lastSamples, largest] = [first, samples, Math.max(largest, samples)];
  }
  return { before, lastFirst, lastSamples, largest };
};

/** The samples of `stsz` or `stz2`; undefined if the table is shorter than their sizes. */
const sizesIn = (read: ReadBytes, name: string, { start, end }: Span): number | undefined => {
  if (end < start + 12) return undefined;
  const head = read(start, 12);
  if (head.length < 12) return undefined;
  const count = head.readUInt32BE(8);
  const bits = name === 'stz2' ? head.readUInt8(7) : head.readUInt32BE(4) === 0 ? 32 : 0;
  return start + 12 + Math.ceil((count * bits) / 8) <= end ? count : undefined;
};

/** The chunks of `stco` or `co64`; undefined if the table is shorter than their places. */
const chunksIn = (read: ReadBytes, name: string, { start, end }: Span): number | undefined => {
  if (end < start + 8) return undefined;
  const head = read(start, 8);
  if (head.length < 8) return undefined;
  const count = head.readUInt32BE(4);
  return start + 8 + count * (name === 'co64' ? 8 : 4) <= end ? count : undefined;
};

/**
 * Whether the tables of a track agree. Some programs end with a chunk that has fewer samples than `stsc` says, or give the last
 * samples no time, and players play such files. Everything that reads a sample counts through its chunk, so that none may have more
 * samples than the track.
 */
const agrees = ({ sizes = 0, times = 0, offsets = 0, chunks = 0, runs }: Track): boolean => {
  if (times > sizes || offsets > sizes) return false;
  if (runs === undefined || chunks === 0) return sizes === 0;
  const { before, lastFirst, lastSamples, largest } = runs;
  if (lastFirst > chunks || largest > sizes) return false;
  const missing = before + (chunks + 1 - lastFirst) * lastSamples - sizes;
  return missing === 0 || (missing > 0 && missing < lastSamples);
};

/** Whether a run of samples (`trun`) has no more than `most`, each of at least a byte. */
const hasRun = (read: ReadBytes, { start, end }: Span, most: number): boolean =>
  end < start + 8 || read(start + 4, 4).readUInt32BE(0) <= most;

const countOf = (read: ReadBytes, name: string, table: Span, most: number): Track | undefined => {
  if (name === 'stsz' || name === 'stz2') return { sizes: sizesIn(read, name, table) };
  if (name === 'stco' || name === 'co64') return { chunks: chunksIn(read, name, table) };
  if (name === 'stts') return { times: samplesOfRuns(read, table, most) };
  if (name === 'ctts') return { offsets: samplesOfRuns(read, table, most) };
  return name === 'stsc' ? { runs: chunkRunsOf(read, table, most) } : undefined;
};

/** Whether a box fits the file. What it counts is added to its track, which has each table once. */
const fits = (
  read: ReadBytes,
  { name, ...table }: Span & { readonly name: string },
  size: number,
  track: Track,
): boolean => {
  if (name === 'trun') return hasRun(read, table, size);
  const counted = countOf(read, name, table, size * SAMPLES_OF_A_BYTE);
  for (const [key, count] of Object.entries(counted ?? {})) {
    if (count === undefined || Object.hasOwn(track, key)) return false;
  }
  Object.assign(track, counted);
  return true;
};

/** Whether all tables of samples in a part of a file, and of a track, fit the file of this many bytes. */
const allFit = (read: ReadBytes, span: Span, size: number, track: Track = {}, level = 0): boolean => {
  if (level > MAX_LEVELS) return false;
  for (const box of boxesIn(read, span)) {
    const inner = box.name === 'trak' ? {} : track;
    const isFit = CONTAINERS.has(box.name)
      ? allFit(read, contentsOf(read, box), size, inner, level + 1)
      : fits(read, box, size, inner);
    if (!isFit || (box.name === 'trak' && !agrees(inner))) return false;
  }
  return true;
};

/** Whether a file has room for its samples, and each track's tables agree. Without sample tables: true. */
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
