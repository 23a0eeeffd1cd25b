import { describe, expect, test } from 'bun:test';
import { LINK_LIFETIME_MS } from '../../../../src/media/links.ts';
import type { MediaRow } from '../../../../src/resources/content-media/record.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { openPlayer, ROOT, VIDEO } from './set-up.ts';

const studio = forEachTest(openPlayer);

const variantsPath = ({ id }: MediaRow) => `/manage/content/media/${id}/variants`;
const addVariant = async (media: MediaRow, body: object) => {
  const response = await studio.post(variantsPath(media), { quality: '720p', protocol: 'hls', ...body });
  expect([response.status, response.body.error]).toEqual([201, undefined]);
  return response.body;
};
describe('playback', () => {
  test('200 for a file: a link that plays it without a credential, for 4 hours', async () => {
    const media = await studio.add();
    await studio.addCaptions(media, 'en', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
    const { status, body } = await studio.playback(media);
    expect([status, studio.events()]).toEqual([200, []]);
    const link = `${ROOT}/media/${body.playbackUrl.split('/')[4]}/${media.id}`;
    expect(body).toEqual({
      object: 'media_playback',
      contentMediaId: media.id,
      playbackUrl: `${link}/source.mp4`,
      protocol: 'mp4',
      tokenExpiresAt: new Date(TEST_START + LINK_LIFETIME_MS).toISOString(),
      posterUrl: null,
      captions: [{ language: 'en', label: 'In "en"', url: `${link}/captions/en.vtt` }],
      variants: [],
      resume: { positionSeconds: 0, percentComplete: 0 },
      heartbeatIntervalSeconds: 15,
    });
    const whole = await studio.load(body.playbackUrl);
    const bytes = await Bun.file(VIDEO).bytes();
    expect([whole.status, Buffer.from(whole.bytes).equals(bytes)]).toEqual([200, true]);
    expect(whole.headers.get('etag')).toBe(`"${media.fileSha256}"`);
    expect(whole.headers.get('last-modified')).toBe('Mon, 02 Mar 2026 08:00:00 GMT');
    const part = await studio.load(body.playbackUrl, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.text, part.headers.get('x-request-id')]).toEqual([206, 'ftyp', expect.any(String)]);
    const later = 'Tue, 03 Mar 2026 08:00:00 GMT';
    for (const headers of [{ 'if-match': whole.headers.get('etag') ?? '' }, { 'if-unmodified-since': later }])
      expect((await studio.load(body.playbackUrl, { headers: headers as Record<string, string> })).status).toBe(200);
    const captions = await studio.load(body.captions[0].url);
    expect([captions.status, captions.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
    expect(captions.text).toContain('Hello');
    const head = await studio.load(body.playbackUrl, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, `${bytes.length}`, 0]);
  });

  test('412 for a condition that names another version, with a range and without', async () => {
    const { body } = await studio.playback(await studio.add());
    const others = [{ 'if-match': '"other"' }, { 'if-unmodified-since': 'Sun, 01 Mar 2015 08:00:00 GMT' }];
    for (const other of others) {
      for (const more of [{}, { range: 'bytes=4-7' }]) {
        const { status, text } = await studio.load(body.playbackUrl, {
          headers: { ...other, ...more } as Record<string, string>,
        });
        const { error } = JSON.parse(text);
        expect([status, error.code, error.param.toLowerCase()]).toEqual([412, 'record_changed', Object.keys(other)[0]]);
      }
    }
  });

  test('200 for a business without resume, and for one that acts for a member with it', async () => {
    const media = await studio.add();
    const business = (await studio.playback(media, '', {})).body;
    expect([business.resume, /^.*\/media\/\w+\.c-/.test(business.playbackUrl)]).toEqual([null, true]);
    const acting = (await studio.playback(media, '', { 'x-client-id': studio.clientId })).body;
    expect(acting.resume).toEqual({ positionSeconds: 0, percentComplete: 0 });
    expect(acting.playbackUrl).toContain(`.m-${studio.clientId}_`);
  });

  test('200 for a public media: links without a token, which do not expire', async () => {
    const media = await studio.add({ playbackPolicy: 'public' });
    const { body } = await studio.playback(media);
    expect(body).toMatchObject({ playbackUrl: `${ROOT}/media/public/${media.id}/source.mp4`, tokenExpiresAt: null });
    expect((await studio.load(body.playbackUrl)).status).toBe(200);
  });

  test('200 for an external address, as it is', async () => {
    const video = await studio.addExternal('https://cdn.example/a.mp4');
    expect((await studio.playback(video)).body).toMatchObject({
      playbackUrl: 'https://cdn.example/a.mp4',
      protocol: 'mp4',
      tokenExpiresAt: null,
      captions: [],
      variants: [],
    });
    const hls = await studio.addExternal('https://cdn.example/a/index.m3u8?x=1');
    expect((await studio.playback(hls)).body.protocol).toBe('hls');
    const dash = await studio.addExternal('https://cdn.example/a', { mimeType: 'application/dash+xml' });
    expect((await studio.playback(dash)).body.protocol).toBe('dash');
    expect(errorOf(await studio.playback(dash, '?protocol=hls'))).toEqual([409, 'media_not_ready']);
    // Its captions are files of this server.
    await studio.addCaptions(video, 'en', 'WEBVTT\n');
    expect((await studio.playback(video)).body.tokenExpiresAt).not.toBeNull();
  });

  test('409 while it is not ready, 404 when it is deleted or unknown, 400 for another protocol', async () => {
    for (const status of ['uploading', 'processing', 'errored'] as const) {
      expect(errorOf(await studio.playback(await studio.add({ status })))).toEqual([409, 'media_not_ready']);
    }
    expect(errorOf(await studio.playback(await studio.add({ archivedAt: '2026-03-02T08:00:00.000Z' })))[0]).toBe(404);
    expect(errorOf(await studio.playback({ id: studio.clientId }))).toEqual([404, 'resource_not_found']);
    expect((await studio.playback(await studio.add(), '?protocol=rtmp')).status).toBe(400);
  });

  test('200 for the studio while the entry is a draft, without a view; 404 for what is deleted, 409 until it is ready', async () => {
    const { id: entryId } = await addEntry(studio, { status: 'draft' });
    const media = await studio.add({ entryId });
    const { status, body } = await studio.get(`/manage/content/media/${media.id}/playback`);
    expect([status, body.resume, studio.events()]).toEqual([200, null, []]);
    expect((await studio.load(body.playbackUrl)).status).toBe(200);
    expect((await studio.get(`/manage/content/entries/${entryId}`)).body.viewCount).toBe(0);
    const hls = await studio.get(`/manage/content/media/${media.id}/playback?protocol=hls`);
    expect(errorOf(hls)).toEqual([409, 'media_not_ready']);
    const waits = await studio.add({ entryId, status: 'processing' });
    expect(errorOf(await studio.get(`/manage/content/media/${waits.id}/playback`))).toEqual([409, 'media_not_ready']);
    const gone = await studio.add({ archivedAt: '2026-03-02T08:00:00.000Z' });
    expect(errorOf(await studio.get(`/manage/content/media/${gone.id}/playback`))[0]).toBe(404);
  });

  test('404 for an entry that is not published, 403 while it is locked, also for one who lost access since', async () => {
    const draft = await addEntry(studio, { status: 'draft' });
    const hidden = await studio.add({ entryId: draft.id });
    expect(errorOf(await studio.playback(hidden))).toEqual([404, 'resource_not_found']);
    const { id: entryId } = await addEntry(studio, { access: 'package' });
    const media = await studio.add({ entryId });
    const variants = () => studio.get(`/v2/content/media/${media.id}/variants`, studio.member);
    expect(errorOf(await studio.playback(media))).toEqual([403, 'content_locked']);
    expect(errorOf(await variants())).toEqual([403, 'content_locked']);
    expect((await studio.playback(media, '', {})).status).toBe(200);
    const { id: packageId } = await sellPackage(studio, studio.clientId);
    expect([(await studio.playback(media)).status, (await variants()).status]).toEqual([200, 200]);
    await studio.patch(`/manage/packages/${packageId}`, { onHold: true });
    expect(errorOf(await studio.playback(media))).toEqual([403, 'content_locked']);
  });
});

test('the first playback by a member starts the entry and counts as a view; a refused one and those of a business do not', async () => {
  const status = async () => (await studio.get(`/v2/member/content/${studio.entryId}/status`, studio.member)).body;
  const views = async () => (await studio.get(`/v2/content/entries/${studio.entryId}`)).body.viewCount;
  const media = await studio.add();
  await studio.playback(media, '', {});
  await studio.playback(await studio.add({ status: 'processing' }));
  expect([(await status()).status, await views()]).toEqual(['not_started', 0]);
  await studio.playback(media);
  await studio.playback(media);
  expect(await status()).toMatchObject({ status: 'in_progress', startedAt: studio.store.view().now });
  expect([await views(), studio.events()]).toEqual([1, []]);
});

describe('variants', () => {
  test('201, 200 and DELETE of external ones; no events', async () => {
    const media = await studio.add();
    const made = await addVariant(media, { url: 'https://cdn.example/720.m3u8', height: 720, bitrateKbps: 2500 });
    expect(made).toMatchObject({
      object: 'media_variant',
      contentMediaId: media.id,
      quality: '720p',
      protocol: 'hls',
      height: 720,
      width: null,
      url: 'https://cdn.example/720.m3u8',
      isDefault: false,
      sizeBytes: null,
      bitrateKbps: 2500,
    });
    expect((await studio.get(variantsPath(media))).body.data).toEqual([made]);
    expect((await studio.get(`/v2/content/media/${media.id}/variants`, studio.member)).body.data).toEqual([made]);
    expect((await studio.playback(media)).body.variants).toEqual([made]);
    const other = await studio.add();
    expect((await studio.delete(`${variantsPath(other)}/${made.id}`)).status).toBe(404);
    const { status, body } = await studio.delete(`${variantsPath(media)}/${made.id}`);
    expect([status, body]).toEqual([200, { id: made.id, object: 'media_variant', deleted: true }]);
    expect((await studio.delete(`${variantsPath(media)}/${made.id}`)).status).toBe(404);
    expect((await studio.get(variantsPath(media))).body.data).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('400 for an address that is not https, and for fields of the appliance', async () => {
    const path = variantsPath(await studio.add());
    const body = { quality: '720p', protocol: 'hls', url: 'http://cdn.example/a.m3u8' };
    expect((await studio.post(path, body)).body.error.param).toBe('url');
    expect((await studio.post(path, { ...body, url: 'https://cdn.example/a', codecs: 'x' })).status).toBe(400);
    expect((await studio.post(path, { quality: '720p', protocol: 'hls' })).status).toBe(400);
    expect((await studio.get(path)).body.data).toEqual([]);
  });

  test('the default comes first, then HLS, DASH and the file; each protocol can be asked for', async () => {
    const media = await studio.add();
    const played = async (query = '') => {
      const { status, body } = await studio.playback(media, query);
      return status === 200 ? [body.protocol, body.playbackUrl.split('/').at(-1)] : status;
    };
    expect([await played(), await played('?protocol=hls')]).toEqual([['mp4', 'source.mp4'], 409]);
    await addVariant(media, { protocol: 'dash', url: 'https://cdn.example/a.mpd' });
    expect(await played()).toEqual(['dash', 'a.mpd']);
    await addVariant(media, { url: 'https://cdn.example/480.m3u8', height: 480 });
    await addVariant(media, { url: 'https://cdn.example/720.m3u8', height: 720 });
    expect(await played()).toEqual(['hls', '720.m3u8']);
    const first = await addVariant(media, { protocol: 'mp4', url: 'https://cdn.example/first.mp4', isDefault: true });
    expect(await played()).toEqual(['mp4', 'first.mp4']);
    const second = await addVariant(media, { protocol: 'dash', url: 'https://cdn.example/b.mpd', isDefault: true });
    expect(await played()).toEqual(['dash', 'b.mpd']);
    const defaults = (await studio.get(`${variantsPath(media)}?limit=100`)).body.data.filter(
      ({ isDefault }: { isDefault: boolean }) => isDefault,
    );
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(first.isDefault).toBe(true);
    expect(await played('?protocol=mp4')).toEqual(['mp4', 'source.mp4']);
    expect(await played('?protocol=hls')).toEqual(['hls', '720.m3u8']);
  });
});
