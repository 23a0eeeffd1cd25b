import { afterAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forAllTests, openStudio } from '../../../helpers/api.ts';
import { mediaFile } from '../../../helpers/media.ts';
import { until } from '../../../helpers/process.ts';
import { finished, sha256, tusClient, UPLOADS } from './client.ts';

const clip = await Bun.file(mediaFile('clip.mp4')).bytes();

const studio = forAllTests(() => openStudio({ mediaMaxBytes: 100_000 }));
const tus = forAllTests(() => tusClient(studio));
afterAll(() => studio.app.stop());

describe('an upload by tus', () => {
  test('201, then 204 for its bytes, and a media that is ready with what its content says', async () => {
    const made = await tus.create(clip.length, { filename: '../../Flow.mp4', filetype: 'video/mp4', title: ' Flow ' });
    expect([made.status, made.text]).toEqual([201, '']);
    const path = made.headers.get('location') ?? '';
    expect(path).toMatch(/^\/manage\/content\/media\/uploads\/[0-9a-f-]{36}$/);
    expect(made.headers.get('upload-expires')).toBe('Mon, 09 Mar 2026 08:00:00 GMT');
    expect([...made.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const id = path.slice(UPLOADS.length + 1);
    const open = (await studio.get(`/manage/content/media/${id}`)).body;
    expect(open).toMatchObject({ id, status: 'uploading', kind: 'video', title: 'Flow', sizeBytes: null });

    const first = await tus.append(path, 0, clip.subarray(0, 3000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '3000']);
    const head = await tus.send('HEAD', path);
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '3000']);
    expect(head.headers.get('upload-length')).toBe(`${clip.length}`);
    expect(head.headers.get('cache-control')).toBe('no-store');
    const last = await tus.append(path, 3000, clip.subarray(3000));
    expect([last.status, last.headers.get('upload-offset'), last.headers.get('upload-expires')]).toEqual([
      204,
      `${clip.length}`,
      null,
    ]);

    expect(await finished(studio, id)).toMatchObject({
      id,
      object: 'content_media',
      entryId: null,
      kind: 'video',
      status: 'ready',
      errorReason: null,
      externalUrl: null,
      title: 'Flow',
      mimeType: 'video/mp4',
      durationSeconds: 2,
      width: 64,
      height: 48,
      sizeBytes: clip.length,
      checksumSha256: sha256(clip),
      posterUrl: null,
      captions: [],
      chapters: [],
      playbackPolicy: 'signed',
    });
    expect(await (await studio.media.open(sha256(clip)))?.bytes()).toEqual(clip);
    expect(readdirSync(await studio.media.uploads())).toEqual([]);
    // A client whose last response was lost asks again.
    expect(await tus.offset(path)).toBe(clip.length);
    expect((await tus.append(path, clip.length, '')).status).toBe(204);
    expect(studio.events()).toEqual([]);
  });

  test('its bytes can come with its creation', async () => {
    const headers = { 'content-type': 'application/offset+octet-stream' };
    const made = await tus.create(clip.length, { filename: 'a.mp4' }, { headers, body: clip });
    expect([made.status, made.headers.get('upload-offset')]).toEqual([201, `${clip.length}`]);
    const id = made.headers.get('location')?.slice(UPLOADS.length + 1) ?? '';
    expect(await finished(studio, id)).toMatchObject({ status: 'ready', title: 'a.mp4', checksumSha256: sha256(clip) });
  });

  test('its creation with an idempotency key is told again, with what has come since', async () => {
    const headers = { 'idempotency-key': 'a line that broke' };
    const made = await tus.create(clip.length, { filename: 'a.mp4' }, { headers });
    const path = made.headers.get('location') ?? '';
    await studio.given(tus.append(path, 0, clip.subarray(0, 100)));
    const again = await tus.create(clip.length, { filename: 'a.mp4' }, { headers });
    const names = ['location', 'upload-offset', 'upload-expires', 'tus-resumable', 'idempotency-replayed'];
    expect([again.status, ...names.map((name) => again.headers.get(name))]).toEqual([
      201,
      path,
      '100',
      made.headers.get('upload-expires'),
      '1.0.0',
      'true',
    ]);
    const other = await tus.create(clip.length + 1, { filename: 'a.mp4' }, { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await tus.send('DELETE', path)).status).toBe(204);
    expect(studio.events()).toEqual([]);
  });

  test('chapters that come before its length is known and are after its end hold up no other change', async () => {
    const path = (await tus.create(clip.length)).headers.get('location') ?? '';
    const media = `/manage/content/media/${path.slice(UPLOADS.length + 1)}`;
    const chapters = [{ startSeconds: 500, title: 'Late' }];
    expect((await studio.patch(media, { chapters })).status).toBe(200);
    await tus.append(path, 0, clip);
    await finished(studio, path.slice(UPLOADS.length + 1));
    expect((await studio.patch(media, { title: 'Flow' })).body).toMatchObject({ title: 'Flow', chapters });
    const { status, body } = await studio.patch(media, {
      chapters: [...chapters, { startSeconds: 501, title: 'Later' }],
    });
    expect([status, body.error.param]).toEqual([400, 'chapters[0].startSeconds']);
  });

  test('its creation and its deletion are in the audit log, what is sent and what is refused is not', async () => {
    const made = await tus.create(clip.length, { filename: 'Flow.mp4', title: 'Flow' });
    const path = made.headers.get('location') ?? '';
    const id = path.slice(UPLOADS.length + 1);
    await tus.append(path, 0, clip.subarray(0, 100));
    expect((await tus.create(1_000_000, { filename: 'large.mp4' })).status).toBe(413);
    expect((await tus.send('DELETE', path)).status).toBe(204);
    const { data } = (await studio.get('/manage/audit-log?limit=2')).body;
    const record = { recordType: 'content_media', recordId: id };
    expect(data).toMatchObject([
      { type: 'deleteUpload', ...record, after: { id, deleted: true } },
      { type: 'createUpload', ...record, after: { title: 'Flow', fileName: 'Flow.mp4', sizeBytes: clip.length } },
    ]);
  });

  test('the same bytes are kept once, and the poster of a song is a file too', async () => {
    const song = await Bun.file(mediaFile('song.mp3')).bytes();
    const ids = [await tus.upload(song), await tus.upload(song)];
    for (const id of ids) {
      expect(await finished(studio, id)).toMatchObject({ status: 'ready', kind: 'audio', title: 'upload' });
    }
    const files = studio.db.query('select id from mediaFiles where unusedSince is null').all() as { id: string }[];
    const picture = await Bun.file(mediaFile('picture.jpg')).bytes();
    expect(files.map(({ id }) => id).sort()).toEqual([sha256(clip), sha256(song), sha256(picture)].sort());
  });

  test('errored with media_unsupported when it is not what it says; its bytes are removed', async () => {
    const html = new TextEncoder().encode('<html><script>alert(1)</script></html>');
    const id = await tus.upload(html, { filename: 'a.png', filetype: 'image/png' });
    expect(await finished(studio, id)).toMatchObject({
      status: 'errored',
      errorReason: 'media_unsupported: It is markup, such as HTML or SVG.',
      kind: 'image',
      mimeType: null,
      checksumSha256: null,
    });
    expect(existsSync(studio.media.path(sha256(html)))).toBe(false);
    const empty = (await tus.create(0)).headers.get('location')?.slice(UPLOADS.length + 1) ?? '';
    expect(await finished(studio, empty)).toMatchObject({ errorReason: 'media_unsupported: It is empty.' });
    await until(async () => readdirSync(await studio.media.uploads()).length === 0);
  });

  test('OPTIONS says what it can', async () => {
    const { status, headers } = await tus.send('OPTIONS', UPLOADS, { headers: { 'tus-resumable': '' } });
    expect([status, headers.get('tus-version'), headers.get('tus-extension')]).toEqual([
      204,
      '1.0.0',
      'creation,creation-with-upload,expiration,checksum,termination',
    ]);
    expect([headers.get('tus-checksum-algorithm'), headers.get('tus-max-size')]).toEqual(['sha1,sha256,md5', '100000']);
  });
});

describe('checksums', () => {
  const sums = (bytes: Uint8Array, algorithm = 'sha1') => ({
    'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
  });

  test('204 for the right one, 460 checksum_mismatch for another, which keeps nothing of these bytes', async () => {
    const path = (await tus.create(clip.length)).headers.get('location') ?? '';
    const [first, rest] = [clip.subarray(0, 1000), clip.subarray(1000)];
    expect((await tus.append(path, 0, first, sums(first))).status).toBe(204);
    const wrong = await tus.append(path, 1000, rest, sums(first, 'sha256'));
    expect([wrong.status, wrong.code]).toEqual([460, 'checksum_mismatch']);
    expect(await tus.offset(path)).toBe(1000);
    expect((await tus.append(path, 1000, rest, sums(rest, 'sha256'))).status).toBe(204);
    const id = path.slice(UPLOADS.length + 1);
    expect(await finished(studio, id)).toMatchObject({ status: 'ready', checksumSha256: sha256(clip) });
  });

  test('400 for an algorithm that is not known', async () => {
    const path = (await tus.create(4)).headers.get('location') ?? '';
    for (const sum of ['crc32 AAAA', 'sha1', 'sha1 %%']) {
      const { status, code } = await tus.append(path, 0, 'abcd', { 'upload-checksum': sum });
      expect([sum, status, code]).toEqual([sum, 400, 'parameter_invalid']);
    }
    expect(await tus.offset(path)).toBe(0);
  });
});

describe('refused', () => {
  const refusals: readonly (readonly [what: string, headers: Record<string, string>, status: number, code: string])[] =
    [
      ['without the version', { 'tus-resumable': '' }, 412, 'tus_version_unsupported'],
      ['with another version', { 'tus-resumable': '0.2.0' }, 412, 'tus_version_unsupported'],
      ['without a length', { 'upload-length': '' }, 400, 'parameter_missing'],
      ['with a length that is none', { 'upload-length': '-1' }, 400, 'parameter_invalid'],
      ['with a length that comes later', { 'upload-length': '', 'upload-defer-length': '1' }, 400, 'parameter_invalid'],
      ['larger than the largest', { 'upload-length': '100001' }, 413, 'body_too_large'],
      ['with metadata that are none', { 'upload-metadata': 'title %%%' }, 400, 'parameter_invalid'],
      ['in parallel parts', { 'upload-concat': 'partial' }, 400, 'parameter_invalid'],
      [
        'for an entry that does not exist',
        { 'upload-metadata': `entryId ${btoa(crypto.randomUUID())}` },
        400,
        'resource_missing',
      ],
      ['for an entry id that is none', { 'upload-metadata': `entryId ${btoa('../1')}` }, 400, 'parameter_invalid'],
      ['with a title that is not UTF-8', { 'upload-metadata': `title ${btoa('Caf\xe9')}` }, 400, 'parameter_invalid'],
      ['with a title of two lines', { 'upload-metadata': `title ${btoa('a\nb')}` }, 400, 'parameter_invalid'],
    ];
  for (const [what, headers, status, code] of refusals) {
    test(`${status} ${code} ${what}`, async () => {
      const before = readdirSync(await studio.media.uploads()).length;
      const sent = Object.fromEntries(
        Object.entries({ 'upload-length': '10', ...headers }).filter(([, value]) => value !== ''),
      );
      const response = await studio.app.fetch(
        new Request(`http://localhost${UPLOADS}`, {
          method: 'POST',
          headers: {
            'x-service-api-key': studio.mainKey,
            ...('tus-resumable' in headers ? {} : { 'tus-resumable': '1.0.0' }),
            ...sent,
          },
        }),
      );
      const { error } = (await response.json()) as { error: { code: string } };
      expect([response.status, error.code]).toEqual([status, code]);
      expect(response.headers.get('tus-resumable')).toBe('1.0.0');
      if (status === 412) expect(response.headers.get('tus-version')).toBe('1.0.0');
      expect(readdirSync(await studio.media.uploads()).length).toBe(before);
    });
  }

  test('bytes at another offset, too many of them, of another type, or without an offset', async () => {
    const path = (await tus.create(10)).headers.get('location') ?? '';
    const other = await tus.append(path, 5, 'abc');
    expect([other.status, other.code]).toEqual([409, 'upload_conflict']);
    const many = await tus.append(path, 0, 'x'.repeat(11), { 'content-length': '11' });
    expect([many.status, many.code]).toEqual([413, 'body_too_large']);
    const type = await tus.append(path, 0, 'abc', { 'content-type': 'text/plain' });
    expect([type.status, type.code]).toEqual([415, 'content_type_unsupported']);
    const headers = { 'content-type': 'application/offset+octet-stream' };
    const none = await tus.send('PATCH', path, { headers, body: 'abc' });
    expect([none.status, none.code]).toEqual([400, 'parameter_missing']);
    expect(await tus.offset(path)).toBe(0);
  });

  test('413 for more bytes than there is room for, of a request that does not say how many; the rest is ready soon', async () => {
    const path = (await tus.create(clip.length, { filename: 'a.mp4' })).headers.get('location') ?? '';
    const folder = await studio.media.uploads();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(clip);
        // The library looks at one piece after the other.
        await until(async () => (await stat(join(folder, path.slice(UPLOADS.length + 1)))).size === clip.length);
        controller.enqueue(new Uint8Array(1));
        controller.close();
      },
    });
    const many = await tus.append(path, 0, body);
    expect([many.status, many.code]).toEqual([413, 'body_too_large']);
    // The client finds all bytes there and sends no more.
    expect(await tus.offset(path)).toBe(clip.length);
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    expect(await finished(studio, path.slice(UPLOADS.length + 1))).toMatchObject({ status: 'ready' });
    expect(studio.events()).toEqual([]);
  });

  test('404 for uploads that are none', async () => {
    const external = await studio.post('/manage/content/media', { externalUrl: 'https://v.example/a.mp4' });
    const names = [crypto.randomUUID(), external.body.id, '..%2f..%2fetc%2fpasswd', 'a%00b', 'x'.repeat(3000)];
    for (const name of names) {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const { status } = await tus.send(method, `${UPLOADS}/${name}`);
        expect([name.slice(0, 20), method, status]).toEqual([name.slice(0, 20), method, 404]);
      }
    }
  });
});

test('204 when an unfinished upload is deleted, 409 for a finished one', async () => {
  const path = (await tus.create(10)).headers.get('location') ?? '';
  await tus.append(path, 0, 'abc');
  expect((await tus.send('DELETE', path)).status).toBe(204);
  expect((await tus.send('HEAD', path)).status).toBe(404);
  const id = await tus.upload(clip);
  expect((await studio.get(`/manage/content/media/${path.slice(UPLOADS.length + 1)}`)).status).toBe(404);
  await finished(studio, id);
  const { status, code } = await tus.send('DELETE', `${UPLOADS}/${id}`);
  expect([status, code]).toEqual([409, 'upload_conflict']);
  expect(await finished(studio, id)).toMatchObject({ status: 'ready' });
});

test('a client that comes again while its old connection hangs goes on with what arrived', async () => {
  const path = (await tus.create(clip.length)).headers.get('location') ?? '';
  const hanging = new ReadableStream({ start: (controller) => controller.enqueue(clip.subarray(0, 2000)) });
  const first = studio.app.fetch(
    new Request(`http://localhost${path}`, {
      method: 'PATCH',
      headers: {
        'x-service-api-key': studio.mainKey,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: hanging,
    }),
  );
  const file = join(await studio.media.uploads(), path.slice(UPLOADS.length + 1));
  await until(() => Bun.file(file).size === 2000);
  expect(await tus.offset(path)).toBe(2000);
  expect((await first).status).toBe(204);
  expect((await tus.append(path, 2000, clip.subarray(2000))).status).toBe(204);
  expect(await finished(studio, path.slice(UPLOADS.length + 1))).toMatchObject({ checksumSha256: sha256(clip) });
});
