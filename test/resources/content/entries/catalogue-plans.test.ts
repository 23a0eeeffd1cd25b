import { beforeAll, describe, expect, test } from 'bun:test';
import { type CatalogueQuery, cataloguePage, SORTS } from '../../../../src/resources/content/entries/catalogue.ts';
import { dueEntries, entryPage, nextEntryChange } from '../../../../src/resources/content/entries/queries.ts';
import { unranked } from '../../../../src/resources/content/search/search.ts';
import { forAllTests, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addCategory, addEntry, addTag } from '../../../helpers/content.ts';
import { isCostly, queryPlans } from '../../../helpers/query-plans.ts';
import { addInstructor } from '../../../helpers/yoga.ts';

const COUNT = 10_000;

let ids: { category: string; tag: string; rare: string; instructor: string };

/** Copies an entry, with its links, to `COUNT` rows. */
const copyEntry = (id: string): void => {
  const { columns } = studio.db
    .query<{ columns: string }, []>(
      `select group_concat('"' || name || '"') as columns from pragma_table_info('contentEntries')
     where name not in ('rowId', 'id', 'slug', 'title', 'publishedAt', 'popularity', 'sortTitle')`,
    )
    .get() ?? { columns: '' };
  studio.db.run(
    `insert into contentEntries (id, slug, title, publishedAt, popularity, sortTitle, ${columns})
     select id || number, slug || number, title, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', number || ' minutes'),
       printf('%09d ', number % 100) || publishedAt, sortTitle || number % 977, ${columns}
     from contentEntries, (with recursive n (number) as (select 1 union all select number + 1 from n where number < ?)
       select number from n) where id = ?`,
    [COUNT, id],
  );
  for (const [table, column] of [
    ['contentEntryCategories', 'categoryId'],
    ['contentEntryTags', 'tagId'],
    ['contentEntryInstructors', 'instructorId'],
  ]) {
    studio.db.run(
      `insert into ${table} (${column}, entryId) select ${column}, contentEntries.id from ${table}, contentEntries
       where entryId = ? and contentEntries.id <> entryId`,
      [id],
    );
  }
};

const studio = forAllTests(openStudio);
beforeAll(async () => {
  const { id: category } = await addCategory(studio);
  const { id: tag } = await addTag(studio);
  const { id: rare } = await addTag(studio, { name: 'Rare' });
  const instructor = await addInstructor(studio, 'Ana');
  const lists = { categoryIds: [category], tagIds: [tag], instructorIds: [instructor] };
  const { id } = await addEntry(studio, { ...lists, durationSeconds: 600, level: 'Beginner' });
  copyEntry(id);
  await addEntry(studio, { title: 'Rare', tagIds: [rare] });
  ids = { category, tag, rare, instructor };
});

const page = (query: CatalogueQuery, startingAfter?: string) =>
  cataloguePage(
    studio.store.view(),
    { limit: 10, ...(startingAfter === undefined ? {} : { startingAfter }) },
    query,
    null,
  );

const filters = (): Record<string, CatalogueQuery> => ({
  nothing: {},
  type: { type: 'video' },
  level: { level: 'Beginner' },
  duration: { duration_gte: 60, duration_lte: 900 },
  featured: { is_featured: true },
  category: { category_id: ids.category },
  tag: { tag_id: ids.tag },
  instructor: { instructor_id: ids.instructor },
});

const INDEXES = {
  newest: 'contentEntriesNewest',
  popular: 'contentEntriesPopular',
  title: 'contentEntriesByTitle',
  position: 'contentEntriesByPosition',
};

/** The rows of the first page, by the name of the filter; reads the next page too. */
const readPages = (sort: CatalogueQuery['sort']): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const [name, filter] of Object.entries(filters())) {
    const query = { ...filter, ...(sort === undefined ? {} : { sort }) };
    const { rows } = page(query);
    counts[name] = rows.length;
    const cursor = rows.at(-1)?.id;
    if (cursor !== undefined) page(query, cursor);
  }
  return counts;
};

describe(`with ${COUNT} entries`, () => {
  for (const sort of SORTS) {
    test(`sorted by ${sort}: every filter walks the index of the order from the cursor on`, async () => {
      let counts = {};
      const plans = await queryPlans(studio, () => {
        counts = readPages(sort);
      });
      const full = Object.fromEntries(Object.keys(filters()).map((name) => [name, name === 'featured' ? 0 : 10]));
      expect(counts).toEqual(full);
      // The categories below one are the rows that their own recursion has found.
      const isCostlyHere = (step: string) => isCostly(step) && step !== 'SCAN below';
      expect(plans.filter(({ steps }) => steps.some(isCostlyHere))).toEqual([]);
      const pages = plans.filter(({ sql }) => sql.includes('order by'));
      // Two pages for each filter, but one for that which finds nothing.
      expect(pages).toHaveLength(2 * Object.keys(full).length - 1);
      expect(pages.filter(({ steps }) => !steps.some((step) => step.includes(INDEXES[sort])))).toEqual([]);
      const seeks = pages.filter(({ sql }) => sql.includes(`, "contentEntries"."id") `));
      expect(seeks.filter(({ steps }) => !/^SEARCH .*[(][(<>a-zA-Z,=? ]+[)]/.test(steps[0] ?? ''))).toEqual([]);
      expect(seeks).toHaveLength(Object.keys(full).length - 1);
    });
  }

  test('a member of one site walks the same index', async () => {
    const plans = await queryPlans(studio, () => {
      const { rows } = cataloguePage(studio.store.view(), { limit: 10 }, { sort: 'title', level: 'Beginner' }, [
        MAIN_SITE,
      ]);
      expect(rows).toHaveLength(10);
    });
    const [steps = []] = plans.filter(({ sql }) => sql.includes('order by')).map((plan) => plan.steps);
    expect(steps.filter(isCostly)).toEqual([]);
    expect(steps[0]).toContain(INDEXES.title);
  });

  test('the list of the studio, and what is due, seek too', async () => {
    const plans = await queryPlans(studio, () => {
      const read = studio.store.view();
      const queries = [
        {},
        { status: 'published' },
        { status: 'scheduled' },
        { type: 'video' },
        { external_id: 'x' },
      ] as const;
      for (const query of queries) {
        const { rows } = entryPage(read, { limit: 10 }, query, null);
        const cursor = rows.at(-1)?.id;
        if (cursor !== undefined) entryPage(read, { limit: 10, startingAfter: cursor }, query, null);
      }
      dueEntries(read);
      nextEntryChange(read);
    });
    const pages = plans.filter(({ sql }) => sql.includes('order by'));
    expect(pages.length).toBeGreaterThan(8);
    expect(pages.filter(({ steps }) => steps.some(isCostly))).toEqual([]);
  });

  test('a search for a word of every entry, in an order: walks its index, which has the key that the search finds', async () => {
    studio.db.run(
      `insert into contentSearch (rowid, title) select rowId, 'common' from contentEntries where rowId not in
         (select rowid from contentSearch)`,
    );
    const found = unranked(studio.store.view(), 'common', { siteIds: null, opened: null });
    if (found === undefined) throw new Error('the search has no words');
    for (const sort of SORTS) {
      const plans = await queryPlans(studio, () => {
        expect(page({ sort, found }).rows).toHaveLength(10);
      });
      const [steps = []] = plans.filter(({ sql }) => sql.includes('order by')).map((plan) => plan.steps);
      expect(steps[0]).toContain(INDEXES[sort]);
      expect(steps.filter(isCostly)).toEqual([]);
    }
  });

  test('a tag with few entries reads these only', async () => {
    const query: CatalogueQuery = { tag_id: ids.rare, sort: 'title' };
    let titles: string[] = [];
    const plans = await queryPlans(studio, () => {
      titles = page(query).rows.map(({ title }) => title);
    });
    expect(titles).toEqual(['Rare']);
    const [steps = []] = plans.filter(({ sql }) => sql.includes('order by')).map((plan) => plan.steps);
    expect(steps[0]).toBe('SEARCH contentEntries USING INDEX sqlite_autoindex_contentEntries_1 (id=?)');
  });
});
