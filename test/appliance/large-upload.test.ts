import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { uploadInPieces, writeLargeVideo } from '../helpers/large-upload.ts';
import { newFolder, removeFolder } from '../helpers/process.ts';

const MIB = 1_048_576;

const cwd = newFolder();
afterAll(() => removeFolder(cwd));

// scripts/large-upload.ts does the same with any size.
test('an upload of 100 MB that breaks off three times, once by kill -9, arrives whole, in little memory', async () => {
  const path = join(cwd, 'large.mp4');
  const size = 100 * MIB;
  const sha256 = await writeLargeVideo(path, size);

  const { media, stored, continuedAt, peaks } = await uploadInPieces(cwd, path);

  expect(media).toMatchObject({
    ...{ status: 'ready', kind: 'video', title: 'Large', sizeBytes: size, checksumSha256: sha256, width: 64 },
  });
  expect(stored).toBe(sha256);
  // Each time most of what was sent before is there: up to 13 MB were on their way when it broke off.
  expect(continuedAt).toHaveLength(4);
  for (const [index, at] of continuedAt.entries()) expect(at).toBeGreaterThanOrEqual(((index - 0.75) * size) / 4);
  for (const peak of peaks) expect(peak).toBeLessThan(150 * MIB);
}, 120_000);
