import { beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { digestOfFile } from '../../../../src/media/store.ts';
import { keepFile, useFiles } from '../../../../src/resources/content-media/files.ts';
import { MediaVariant } from '../../../../src/resources/content-media/playback/record.ts';
import type { MediaRow } from '../../../../src/resources/content-media/record.ts';
import type { ApiResponse } from '../../../helpers/api.ts';
import { ACCEPT, addDraft, addPart, publish } from '../../../helpers/challenges.ts';
import { addEntry } from '../../../helpers/content.ts';
import { mediaFile } from '../../../helpers/media.ts';
import { countExecutions, fewestOf } from '../../../helpers/statements.ts';
import { openPlayer, type Player, ROOT } from '../../content-media/playback/set-up.ts';

let studio: Player;
let posterSha256: string;
beforeEach(async () => {
  studio = await openPlayer();
  posterSha256 = await keepPicture();
});

const ENTRIES = '/v2/content/entries';
type Headers = Record<string, string>;

const keepPicture = async (): Promise<string> => {
  const { store, media } = studio;
  const temporary = join(await media.uploads(), 'poster');
  copyFileSync(mediaFile('picture.jpg'), temporary);
  const sha256 = await digestOfFile(temporary);
  await keepFile({ store, media }, temporary, sha256);
  await store.write((tx) => useFiles(tx, sha256));
  return sha256;
};

/** A media of the entry with a poster. */
const addWithPoster = (given: Partial<MediaRow> = {}): Promise<MediaRow> => studio.add({ posterSha256, ...given });
const posterOf = async (headers: Headers = studio.member, id = studio.entryId): Promise<string | null> =>
  (await studio.get(`${ENTRIES}/${id}`, headers)).body.posterUrl;
const stateOf = async (url: string | null) => {
  const { status, headers } = await studio.load(url ?? '');
  return [status, headers.get('content-type')];
};
const IMAGE = [200, 'image/jpeg'];
const statusOf = async (url: string): Promise<number> => (await studio.load(url)).status;

describe('the poster of an entry', () => {
  test('200 is that of its primary media, signed for each reader, alone and in every list', async () => {
    const media = await addWithPoster();
    const key = await studio.makeKey({ scopes: ['*'] });
    const business = { 'x-service-api-key': key };
    const acting = { ...business, 'x-client-id': studio.clientId };
    await studio.post(`/v2/member/content/${studio.entryId}/favorite`, {}, studio.member);
    await studio.post(`/v2/member/content/${studio.entryId}/watch-later`, {}, studio.member);
    const lists = [ENTRIES, `${ENTRIES}?search=morning`, `${ENTRIES}?sort=title`, '/v2/content/search?q=morning'];
    const own = ['/v2/member/content/my-list', '/v2/member/content/watch-later'];
    const links = new Set<string | null>();
    for (const [headers, paths] of [
      [studio.member, [...lists, ...own]],
      [business, lists],
      [acting, [...lists, ...own]],
    ] as const) {
      const alone = await posterOf(headers);
      expect(alone).toStartWith(`${ROOT}/media/`);
      expect(alone).toEndWith(`/${media.id}/poster`);
      expect(await stateOf(alone)).toEqual(IMAGE);
      links.add(alone);
      for (const path of paths) {
        const { data } = (await studio.get(path, headers)).body;
        expect([path, data.map((each: ApiResponse['body']) => each.posterUrl)]).toEqual([path, [alone]]);
      }
    }
    expect([links.size, studio.events()]).toEqual([3, []]);
  });

  test('200 is its own where the studio has sent it, and null without a poster or before the media is ready', async () => {
    const first = await studio.add();
    expect(await posterOf()).toBeNull();
    const second = await addWithPoster({ status: 'processing' });
    const choose = (fields: object) => studio.patch(`/manage/content/entries/${studio.entryId}`, fields);
    await choose({ primaryMediaId: second.id });
    expect(await posterOf()).toBeNull();
    const third = await addWithPoster();
    await choose({ primaryMediaId: third.id });
    expect(await posterOf()).toEndWith(`/${third.id}/poster`);
    await choose({ posterUrl: 'https://img.example/own.jpg' });
    expect(await posterOf()).toBe('https://img.example/own.jpg');
    await choose({ posterUrl: null, primaryMediaId: first.id });
    expect(await posterOf()).toBeNull();
    await choose({ primaryMediaId: null });
    await studio.delete(`/manage/content/media/${first.id}`);
    expect(await posterOf()).toEndWith(`/${third.id}/poster`);
    expect(studio.events()).toEqual([]);
  });

  test('200 of a public media has no token', async () => {
    const media = await addWithPoster({ playbackPolicy: 'public' });
    expect(await posterOf()).toBe(`${ROOT}/media/public/${media.id}/poster`);
    expect(await stateOf(await posterOf())).toEqual(IMAGE);
  });

  test('200 stays the same for an hour, and is refused after four', async () => {
    await addWithPoster();
    const url = (await posterOf()) ?? '';
    const start = studio.time.now();
    const hour = start - (start % HOUR_MS);
    await studio.time.moveTo(hour + HOUR_MS - 1);
    expect(await posterOf()).toBe(url);
    await studio.time.moveTo(hour + HOUR_MS);
    expect(await posterOf()).not.toBe(url);
    await studio.time.moveTo(hour + 4 * HOUR_MS - 1);
    expect(await statusOf(url)).toBe(200);
    await studio.time.moveTo(hour + 4 * HOUR_MS);
    expect(await statusOf(url)).toBe(403);
  });

  test('what the studio manages and exports has its own poster only', async () => {
    await addWithPoster();
    const path = `/manage/content/entries/${studio.entryId}`;
    const { body, headers } = await studio.get(path);
    expect([body.posterUrl, (await studio.get('/manage/content/entries')).body.data[0].posterUrl]).toEqual([
      null,
      null,
    ]);
    const exported = await studio.load(`${ROOT}/manage/exports/content_entries?format=json`, {
      headers: { 'x-service-api-key': studio.mainKey },
    });
    expect([exported.status, JSON.parse(exported.text)[0].posterUrl]).toEqual([200, null]);
    const etag = headers.get('etag') ?? '';
    await studio.time.moveTo(studio.time.now() + 5 * HOUR_MS);
    expect((await studio.patch(path, { title: 'Evening flow' }, { 'if-match': etag })).status).toBe(200);
  });
});

describe('the poster of a locked entry', () => {
  test('its link opens the poster, and neither the video nor its renditions nor captions', async () => {
    const { id } = await addEntry(studio, { access: 'package' });
    const media = await addWithPoster({ entryId: id });
    await studio.addCaptions(media, 'en', 'WEBVTT\n');
    const variant = await studio.store.write((tx) => {
      const fields = { quality: '240p', protocol: 'hls', isDefault: false } as const;
      const row = MediaVariant.make(tx, fields, { contentMediaId: media.id });
      MediaVariant.rows.insert(tx, row);
      return row;
    });
    const folder = join(studio.media.renditions(media.id), variant.id);
    mkdirSync(folder, { recursive: true });
    for (const name of ['index.m3u8', '00000.ts']) writeFileSync(join(folder, name), 'part');
    const files = [
      'source.mp4',
      'captions/en.vtt',
      'hls/master.m3u8',
      'hls/captions/en.m3u8',
      `hls/${variant.id}/index.m3u8`,
      `hls/${variant.id}/00000.ts`,
    ];
    const entry = (await studio.get(`${ENTRIES}/${id}`, studio.member)).body;
    expect([entry.isLocked, entry.mediaIds, entry.primaryMediaId]).toEqual([true, [], null]);
    const listed = (await studio.get(ENTRIES, studio.member)).body.data.find((each: { id: string }) => each.id === id);
    expect([listed.isLocked, listed.posterUrl]).toEqual([true, entry.posterUrl]);
    expect(await stateOf(entry.posterUrl)).toEqual(IMAGE);
    const playable: string = (await studio.playback(media, '', {})).body.posterUrl;
    for (const file of files) {
      const named = (url: string) => url.replace(/poster$/, file);
      expect([file, await statusOf(named(playable)), await statusOf(named(entry.posterUrl))]).toEqual([file, 200, 403]);
    }
    // Nor the files of another media, whose entry is open.
    const other = await addWithPoster();
    expect(await statusOf(entry.posterUrl.replace(media.id, other.id))).toBe(403);
  });
});

test('403 for the poster once the client is archived or erased, or the credential is revoked', async () => {
  await addWithPoster();
  const { id, key } = (await studio.post('/manage/api-keys', { name: 'App', scopes: ['*'] })).body;
  const business = { 'x-service-api-key': key };
  const readers = [studio.member, business, { ...business, 'x-client-id': studio.clientId }];
  const urls: string[] = [];
  for (const headers of readers) urls.push((await posterOf(headers)) ?? '');
  const states = async () => {
    const found: number[] = [];
    for (const url of urls) found.push(await statusOf(url));
    return found;
  };
  expect(await states()).toEqual([200, 200, 200]);
  await studio.post(`/manage/api-keys/${id}/revoke`);
  expect(await states()).toEqual([200, 403, 403]);
  await studio.delete(`/v2/clients/${studio.clientId}`);
  expect(await states()).toEqual([403, 403, 403]);
  await studio.patch(`/v2/clients/${studio.clientId}`, { status: 'active' });
  expect(await states()).toEqual([200, 403, 403]);
  await studio.post(`/manage/clients/${studio.clientId}/erase`, {});
  expect(await states()).toEqual([403, 403, 403]);
});

test('a list of ten entries with posters takes as many queries as a list of two', async () => {
  const paths = [ENTRIES, '/v2/content/search?q=morning', '/v2/member/content/my-list'];
  const counts: number[][] = [];
  for (const size of [2, 10]) {
    studio = await openPlayer();
    posterSha256 = await keepPicture();
    const queries = countExecutions(studio.db);
    for (let entry = 1; entry < size; entry += 1) {
      const { id: entryId } = await addEntry(studio);
      await addWithPoster({ entryId });
      await studio.post(`/v2/member/content/${entryId}/favorite`, {}, studio.member);
    }
    await addWithPoster();
    await studio.post(`/v2/member/content/${studio.entryId}/favorite`, {}, studio.member);
    const own: number[] = [];
    for (const path of paths) {
      const executed = await fewestOf(async () => {
        // A change of every entry, so that none is read from memory.
        studio.db.run('update contentEntries set level = hex(randomblob(4))');
        const before = queries.executed;
        const { data } = (await studio.get(`${path}${path.includes('?') ? '&' : '?'}limit=50`, studio.member)).body;
        expect(data.filter((each: ApiResponse['body']) => each.posterUrl !== null)).toHaveLength(size);
        return queries.executed - before;
      });
      own.push(executed);
    }
    counts.push(own);
  }
  expect(counts[1]).toEqual(counts[0] ?? []);
});

test('an article of a challenge shows members the poster of the media of its entry', async () => {
  const { id } = await addDraft(studio);
  await addWithPoster();
  await addPart(studio, id, 'articles', { contentEntryId: studio.entryId });
  await publish(studio, id);
  await studio.post(`/v2/member/challenges/${id}/enroll`, ACCEPT, studio.member);
  const path = `challenges/${id}/articles`;
  const [shown] = (await studio.get(`/v2/member/${path}`, studio.member)).body.data;
  expect(shown.imageUrl).toBe(await posterOf());
  expect(await stateOf(shown.imageUrl)).toEqual(IMAGE);
  const [managed] = (await studio.get(`/manage/${path}`)).body.data;
  expect(managed.imageUrl).toBeNull();
  await studio.patch(`/manage/content/entries/${studio.entryId}`, { thumbnailUrl: 'https://img.example/t.jpg' });
  const [own] = (await studio.get(`/v2/member/${path}`, studio.member)).body.data;
  expect(own.imageUrl).toBe('https://img.example/t.jpg');
});
