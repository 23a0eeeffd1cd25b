import { describe, expect, test } from 'bun:test';
import { searcherOf, searchPage } from '../../../src/resources/content/search/search.ts';
import { actingFor } from '../../../src/sandbox/demo/setup.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addCategory, addEntry, addTag } from '../../helpers/content.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { preparedBy } from '../../helpers/statements.ts';
import { slowDown } from '../../helpers/stopwatch.ts';
import { waitFor } from '../../helpers/wait.ts';

const studio = forEachTest(openStudioForMembers);

/** How many entries the index has for a word. */
const indexed = (word: string): number => studio.count(`contentSearch where contentSearch match '"${word}"'`);

describe('a new name', () => {
  const COUNT = 50;

  for (const kind of ['tags', 'categories'] as const) {
    test(`of ${kind} that many entries have is in the index after several short transactions`, async () => {
      const { id } = await (kind === 'tags' ? addTag : addCategory)(studio, { name: 'Before' });
      const list = kind === 'tags' ? { tagIds: [id] } : { categoryIds: [id] };
      for (let index = 0; index < COUNT; index += 1) await addEntry(studio, list);
      await addEntry(studio, { ...list, status: 'draft' });
      expect(indexed('before')).toBe(COUNT);
      const seen: number[] = [];
      studio.store.onCommit(() => seen.push(indexed('after')));
      const endSlowness = slowDown();
      expect((await studio.patch(`/manage/content/${kind}/${id}`, { name: 'After' })).status).toBe(200);
      await waitFor(() => studio.count('unfinishedChanges') === 0);
      endSlowness();
      expect([indexed('before'), indexed('after')]).toEqual([0, COUNT]);
      expect(seen).toEqual(Array.from({ length: COUNT + 1 }, (_, index) => Math.min(index + 1, COUNT)));
      expect(studio.events()).toEqual([]);
    });
  }

  test('in the middle of another renaming begins anew', async () => {
    const { id } = await addTag(studio, { name: 'Before' });
    for (let index = 0; index < 30; index += 1) await addEntry(studio, { tagIds: [id] });
    const rename = (name: string) => studio.patch(`/manage/content/tags/${id}`, { name });
    await Promise.all([rename('Between'), rename('After')]);
    await waitFor(() => studio.count('unfinishedChanges') === 0);
    expect([indexed('before'), indexed('between'), indexed('after')]).toEqual([0, 0, 30]);
  });
});

describe('the index', () => {
  test('has an entry once, and only while it is published or will be by itself', async () => {
    const { id } = await addEntry(studio, { title: 'Flow', status: 'draft' });
    const change = async (body: object) => {
      await studio.patch(`/manage/content/entries/${id}`, body);
      return [studio.count('contentSearch'), indexed('flow')];
    };
    expect(await change({ summary: 'a' })).toEqual([0, 0]);
    expect(await change({ status: 'published' })).toEqual([1, 1]);
    expect(await change({ title: 'Other' })).toEqual([1, 0]);
    expect(await change({ title: 'Flow', expiresAt: '2026-03-02T08:01:00Z' })).toEqual([1, 1]);
    await studio.time.moveTo(Date.parse('2026-03-02T09:00:00Z'));
    await waitFor(() => studio.count('contentSearch') === 0);
    expect(await change({ expiresAt: null })).toEqual([1, 1]);
    expect(await change({ status: 'draft' })).toEqual([0, 0]);
  });

  test('of an older release gets who may open each entry, after which members find bodies again', async () => {
    for (let made = 0; made < 25; made += 1) await addEntry(studio, { body: 'secret' });
    const { headers } = await studio.signIn(await addClient(studio, { homeLocationId: MAIN_SITE }));
    const found = async () => (await studio.get('/v2/content/search?q=secret&limit=100', headers)).body.data.length;
    expect(await found()).toBe(25);
    studio.db.run('delete from contentSearch');
    const put = studio.db.query(
      "insert into contentSearch (rowid, title, body, facets) values (?, 'x', 'secret', 'everywhere')",
    );
    for (const { rowId } of studio.db.query<{ rowId: number }, []>('select rowId from contentEntries').all())
      put.run(rowId);
    expect(await found()).toBe(0);
    studio.db.run(
      `insert into unfinishedChanges (kind, id, state, createdAt) values ('contentSearch', 'all', '{"kind":"all","after":""}', '2026-01-01')`,
    );
    await addEntry(studio, { title: 'Wakes what is unfinished', status: 'draft' });
    await waitFor(() => studio.count('unfinishedChanges') === 0);
    expect(await found()).toBe(25);
  });

  test('is all that a search of a member asks whose words fill the page by titles', async () => {
    for (let made = 0; made < 3; made += 1) await addEntry(studio, { body: 'words' });
    const client = { firstName: 'Ann', lastName: 'Poe', email: 'ann.poe@example.com', homeLocationId: MAIN_SITE };
    const clientId = (await studio.post('/v2/clients', client)).body.id;
    const read = studio.store.view();
    const TABLES = ['clients', 'contentSearch', 'packages', 'challengeEnrollments', 'staff'];
    const tablesOf = async (words: string): Promise<string[]> => {
      const prepared = await preparedBy(studio.db, () => {
        const { rows } = searchPage(read, { limit: 2 }, words, {}, searcherOf(read, actingFor(clientId, MAIN_SITE)));
        expect(rows).toHaveLength(2);
      });
      return TABLES.filter((table) => prepared.some((sql) => new RegExp(`(?:from|cross join) "${table}"`).test(sql)));
    };
    expect(await tablesOf('morning')).toEqual(['clients', 'contentSearch']);
    expect(await tablesOf('words')).toEqual(TABLES);
  });

  test('is the outer loop of every search, in the order of the list: nothing is sorted and nothing scanned', async () => {
    await addEntry(studio);
    const read = studio.store.view();
    for (const cursor of [{}, { startingAfter: (await addEntry(studio)).id }]) {
      const plans = await queryPlans(studio, () =>
        searchPage(read, { limit: 5, ...cursor }, 'morning', {}, { siteIds: ['x'], opened: null }),
      );
      const pages = plans.filter(({ sql }) => sql.includes('order by "contentSearch"."rowid"'));
      expect(pages.length).toBeGreaterThan(0);
      for (const { steps } of pages) {
        expect(steps[0]).toStartWith('SCAN contentSearch VIRTUAL TABLE INDEX');
        expect(steps.slice(1).every((step) => step.startsWith('SEARCH'))).toBe(true);
        expect(steps.slice(1).filter(isCostly)).toEqual([]);
      }
    }
  });
});
