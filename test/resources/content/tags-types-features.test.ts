import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { errorOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const columnOf = async (path: string, field: string): Promise<unknown[]> =>
  (await studio.get(path)).body.data.map((row: Record<string, unknown>) => row[field]);

describe('tags', () => {
  const PATH = '/manage/content/tags';

  test('201 with a slug, and no event', async () => {
    const { status, body } = await studio.post(PATH, { name: 'Körper & Geist', group: 'Themes' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'content_tag',
      name: 'Körper & Geist',
      slug: 'korper-geist',
      group: 'Themes',
      entryCount: 0,
      archivedAt: null,
    });
    expect(studio.events()).toEqual([]);
  });

  test('200 by name whatever the case and the accents, and those of a group', async () => {
    for (const [name, group] of [
      ['Zumba', null],
      ['érable', 'Trees'],
      ['Eiche', 'Trees'],
      ['fir', 'Trees'],
    ]) {
      await studio.post(PATH, { name, group });
    }
    for (const path of [PATH, '/v2/content/tags']) {
      expect(await columnOf(path, 'name')).toEqual(['Eiche', 'érable', 'fir', 'Zumba']);
      expect(await columnOf(`${path}?group=Trees`, 'name')).toEqual(['Eiche', 'érable', 'fir']);
      expect(await columnOf(`${path}?group=None`, 'name')).toEqual([]);
    }
  });

  test('200 renamed it is listed by the new name; archived it is not listed; 409 slug_exists', async () => {
    const { id } = (await studio.post(PATH, { name: 'A' })).body;
    await studio.post(PATH, { name: 'B' });
    expect((await studio.patch(`${PATH}/${id}`, { name: 'C' })).body).toMatchObject({ name: 'C', slug: 'a' });
    expect(await columnOf('/v2/content/tags', 'name')).toEqual(['B', 'C']);
    expect(errorOf(await studio.patch(`${PATH}/${id}`, { slug: 'b' }))).toEqual([409, 'slug_exists']);
    expect((await studio.post(PATH, { name: 'B', slug: 'b' })).status).toBe(409);
    const gone = await studio.delete(`${PATH}/${id}`);
    expect(gone.body).toMatchObject({ id, object: 'content_tag', deleted: true, archived: true });
    expect((await studio.delete(`${PATH}/${id}`)).body).toEqual(gone.body);
    expect(await columnOf('/v2/content/tags', 'name')).toEqual(['B']);
    expect(await columnOf(`${PATH}?include_archived=true`, 'name')).toEqual(['B', 'C']);
    expect(studio.events()).toEqual([]);
  });
});

describe('types', () => {
  const PATH = '/manage/content/types';
  const EIGHT = ['video', 'audio', 'article', 'program', 'workout', 'recipe', 'metric', 'assessment'];

  test('200 the eight types of the contract are there, by position', async () => {
    expect(await columnOf('/v2/content/types', 'key')).toEqual(EIGHT);
    const video = (await studio.get('/v2/content/types?limit=1')).body.data[0];
    expect(video).toMatchObject({ object: 'content_type', name: 'Video', pluralName: 'Videos' });
    expect(video).toMatchObject({ supportsProgress: true, supportsVideo: true });
  });

  test('201 another one; 400 for a key that is taken or none; what it can do stays', async () => {
    const podcast = { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts' };
    const { status, body } = await studio.post(PATH, podcast);
    expect([status, body.position, body.supportsProgress, body.supportsVideo]).toEqual([201, 0, true, false]);
    for (const key of ['podcast', 'video', 'Pod', '1a', '']) {
      const response = await studio.post(PATH, { ...podcast, key });
      expect([response.status, response.body.error.param]).toEqual([400, 'key']);
    }
    for (const field of [{ key: 'x' }, { supportsVideo: true }, { supportsProgress: false }]) {
      expect((await studio.patch(`${PATH}/${body.id}`, field)).body.error.code).toBe('parameter_unknown');
    }
    expect(studio.events()).toEqual([]);
  });

  test('409 in_use while an entry has it, also an archived one', async () => {
    const body = { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts' };
    const { id } = (await studio.post(PATH, body)).body;
    const entry = await addEntry(studio, { type: 'podcast' });
    await studio.delete(`/manage/content/entries/${entry.id}`);
    expect(errorOf(await studio.delete(`${PATH}/${id}`))).toEqual([409, 'in_use']);
    await studio.patch(`/manage/content/entries/${entry.id}`, { type: 'video' });
    expect((await studio.delete(`${PATH}/${id}`)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('200 names, icon and order change; one that no entry has is deleted', async () => {
    const [first] = (await studio.get(PATH)).body.data;
    const changed = await studio.patch(`${PATH}/${first.id}`, {
      name: 'Film',
      pluralName: 'Films',
      icon: null,
      position: 50,
    });
    expect(changed.body).toMatchObject({ key: 'video', name: 'Film', pluralName: 'Films', icon: null });
    expect(await columnOf(PATH, 'key')).toEqual([...EIGHT.slice(1), 'video']);
    const gone = await studio.delete(`${PATH}/${first.id}`);
    expect(gone.body).toEqual({ id: first.id, object: 'content_type', deleted: true });
    expect((await studio.get(`${PATH}/${first.id}`)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });
});

describe('features', () => {
  const PATH = '/manage/content/features';
  const KEYS = ['challenges', 'metrics', 'leaderboards', 'awards', 'streaks', 'video', 'favorites', 'watch_later'];

  test('200 the eight keys of the contract are there and enabled', async () => {
    expect(await columnOf('/v2/content/features', 'key')).toEqual(KEYS);
    expect(new Set(await columnOf('/v2/content/features', 'enabled'))).toEqual(new Set([true]));
  });

  test('200 hidden, it is still listed', async () => {
    const [first] = (await studio.get(PATH)).body.data;
    const title = 'Take part '.repeat(20).trim();
    const changed = await studio.patch(`${PATH}/${first.id}`, { enabled: false, title });
    expect(changed.body).toMatchObject({ key: 'challenges', enabled: false, title, placement: null });
    expect(await columnOf('/v2/content/features', 'key')).toEqual(KEYS);
    expect((await studio.patch(`${PATH}/${first.id}`, { key: 'video' })).body.error.code).toBe('parameter_unknown');
    expect(studio.events()).toEqual([]);
  });

  test('200 with entries in their order; 400 with those that do not exist', async () => {
    const [first] = (await studio.get(PATH)).body.data;
    const entryIds = [(await addEntry(studio)).id, (await addEntry(studio)).id].reverse();
    expect((await studio.patch(`${PATH}/${first.id}`, { entryIds })).body.entryIds).toEqual(entryIds);
    const response = await studio.patch(`${PATH}/${first.id}`, { entryIds: [...entryIds, UNKNOWN] });
    expect([response.status, response.body.error.param]).toEqual([400, 'entryIds[2]']);
    // Apps get those that they can open.
    expect((await studio.get('/v2/content/features')).body.data[0].entryIds).toEqual(entryIds);
    await studio.patch(`/manage/content/entries/${entryIds[0]}`, { status: 'draft' });
    expect((await studio.get('/v2/content/features')).body.data[0].entryIds).toEqual(entryIds.slice(1));
    expect((await studio.get(`${PATH}/${first.id}`)).body.entryIds).toEqual(entryIds);
  });

  test('201 at a further placement; 400 where it is already; 409 in_use for the last of its key', async () => {
    const body = { key: 'video', name: 'Video', placement: 'home', title: 'New' };
    const added = await studio.post(PATH, body);
    expect([added.status, added.body.placement, added.body.entryIds]).toEqual([201, 'home', []]);
    expect(await columnOf('/v2/content/features?placement=home', 'id')).toEqual([added.body.id]);
    const [{ id: first }] = (await studio.get(PATH)).body.data.filter(
      ({ key, placement }: Record<string, unknown>) => key === 'video' && placement === null,
    );
    for (const refused of [
      await studio.post(PATH, body),
      await studio.post(PATH, { key: 'video', name: 'Video' }),
      await studio.patch(`${PATH}/${first}`, { placement: 'home' }),
    ]) {
      expect([refused.status, refused.body.error.param]).toEqual([400, 'placement']);
    }
    expect((await studio.delete(`${PATH}/${first}`)).body).toEqual({
      id: first,
      object: 'content_feature',
      deleted: true,
    });
    expect(errorOf(await studio.delete(`${PATH}/${added.body.id}`))).toEqual([409, 'in_use']);
    expect(studio.events()).toEqual([]);
  });
});
