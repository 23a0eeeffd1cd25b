import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { uploadInPieces, writeLargeVideo } from '../helpers/large-upload.ts';
import { testFolder } from '../helpers/process.ts';

const MIB = 1_048_576;
/** The most that may be on its way when an upload breaks off: 13 MB were, once. */
const ON_ITS_WAY = 16 * MIB;

const cwd = testFolder();

// scripts/large-upload.ts does the same with any size.
test('an upload of 100 MB that breaks off three times, once by kill -9, arrives whole, in little memory', async () => {
  const path = join(cwd, 'large.mp4');
  const size = 100 * MIB;
  const sha256 = await writeLargeVideo(path, size);

  const { media, stored, continuedAt, peaks } = await uploadInPieces(cwd, path);

  expect(media).toMatchObject({
    status: 'ready',
    kind: 'video',
    title: 'Large',
    sizeBytes: size,
    checksumSha256: sha256,
    width: 64,
  });
  expect(stored).toBe(sha256);
  // Each time most of what was sent before is there.
  expect(continuedAt).toHaveLength(4);
  for (const [index, at] of continuedAt.entries()) expect(at).toBeGreaterThanOrEqual((index * size) / 4 - ON_ITS_WAY);
  for (const peak of peaks) expect(peak).toBeLessThan(150 * MIB);
}, 120_000);
