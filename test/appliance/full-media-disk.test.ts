import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaFile } from '../helpers/media.ts';
import { canMount, mount } from '../helpers/mount.ts';
import { type Server, startServer, testFolder, until } from '../helpers/process.ts';
import { sha256 } from '../resources/content-media/uploads/client.ts';

const MIB = 1_048_576;
const UPLOADS = '/manage/content/media/uploads';

const cwd = testFolder();
let disk = '';
let server: Server;
const filler = (): string => join(disk, 'filler');

/** Fills the disk up to some free bytes. */
const leave = (free: number): void => {
  rmSync(filler(), { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler(), Buffer.alloc(Math.max(0, bavail * bsize - free)));
};

const send = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array | FormData,
) => {
  const key = { 'x-service-api-key': server.ready.apiKey, 'tus-resumable': '1.0.0' };
  const init = { method, headers: { ...key, ...headers }, ...(body === undefined ? {} : { body }) };
  const response = await fetch(server.ready.rootUrl + path, init);
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the test reads any fields
  const reply: any = text === '' ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: reply, code: reply.error?.code };
};
const offset = async (path: string) => Number((await send('HEAD', path)).headers.get('upload-offset'));
const append = (path: string, at: number, bytes: Uint8Array) =>
  send('PATCH', path, { 'upload-offset': `${at}`, 'content-type': 'application/offset+octet-stream' }, bytes);

describe.skipIf(!canMount)('a full disk of media (skipped where tmpfs cannot be mounted)', () => {
  beforeAll(async () => {
    disk = join(cwd, 'disk');
    mkdirSync(disk);
    expect(mount('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk)).toBe(true);
    const words = ['--data', join(cwd, 'data'), '--media-dir', join(disk, 'media')];
    server = await startServer({ cwd }, 'sandbox', ...words);
  });
  afterAll(async () => {
    await server.stop();
    mount('umount', disk);
  });

  test('503 storage_full while an upload is received: nothing is lost, and it goes on when there is room', async () => {
    const clip = await Bun.file(mediaFile('clip.mp4')).bytes();
    const bytes = new Uint8Array(24 * MIB);
    bytes.set(clip);
    new DataView(bytes.buffer).setUint32(clip.length, bytes.length - clip.length);
    bytes.set(new TextEncoder().encode('free'), clip.length + 4);
    const path = (await send('POST', UPLOADS, { 'upload-length': `${bytes.length}` })).headers.get('location') ?? '';
    leave(10 * MIB);

    const full = await append(path, 0, bytes);
    expect([full.status, full.code]).toEqual([503, 'storage_full']);
    const kept = await offset(path);
    expect(kept).toBeGreaterThan(4 * MIB);
    const still = await append(path, kept, bytes.subarray(kept));
    expect([still.status, still.code]).toEqual([503, 'storage_full']);
    expect((await send('GET', '/manage/content/media')).body.data[0]).toMatchObject({ status: 'uploading' });

    rmSync(filler());
    const from = await offset(path);
    expect((await append(path, from, bytes.subarray(from))).status).toBe(204);
    const id = path.split('/').at(-1);
    await until(async () => (await send('GET', `/manage/content/media/${id}`)).body.status === 'ready');
    expect((await send('GET', `/manage/content/media/${id}`)).body.checksumSha256).toBe(sha256(bytes));
  });

  test('503 storage_full for new uploads below 5 %, as forms too; reads go on', async () => {
    leave(3 * MIB);
    const tus = await send('POST', UPLOADS, { 'upload-length': '10' });
    expect([tus.status, tus.code]).toEqual([503, 'storage_full']);
    const form = new FormData();
    form.append('file', new File(['%PDF-1.4'], 'a.pdf'));
    const plain = await send('POST', '/manage/content/media', {}, form);
    expect([plain.status, plain.code]).toEqual([503, 'storage_full']);
    expect((await send('GET', '/manage/content/media')).status).toBe(200);
    rmSync(filler());
    expect((await send('POST', '/manage/content/media', {}, form)).status).toBe(201);
  });
});
