// Each change of an entry or of its media must be in the next page, whoever made it.
import { beforeEach, expect, test } from 'bun:test';
import type { Caller } from '../../../../src/kernel/caller.ts';
import { cataloguePage } from '../../../../src/resources/content/entries/catalogue.ts';
import { countFavorite, countView } from '../../../../src/resources/content/entries/popularity.ts';
import { catalogueViews } from '../../../../src/resources/content/entries/view.ts';
import { ContentMedia } from '../../../../src/resources/content-media/record.ts';
import { type ApiResponse, openStudio, type Studio } from '../../../helpers/api.ts';
import { addEntry, addTag } from '../../../helpers/content.ts';
import { addMedia } from '../../../helpers/content-members.ts';
import { countExecutions } from '../../../helpers/statements.ts';

let studio: Studio;
let id: string;
beforeEach(async () => {
  studio = await openStudio();
  id = (await addEntry(studio, { title: 'Flow', body: 'A long text' })).id;
});

const inPage = async (path: string): Promise<ApiResponse['body']> =>
  (await studio.get(path)).body.data.find((entry: { readonly id: string }) => entry.id === id);

/** The entry as the list and the search show it, which is as it shows itself. */
const shown = async (): Promise<ApiResponse['body']> => {
  const alone = (await studio.get(`/v2/content/entries/${id}`)).body;
  expect(await inPage('/v2/content/entries')).toEqual(alone);
  const { score, highlights, ...found } = await inPage('/v2/content/search?q=flow');
  expect([score, highlights.length]).toEqual([10, 1]);
  expect(found).toEqual(alone);
  return alone;
};

test('a change of the entry is in the next page', async () => {
  expect(await shown()).toMatchObject({ title: 'Flow', viewCount: 0, favoriteCount: 0, status: 'published' });
  await studio.patch(`/manage/content/entries/${id}`, { title: 'Flow again', metadata: { a: 'b' } });
  expect(await shown()).toMatchObject({ title: 'Flow again', metadata: { a: 'b' } });
  await studio.store.write((tx) => countView(tx, id, '2026-03-02'));
  expect(await shown()).toMatchObject({ viewCount: 1 });
  await studio.store.write((tx) => countFavorite(tx, id, 1));
  expect(await shown()).toMatchObject({ favoriteCount: 1 });
  studio.db.query('update contentEntries set level = ? where id = ?').run('Beginner', id);
  expect(await shown()).toMatchObject({ level: 'Beginner' });
  await studio.patch(`/manage/content/entries/${id}`, { status: 'draft' });
  expect(await inPage('/v2/content/entries')).toBeUndefined();
  await studio.patch(`/manage/content/entries/${id}`, { status: 'published', title: 'Flow published again' });
  expect(await shown()).toMatchObject({ title: 'Flow published again', level: 'Beginner' });
});

test('a change of its media is in the next page', async () => {
  const other = (await addEntry(studio)).id;
  expect(await shown()).toMatchObject({ mediaIds: [], primaryMediaId: null });
  const first = await addMedia(studio, { entryId: id, status: 'processing' });
  expect(await shown()).toMatchObject({ mediaIds: [first], primaryMediaId: null });
  const change = (fields: object) => studio.store.write((tx) => ContentMedia.rows.update(tx, first, fields));
  await change({ status: 'ready' });
  expect(await shown()).toMatchObject({ mediaIds: [first], primaryMediaId: first });
  await change({ entryId: other });
  expect(await shown()).toMatchObject({ mediaIds: [], primaryMediaId: null });
  await change({ entryId: id });
  expect(await shown()).toMatchObject({ mediaIds: [first], primaryMediaId: first });
  await change({ archivedAt: '2026-03-02T08:00:00.000Z' });
  expect(await shown()).toMatchObject({ mediaIds: [], primaryMediaId: null });
  await change({ archivedAt: null });
  expect(await shown()).toMatchObject({ mediaIds: [first] });
  studio.db.query('delete from contentMedia where id = ?').run(first);
  expect(await shown()).toMatchObject({ mediaIds: [], primaryMediaId: null });
});

test('a poster that is made later, and a change of the policy of its media, are in the next page', async () => {
  const mediaId = await addMedia(studio, { entryId: id });
  expect(await shown()).toMatchObject({ posterUrl: null });
  const change = (fields: object) => studio.store.write((tx) => ContentMedia.rows.update(tx, mediaId, fields));
  await change({ posterSha256: 'a'.repeat(64) });
  expect((await shown()).posterUrl).toMatch(/^http:\/\/localhost\/media\/\w+\.c-[^/]+\/[^/]+\/poster$/);
  await change({ playbackPolicy: 'public' });
  expect(await shown()).toMatchObject({ posterUrl: `http://localhost/media/public/${mediaId}/poster` });
  await change({ posterSha256: null });
  expect(await shown()).toMatchObject({ posterUrl: null });
});

test('what was rolled back is in no page, not even when it was read before', async () => {
  const rename = (title: string, end: () => void) =>
    studio.store.write((tx) => {
      tx.db.query('update contentEntries set title = ? where id = ?').run(title, id);
      const [row] = cataloguePage(tx, { limit: 1 }, {}, null).rows;
      expect(row?.title).toBe(title);
      end();
    });
  const refused = rename('Flow refused', () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await shown()).toMatchObject({ title: 'Flow' });
  await rename('Flow kept', () => {});
  expect(await shown()).toMatchObject({ title: 'Flow kept' });
});

test('what a request adds to an entry is in no other answer', async () => {
  const tag = await addTag(studio);
  await studio.patch(`/manage/content/entries/${id}`, { tagIds: [tag.id] });
  const plain = await shown();
  expect(await inPage('/v2/content/entries?expand[]=tags')).toMatchObject({ tags: [{ id: tag.id }] });
  expect(await shown()).toEqual(plain);
});

const READER: Caller = { credentialId: 'k', kind: 'business', scopes: new Set(), siteIds: null, tier: 'basic' };

test('a page takes two statements, for any number of entries', async () => {
  // A new one, in which no statement is prepared that is not counted.
  studio = await openStudio();
  const queries = countExecutions(studio.db);
  const titles = ['Another', 'Flow'];
  for (const title of titles) await addEntry(studio, { title });
  const page = (limit: number) => {
    const before = queries.executed;
    const read = studio.store.view();
    const { rows } = cataloguePage(read, { limit }, {}, null);
    const views = rows.map(catalogueViews(read, () => '', READER, rows));
    return { titles: views.map((entry) => entry.field('title')), executed: queries.executed - before };
  };
  expect([page(1), page(10)]).toEqual([
    { titles: ['Flow'], executed: 2 },
    { titles: ['Flow', 'Another'], executed: 2 },
  ]);
});
