import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaFile } from '../helpers/media.ts';
import { newFolder, removeFolder, type Server, startServer, studiod } from '../helpers/process.ts';

const cwd = newFolder();
let server: Server | undefined;
afterAll(async () => {
  await server?.stop();
  removeFolder(cwd);
});

const start = async (data: string): Promise<void> => {
  server = await startServer({ cwd }, 'serve', '--data', data, '--log-level', 'error');
};
const stop = async (): Promise<void> => {
  await server?.stop();
  server = undefined;
};

const keyOf = async (data: string): Promise<string> => {
  const { out } = await studiod({ cwd }, 'key', 'create', '--name', 'test', '--scopes', '*', '--data', data, '--json');
  return JSON.parse(out).key;
};

const ask = async (key: string, method: string, path: string, body?: FormData | string) => {
  const headers = {
    'x-service-api-key': key,
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  };
  const response = await fetch(`${server?.ready.rootUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it is about
  return (await response.json()) as any;
};

const clip = readFileSync(mediaFile('clip.mp4'));
const sha256 = createHash('sha256').update(clip).digest('hex');

test('media move with the folder of their files, and what is missing is told by its SHA-256', async () => {
  await start('old');
  const old = await keyOf('old');
  const entry = await ask(
    old,
    'POST',
    '/manage/content/entries',
    JSON.stringify({ title: 'Flow', type: 'video', status: 'published' }),
  );
  const form = new FormData();
  form.set('entryId', entry.id);
  form.set('file', new File([clip], 'clip.mp4', { type: 'video/mp4' }));
  const media = await ask(old, 'POST', '/manage/content/media', form);
  await stop();
  await start('new');
  const key = await keyOf('new');
  await stop();
  expect((await studiod({ cwd }, 'export', 'files', '--data', 'old', '--format', 'csv')).code).toBe(0);

  const without = await studiod({ cwd }, 'import', 'files', '--data', 'new');
  expect(without).toMatchObject({ code: 0 });
  expect(without.err).toContain(`${sha256}  ${clip.length} bytes`);
  cpSync(join(cwd, 'old', 'media'), join(cwd, 'new', 'media'), { recursive: true });
  const again = await studiod({ cwd }, 'import', 'files/media.csv', '--data', 'new');
  expect(again).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 updated') });

  await start('new');
  const { playbackUrl } = await ask(key, 'GET', `/v2/content/media/${media.id}/playback?protocol=mp4`);
  const played = await fetch(playbackUrl);
  expect(Buffer.from(await played.arrayBuffer()).equals(clip)).toBe(true);
}, 60_000);
