import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forAllTests, openStudio } from '../../../helpers/api.ts';
import { testsEverything } from '../../../helpers/everything.ts';
import { mediaFile } from '../../../helpers/media.ts';
import { until } from '../../../helpers/process.ts';
import { finished, sha256, tusClient, UPLOADS } from './client.ts';

const clip = await Bun.file(mediaFile('clip.mp4')).bytes();
const BYTES = { 'content-type': 'application/offset+octet-stream' };

const studio = forAllTests(openStudio);
const tus = forAllTests(() => tusClient(studio));
afterAll(() => studio.app.stop());
beforeEach(() => void studio.events());

const sha1 = (bytes: Uint8Array | string) => ({
  'upload-checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}`,
});
const open = async () => (await studio.get('/manage/content/media?status=uploading')).body.data;

const chunked = (bytes: Uint8Array): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

const REFUSED = [
  ['with another checksum', clip.length, sha1('other'), clip, 460, 'checksum_mismatch'],
  ['with more bytes than its length, in chunks', 10, {}, undefined, 413, 'body_too_large'],
  ['with more bytes than its length', 10, { 'content-length': `${clip.length}` }, clip, 413, 'body_too_large'],
] as const;

describe('a creation whose bytes are refused leaves nothing', () => {
  for (const [what, length, headers, body, status, code] of testsEverything ? REFUSED : REFUSED.slice(0, 2)) {
    test(`${status} ${code} ${what}; its key can be used again`, async () => {
      const keyed = { ...BYTES, ...headers, 'idempotency-key': `refused ${what}` };
      const sent = { headers: keyed, body: body ?? chunked(clip) };
      const refused = await tus.create(length, { filename: 'a.mp4' }, sent);
      expect([refused.status, refused.code, refused.headers.get('location')]).toEqual([status, code, null]);
      expect(await open()).toEqual([]);
      expect(readdirSync(await studio.media.uploads())).toEqual([]);
      const { data } = (await studio.get('/manage/audit-log?limit=2')).body;
      const [removed, made] = data;
      expect(made).toMatchObject({ type: 'createUpload', after: { fileName: 'a.mp4' } });
      expect(removed).toMatchObject({ type: 'createUpload', recordId: made.recordId, after: { deleted: true } });

      const again = await tus.create(
        clip.length,
        { filename: 'a.mp4' },
        {
          headers: { ...BYTES, ...sha1(clip), 'idempotency-key': `refused ${what}` },
          body: clip,
        },
      );
      const answered = ['upload-offset', 'idempotency-replayed'].map((name) => again.headers.get(name));
      expect([again.status, ...answered]).toEqual([201, `${clip.length}`, null]);
      const id = again.headers.get('location')?.slice(UPLOADS.length + 1) ?? '';
      expect(await finished(studio, id)).toMatchObject({ status: 'ready', checksumSha256: sha256(clip) });
      expect(studio.events()).toEqual([]);
    });
  }
});

test('a creation whose connection breaks keeps its bytes, and is found with its idempotency key', async () => {
  const folder = await studio.media.uploads();
  const isWritten = () => readdirSync(folder).some((name) => statSync(join(folder, name)).size === 1000);
  const broken = new ReadableStream({
    async start(controller) {
      controller.enqueue(clip.subarray(0, 1000));
      await until(isWritten);
      controller.error(new Error('broken'));
    },
  });
  const headers = { ...BYTES, 'idempotency-key': 'broken' };
  const { status, code } = await tus.create(clip.length, { filename: 'a.mp4' }, { headers, body: broken });
  expect([status, code]).toEqual([409, 'upload_conflict']);
  const [{ id }] = await open();
  const again = await tus.create(clip.length, { filename: 'a.mp4' }, { headers });
  expect([again.status, again.headers.get('location')]).toEqual([201, `${UPLOADS}/${id}`]);
  expect(again.headers.get('upload-offset')).toBe('1000');
  expect((await tus.send('DELETE', `${UPLOADS}/${id}`)).status).toBe(204);
  expect(studio.events()).toEqual([]);
});
