// A large upload through a client of tus that others wrote, broken off and continued.

import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { digestOfFile } from '../../src/media/store.ts';
import { mediaFile } from './media.ts';
import { type Server, startServer, studiod, until } from './process.ts';

const MIB = 1_048_576;

/** Writes a video of `size` bytes: a small one, then a box of bytes that players pass over. Returns its SHA-256. */
export const writeLargeVideo = async (path: string, size: number): Promise<string> => {
  const clip = Buffer.from(await Bun.file(mediaFile('clip.mp4')).bytes());
  const box = Buffer.alloc(16);
  box.writeUInt32BE(1, 0);
  box.write('free', 4);
  box.writeBigUInt64BE(BigInt(size - clip.length), 8);
  const digest = createHash('sha256');
  const file = openSync(path, 'w');
  const write = (bytes: Buffer): void => {
    digest.update(bytes);
    writeSync(file, bytes);
  };
  write(clip);
  write(box);
  const noise = Buffer.alloc(MIB);
  for (let at = 0; at < noise.length; at += 4) noise.writeInt32LE((Math.imul(at, 2_654_435_761) ^ (at >> 3)) | 0, at);
  for (let left = size - clip.length - box.length, round = 0; left > 0; left -= MIB, round += 1) {
    noise.writeUInt32LE(round, 0);
    write(left < MIB ? noise.subarray(0, left) : noise);
  }
  closeSync(file);
  return digest.digest('hex');
};

/**
 * The most memory that a process has had of its own, in bytes: without the pages of the program's file, of which other
 * machines keep more or less in memory.
 */
const peakMemory = async (pid: number): Promise<number> => {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return bytes('VmHWM') - bytes('RssFile');
};

/** What a large upload was like. */
export interface LargeUpload {
  /** The media at its end. */
  readonly media: Readonly<Record<string, unknown>>;
  /** The SHA-256 of the file that the store has. */
  readonly stored: string;
  /** The offsets at which the upload was continued. */
  readonly continuedAt: readonly number[];
  /** The most memory of its own that each of the two server processes has had, in bytes. */
  readonly peaks: readonly number[];
}

/**
 * Uploads a file to a server of its own, broken off at a quarter and at three quarters; at half of it the server is
 * killed and started again.
 */
export const uploadInPieces = async (cwd: string, path: string): Promise<LargeUpload> => {
  const data = join(cwd, 'data');
  const start = (): Promise<Server> => startServer({ cwd }, 'serve', '--data', data);
  let server = await start();
  const { out } = await studiod({ cwd }, 'key', 'create', '--name', 'tus', '--scopes', '*', '--data', data, '--json');
  const { key } = JSON.parse(out);
  const headers = { 'x-service-api-key': key };
  const size = Bun.file(path).size;
  const continuedAt: number[] = [];
  const peaks: number[] = [];
  let location: string | undefined;

  /** Sends bytes until `at` of them are acknowledged or sent; resolves with whether the upload is finished. */
  const sendUntil = (at: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      let isFirst = true;
      const upload = new Upload(createReadStream(path), {
        ...(location === undefined ? {} : { uploadUrl: server.ready.rootUrl + location }),
        endpoint: `${server.ready.rootUrl}/manage/content/media/uploads`,
        uploadSize: size,
        headers,
        metadata: { filename: 'large.mp4', filetype: 'video/mp4', title: 'Large' },
        retryDelays: [],
        onUploadUrlAvailable: () => {
          location = new URL(upload.url ?? '').pathname;
        },
        onProgress: (sent) => {
          if (isFirst) continuedAt.push(sent);
          isFirst = false;
          if (sent < at || sent === size) return;
          void upload.abort().then(() => resolve(false), reject);
        },
        onSuccess: () => resolve(true),
        onError: reject,
      });
      upload.start();
    });

  try {
    await sendUntil(size / 4);
    await sendUntil(size / 2);
    peaks.push(await peakMemory(server.child.pid));
    server.child.kill('SIGKILL');
    await server.child.exited;
    server = await start();
    await sendUntil((3 * size) / 4);
    if (!(await sendUntil(size))) throw new Error('the upload did not end');
    const read = async () => {
      const id = location?.split('/').at(-1);
      const response = await fetch(`${server.ready.rootUrl}/manage/content/media/${id}`, { headers });
      return (await response.json()) as Record<string, unknown>;
    };
    await until(async () => ['ready', 'errored'].includes(String((await read()).status)), 300_000);
    const media = await read();
    peaks.push(await peakMemory(server.child.pid));
    const sha256 = String(media.checksumSha256);
    const stored = await digestOfFile(join(data, 'media', sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    return { media, stored, continuedAt, peaks };
  } finally {
    await server.stop();
  }
};
