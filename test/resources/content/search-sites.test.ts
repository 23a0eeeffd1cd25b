import { beforeEach, describe, expect, test } from 'bun:test';
import { type ApiResponse, forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addCategory, addEntry } from '../../helpers/content.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { waitFor } from '../../helpers/wait.ts';

type Headers = Record<string, string>;

let uptown: string;
/** Who searches: members of both sites, keys that are restricted to them, and a key of the whole brand. */
let at: Record<'main' | 'uptown', Headers[]>;
const BRAND: Headers = {};

const readersAt = async (siteId: string, firstName: string): Promise<Headers[]> => {
  const client = { firstName, lastName: 'Poe', email: `${firstName}@example.com`, homeLocationId: siteId };
  const { headers } = await studio.signIn((await studio.post('/v2/clients', client)).body.id, siteId);
  return [headers, await studio.withKey({ siteIds: [siteId] })];
};

const studio = forEachTest(openStudioForMembers);
beforeEach(async () => {
  uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  at = { main: await readersAt(MAIN_SITE, 'ann'), uptown: await readersAt(uptown, 'bob') };
  studio.events();
});

const search = (q: string, headers: Headers): Promise<ApiResponse> =>
  studio.get(`/v2/content/search?q=${encodeURIComponent(q)}`, headers);

/** How many entries are on the page that each of some readers finds: by rank, and in an order of the catalogue. */
const counts = async (q: string, readers: readonly Headers[]): Promise<number[]> => {
  const paths = [`search?q=${q}`, `entries?search=${q}`, `entries?search=${q}&sort=title`];
  const answers = readers.flatMap((headers) => paths.map((path) => studio.get(`/v2/content/${path}`, headers)));
  return [...new Set((await Promise.all(answers)).map(({ body }) => body.data.length))];
};

/** How many entries the index has for a word. */
const indexed = (word: string): number => studio.count(`contentSearch where contentSearch match '"${word}"'`);

const addInstructor = async (siteIds: string[]): Promise<string> => {
  const person = { firstName: 'Onlya', lastName: 'Lee', email: 'onlya@example.com', siteIds };
  return (await studio.post('/v2/instructors', person)).body.id;
};

describe.each(['categories', 'instructors'] as const)('names of %s of some sites', (field) => {
  const named = async (): Promise<object> => {
    if (field === 'instructors') return { instructorIds: [await addInstructor([uptown])] };
    return { categoryIds: [(await addCategory(studio, { name: 'OnlyA', siteIds: [uptown] })).id] };
  };

  test('200 find an entry of all sites for those who may see them, with a highlight', async () => {
    const fields = await studio.given(named());
    await addEntry(studio, fields);
    for (const headers of [...at.uptown, BRAND]) {
      const { status, body } = await search('only morn', headers);
      expect([status, body.data.length, body.data[0].score]).toEqual([200, 1, 5]);
      const highlight = body.data[0].highlights.find((each: { field: string }) => each.field === field);
      expect(highlight.snippet).toStartWith('<mark>Only');
    }
    expect(await counts('onlya', [...at.uptown, BRAND])).toEqual([1]);
    expect(studio.events()).toEqual([]);
  });

  test('200 find nothing for others, not even by their first letters or with another word', async () => {
    await addEntry(studio, { ...(await named()), siteIds: [MAIN_SITE, uptown] });
    for (const q of ['onlya', 'on', 'o morning', 'only flow']) expect(await counts(q, at.main)).toEqual([0]);
    expect(await counts('morning', at.main)).toEqual([1]);
  });
});

describe('the index', () => {
  test('has the name of a category while it is of all sites, through every change', async () => {
    const { id } = await addCategory(studio, { name: 'Before' });
    for (let made = 0; made < 25; made += 1) await addEntry(studio, { categoryIds: [id] });
    const change = async (body: object): Promise<number[]> => {
      expect((await studio.patch(`/manage/content/categories/${id}`, body)).status).toBe(200);
      await waitFor(() => studio.count('unfinishedChanges') === 0);
      return [indexed('before'), indexed('after')];
    };
    expect([indexed('before'), await counts('before', at.main)]).toEqual([25, [10]]);
    expect(await change({ siteIds: [uptown] })).toEqual([0, 0]);
    expect([await counts('before', at.main), await counts('before', at.uptown)]).toEqual([[0], [10]]);
    expect(await change({ name: 'After' })).toEqual([0, 0]);
    expect([await counts('after', at.main), await counts('after', at.uptown)]).toEqual([[0], [10]]);
    expect(await change({ siteIds: [MAIN_SITE] })).toEqual([0, 0]);
    expect([await counts('after', at.main), await counts('after', at.uptown)]).toEqual([[10], [0]]);
    expect(await change({ siteIds: [] })).toEqual([0, 25]);
    expect([await counts('after', at.main), await counts('after', at.uptown)]).toEqual([[10], [10]]);
    expect(studio.events()).toEqual([]);
  });

  test('of an older release loses the names of categories of some sites', async () => {
    const { id } = await addCategory(studio, { name: 'OnlyA', siteIds: [uptown] });
    await addEntry(studio, { categoryIds: [id] });
    const { rowId } = studio.db.query('select rowId from contentEntries').get() as { rowId: number };
    studio.db.run('delete from contentSearch');
    studio.db.run("insert into contentSearch (rowid, title, names, facets) values (?, 'x', 'onlya', 'everywhere')", [
      rowId,
    ]);
    expect(await counts('onlya', at.main)).toEqual([1]);
    studio.db.run(
      `insert into unfinishedChanges (kind, id, state, createdAt) values ('contentSearch', ?, '{"kind":"category","after":""}', '2026-01-01')`,
      [id],
    );
    await addEntry(studio, { title: 'Wakes what is unfinished', status: 'draft' });
    await waitFor(() => studio.count('unfinishedChanges') === 0);
    expect([await counts('onlya', at.main), await counts('onlya', at.uptown)]).toEqual([[0], [1]]);
  });
});
