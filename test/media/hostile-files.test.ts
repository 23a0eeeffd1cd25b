import { expect, spyOn, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { box, manyPictures, numbers } from '../../scripts/attacking/hostile-media.ts';
import { inspectFile, limitsFor } from '../../src/media/inspect.ts';
import { MediaUnsupported } from '../../src/media/properties.ts';
import { hasRoomForSamples } from '../../src/media/sample-tables.ts';
import { mediaFile, openMedia } from '../helpers/media.ts';

const folder = await openMedia().uploads();
const clip = readFileSync(mediaFile('clip.mp4'));
let files = 0;
/** A file with these bytes, under a name that says nothing. */
const fileWith = (bytes: Uint8Array): string => {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return path;
};

/** The video with another number in the first entry of its first table of that name, and empty bytes after it. */
const withCount = (table: string, at: number, count: number, more = 0): Buffer => {
  const bytes = Buffer.concat([clip, Buffer.alloc(more)]);
  bytes.writeUInt32BE(count, bytes.indexOf(table, 0, 'latin1') + at);
  return bytes;
};

// A video whose tables agree may take long and much memory too.
test('refuses a video that names more pictures than there is memory for', async () => {
  const limits = { ...limitsFor(0), memory: 32 * 1024 ** 2 };
  const refused = inspectFile(fileWith(manyPictures(clip, 6_000_000)), '', limits);
  await expect(refused).rejects.toThrow(new MediaUnsupported('It takes too much memory to read.'));
});

test('refuses a video whose reading takes too long for its size', async () => {
  expect([0, 100, 1000].map((mib) => limitsFor(mib * 1024 ** 2).durationMs)).toEqual([10_000, 60_000, 120_000]);
  const limits = { ...limitsFor(0), durationMs: 200 };
  const refused = inspectFile(fileWith(manyPictures(clip, 2_000_000)), '', limits);
  await expect(refused).rejects.toThrow(new MediaUnsupported('It takes too long to read.'));
});

test('examines files that come at once, two at a time', async () => {
  const path = fileWith(manyPictures(clip, 2_000_000));
  const start = performance.now();
  const late = Array.from({ length: 5 }, () => inspectFile(path, '', { ...limitsFor(0), durationMs: 200 }));
  const outcomes = await Promise.allSettled(late);
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from(late, () => 'rejected'));
  expect(performance.now() - start).toBeGreaterThan(590);
});

test('accepts a video of many pictures whose tables agree', async () => {
  expect(await inspectFile(fileWith(manyPictures(clip, 20_000)), '')).toMatchObject({
    kind: 'video',
    mimeType: 'video/mp4',
  });
});

/** The video with other numbers in its first table of that name, and empty bytes after it. */
const withTable = (table: string, numbersOf: readonly number[], more = 0): Buffer => {
  const bytes = Buffer.concat([clip, Buffer.alloc(more)]);
  numbers(...numbersOf).copy(bytes, bytes.indexOf(table, 0, 'latin1') + 8);
  return bytes;
};
/** The video with another name for its first table of that name. */
const renamed = (table: string, name: string): Buffer => {
  const bytes = Buffer.from(clip);
  bytes.write(name, bytes.indexOf(table, 0, 'latin1'), 'latin1');
  return bytes;
};

const DAMAGED = new MediaUnsupported('It is damaged: its video or audio cannot be read.');
const refuses = async (_what: string, bytes: () => Buffer): Promise<void> => {
  const path = fileWith(bytes());
  expect(hasRoomForSamples(path)).toBe(false);
  await expect(inspectFile(path, '')).rejects.toThrow(DAMAGED);
};

// The first track has 10 pictures in 9 chunks: 2 in the first one, then 1 in each.
test.each([
  ['a chunk with more pictures than the track has', () => withCount('stsc', 16, 500_000_000, 8_000_000)],
  ['a chunk with all pictures and others after it', () => withCount('stsc', 16, 10)],
  ['a chunk with fewer pictures, so that some are in none', () => withCount('stsc', 16, 1)],
  ['fewer sizes than pictures in chunks', () => withTable('stsz', [0, 9])],
  ['more sizes than the table has', () => withTable('stsz', [0, 1000])],
  ['more pictures of one size than chunks have', () => withTable('stsz', [100, 11])],
  ['fewer chunks than stsc names', () => withTable('stco', [1])],
  ['more chunks than the table has', () => withTable('stco', [1000])],
  ['more times than pictures', () => withTable('stts', [1, 11])],
  ['more pictures that are shown at another time than there are', () => withTable('ctts', [1, 11])],
  ['two tables of times', () => renamed('ctts', 'stts')],
  ['no table of chunks', () => renamed('stsc', 'free')],
] as const)('refuses a video with %s, at once', refuses);

test('takes a video whose last chunk has fewer pictures than its table says', () => {
  expect(hasRoomForSamples(fileWith(withTable('stsc', [2, 1, 1, 1, 9, 5, 1])))).toBe(true);
  expect(hasRoomForSamples(fileWith(withTable('stsc', [2, 1, 1, 1, 9, 11, 1])))).toBe(false);
});

for (const [what, table, at] of [
  ['pictures', 'stts', 12],
  ['pictures that are shown at another time', 'ctts', 12],
  ['pictures in a chunk', 'stsc', 16],
  ['chunks', 'stsc', 12],
] as const) {
  test(`refuses a video that names more ${what} than there is room for in it, at once`, async () => {
    const limits = { ...limitsFor(0), durationMs: 2_000 };
    const refused = inspectFile(fileWith(withCount(table, at, 0xffff_ffff)), '', limits);
    await expect(refused).rejects.toThrow(DAMAGED);
  });
}

/** The video of the clip with a fragment of so many pictures without sizes of their own, in a file of 77 kB. */
const fragmented = (pictures: number): Buffer => {
  const extended = Buffer.from(clip);
  // The parts of a track that a fragment refers to: its defaults are in `tfhd`.
  const header = box('tfhd', numbers(0x38, 1, 512, 100, 0));
  const run = box('trun', numbers(0, pictures));
  const moof = box('moof', box('mfhd', numbers(0, 1)), box('traf', header, run));
  return Buffer.concat([extended, moof, box('free', Buffer.alloc(77_000 - clip.length - moof.length - 8))]);
};
/** The video with a false table, whose tracks are in a box for tags. */
const inTags = (): Buffer => {
  const bytes = withCount('stsc', 16, 500_000_000);
  const at = bytes.indexOf('moov', 0, 'latin1') - 4;
  const end = at + bytes.readUInt32BE(at);
  const tags = box('meta', numbers(0), bytes.subarray(at + 8, end));
  return Buffer.concat([bytes.subarray(0, at), box('moov', tags), bytes.subarray(end)]);
};
/** The clip with its first sample tables moved into a box in which none belongs. */
const misplaced = (): Buffer => {
  const bytes = withCount('stts', 12, 0xffff_ffff, 100_000);
  const at = bytes.indexOf('stbl', 0, 'latin1') - 4;
  const size = bytes.readUInt32BE(at);
  // `dinf` takes the place of the outer 8 bytes: the table keeps its length, so that no other size changes.
  const inner = box('dinf', box('stbl', bytes.subarray(at + 8, at + size - 8)));
  inner.copy(bytes, at, 0, size);
  return bytes;
};

test.each([
  ['a run of 20,000,000 pictures in 77 kB', () => fragmented(20_000_000)],
  ['tables where none belong', misplaced],
  ['tables in a box for tags', inTags],
] as const)('refuses a video with %s, at once', refuses);

test('refuses a file that exceeds a limit alone: what was ended beside another one is examined again', async () => {
  const hostile = [1, 2].map(() => fileWith(manyPictures(clip, 2_000_000)));
  const limits = { ...limitsFor(0), durationMs: 100 };
  const { spawn } = Bun;
  /** The files in the order in which processes begin with them, and how many others run at that moment. */
  const begun: { readonly path: string; readonly others: number }[] = [];
  let running = 0;
  const watching = spyOn(Bun, 'spawn').mockImplementation(((...given: Parameters<typeof spawn>) => {
    begun.push({ path: String((given[0] as unknown as string[]).at(-3)), others: running });
    running += 1;
    const child = spawn(...given);
    void child.exited.then(() => {
      running -= 1;
    });
    return child;
  }) as typeof spawn);
  const before = process.memoryUsage.rss();
  try {
    const [first = '', second = ''] = hostile;
    const outcomes = await Promise.allSettled([
      inspectFile(first, '', limits),
      inspectFile(mediaFile('clip.mp4'), 'video/mp4'),
      inspectFile(second, '', limits),
      inspectFile(mediaFile('clip.webm'), ''),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(begun.length).toBe(6);
    for (const path of hostile) expect(begun.findLast((each) => each.path === path)?.others).toBe(0);
    expect(Math.max(...begun.map(({ others }) => others))).toBe(1);
    await expect(inspectFile(first, '', limits)).rejects.toThrow('It takes too long to read.');
    expect(begun.length).toBe(7);
    // This process reads none of it.
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 ** 2);
  } finally {
    watching.mockRestore();
  }
});
