import { describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inspectFile } from '../../../src/media/inspect.ts';
import { createMediaStore, digestOfFile } from '../../../src/media/store.ts';
import { ENTRIES, MEDIA, MEMBER, RENDITIONS } from '../../../src/resources/demo-ids.ts';
import { FILES, placeDemoMedia } from '../../../src/sandbox/demo/media.ts';
import { forAllTests } from '../../helpers/api.ts';
import { startServer, testFolder } from '../../helpers/process.ts';

const folder = testFolder();
const server = forAllTests(() => startServer({ cwd: folder }, 'sandbox', '--data', 'box', '--log-level', 'error'));

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.call(method, path, undefined, { 'x-service-api-key': server.ready.apiKey, ...headers });

describe('the files of the demo studio', () => {
  test('are what their records say, and have less than 300 kB in all', async () => {
    let total = 0;
    for (const { path, sha256, sizeBytes, kind, mimeType, durationSeconds = null, size = [], codecs = null } of FILES) {
      expect({ path, sha256: await digestOfFile(path) }).toEqual({ path, sha256 });
      const found = await inspectFile(path, mimeType);
      expect(found).toMatchObject({ kind, codecs, width: size[0] ?? null, height: size[1] ?? null });
      expect(found.mimeType?.split(';')[0]).toBe(mimeType);
      expect(Math.round(found.durationSeconds ?? 0)).toBe(durationSeconds ?? 0);
      expect(statSync(path).size).toBe(sizeBytes);
      total += sizeBytes;
    }
    const media = createMediaStore({ directory: join(folder, 'placed') });
    await placeDemoMedia(media);
    const rendition = join(media.renditions(MEDIA.tenSquats), RENDITIONS.tenSquats, '00000.ts');
    expect(total + statSync(rendition).size).toBeLessThan(300_000);
  });

  const playsAll = async () => {
    for (const { id, sizeBytes } of FILES) {
      const { status, body } = await ask(`/v2/content/media/${id}/playback?protocol=mp4`);
      expect({ id, status }).toEqual({ id, status: 200 });
      const played = await fetch(body.playbackUrl);
      expect([played.status, (await played.arrayBuffer()).byteLength]).toEqual([200, sizeBytes]);
    }
  };

  test('play in a sandbox, also after a reset', async () => {
    await playsAll();
    expect((await ask('/sandbox/reset', {}, 'POST')).status).toBe(200);
    await playsAll();
  });

  test('play by HLS, with captions', async () => {
    const { body } = await ask(`/v2/content/media/${MEDIA.tenSquats}/playback?protocol=hls`);
    const master = await (await fetch(body.playbackUrl)).text();
    const rendition = /^[^#].*$/m.exec(master)?.[0] ?? '';
    const index = new URL(rendition, body.playbackUrl);
    expect(await (await fetch(index)).text()).toContain('00000.ts');
    const segment = await fetch(new URL('00000.ts', index));
    expect([segment.status, (await segment.arrayBuffer()).byteLength]).toEqual([200, 57_716]);
    const flow = await ask(`/v2/content/media/${MEDIA.morningFlow}/playback`);
    expect(flow.body.captions.map(({ language }: { language: string }) => language)).toEqual(['en', 'es']);
    expect(await (await fetch(flow.body.captions[1].url)).text()).toContain('Siéntate');
  });

  test('the member of the ready line has a history and a status; only those with a package open the audio', async () => {
    const acting = { 'x-client-id': MEMBER };
    const history = (await ask('/v2/member/video/history', acting)).body.data;
    expect(history).toMatchObject([{ contentMediaId: MEDIA.morningFlow, percentComplete: 25 }]);
    const { data } = (await ask('/v2/member/content/my-list', acting)).body;
    const ids = data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([ENTRIES.greenBowl, ENTRIES.breathing, ENTRIES.firstWeek]));
    const audio = (headers: Record<string, string>) => ask(`/v2/content/entries/${ENTRIES.breathing}`, headers);
    expect((await audio(acting)).body.isLocked).toBe(false);
    const { data: clients } = (await ask('/v2/clients?limit=100')).body;
    const other = clients.find(({ email }: { email: string }) => email.startsWith('aisha'));
    expect((await audio({ 'x-client-id': other.id })).body).toMatchObject({ lockReason: 'package_required' });
  });
});
