import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaFile } from '../helpers/media.ts';
import { type Server, startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
let server: Server;

const start = async (data: string): Promise<void> => {
  server = await startServer({ cwd }, 'serve', '--data', data, '--log-level', 'error');
};

const keyOf = async (data: string): Promise<string> => {
  const { out } = await studiod({ cwd }, 'key', 'create', '--name', 'test', '--scopes', '*', '--data', data, '--json');
  return JSON.parse(out).key;
};

const ask = async (key: string, method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, body, { 'x-service-api-key': key });
  expect({ path, status: reply.status, error: reply.body.error }).toMatchObject({ path, error: undefined });
  return reply.body;
};

const clip = readFileSync(mediaFile('clip.mp4'));
const sha256 = createHash('sha256').update(clip).digest('hex');

test('media move with the folder of their files, and what is missing is told by its SHA-256', async () => {
  await start('old');
  const old = await keyOf('old');
  const entry = await ask(old, 'POST', '/manage/content/entries', {
    title: 'Flow',
    type: 'video',
    status: 'published',
  });
  const form = new FormData();
  form.set('entryId', entry.id);
  form.set('file', new File([clip], 'clip.mp4', { type: 'video/mp4' }));
  const media = await ask(old, 'POST', '/manage/content/media', form);
  await server.stop();
  await start('new');
  const key = await keyOf('new');
  await server.stop();
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
