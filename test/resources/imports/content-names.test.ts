import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { plansOf } from '../../helpers/query-plans.ts';
import { imported, importFile } from './set-up.ts';

test('a second import of tags, categories and banners that have names only creates nothing', async () => {
  const studio = await openStudio();
  const files = {
    content_tags: [{ name: 'Kraft' }, { name: '東京' }, { name: '大阪' }],
    content_categories: [{ name: 'Yoga' }, { name: 'Kraft' }],
    content_banners: [
      { title: 'Spring', placement: 'home' },
      { title: 'Spring', placement: 'on_demand' },
    ],
  };
  for (const [family, rows] of Object.entries(files)) {
    expect(await imported(studio, family, rows)).toMatchObject({ created: rows.length });
    expect(await imported(studio, family, rows)).toMatchObject({ created: 0, updated: 0, unchanged: rows.length });
  }
  await studio.app.stop();
});

test('records are found by their names with an index, since a file can have thousands', async () => {
  const studio = await openStudio();
  const files = {
    content_categories: [['contentCategories', { name: 'Yoga' }], 'contentCategoriesByName (name=? AND parentId=?)'],
    content_banners: [
      ['contentBanners', { title: 'Spring', placement: 'home' }],
      'contentBannersByName (title=? AND placement=?)',
    ],
    content_entries: [
      ['contentEntries', { title: 'Flow', type: 'video' }],
      'contentEntriesByName (title=? AND type=?)',
    ],
  } as const;
  for (const [family, [[table, row], index]] of Object.entries(files)) {
    const plans = await plansOf(studio, table, () => imported(studio, family, [row]));
    expect(plans.filter((step) => step.includes('ByName'))).toEqual([`SEARCH ${table} USING INDEX ${index}`]);
  }
  await studio.app.stop();
});

test('entries are found again by title and type where a row has nothing else; two such rows are refused', async () => {
  const studio = await openStudio();
  const rows = [
    { title: 'Nameless', type: 'video', status: 'published' },
    { title: 'Nameless', type: 'article' },
  ];
  studio.events();
  const first = await imported(studio, 'content_entries', rows);
  expect(first).toMatchObject({ created: 2 });
  const again = await imported(studio, 'content_entries', rows);
  expect(again).toMatchObject({ created: 0, unchanged: 2 });
  const ids = (response: typeof first) => response.results.map((row: { id: string }) => row.id);
  expect(ids(again)).toEqual(ids(first));
  const renamed = [{ ...rows[0], externalId: 'another' }];
  expect(await imported(studio, 'content_entries', renamed)).toMatchObject({ created: 1 });
  const twice = await importFile(
    studio,
    'content_entries',
    [rows[0], rows[0]].flatMap((row) => row ?? []),
  );
  expect(twice.body.error.details).toMatchObject([
    {
      rows: [2],
      message:
        'This row is about the same record as row 1. Leave one of them out, or give each its own id, externalId, or slug if they are two records.',
    },
  ]);
  expect(studio.events()).toEqual(Array(3).fill('import.completed'));
  await studio.app.stop();
});

test('names of records at other sites find nothing for a credential of one site', async () => {
  const studio = await openStudio();
  const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
  const key = await studio.withKey({ scopes: ['manage'], siteIds: [MAIN_SITE] });
  const headers = key;
  const files = {
    content_categories: { name: 'Yoga' },
    content_banners: { title: 'Spring', placement: 'home' },
    content_entries: { title: 'Flow', type: 'video' },
  };
  for (const [family, row] of Object.entries(files)) {
    await imported(studio, family, [{ ...row, siteIds: [other] }]);
    const own = [{ ...row, siteIds: [MAIN_SITE] }];
    const answers = [
      await importFile(studio, family, own, { headers }),
      await importFile(studio, family, own, { headers }),
    ];
    expect(answers.map(({ body }) => [family, body.created, body.unchanged])).toEqual([
      [family, 1, 0],
      [family, 0, 1],
    ]);
  }
  await studio.app.stop();
});
