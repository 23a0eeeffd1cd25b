import { describe, expect, test } from 'bun:test';
import type { MediaRow } from '../../../src/resources/content-media/record.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addCategory, addEntry } from '../../helpers/content.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';
import { openPlayer, ROOT } from '../content-media/playback/set-up.ts';

const studio = forEachTest(openPlayer);
const STRANGER = { 'x-service-api-key': '' };

const get = (path: string, headers: Record<string, string> = {}) =>
  studio.send('GET', `/public-api/v2/library${path}`, undefined, { ...STRANGER, ...headers });
const codeOf = async (path: string) => {
  const { status, body } = await get(path);
  return [status, body.error?.code];
};
const add = (title: string, fields: object = {}) => addEntry(studio, { title, ...fields });
const listed = async (query = '') =>
  (await get(query)).body.data.map(({ title, lockReason }: { title: string; lockReason: string | null }) => [
    title,
    lockReason,
  ]);
const playback = (mediaId: string, query = '') => get(`/media/${mediaId}/playback${query}`);
const change = (id: string, fields: object) => studio.patch(`/manage/content/entries/${id}`, fields);
const mediaOf = (entryId: string, given: Partial<MediaRow> = {}) => studio.add({ entryId, ...given });

describe('GET library', () => {
  test('200 what is published at the site, without a credential: what is public is open, the rest says how to open it', async () => {
    await studio.delete(`/manage/content/entries/${studio.entryId}`);
    const sold = await createPlan(studio, { isSoldOnline: true });
    const hidden = await createPlan(studio);
    const yoga = await addCategory(studio);
    const open = await add('Open', { access: 'public', body: 'Read me', categoryIds: [yoga.id] });
    await add('Members', { access: 'members', body: 'Secret' });
    await add('Paid', { access: 'package', accessPlanIds: [sold, hidden], body: 'Secret' });
    await add('Joined', { access: 'challenge', externalId: 'x-1', metadata: { secret: 'yes' } });
    await add('Draft', { access: 'public', status: 'draft' });
    await add('Over', { access: 'public', expiresAt: '2026-03-02T07:00:00.000Z', publishedAt: '2026-03-01T00:00:00Z' });
    await add('Weight', {
      type: 'metric',
      access: 'public',
      metricDefinition: { dimension: 'weight', direction: 'higher_is_better', repSchemes: [] },
    });
    expect(await listed()).toEqual([
      ['Joined', 'challenge_required'],
      ['Paid', 'package_required'],
      ['Members', 'sign_in_required'],
      ['Open', null],
    ]);
    const { body, headers } = await get('');
    expect(JSON.stringify(body)).not.toMatch(/Secret|x-1|secret|viewCount|siteIds/);
    expect(body.data[1].accessPlanIds).toEqual([sold]);
    expect(body.data[3]).toMatchObject({ id: open.id, isLocked: false, categories: [{ id: yoga.id, name: 'Yoga' }] });
    expect(headers.get('cache-control')).toBe('public, max-age=30');
    expect(await listed(`?category_id=${yoga.id}`)).toEqual([['Open', null]]);
    expect(await listed('?type=article')).toEqual([]);
    expect((await get('?type=nothing')).status).toBe(400);
    expect(studio.events()).not.toContainEqual(expect.objectContaining({ type: 'content.viewed' }));
  });

  test('the words of a search are found in titles and summaries, never in bodies', async () => {
    await add('Hips', { access: 'public', summary: 'Slow and long', body: 'pelvis' });
    await add('Locked hips', { access: 'package', body: 'pelvis' });
    expect(await listed('?search=hip')).toEqual([
      ['Locked hips', 'package_required'],
      ['Hips', null],
    ]);
    expect(await listed('?search=slow')).toEqual([['Hips', null]]);
    expect(await listed('?search=pelvis')).toEqual([]);
    expect(await listed('?search=%22%2A')).toEqual([]);
  });

  test('pages by cursor; 304 for whoever has it', async () => {
    await add('Second', { access: 'public' });
    const first = await get('?limit=1');
    expect([first.body.data.length, first.body.hasMore]).toEqual([1, true]);
    expect(await listed(`?limit=1&starting_after=${first.body.nextCursor}`)).toEqual([
      ['Morning flow', 'sign_in_required'],
    ]);
    expect((await get('?limit=1', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
  });

  test('an entry of another site is at that site alone', async () => {
    const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
    const there = await add('Uptown', { access: 'public', siteIds: [uptown], slug: 'uptown' });
    const media = await mediaOf(there.id);
    expect(await listed()).toEqual([['Morning flow', 'sign_in_required']]);
    expect(await listed('?search=uptown')).toEqual([]);
    for (const path of ['/uptown', `/${there.id}`, `/media/${media.id}/playback`]) {
      expect([path, ...(await codeOf(path))]).toEqual([path, 404, 'resource_not_found']);
      expect((await get(`${path}?site_id=${uptown}`)).status).toBe(200);
    }
    await studio.patch(`/v2/sites/${uptown}`, { status: 'inactive' });
    expect(await codeOf(`/uptown?site_id=${uptown}`)).toEqual([404, 'resource_not_found']);
  });

  test.each([
    ['the setting of the library', () => studio.patch('/v2/settings', { membership: { publicLibrary: false } })],
    ['the setting of the timetable', () => studio.patch('/v2/settings', { membership: { publicTimetable: false } })],
    [
      'the experience',
      async () =>
        studio.send('PUT', '/manage/experience', { features: { video: false, favorites: false, watch_later: false } }),
    ],
  ])('404 everywhere where %s switches it off', async (_, switchOff) => {
    const entry = await add('Open', { access: 'public', slug: 'open' });
    const media = await mediaOf(entry.id);
    const siteOf = async () => (await studio.get('/public-api/v2/studio', STRANGER)).body.sites[0];
    expect((await siteOf()).hasLibrary).toBe(true);
    expect((await switchOff()).status).toBe(200);
    expect((await siteOf()).hasLibrary).toBe(false);
    for (const path of ['', '/open', `/media/${media.id}/playback`]) {
      expect([path, ...(await codeOf(path))]).toEqual([path, 404, 'resource_not_found']);
    }
  });
});

describe('GET library/:id', () => {
  test('200 with what is inside, by its id or slug; only what is published of a program', async () => {
    const [shown, draft] = [await add('Part', { access: 'public' }), await add('Draft', { status: 'draft' })];
    const program = await add('Program', {
      type: 'program',
      access: 'public',
      slug: 'program',
      body: 'All of it',
      children: [{ entryId: shown.id }, { entryId: draft.id }],
    });
    const media = await mediaOf(program.id);
    const { body } = await get('/program');
    expect(body).toMatchObject({ id: program.id, body: 'All of it', isLocked: false, lockReason: null });
    expect(body.children.map(({ entryId }: { entryId: string }) => entryId)).toEqual([shown.id]);
    expect(body.media).toMatchObject([{ id: media.id, object: 'public_media', kind: 'video' }]);
    expect((await get(`/${program.id}`)).body).toEqual(body);
  });

  test('a locked entry has neither body nor children nor media', async () => {
    const part = await add('Part', { access: 'public' });
    for (const access of ['members', 'package', 'challenge']) {
      const entry = await add(`For ${access}`, {
        access,
        body: 'Secret',
        type: 'program',
        children: [{ entryId: part.id }],
      });
      const media = await mediaOf(entry.id);
      const { status, body } = await get(`/${entry.id}`);
      expect([status, body.isLocked, body.body, body.children, body.media]).toEqual([200, true, null, [], []]);
      expect([body.mediaIds, body.primaryMediaId]).toEqual([[], null]);
      expect(JSON.stringify(body)).not.toContain(media.id);
    }
  });

  test('404 for drafts, what is scheduled, over or archived, and what is measured', async () => {
    const entries = [
      await add('Draft', { access: 'public', status: 'draft' }),
      await add('Later', { access: 'public', status: 'scheduled', publishedAt: '2027-01-01T00:00:00Z' }),
      await add('Over', { access: 'public', publishedAt: '2026-03-01T00:00:00Z', expiresAt: '2026-03-02T07:00:00Z' }),
      await add('Test', { access: 'public', type: 'assessment' }),
    ];
    const archived = await add('Archived', { access: 'public' });
    await studio.delete(`/manage/content/entries/${archived.id}`);
    for (const { id, slug, title } of [...entries, archived]) {
      const media = await mediaOf(id);
      expect([title, ...(await codeOf(`/${id}`))]).toEqual([title, 404, 'resource_not_found']);
      expect((await codeOf(`/${slug}`))[0]).toBe(404);
      expect((await codeOf(`/media/${media.id}/playback`))[0]).toBe(404);
    }
    expect((await codeOf(`/${UNKNOWN}`))[0]).toBe(404);
  });

  test('a later day of a program that opens in order is locked: nobody has begun it', async () => {
    const [first, second] = [
      await add('One', { access: 'public' }),
      await add('Two', { access: 'public', body: 'Second' }),
    ];
    await add('Program', {
      type: 'program',
      access: 'public',
      unlocksInOrder: true,
      children: [
        { entryId: first.id, dayNumber: 1 },
        { entryId: second.id, dayNumber: 2 },
      ],
    });
    const media = await mediaOf(second.id);
    expect((await get(`/${first.id}`)).body.lockReason).toBeNull();
    expect((await get(`/${second.id}`)).body).toMatchObject({ lockReason: 'not_unlocked_yet', body: null });
    expect(await codeOf(`/media/${media.id}/playback`)).toEqual([403, 'content_locked']);
  });
});

describe('GET library/media/:contentMediaId/playback', () => {
  test('200 a signed link of what is public, which counts no view', async () => {
    const entry = await add('Open', { access: 'public' });
    const media = await mediaOf(entry.id);
    studio.events();
    const { status, body } = await playback(media.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'media_playback', protocol: 'mp4', resume: null });
    expect(body.playbackUrl).toMatch(new RegExp(`^${ROOT}/media/[0-9a-z]+\\.s-all\\.`));
    expect((await studio.load(body.playbackUrl)).status).toBe(200);
    expect((await studio.load(body.playbackUrl, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    expect(studio.events()).toEqual([]);
    expect((await studio.get(`/manage/content/entries/${entry.id}`)).body.viewCount).toBe(0);
    expect((await playback(media.id, '?protocol=hls')).status).toBe(409);
  });

  test('403 for what is for members, 404 for a media without an entry or that is gone', async () => {
    for (const access of ['members', 'package', 'challenge']) {
      const media = await mediaOf((await add(access, { access })).id);
      expect([access, ...(await codeOf(`/media/${media.id}/playback`))]).toEqual([access, 403, 'content_locked']);
    }
    const loose = await mediaOf(studio.entryId, { entryId: null });
    const gone = await mediaOf((await add('Open', { access: 'public' })).id);
    await studio.delete(`/manage/content/media/${gone.id}`);
    for (const { id } of [loose, gone, { id: UNKNOWN }]) {
      expect((await codeOf(`/media/${id}/playback`))[0]).toBe(404);
    }
  });

  test('a link opens no other media, and ends when strangers may not open its entry any more', async () => {
    const entry = await add('Open', { access: 'public' });
    const media = await mediaOf(entry.id);
    const other = await mediaOf(studio.entryId);
    const url: string = (await playback(media.id)).body.playbackUrl;
    expect((await studio.load(url.replace(media.id, other.id))).status).toBe(403);
    expect((await studio.load(url.replace('.s-all.', `.m-${studio.clientId}.`))).status).toBe(403);
    const states: number[] = [];
    for (const fields of [{ access: 'members' }, { access: 'public' }, { status: 'draft' }]) {
      await change(entry.id, fields);
      states.push((await studio.load(url)).status);
    }
    expect(states).toEqual([403, 200, 403]);
  });

  test('the link of a poster of a locked entry opens the poster alone', async () => {
    const media = await mediaOf(studio.entryId);
    const posterSha256 = media.fileSha256;
    const withPoster = await mediaOf(studio.entryId, { posterSha256 });
    await change(studio.entryId, { primaryMediaId: withPoster.id });
    const { posterUrl } = (await get(`/${studio.entryId}`)).body;
    expect((await studio.load(posterUrl)).status).toBe(200);
    expect((await studio.load(posterUrl.replace(/poster$/, 'source.mp4'))).status).toBe(403);
  });
});

test('counts in the limit of the address, and stays off what members have', async () => {
  expect((await get('')).headers.get('x-ratelimit-limit')).toBe('60');
  expect((await studio.get('/v2/content/entries', STRANGER)).status).toBe(401);
  expect((await studio.get(`/v2/content/entries?site_id=${MAIN_SITE}`, STRANGER)).status).toBe(401);
});
