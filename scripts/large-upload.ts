// Uploads a large file through tus-js-client, broken off three times and once by kill -9: bun scripts/large-upload.ts [GB]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadInPieces, writeLargeVideo } from '../test/helpers/large-upload.ts';

const size = Math.round(Number(process.argv[2] ?? 3) * 1e9);
const folder = mkdtempSync(join(tmpdir(), 'studiod-large-'));
try {
  const path = join(folder, 'large.mp4');
  const sha256 = await writeLargeVideo(path, size);
  const started = Bun.nanoseconds();
  const { media, stored, continuedAt, peaks } = await uploadInPieces(folder, path);
  const seconds = (Bun.nanoseconds() - started) / 1e9;
  console.log(`${size} bytes, status ${media.status}, in ${seconds.toFixed(1)} s`);
  console.log(`continued at ${continuedAt.join(', ')}`);
  console.log(`own memory   ${peaks.map((bytes) => `${(bytes / 1_048_576).toFixed(0)} MiB`).join(', ')}`);
  console.log(`SHA-256 sent ${sha256}\nstored       ${stored}\nanswered     ${media.checksumSha256}`);
  const isRight = media.status === 'ready' && stored === sha256 && media.checksumSha256 === sha256;
  process.exitCode = isRight && peaks.every((bytes) => bytes < 150e6) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
