import { describe, expect, test } from 'bun:test';
import { forAllTests, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addCategory, addEntry, addTag } from '../../helpers/content.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { createClient } from '../../helpers/sales.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

const studio = forAllTests(openStudio);

const SHA = 'c'.repeat(64);
const id = (number: number): string => `019cad8f-ac00-7000-8000-${String(number).padStart(12, '0')}`;
const get = async (path: string) => (await studio.get(path)).body;
const actions = (response: { results: { action: string }[] }) => response.results.map(({ action }) => action);

describe('entries of another system', () => {
  test('are found again by externalId or slug, and a program may stand before its children', async () => {
    const rows = [
      {
        id: id(1),
        title: 'Program',
        type: 'program',
        status: 'published',
        children: [{ entryId: id(2), dayNumber: 1 }],
      },
      { id: id(2), title: 'Day one', type: 'video', status: 'published', externalId: 'one' },
    ];
    studio.events();
    expect(actions(await imported(studio, 'content_entries', rows))).toEqual(['created', 'created']);
    expect((await get(`/manage/content/entries/${id(1)}`)).children).toEqual([
      { entryId: id(2), position: 0, dayNumber: 1 },
    ]);
    const again = await imported(studio, 'content_entries', [
      { externalId: 'one', summary: 'Begin' },
      { slug: 'program', title: 'Program', children: [] },
    ]);
    expect(again).toMatchObject({ created: 0, updated: 2 });
    expect((await get(`/manage/content/entries/${id(1)}`)).children).toEqual([]);
    expect(await get(`/manage/content/entries/${id(2)}`)).toMatchObject({ summary: 'Begin', title: 'Day one' });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('400 with every bad row, and nothing is written', async () => {
    const response = await importFile(studio, 'content_entries', [
      { title: 'Typeless', type: 'nothing' },
      { title: 'Childless', type: 'program', children: [{ entryId: id(99), dayNumber: null }] },
      { title: 'Chosen', type: 'video', primaryMediaId: id(99) },
      { title: 'Open', type: 'video', archivedAt: '2026-01-01T00:00:00Z' },
      { slug: 'program', status: 'archived' },
    ]);
    expect(complaints(response)).toEqual([
      '1 type resource_missing',
      '2 children[0].entryId resource_missing',
      '3 primaryMediaId resource_missing',
      '4 archivedAt parameter_invalid',
      '5 status parameter_invalid',
    ]);
    expect((await studio.get('/v2/content/entries?search=childless')).body.data).toEqual([]);
  });

  test('counts, search and the catalogue know an entry that came in a file', async () => {
    const [category, tag] = [await addCategory(studio, { name: 'Came' }), await addTag(studio, { name: 'Came' })];
    const lists = { categoryIds: [category.id], tagIds: [tag.id] };
    await imported(studio, 'content_entries', [{ title: 'Überall', type: 'article', status: 'published', ...lists }]);
    expect((await get(`/manage/content/tags/${tag.id}`)).entryCount).toBe(1);
    expect((await get(`/manage/content/categories/${category.id}`)).entryCount).toBe(1);
    expect((await get('/v2/content/search?q=uberall')).data).toHaveLength(1);
    await imported(studio, 'content_entries', [{ slug: 'uberall', tagIds: [] }]);
    expect((await get(`/manage/content/tags/${tag.id}`)).entryCount).toBe(0);
  });
});

describe('categories', () => {
  test('400 for a cycle and a parent that does not exist; a child may stand before its parent', async () => {
    const rows = [
      { id: id(11), name: 'A', parentId: id(12) },
      { id: id(12), name: 'B', parentId: id(11) },
      { id: id(13), name: 'C', parentId: id(99) },
    ];
    expect(complaints(await importFile(studio, 'content_categories', rows))).toEqual([
      '2 parentId parameter_invalid',
      '3 parentId resource_missing',
    ]);
    const [first] = rows;
    await imported(studio, 'content_categories', [{ ...first }, { id: id(12), name: 'B' }]);
    expect((await get(`/manage/content/categories/${id(11)}`)).parentId).toBe(id(12));
  });

  test('400 for what a type can do, once it exists', async () => {
    const response = await importFile(studio, 'content_types', [{ key: 'video', supportsVideo: false }]);
    expect(complaints(response)).toEqual(['1 supportsVideo parameter_invalid']);
  });
});

describe('media', () => {
  test('an upload whose file the store does not have is told by its hash, and comes back with the file', async () => {
    const { id: entryId } = await addEntry(studio);
    const row = { id: id(21), entryId, kind: 'video', title: 'Clip', checksumSha256: SHA, sizeBytes: 5 };
    await imported(studio, 'media', [row]);
    const stored = () => get(`/manage/content/media/${id(21)}`);
    expect(await stored()).toMatchObject({
      status: 'errored',
      checksumSha256: SHA,
      sizeBytes: 5,
      errorReason: `file_missing: The store has no file with the SHA-256 ${SHA}.`,
    });
    expect(await imported(studio, 'media', [row])).toMatchObject({ unchanged: 1 });
    studio.db.run(
      `insert into mediaFiles (id, sizeBytes, unusedSince, createdAt, updatedAt)
       values (?1, 5, '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')`,
      [SHA],
    );
    expect(await imported(studio, 'media', [row])).toMatchObject({ updated: 1 });
    expect(await stored()).toMatchObject({ status: 'ready', errorReason: null });
    expect(studio.db.query('select unusedSince from mediaFiles where id = ?').get(SHA)).toEqual({ unusedSince: null });
    expect(await imported(studio, 'media', [row])).toMatchObject({ unchanged: 1 });
    // A second media has the same file.
    await imported(studio, 'media', [{ ...row, id: id(22) }]);
    expect(await get(`/manage/content/media/${id(22)}`)).toMatchObject({ status: 'ready' });
  });

  test('an external one is found again by its entry and address; captions and chapters come with it', async () => {
    await imported(studio, 'content_entries', [{ title: 'With media', type: 'video', externalId: 'with' }]);
    const text = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
    const row = {
      entryExternalId: 'with',
      externalUrl: 'https://video.example/a.mp4',
      mimeType: 'video/mp4',
      captions: [{ language: 'en', label: 'English', text }],
      chapters: [{ startSeconds: 1, title: 'One' }],
    };
    expect(await imported(studio, 'media', [row])).toMatchObject({ created: 1 });
    expect(await imported(studio, 'media', [row])).toMatchObject({ unchanged: 1 });
    expect(await imported(studio, 'media', [{ ...row, title: 'Named' }])).toMatchObject({ updated: 1 });
    const [media] = JSON.parse(await exportFile(studio, 'media', 'json'));
    expect(media).toMatchObject({ title: 'Named', kind: 'video', status: 'ready', chapters: row.chapters });
    expect(media.captions[0].text).toContain('00:00:01.000 --> 00:00:02.000');
  });

  test('captions that an earlier version stored and that are too long for one record come in whole', async () => {
    const media = { externalUrl: 'https://video.example/long.mp4' };
    const { id: mediaId } = (await studio.post('/manage/content/media', media)).body;
    const path = `/manage/content/media/${mediaId}/captions/en`;
    const first = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nOne';
    expect((await studio.send('PUT', path, { label: 'English', text: first })).status).toBe(200);
    const cue = (at: number) => `00:00:${at}.000 --> 00:00:${at}.500\n"${'x'.repeat(30_000)}"`;
    const body = `${[first, ...Array.from({ length: 80 }, (_, index) => cue(10 + (index % 50)))].join('\n\n')}\n`;
    studio.db.run('update mediaCaptions set body = ? where contentMediaId = ?', [body, mediaId]);
    const bodyNow = () =>
      studio.db.query('select body from mediaCaptions where contentMediaId = ?').values(mediaId)[0]?.[0];
    for (const format of testsEverything ? (['json', 'csv'] as const) : (['json'] as const)) {
      const file = await exportFile(studio, 'media', format);
      studio.db.run("update mediaCaptions set body = 'WEBVTT' where contentMediaId = ?", [mediaId]);
      expect((await importFile(studio, 'media', format === 'csv' ? file : JSON.parse(file))).status).toBe(200);
      expect(bodyNow() === body).toBe(true);
    }
    // Only the further cues are read: the line is one of theirs.
    const further = { language: 'en', label: 'English', text: '00:59 --> 01:00', continues: true };
    const refused = await importFile(studio, 'media', [{ id: mediaId, captions: [further] }]);
    expect([refused.status, JSON.stringify(refused)]).toEqual([
      400,
      expect.stringContaining('Line 1 must be a timing'),
    ]);
    expect(bodyNow() === body).toBe(true);
  });

  test('400 for a media of neither kind, a bad address, a file that would change, and captions that are none', async () => {
    const { id: entryId } = await addEntry(studio);
    const response = await importFile(studio, 'media', [
      { entryId, title: 'Neither' },
      { entryId, externalUrl: 'http://video.example/b.mp4' },
      { id: id(21), checksumSha256: 'd'.repeat(64) },
      {
        id: id(23),
        externalUrl: 'https://video.example/c.mp4',
        captions: [{ language: 'en', label: 'E', text: 'no' }],
      },
      { id: id(24), entryId: id(99), externalUrl: 'https://video.example/d.mp4' },
      { externalUrl: 'https://video.example/e.mp4' },
    ]);
    expect(complaints(response)).toEqual([
      '1 kind parameter_missing',
      '2 externalUrl parameter_invalid',
      '3 checksumSha256 parameter_invalid',
      '4 text media_unsupported',
      '5 entryId resource_missing',
      '6 entryId parameter_missing',
    ]);
  });

  test('uploads that go on, and deleted media, are not in the file', async () => {
    const before = JSON.parse(await exportFile(studio, 'media', 'json')).length;
    const media = { externalUrl: 'https://video.example/f.mp4' };
    const [open, gone] = [
      (await studio.post('/manage/content/media', media)).body.id,
      (await studio.post('/manage/content/media', media)).body.id,
    ];
    studio.db.run("update contentMedia set status = 'uploading', externalUrl = null where id = ?", [open]);
    await studio.delete(`/manage/content/media/${gone}`);
    expect(JSON.parse(await exportFile(studio, 'media', 'json'))).toHaveLength(before);
  });
});

describe('what members did', () => {
  test('comes in once, with the count of favourites; 400 for a change of it', async () => {
    const [entry, clientId] = [await addEntry(studio), await createClient(studio, { externalId: 'm' })];
    const row = {
      clientExternalId: 'm',
      contentEntryId: entry.id,
      status: 'completed',
      favoritedAt: '2026-01-02T00:00:00Z',
    };
    studio.events();
    expect(await imported(studio, 'content_statuses', [row])).toMatchObject({ created: 1 });
    expect(await imported(studio, 'content_statuses', [row])).toMatchObject({ unchanged: 1 });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
    expect((await get(`/manage/content/entries/${entry.id}`)).favoriteCount).toBe(1);
    const status = await studio.get(`/v2/member/content/${entry.id}/status`, { 'x-client-id': clientId });
    expect(status.body).toMatchObject({ status: 'completed', progressPercent: 100, isFavorite: true });
    const other = await importFile(studio, 'content_statuses', [
      { ...row, rating: 3 },
      { clientId, status: 'completed' },
    ]);
    expect(complaints(other)).toEqual(['1 rating parameter_invalid', '2 contentEntryId parameter_missing']);
  });
});

describe('a credential of one site', () => {
  test('exports and imports the content of its site only', async () => {
    const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
    const [own, foreign] = [
      await addEntry(studio, { title: 'Own', siteIds: [MAIN_SITE] }),
      await addEntry(studio, { title: 'Foreign', siteIds: [other] }),
    ];
    const media = { externalUrl: 'https://video.example/g.mp4', entryId: foreign.id };
    const hidden = (await studio.post('/manage/content/media', media)).body;
    const clientId = await createClient(studio, { homeLocationId: other });
    await studio.send('POST', `/v2/member/content/${foreign.id}/favorite`, undefined, { 'x-client-id': clientId });
    const scopes = ['manage', 'clients:read', 'clients:write'];
    const key = await studio.makeKey({ scopes, siteIds: [MAIN_SITE] });
    const exported = async (family: string) => JSON.parse(await exportFile(studio, family, 'json', key));
    const idsOf = async (family: string) => (await exported(family)).map((each: { id: string }) => each.id);
    expect(await idsOf('content_entries')).toContain(own.id);
    expect(await idsOf('content_entries')).not.toContain(foreign.id);
    expect(await idsOf('media')).not.toContain(hidden.id);
    expect((await exported('content_statuses')).map((each: { clientId: string }) => each.clientId)).not.toContain(
      clientId,
    );
    const headers = { 'x-service-api-key': key };
    const refused: [string, object][] = [
      ['content_entries', { id: foreign.id, title: 'Mine' }],
      ['content_entries', { title: 'Everywhere', type: 'video' }],
      ['media', { id: hidden.id, title: 'Mine' }],
      ['media', { id: id(31), entryId: foreign.id, kind: 'video', checksumSha256: SHA }],
      ['content_tags', { name: 'Everywhere' }],
      ['content_types', { key: 'mine', name: 'Mine', pluralName: 'Mine' }],
      ['content_statuses', { clientId, contentEntryId: own.id, rating: 1 }],
    ];
    for (const [family, row] of refused) {
      const { status } = await importFile(studio, family, [row], { headers });
      expect({ family, row, isRefused: status === 400 || status === 403 }).toEqual({ family, row, isRefused: true });
    }
    const title = { id: own.id, title: 'Still own' };
    expect((await importFile(studio, 'content_entries', [title], { headers })).status).toBe(200);
  });
});

test('a long list of statuses is exported page by page, without a scan', async () => {
  const entry = await addEntry(studio);
  const people = Array.from({ length: 450 }, (_, index) => ({
    firstName: 'P',
    lastName: 'Q',
    email: `p${index}@example.com`,
    externalId: `p${index}`,
  }));
  await imported(studio, 'clients', people);
  const rows = people.map(({ externalId }) => ({ clientExternalId: externalId, contentEntryId: entry.id, rating: 5 }));
  expect(await imported(studio, 'content_statuses', rows)).toMatchObject({ created: 450 });
  let all: { contentEntryId: string; clientId: string }[] = [];
  const plans = await plansOf(studio, 'contentStatuses', async () => {
    all = JSON.parse(await exportFile(studio, 'content_statuses', 'json'));
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter(isCostly)).toEqual([]);
  const own = all.filter(({ contentEntryId }) => contentEntryId === entry.id).map(({ clientId }) => clientId);
  expect(own).toHaveLength(450);
  expect(own.toSorted()).toEqual(own);
});
