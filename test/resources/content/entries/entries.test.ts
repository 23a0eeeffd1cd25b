import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { createPlan, UNKNOWN } from '../../../helpers/sales.ts';
import { preparedBy } from '../../../helpers/statements.ts';

const ENTRIES = '/manage/content/entries';

const studio = forEachTest(openStudio);

const wrongParams = ({ status, body }: { status: number; body: { error: { details: { param: string }[] } } }) => [
  status,
  ...body.error.details.map(({ param }) => param),
];

describe('POST /manage/content/entries', () => {
  test('201 a draft with the defaults, and no event', async () => {
    const response = await studio.post(ENTRIES, { title: 'Élan vital!', type: 'video' });
    expect(response.status).toBe(201);
    const { id, typeId, ...rest } = response.body;
    expect(rest).toEqual({
      object: 'content_entry',
      title: 'Élan vital!',
      slug: 'elan-vital',
      summary: null,
      body: null,
      type: 'video',
      level: null,
      categoryIds: [],
      tagIds: [],
      instructorIds: [],
      equipment: [],
      siteIds: [],
      children: [],
      status: 'draft',
      publishedAt: null,
      expiresAt: null,
      archivedAt: null,
      access: 'members',
      accessPlanIds: [],
      accessChallengeIds: [],
      isLocked: null,
      lockReason: null,
      durationSeconds: null,
      intensity: null,
      thumbnailUrl: null,
      posterUrl: null,
      locale: null,
      mediaIds: [],
      primaryMediaId: null,
      unlocksInOrder: false,
      position: 0,
      isFeatured: false,
      viewCount: 0,
      favoriteCount: 0,
      metricDefinition: null,
      metadata: {},
      externalId: null,
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    expect((await studio.get(`${ENTRIES}/${id}`)).body).toEqual(response.body);
    expect(typeId).toMatch(/^0{8}-/);
    expect(studio.events()).toEqual([]);
  });

  test('201 slugs of the same title are numbered; 409 slug_exists for one that is sent and taken', async () => {
    const slugs = [];
    for (let count = 0; count < 3; count += 1) slugs.push((await addEntry(studio)).slug);
    expect(slugs).toEqual(['morning-flow', 'morning-flow-2', 'morning-flow-3']);
    const taken = await studio.post(ENTRIES, { title: 'Other', type: 'video', slug: 'morning-flow-2' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'slug_exists']);
    const bad = await studio.post(ENTRIES, { title: 'Other', type: 'video', slug: 'Morning Flow' });
    expect(wrongParams(bad)).toEqual([400, 'slug']);
  });

  test('201 the next number is found with a few seeks, however many entries have the title', async () => {
    for (let count = 0; count < 40; count += 1) await addEntry(studio);
    let made: Record<string, unknown> = {};
    const prepared = await preparedBy(studio.db, async () => {
      made = await addEntry(studio);
    });
    expect(made.slug).toBe('morning-flow-41');
    const looks = prepared.filter((sql) => sql.includes('"slug"') && sql.startsWith('select'));
    expect([...new Set(looks)]).toEqual(['select "id" from "contentEntries" where "slug" = ?']);
    // The rule runs twice.
    expect(looks.length / 2).toBeLessThan(15);
    expect(prepared.filter((sql) => sql.includes('recursive "numbers"'))).toEqual([]);
  });

  test('400 missing fields, an unknown type, and ids of nothing', async () => {
    expect(wrongParams(await studio.post(ENTRIES, {})).sort()).toEqual([400, 'title', 'type']);
    expect(wrongParams(await studio.post(ENTRIES, { title: 'A', type: 'opera' }))).toEqual([400, 'type']);
    const lists = { categoryIds: [UNKNOWN], tagIds: [UNKNOWN], instructorIds: [UNKNOWN] };
    const opens = { accessPlanIds: [await createPlan(studio), UNKNOWN], accessChallengeIds: [UNKNOWN] };
    const { slug } = await studio.given(addEntry(studio));
    const response = await studio.post(ENTRIES, {
      title: 'A',
      type: 'opera',
      slug,
      status: 'scheduled',
      ...lists,
      ...opens,
      primaryMediaId: UNKNOWN,
    });
    expect(wrongParams(response)).toEqual([
      400,
      'type',
      'publishedAt',
      'categoryIds[0]',
      'tagIds[0]',
      'instructorIds[0]',
      'accessPlanIds[1]',
      'accessChallengeIds[0]',
      'primaryMediaId',
    ]);
    expect(
      wrongParams(await studio.post(ENTRIES, { title: 'A', type: 'video', siteIds: [MAIN_SITE, UNKNOWN] })),
    ).toEqual([400, 'siteIds[1]']);
    expect(studio.events()).toEqual([]);
  });

  test('201 a metric has the base unit of its dimension; 400 without or beside its type', async () => {
    const metricDefinition = { dimension: 'weight', direction: 'higher_is_better' };
    const metric = await addEntry(studio, { type: 'metric', metricDefinition });
    expect(metric.metricDefinition).toEqual({ ...metricDefinition, baseUnit: 'kg', repSchemes: [] });
    const send = (body: object) => studio.post(ENTRIES, { title: 'Squat', ...body });
    expect(wrongParams(await send({ type: 'metric' }))).toEqual([400, 'metricDefinition']);
    expect(wrongParams(await send({ type: 'video', metricDefinition }))).toEqual([400, 'metricDefinition']);
    expect(
      wrongParams(await send({ type: 'metric', metricDefinition: { ...metricDefinition, baseUnit: 'lb' } })),
    ).toEqual([400, 'metricDefinition.baseUnit']);
    const moved = await studio.patch(`${ENTRIES}/${metric.id}`, { metricDefinition: { dimension: 'duration' } });
    expect(moved.body.metricDefinition).toMatchObject({ dimension: 'duration', baseUnit: 's' });
  });
});

describe('programs', () => {
  test('201 children by position; those without one follow in their order', async () => {
    const [first, second, third] = [await addEntry(studio), await addEntry(studio), await addEntry(studio)];
    const children = [
      { entryId: first.id, position: 5 },
      { entryId: second.id, dayNumber: 2 },
      { entryId: third.id, position: 1 },
    ];
    const program = await addEntry(studio, { type: 'program', children });
    expect(program.children).toEqual([
      { entryId: third.id, position: 1, dayNumber: null },
      { entryId: first.id, position: 5, dayNumber: null },
      { entryId: second.id, position: 6, dayNumber: 2 },
    ]);
    const changed = await studio.patch(`${ENTRIES}/${program.id}`, { children: [{ entryId: second.id }] });
    expect(changed.body.children).toEqual([{ entryId: second.id, position: 0, dayNumber: null }]);
  });

  test('400 children that do not exist, come twice, are of no program, or contain it', async () => {
    const { id: child } = await addEntry(studio);
    const send = (body: object) => studio.post(ENTRIES, { title: 'A', type: 'program', ...body });
    expect(
      wrongParams(await send({ children: [{ entryId: child }, { entryId: UNKNOWN }, { entryId: child }] })),
    ).toEqual([400, 'children[1].entryId', 'children[2].entryId']);
    expect(wrongParams(await send({ type: 'video', children: [{ entryId: child }] }))).toEqual([400, 'children']);
    const inner = await addEntry(studio, { type: 'program', children: [{ entryId: child }] });
    const outer = await addEntry(studio, { type: 'program', children: [{ entryId: inner.id }] });
    for (const entryId of [outer.id, inner.id]) {
      const response = await studio.patch(`${ENTRIES}/${inner.id}`, { children: [{ entryId }] });
      expect(wrongParams(response)).toEqual([400, 'children']);
    }
    expect(wrongParams(await studio.patch(`${ENTRIES}/${inner.id}`, { type: 'video' }))).toEqual([400, 'children']);
    const many = Array.from({ length: 401 }, () => ({ entryId: child }));
    expect(wrongParams(await send({ children: many }))).toEqual([400, 'children']);
  });
});

describe('one entry, and the list', () => {
  test('200 PATCH changes it, and an empty one nothing', async () => {
    const { id, ...before } = await addEntry(studio, { metadata: { a: '1' } });
    await studio.time.moveTo(studio.time.now() + 1_000);
    expect((await studio.patch(`${ENTRIES}/${id}`, {})).body).toEqual({ id, ...before });
    const { body } = await studio.patch(`${ENTRIES}/${id}`, {
      title: 'Évening',
      summary: 'Calm',
      metadata: { b: '2' },
    });
    expect(body).toMatchObject({
      title: 'Évening',
      slug: 'morning-flow',
      summary: 'Calm',
      metadata: { a: '1', b: '2' },
    });
    expect(body.updatedAt).toBe('2026-03-02T08:00:01.000Z');
    const other = await addEntry(studio);
    const taken = await studio.patch(`${ENTRIES}/${other.id}`, { slug: 'morning-flow' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'slug_exists']);
    expect((await studio.patch(`${ENTRIES}/${id}`, { slug: 'morning-flow' })).status).toBe(200);
    expect((await studio.patch(`${ENTRIES}/${UNKNOWN}`, {})).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('200 DELETE archives it once, and a status brings it back', async () => {
    const { id } = await addEntry(studio);
    const gone = await studio.delete(`${ENTRIES}/${id}`);
    expect(gone.body).toEqual({
      id,
      object: 'content_entry',
      deleted: true,
      archived: true,
      archivedAt: '2026-03-02T08:00:00.000Z',
    });
    expect((await studio.delete(`${ENTRIES}/${id}`)).body).toEqual(gone.body);
    expect((await studio.get(`${ENTRIES}/${id}`)).body).toMatchObject({ status: 'archived', slug: 'morning-flow' });
    expect((await studio.get(ENTRIES)).body.data).toEqual([]);
    expect((await studio.get(`${ENTRIES}?status=archived`)).body.data).toHaveLength(1);
    expect((await studio.get(`${ENTRIES}?include_archived=true`)).body.data).toHaveLength(1);
    const back = await studio.patch(`${ENTRIES}/${id}`, { status: 'published' });
    expect(back.body).toMatchObject({ status: 'published', archivedAt: null });
    expect(studio.events()).toEqual([]);
  });

  test('200 filtered by status, type and external id', async () => {
    const draft = await addEntry(studio, { status: 'draft', externalId: 'x1' });
    const recipe = await addEntry(studio, { type: 'recipe' });
    const ahead = await addEntry(studio, { status: 'scheduled', publishedAt: '2026-03-02T09:00:00Z' });
    const ids = (query: string) => studio.listed(`${ENTRIES}?${query}`);
    expect(await ids('')).toEqual([ahead.id, recipe.id, draft.id]);
    expect(await ids('status=draft')).toEqual([draft.id]);
    expect(await ids('status=scheduled')).toEqual([ahead.id]);
    expect(await ids('type=recipe')).toEqual([recipe.id]);
    expect(await ids('external_id=x1&type=video')).toEqual([draft.id]);
    expect(await ids('external_id=x1&type=recipe')).toEqual([]);
  });
});

describe('credentials of some sites', () => {
  test('403 site_not_allowed for entries of other or all sites, 404 for what they do not reach', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const key = await studio.withKey({ siteIds: [MAIN_SITE] });
    for (const siteIds of [[], [other], [MAIN_SITE, other]]) {
      const response = await studio.post(ENTRIES, { title: 'A', type: 'video', siteIds }, key);
      expect([response.status, response.body.error?.code]).toEqual([403, 'site_not_allowed']);
    }
    const everywhere = await addEntry(studio);
    const elsewhere = await addEntry(studio, { siteIds: [other] });
    const here = await studio.post(ENTRIES, { title: 'A', type: 'video', siteIds: [MAIN_SITE] }, key);
    expect(here.status).toBe(201);
    expect((await studio.get(`${ENTRIES}/${elsewhere.id}`, key)).status).toBe(404);
    expect((await studio.get(`${ENTRIES}/${everywhere.id}`, key)).status).toBe(200);
    expect((await studio.patch(`${ENTRIES}/${everywhere.id}`, { title: 'B' }, key)).status).toBe(403);
    expect((await studio.delete(`${ENTRIES}/${everywhere.id}`, key)).status).toBe(403);
    expect((await studio.patch(`${ENTRIES}/${here.body.id}`, { siteIds: [other] }, key)).status).toBe(403);
    const category = (await studio.post('/manage/content/categories', { name: 'There', siteIds: [other] })).body.id;
    const inCategory = {
      title: 'C',
      type: 'video',
      status: 'published',
      siteIds: [MAIN_SITE],
      categoryIds: [category],
    };
    expect(wrongParams(await studio.post(ENTRIES, inCategory, key))).toEqual([400, 'categoryIds[0]']);
    expect((await studio.get(`/manage/content/categories/${category}`)).body.entryCount).toBe(0);
    const { id } = (await studio.post(ENTRIES, inCategory)).body;
    expect((await studio.patch(`${ENTRIES}/${id}`, { title: 'D', categoryIds: [category] }, key)).status).toBe(200);
    const children = [{ entryId: elsewhere.id }];
    const program = { title: 'P', type: 'program', siteIds: [MAIN_SITE], children };
    expect(wrongParams(await studio.post(ENTRIES, program, key))).toEqual([400, 'children[0].entryId']);
  });
});
