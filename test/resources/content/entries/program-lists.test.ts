// What lists show of the children of programs, and what that costs.
import { expect, test } from 'bun:test';
import { randomUUIDv7 } from 'bun';
import type { Caller } from '../../../../src/kernel/caller.ts';
import { cataloguePage } from '../../../../src/resources/content/entries/catalogue.ts';
import { catalogueViews } from '../../../../src/resources/content/entries/view.ts';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { type MemberStudio, openStudioForMembers } from '../../../helpers/members.ts';
import { createClient } from '../../../helpers/sales.ts';
import { countExecutions } from '../../../helpers/statements.ts';

const PROGRAMS = '/v2/content/entries?type=program&limit=100';
const READER: Caller = { credentialId: 'k', kind: 'business', scopes: new Set(), siteIds: null, tier: 'basic' };
const ARTICLES = '/v2/content/entries?type=article&limit=100';

/** The ids of the children that the first program of the list shows. */
const childrenIn = async (studio: Studio, headers?: Record<string, string>): Promise<string[]> => {
  const { status, body } = await studio.get(PROGRAMS, headers);
  expect(status).toBe(200);
  const [program] = body.data;
  expect((await studio.get(`/v2/content/entries/${program.id}`, headers)).body.children).toEqual(program.children);
  return program.children.map(({ entryId }: { entryId: string }) => entryId);
};

test('a program shows the children that are published now, after each change of one', async () => {
  const studio = await openStudio();
  // No job stores what time changes.
  studio.time.stop();
  const [first, second] = [(await addEntry(studio)).id, (await addEntry(studio)).id];
  const children = [{ entryId: first, position: 0 }, { entryId: second }];
  const program = await addEntry(studio, { type: 'program', children });
  const change = async (fields: object) => {
    expect((await studio.patch(`/manage/content/entries/${second}`, fields)).status).toBe(200);
    return childrenIn(studio);
  };
  expect(await childrenIn(studio)).toEqual([first, second]);
  expect(await change({ status: 'draft' })).toEqual([first]);
  expect(await change({ status: 'published', publishedAt: '2026-03-02T09:00:00Z' })).toEqual([first]);
  await studio.time.moveTo(Date.parse('2026-03-02T09:00:00Z'));
  expect(await childrenIn(studio)).toEqual([first, second]);
  expect(await change({ expiresAt: '2026-03-02T10:00:00Z' })).toEqual([first, second]);
  await studio.time.moveTo(Date.parse('2026-03-02T10:00:00Z'));
  expect(await childrenIn(studio)).toEqual([first]);
  expect(await change({ expiresAt: null })).toEqual([first, second]);
  await studio.delete(`/manage/content/entries/${second}`);
  expect(await childrenIn(studio)).toEqual([first]);
  expect(await change({ status: 'published' })).toEqual([first, second]);
  // The studio sees all of them, and a program of other children shows these.
  await studio.patch(`/manage/content/entries/${second}`, { status: 'draft' });
  expect((await studio.get(`/manage/content/entries/${program.id}`)).body.children.length).toBe(2);
  await studio.patch(`/manage/content/entries/${program.id}`, { children: [{ entryId: second }] });
  expect(await childrenIn(studio)).toEqual([]);
});

test('a program shows the children of the sites that its reader reaches', async () => {
  const studio: MemberStudio = await openStudioForMembers();
  const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
  const [near, far] = [(await addEntry(studio)).id, (await addEntry(studio, { siteIds: [uptown] })).id];
  await addEntry(studio, { type: 'program', children: [{ entryId: near }, { entryId: far }] });
  const [here, there] = [await createClient(studio), await createClient(studio, { homeLocationId: uptown })];
  const key = await studio.withKey({ scopes: ['content:read'], siteIds: [uptown] });
  expect(await childrenIn(studio)).toEqual([near, far]);
  expect(await childrenIn(studio, key)).toEqual([near, far]);
  expect(await childrenIn(studio, (await studio.signIn(here)).headers)).toEqual([near]);
  expect(await childrenIn(studio, (await studio.signIn(there)).headers)).toEqual([near, far]);
  await studio.patch(`/manage/content/entries/${far}`, { siteIds: [] });
  expect(await childrenIn(studio, (await studio.signIn(here)).headers)).toEqual([near, far]);
});

test('a list of programs reads no children, and costs about as much as one of as long articles', async () => {
  const studio = await openStudio();
  const counted = countExecutions(studio.db);
  const [programs, size] = [10, 400];
  const { id } = await addEntry(studio, { title: 'Day' });
  const columns = studio.db
    .query<{ name: string }, []>(`select "name" from pragma_table_info('contentEntries') where "name" <> 'rowId'`)
    .all()
    .map(({ name }) => `"${name}"`);
  /** Adds a copy of the entry with these columns, which are expressions. */
  const copy = (changed: Readonly<Record<string, string>>): void => {
    const values = columns.map((column) => changed[column.slice(1, -1)] ?? column);
    studio.db.run(`insert into contentEntries (${columns}) select ${values} from contentEntries where id = '${id}'`);
  };
  studio.db.transaction(() => {
    for (let program = 0; program < programs; program += 1) {
      const children = Array.from({ length: size }, (_, position) => ({
        entryId: randomUUIDv7(),
        position,
        dayNumber: position + 1,
      }));
      for (const { entryId } of children) copy({ id: `'${entryId}'`, slug: `'${entryId}'`, type: `'video'` });
      const [own, article, json] = [randomUUIDv7(), randomUUIDv7(), JSON.stringify(children)];
      copy({ id: `'${own}'`, slug: `'${own}'`, type: `'program'`, children: `'${json}'` });
      copy({ id: `'${article}'`, slug: `'${article}'`, type: `'article'`, body: `'${json}'` });
      const add = studio.db.prepare('insert into contentEntryChildren (entryId, programId, position) values (?, ?, ?)');
      for (const { entryId, position } of children) add.run(entryId, own, position);
    }
  })();
  const [listed, articles] = [(await studio.get(PROGRAMS)).body.data, (await studio.get(ARTICLES)).body.data];
  expect(listed.map(({ children }: { children: unknown[] }) => children.length)).toEqual(Array(programs).fill(size));
  expect(articles.length).toBe(programs);

  /** The rows that a list reads. */
  const rowsOf = (type: string): number => {
    const before = counted.rows;
    const read = studio.store.view();
    const { rows } = cataloguePage(read, { limit: 100 }, { type }, null);
    const view = catalogueViews(read, () => '', READER, rows);
    for (const row of rows) expect(view(row).text.length).toBeGreaterThan(30_000);
    return counted.rows - before;
  };
  expect(rowsOf('program')).toBe(rowsOf('article'));
});
