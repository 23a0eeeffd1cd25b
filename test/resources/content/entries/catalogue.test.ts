import { beforeAll, describe, expect, test } from 'bun:test';
import type { ApiResponse } from '../../../helpers/api.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../../helpers/api.ts';
import { addClient } from '../../../helpers/bookings.ts';
import { addCategory, addEntry, addTag } from '../../../helpers/content.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { UNKNOWN } from '../../../helpers/sales.ts';
import { addInstructor } from '../../../helpers/yoga.ts';

const ENTRIES = '/v2/content/entries';

let studio: Studio;
let ids: Record<string, string>;
let names: Map<string, string>;

beforeAll(async () => {
  studio = await openStudio();
  const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;

  const ana = await addInstructor(studio, 'Ana');
  const { id: top } = await addCategory(studio, { name: 'Yoga' });
  const { id: below } = await addCategory(studio, { name: 'Yin', parentId: top });
  const { id: calm } = await addTag(studio, { name: 'Calm' });
  const entries = {
    flow: { title: 'Élan', publishedAt: '2026-03-01T08:00:00Z', position: 3, categoryIds: [below], level: 'Beginner' },
    rest: { title: 'abend', publishedAt: '2026-02-01T08:00:00Z', position: 1, tagIds: [calm], durationSeconds: 600 },
    soup: { title: 'Zwiebel', publishedAt: '2026-01-01T08:00:00Z', position: 1, type: 'recipe', durationSeconds: 1200 },
    talk: {
      title: 'Élan',
      publishedAt: '2026-03-01T08:00:00Z',
      isFeatured: true,
      instructorIds: [ana],
      categoryIds: [top],
    },
    far: { title: 'Far', publishedAt: '2026-02-20T08:00:00Z', siteIds: [uptown] },
    draft: { title: 'Draft', status: 'draft', categoryIds: [top], tagIds: [calm] },
    gone: { title: 'Gone', publishedAt: '2025-12-01T08:00:00Z', expiresAt: '2026-01-01T08:00:00Z' },
  };
  ids = { uptown, ana, top, below, calm };
  for (const [name, fields] of Object.entries(entries)) ids[name] = (await addEntry(studio, fields)).id;
  names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
});

const namesIn = ({ body }: ApiResponse): (string | undefined)[] =>
  body.data.map(({ id }: { id: string }) => names.get(id));
const list = async (query = '', headers?: Record<string, string>) =>
  namesIn(await studio.get(`${ENTRIES}?${query}`, headers));

describe('GET /v2/content/entries', () => {
  test('200 in every order, forwards and backwards', async () => {
    const ORDERS = {
      newest: ['talk', 'flow', 'far', 'rest', 'soup'],
      popular: ['talk', 'flow', 'far', 'rest', 'soup'],
      title: ['rest', 'flow', 'talk', 'far', 'soup'],
      position: ['talk', 'far', 'rest', 'soup', 'flow'],
    };
    for (const [sort, expected] of Object.entries(ORDERS)) {
      expect({ sort, names: await list(`sort=${sort}`) }).toEqual({ sort, names: expected });
      const paged = [];
      let query = `sort=${sort}&limit=2`;
      for (let count = 0; count < 3; count += 1) {
        const page = await studio.get(`${ENTRIES}?${query}`);
        paged.push(namesIn(page));
        query = `sort=${sort}&limit=2&starting_after=${page.body.nextCursor}`;
      }
      expect(paged).toEqual([expected.slice(0, 2), expected.slice(2, 4), expected.slice(4)]);
      const back = await studio.get(`${ENTRIES}?sort=${sort}&limit=2&ending_before=${ids[expected[3] ?? '']}`);
      expect([namesIn(back), back.body.hasMore]).toEqual([expected.slice(1, 3), true]);
    }
    expect(await list()).toEqual(ORDERS.newest);
  });

  test('200 by category with those below, tag, instructor, type, level, duration and featured', async () => {
    expect(await list(`category_id=${ids.top}`)).toEqual(['talk', 'flow']);
    expect(await list(`category_id=${ids.below}`)).toEqual(['flow']);
    expect(await list(`tag_id=${ids.calm}`)).toEqual(['rest']);
    expect(await list(`instructor_id=${ids.ana}`)).toEqual(['talk']);
    expect(await list('type=recipe')).toEqual(['soup']);
    expect(await list('level=Beginner')).toEqual(['flow']);
    expect(await list('duration_gte=600')).toEqual(['rest', 'soup']);
    expect(await list('duration_gte=600&duration_lte=1199')).toEqual(['rest']);
    expect(await list('is_featured=true')).toEqual(['talk']);
    expect(await list('is_featured=false&type=video')).toEqual(['flow', 'far', 'rest']);
    expect(await list(`category_id=${ids.top}&instructor_id=${ids.ana}&sort=title`)).toEqual(['talk']);
    expect(await list(`category_id=${ids.below}&tag_id=${ids.calm}`)).toEqual([]);
    for (const filter of ['category_id', 'tag_id', 'instructor_id'])
      expect(await list(`${filter}=${UNKNOWN}`)).toEqual([]);
    expect(await list('type=article')).toEqual([]);
  });

  test('400 a type that does not exist, in every list of entries', async () => {
    const member = { 'x-client-id': await addClient(studio) };
    const lists = [ENTRIES, '/manage/content/entries', '/v2/content/search?q=elan', '/v2/member/content/my-list'];
    for (const path of lists) {
      const query = `${path.includes('?') ? '&' : '?'}type=opera`;
      const { status, body } = await studio.get(`${path}${query}`, member);
      expect([path, status, body.error?.code, body.error?.param]).toEqual([path, 400, 'parameter_invalid', 'type']);
      expect(body.error.message).toContain('video');
    }
  });

  test('400 a wrong sort, filter, cursor or expansion', async () => {
    const refused = async (query: string) => {
      const { status, body } = await studio.get(`${ENTRIES}?${query}`);
      return [status, body.error.param];
    };
    expect(await refused('sort=best')).toEqual([400, 'sort']);
    expect(await refused('duration_gte=-1')).toEqual([400, 'duration_gte']);
    expect(await refused(`starting_after=${UNKNOWN}`)).toEqual([400, 'starting_after']);
    expect(await refused('expand[]=plans')).toEqual([400, 'expand[]']);
  });

  test('200 of the sites of the credential only', async () => {
    const key = await studio.withKey({ scopes: ['content:read'], siteIds: [MAIN_SITE] });
    expect(await list('', key)).toEqual(['talk', 'flow', 'rest', 'soup']);
    expect((await studio.get(`${ENTRIES}/${ids.far}`, key)).status).toBe(404);
    expect((await studio.get(`${ENTRIES}?starting_after=${ids.far}`, key)).body.error.code).toBe('cursor_invalid');
  });

  test('200 expands categories, tags and instructors, with one query each', async () => {
    const { body } = await studio.get(`${ENTRIES}?expand[]=categories&expand[]=tags&expand[]=data.instructors`);
    const by = new Map(body.data.map((entry: { id: string }) => [names.get(entry.id), entry]));
    expect(by.get('flow')).toMatchObject({ categories: [{ id: ids.below, entryCount: 1 }], tags: [], instructors: [] });
    expect(by.get('talk')).toMatchObject({
      categories: [{ id: ids.top, object: 'content_category', entryCount: 2 }],
      instructors: [{ id: ids.ana, object: 'instructor', firstName: 'Ana' }],
    });
    expect(by.get('rest')).toMatchObject({ tags: [{ id: ids.calm, entryCount: 1 }] });
    const key = await studio.withKey({ scopes: ['content:read'] });
    expect((await studio.get(`${ENTRIES}?expand[]=categories&expand[]=tags`, key)).status).toBe(200);
    expect(errorOf(await studio.get(`${ENTRIES}?expand[]=instructors`, key))).toEqual([403, 'permission_denied']);
  });
});

describe('GET /v2/content/entries/{id}', () => {
  test('200 by id and by slug, without locks where no member reads', async () => {
    const { status, body } = await studio.get(`${ENTRIES}/${ids.soup}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ids.soup, slug: 'zwiebel', isLocked: null, lockReason: null });
    expect((await studio.get(`${ENTRIES}/zwiebel`)).body).toEqual(body);
    expect((await studio.get(`${ENTRIES}/${ids.talk}?expand[]=categories`)).body.categories[0].id).toBe(ids.top);
  });

  test('404 what is not published, or is not there', async () => {
    for (const name of [ids.draft, ids.gone, 'draft', 'gone', UNKNOWN, 'nothing']) {
      expect(errorOf(await studio.get(`${ENTRIES}/${name}`))).toEqual([404, 'resource_not_found']);
    }
  });

  test('200 shows the children of a program that are published', async () => {
    const children = ['flow', 'draft', 'gone', 'rest'].map((name) => ({ entryId: ids[name] }));
    const program = await addEntry(studio, { title: 'Week', type: 'program', children });
    const shown = (await studio.get(`${ENTRIES}/${program.id}`)).body.children;
    expect(shown).toEqual([
      { entryId: ids.flow, position: 0, dayNumber: null },
      { entryId: ids.rest, position: 3, dayNumber: null },
    ]);
  });
});
