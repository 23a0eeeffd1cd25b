import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { migrations } from '../../../../src/database/migrate.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';

const studio = forEachTest(openStudio);

const MEDIA = '/manage/content/media';
const addMedia = async (fields: object = {}): Promise<string> => {
  const sent = { externalUrl: 'https://cdn.example/flow.mp4', durationSeconds: 600.4, ...fields };
  const { status, body } = await studio.post(MEDIA, sent);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
};
const lengthOf = async (id: string) => (await studio.get(`/v2/content/entries/${id}`)).body.durationSeconds;
const found = (query: string) => studio.listed(`/v2/content/entries?${query}`);

describe('the length of an entry', () => {
  test('200 is that of its primary media, and follows each change of it', async () => {
    const { id } = await addEntry(studio, { title: 'Morning flow' });
    expect(await lengthOf(id)).toBeNull();
    const first = await addMedia({ entryId: id });
    expect(await lengthOf(id)).toBe(600);
    const second = await addMedia({ entryId: id, durationSeconds: 1200 });
    expect(await lengthOf(id)).toBe(600);
    const chosen = await studio.patch(`/manage/content/entries/${id}`, { primaryMediaId: second });
    expect([chosen.body.durationSeconds, await lengthOf(id)]).toEqual([1200, 1200]);
    expect(await found('duration_gte=1200')).toEqual([id]);
    expect(await found('search=morning&duration_gte=1200')).toEqual([id]);
    await studio.patch(`${MEDIA}/${second}`, { durationSeconds: 1500 });
    expect(await lengthOf(id)).toBe(1500);
    await studio.delete(`${MEDIA}/${second}`);
    expect(await lengthOf(id)).toBe(600);
    await studio.patch(`${MEDIA}/${first}`, { entryId: null });
    expect(await lengthOf(id)).toBeNull();
    expect(studio.events()).toEqual([]);
  });

  test('200 is the one that the studio sends; null takes that of the media again', async () => {
    const { id } = await addEntry(studio, { durationSeconds: 300 });
    await addMedia({ entryId: id });
    expect(await lengthOf(id)).toBe(300);
    await studio.patch(`/manage/content/entries/${id}`, { title: 'Longer' });
    expect(await lengthOf(id)).toBe(300);
    const { body } = await studio.patch(`/manage/content/entries/${id}`, { durationSeconds: null });
    expect([body.durationSeconds, await lengthOf(id)]).toEqual([600, 600]);
  });

  test('is that of its media after an update from a release that left it out', () => {
    const db = new Database(':memory:', { strict: true });
    const at = migrations.findIndex((sql) => sql.includes('takesDuration'));
    db.run('create table contentMedia (id, entryId, archivedAt, status, durationSeconds)');
    db.run('create table contentEntries (id, primaryMediaId, durationSeconds)');
    db.run(
      `insert into contentEntries values ('a', null, null), ('b', 'm3', null), ('c', null, 60), ('d', null, null)`,
    );
    db.run(`insert into contentMedia values ('m0', 'a', 'gone', 'ready', 10), ('m1', 'a', null, 'ready', 20.6),
      ('m2', 'b', null, 'ready', 30), ('m3', 'b', null, 'ready', 40), ('m4', 'c', null, 'ready', 50)`);
    db.run(migrations[at] ?? '');
    expect(db.query('select id, durationSeconds, takesDuration from contentEntries order by id').values()).toEqual([
      ['a', 21, 1],
      ['b', 40, 1],
      ['c', 60, 0],
      ['d', null, 1],
    ]);
    db.close();
  });
});

describe('a media that is there before its entry', () => {
  test('201 becomes a media of the entry that chooses it', async () => {
    const mediaId = await addMedia();
    const sent = { title: 'Flow', type: 'video', status: 'published', primaryMediaId: mediaId };
    const { status, body } = await studio.post('/manage/content/entries', sent);
    expect([status, body.primaryMediaId, body.mediaIds, body.durationSeconds]).toEqual([201, mediaId, [mediaId], 600]);
    expect((await studio.get(`${MEDIA}/${mediaId}`)).body.entryId).toBe(body.id);
    const other = await addMedia({ durationSeconds: 90 });
    const changed = await studio.patch(`/manage/content/entries/${body.id}`, { primaryMediaId: other });
    expect([changed.body.mediaIds, changed.body.durationSeconds]).toEqual([[mediaId, other], 90]);
    expect(studio.events()).toEqual([]);
  });

  test('400 one of another entry, or for a credential of some sites', async () => {
    const { id } = await addEntry(studio);
    const taken = await addMedia({ entryId: id });
    const loose = await addMedia();
    const narrow = await studio.withKey({ siteIds: [MAIN_SITE] });
    const refusal = async (primaryMediaId: string, headers: Record<string, string> = {}) => {
      const sent = { title: 'Flow', type: 'video', primaryMediaId, siteIds: [MAIN_SITE] };
      const { status, body } = await studio.post('/manage/content/entries', sent, headers);
      return [status, body.error?.code, body.error?.param];
    };
    expect(await refusal(taken)).toEqual([400, 'resource_missing', 'primaryMediaId']);
    expect(await refusal(loose, narrow)).toEqual([400, 'resource_missing', 'primaryMediaId']);
    expect((await studio.get(`${MEDIA}/${loose}`)).body.entryId).toBeNull();
  });
});
