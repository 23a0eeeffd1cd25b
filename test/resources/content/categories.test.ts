import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const PATH = '/manage/content/categories';

const studio = forEachTest(openStudio);

const add = async (name: string, fields: object = {}): Promise<string> => {
  const { status, body } = await studio.post(PATH, { name, ...fields });
  expect(status).toBe(201);
  return body.id;
};

const namesIn = (query: string, headers?: Record<string, string>) => studio.listed(query, headers, 'name');

/** A line of categories, each below the one before. */
const addLine = async (length: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let level = 1; level <= length; level += 1) {
    ids.push(await add(`Level ${level}`, level === 1 ? {} : { parentId: ids.at(-1) }));
  }
  return ids;
};

describe('POST /manage/content/categories', () => {
  test('201 with the defaults and a slug from the name, and no event', async () => {
    const { status, body } = await studio.post(PATH, { name: 'Été à la plage' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'content_category',
      name: 'Été à la plage',
      slug: 'ete-a-la-plage',
      description: null,
      imageUrl: null,
      parentId: null,
      position: 0,
      siteIds: [],
      entryCount: 0,
      archivedAt: null,
    });
    expect(studio.events()).toEqual([]);
  });

  test('201 with a number where the slug is taken, also by an archived one; a word for names without Latin letters', async () => {
    const slugs: string[] = [];
    for (const name of ['Yoga!', 'yoga', 'Yoga', 'йога', '瑜伽']) {
      const { body } = await studio.post(PATH, { name });
      slugs.push(body.slug);
      await studio.delete(`${PATH}/${body.id}`);
    }
    expect(slugs).toEqual(['yoga', 'yoga-2', 'yoga-3', 'category', 'category-2']);
  });

  test('409 slug_exists for one that is sent and taken; 400 for one that is none', async () => {
    await add('Yoga');
    expect(errorOf(await studio.post(PATH, { name: 'Other', slug: 'yoga' }))).toEqual([409, 'slug_exists']);
    for (const slug of ['Yoga', 'a--b', '-a', 'a b', '']) {
      const { status, body } = await studio.post(PATH, { name: 'Other', slug });
      expect([status, body.error.param]).toEqual([400, 'slug']);
    }
  });

  test('400 with a parent that is not there, archived or too deep, and with an unknown site', async () => {
    const line = await addLine(5);
    const gone = await add('Gone');
    await studio.delete(`${PATH}/${gone}`);
    for (const parentId of [UNKNOWN, gone, line.at(-1)]) {
      const { status, body } = await studio.post(PATH, { name: 'Below', parentId });
      expect([status, body.error.param]).toEqual([400, 'parentId']);
    }
    const nowhere = await studio.post(PATH, { name: 'Nowhere', siteIds: [MAIN_SITE, UNKNOWN] });
    expect([nowhere.status, nowhere.body.error.param]).toEqual([400, 'siteIds[1]']);
  });
});

describe('PATCH /manage/content/categories/{id}', () => {
  test('200 changes it and keeps the slug, without an event; nothing changes nothing', async () => {
    const id = await add('Yoga');
    await studio.time.moveTo(studio.time.now() + 1_000);
    const changed = await studio.patch(`${PATH}/${id}`, { name: 'Yoga for all', slug: 'yoga', position: 3 });
    expect(changed.body).toMatchObject({ name: 'Yoga for all', slug: 'yoga', position: 3 });
    expect(changed.body.updatedAt).not.toBe(changed.body.createdAt);
    await studio.time.moveTo(studio.time.now() + 1_000);
    expect((await studio.patch(`${PATH}/${id}`, { name: 'Yoga for all' })).body).toEqual(changed.body);
    expect(studio.events()).toEqual([]);
  });

  test('200 moves a category with those below it, at most to the fifth level', async () => {
    const line = await addLine(3);
    const other = await addLine(3);
    const move = (id: unknown, parentId: unknown) => studio.patch(`${PATH}/${id}`, { parentId });
    expect((await move(other[0], line[1])).status).toBe(200);
    expect((await move(other[0], line[2])).body.error.param).toBe('parentId');
    expect((await move(other[0], null)).body.parentId).toBeNull();
    expect((await move(other[1], line[2])).status).toBe(200);
  });

  test('400 for a cycle', async () => {
    const [top, middle, bottom] = await addLine(3);
    for (const parentId of [top, middle, bottom]) {
      const { status, body } = await studio.patch(`${PATH}/${top}`, { parentId });
      expect([status, body.error.param]).toEqual([400, 'parentId']);
    }
  });

  test('409 slug_exists for the slug of another one', async () => {
    await add('Yoga');
    const id = await add('Pilates');
    expect(errorOf(await studio.patch(`${PATH}/${id}`, { slug: 'yoga' }))).toEqual([409, 'slug_exists']);
  });
});

describe('DELETE /manage/content/categories/{id}', () => {
  test('200 archives it once; 409 in_use while others are below it', async () => {
    const [top, below] = await addLine(2);
    expect(errorOf(await studio.delete(`${PATH}/${top}`))).toEqual([409, 'in_use']);
    await studio.delete(`${PATH}/${below}`);
    const gone = await studio.delete(`${PATH}/${top}`);
    expect(gone.body).toMatchObject({ id: top, object: 'content_category', deleted: true, archived: true });
    expect((await studio.delete(`${PATH}/${top}`)).body).toEqual(gone.body);
    expect(await namesIn(PATH)).toEqual([]);
    expect(await namesIn('/v2/content/categories')).toEqual([]);
    expect(await namesIn(`${PATH}?include_archived=true`)).toHaveLength(2);
    expect((await studio.get(`${PATH}/${top}`)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });
});

describe('GET /v2/content/categories', () => {
  test('200 by position, all, those at the top, or those below one', async () => {
    const yoga = await add('Yoga', { position: 2 });
    await add('Vinyasa', { parentId: yoga, position: 2 });
    await add('Yin', { parentId: yoga, position: 1 });
    await add('Cooking', { position: 1 });
    const path = '/v2/content/categories';
    expect(await namesIn(path)).toEqual(['Yin', 'Cooking', 'Yoga', 'Vinyasa']);
    expect(await namesIn(`${path}?parent_id=none`)).toEqual(['Cooking', 'Yoga']);
    expect(await namesIn(`${path}?parent_id=${yoga}`)).toEqual(['Yin', 'Vinyasa']);
    expect(await namesIn(`${path}?parent_id=${UNKNOWN}`)).toEqual([]);
    expect((await studio.get(`${path}?parent_id=top`)).status).toBe(400);
    expect(
      await namesIn(
        `${path}?parent_id=${yoga}&limit=1&starting_after=${(await studio.get(`${path}?limit=1`)).body.data[0].id}`,
      ),
    ).toEqual(['Vinyasa']);
  });

  test('403 for a restricted credential that names other sites; it lists those of its sites and of all', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const narrow = await studio.withKey({ siteIds: [uptown] });
    const everywhere = await add('Everywhere');
    const hidden = await add('Main', { siteIds: [MAIN_SITE] });
    const own = await add('Uptown', { siteIds: [uptown] });
    expect(await namesIn('/v2/content/categories', narrow)).toEqual(['Everywhere', 'Uptown']);
    expect((await studio.patch(`${PATH}/${everywhere}`, { position: 1 }, narrow)).status).toBe(403);
    expect((await studio.patch(`${PATH}/${hidden}`, { position: 1 }, narrow)).status).toBe(404);
    expect((await studio.patch(`${PATH}/${own}`, { siteIds: [] }, narrow)).status).toBe(403);
    expect((await studio.delete(`${PATH}/${everywhere}`, narrow)).status).toBe(403);
    expect((await studio.patch(`${PATH}/${own}`, { parentId: hidden }, narrow)).body.error.code).toBe(
      'resource_missing',
    );
    expect((await studio.patch(`${PATH}/${own}`, { parentId: everywhere }, narrow)).status).toBe(200);
  });
});
