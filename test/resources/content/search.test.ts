import { describe, expect, test } from 'bun:test';
import { type ApiResponse, forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addCategory, addEntry, addTag } from '../../helpers/content.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudioForMembers);

const search = (q: string, more = '', headers?: Record<string, string>): Promise<ApiResponse> =>
  studio.get(`/v2/content/search?q=${encodeURIComponent(q)}${more}`, headers);

const titlesOf = ({ status, body }: ApiResponse): string[] => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data.map(({ title }: { title: string }) => title);
};

const found = async (q: string, more = '', headers?: Record<string, string>): Promise<string[]> =>
  titlesOf(await search(q, more, headers));

const idsIn = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

describe('words', () => {
  test('200 every word is a prefix without case and accents, and all are needed', async () => {
    await addEntry(studio, { title: 'Étirements doux', summary: 'Pour le matin' });
    await addEntry(studio, { title: 'Straße nach Łódź', body: 'Spaziergang' });
    expect(await found('etir')).toEqual(['Étirements doux']);
    expect(await found('ÉTIREMENTS')).toEqual(['Étirements doux']);
    expect(await found('matin doux')).toEqual(['Étirements doux']);
    expect(await found('doux spazier')).toEqual([]);
    expect(await found('strasse')).toEqual(['Straße nach Łódź']);
    expect(await found('lodz')).toEqual(['Straße nach Łódź']);
    expect(await found('tirements')).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('200 operators, quotes and punctuation are words or nothing, and never an error', async () => {
    await addEntry(studio, { title: 'Or near not and' });
    await addEntry(studio, { title: 'Йога title facets' });
    expect(await found('"*() OR NEAR -')).toEqual(['Or near not and']);
    for (const q of ['NOT and', 'or OR or', 'near(or', '"or', "near' --", 'and*', '+or ^near', 'OR\u0000near']) {
      expect(await found(q)).toEqual(['Or near not and']);
    }
    for (const q of ['title:or', '{title} : near', 'facets : everywhere', 'rank or'])
      expect(await found(q)).toEqual([]);
    for (const q of ['"*()', '--', '😀😀', '\\\\', '; drop table', '%%', '٪٪']) expect(await found(q)).toEqual([]);
    expect(await found('йог')).toEqual(['Йога title facets']);
  });

  test('400 fewer than two characters, and more than 200', async () => {
    for (const q of ['', 'a', 'a'.repeat(201)]) {
      const { status, body } = await search(q);
      expect([status, body.error.param]).toEqual([400, 'q']);
    }
    expect((await studio.get('/v2/content/search')).body.error.param).toBe('q');
    expect(await found('a '.repeat(100))).toEqual([]);
  });

  test('200 tags, categories and instructors are found by name, also by a new one', async () => {
    const tag = await addTag(studio, { name: 'Kettlebell' });
    const category = await addCategory(studio, { name: 'Mobility' });
    const ana = { firstName: 'Ana', lastName: 'Lee', email: 'ana@example.com' };
    const instructorId = (await studio.post('/v2/instructors', ana)).body.id;
    await addEntry(studio, { tagIds: [tag.id], categoryIds: [category.id], instructorIds: [instructorId] });
    const all = (words: string[]) => Promise.all(words.map(async (q) => (await found(q)).length));
    expect(await all(['kettle', 'mobil', 'ana lee', 'ana morning kettle'])).toEqual([1, 1, 1, 1]);
    await studio.patch(`/manage/content/tags/${tag.id}`, { name: 'Weights' });
    await studio.patch(`/manage/content/categories/${category.id}`, { name: 'Bending' });
    await studio.patch(`/v2/instructors/${instructorId}`, { lastName: 'Wong' });
    expect(await all(['kettle', 'mobil', 'lee'])).toEqual([0, 0, 0]);
    expect(await all(['weights', 'bending', 'wong'])).toEqual([1, 1, 1]);
    await studio.patch(`/v2/instructors/${instructorId}`, { displayName: 'Coach Ana' });
    expect(await all(['coach ana', 'wong'])).toEqual([1, 0]);
    const { highlights } = (await studio.get('/v2/content/search?q=ana')).body.data[0];
    expect(highlights).toEqual([{ field: 'instructors', snippet: 'Coach <mark>Ana</mark>' }]);
  });
});

describe('what is found', () => {
  test('200 only what is published now: with its time, without a job, and at the sites of the caller', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    await addEntry(studio, { title: 'Flow draft', status: 'draft' });
    await addEntry(studio, { title: 'Flow later', status: 'scheduled', publishedAt: '2026-03-02T08:10:00Z' });
    await addEntry(studio, { title: 'Flow soon over', expiresAt: '2026-03-02T08:05:00Z' });
    await addEntry(studio, { title: 'Flow here', siteIds: [MAIN_SITE] });
    const gone = await addEntry(studio, { title: 'Flow gone' });
    await studio.delete(`/manage/content/entries/${gone.id}`);
    const narrow = await studio.withKey({ siteIds: [uptown] });
    expect(await found('flow')).toEqual(['Flow here', 'Flow soon over']);
    expect(await found('flow', '', narrow)).toEqual(['Flow soon over']);
    await studio.time.moveTo(Date.parse('2026-03-02T08:10:00Z'));
    expect(await found('flow')).toEqual(['Flow here', 'Flow later']);
    expect(await found('flow', '', narrow)).toEqual(['Flow later']);
    await studio.patch(`/manage/content/entries/${gone.id}`, { status: 'published', title: 'Flow again' });
    expect(await found('flow')).toEqual(['Flow again', 'Flow here', 'Flow later']);
    expect(await found('gone')).toEqual([]);
    const category = await addCategory(studio, { name: 'Heated', siteIds: [MAIN_SITE] });
    await addEntry(studio, { title: 'Flow with heat', categoryIds: [category.id] });
    const highlighted = async (headers?: Record<string, string>) =>
      (await search('heat flow', '', headers)).body.data[0].highlights.map((each: { field: string }) => each.field);
    expect([await highlighted(), await highlighted(narrow)]).toEqual([['title', 'categories'], ['title']]);
  });

  test('200 narrowed by type, category with those below it, and tag', async () => {
    const tag = await addTag(studio);
    const top = await addCategory(studio);
    const below = await addCategory(studio, { name: 'Below', parentId: top.id });
    await addEntry(studio, { title: 'Flow A', tagIds: [tag.id] });
    await addEntry(studio, { title: 'Flow B', type: 'audio', categoryIds: [below.id] });
    expect(await found('flow', `&tag_id=${tag.id}`)).toEqual(['Flow A']);
    expect(await found('flow', `&category_id=${top.id}`)).toEqual(['Flow B']);
    expect(await found('flow', '&type=audio')).toEqual(['Flow B']);
    expect(await found('flow', '&type=article')).toEqual([]);
    expect(await found('flow', `&tag_id=${UNKNOWN}`)).toEqual([]);
    expect(await found('flow', `&type=audio&tag_id=${tag.id}`)).toEqual([]);
  });

  test('200 the search of the list of entries: best first, or in the order that is asked for', async () => {
    await addEntry(studio, { title: 'Breathing', summary: 'With stretching', level: 'Beginner', durationSeconds: 600 });
    await addEntry(studio, { title: 'Stretching', level: 'Beginner', durationSeconds: 60 });
    await addEntry(studio, { title: 'Zen', body: 'Some stretching', isFeatured: true });
    const listed = async (query: string) => titlesOf(await studio.get(`/v2/content/entries?search=${query}`));
    expect(await listed('stretch')).toEqual(['Stretching', 'Breathing', 'Zen']);
    expect(await listed('stretch&sort=title')).toEqual(['Breathing', 'Stretching', 'Zen']);
    expect(await listed('stretch&level=Beginner&duration_gte=100')).toEqual(['Breathing']);
    expect(await listed('stretch&sort=newest&level=Beginner')).toEqual(['Stretching', 'Breathing']);
    expect(await listed('stretch&is_featured=true')).toEqual(['Zen']);
    expect(await listed('stretch&duration_lte=100')).toEqual(['Stretching']);
    expect(await listed('%22*')).toEqual([]);
    expect(await listed('%22*&sort=title')).toEqual([]);
  });
});

describe('order and pages', () => {
  test('200 by rank: title 10, names 5, summary 3, body 1, and the newest of each first', async () => {
    const tag = await addTag(studio, { name: 'Balance' });
    await addEntry(studio, { title: 'In the body', body: 'balance' });
    await addEntry(studio, { title: 'Balance, older' });
    await addEntry(studio, { title: 'In the summary', summary: 'balance' });
    await addEntry(studio, { title: 'Tagged', tagIds: [tag.id], body: 'balance' });
    await addEntry(studio, { title: 'Balance, newer', body: 'balance' });
    const response = await search('balance');
    expect(response.body.data.map(({ title, score }: { title: string; score: number }) => [title, score])).toEqual([
      ['Balance, newer', 10],
      ['Balance, older', 10],
      ['Tagged', 5],
      ['In the summary', 3],
      ['In the body', 1],
    ]);
  });

  test('200 page after page in both directions, over the ranks; 400 for a cursor that is not found', async () => {
    for (let index = 0; index < 12; index += 1) {
      const word =
        index % 3 === 0
          ? { title: `Flow ${index}` }
          : { title: `Entry ${index}`, [index % 3 === 1 ? 'summary' : 'body']: 'flow' };
      await addEntry(studio, word);
    }
    const other = await addEntry(studio, { title: 'Other' });
    const all = idsIn(await search('flow', '&limit=100'));
    expect(all).toHaveLength(12);
    for (const limit of [1, 3, 5]) {
      const forward: string[] = [];
      let last: string | null = '';
      while (last !== null) {
        const page: ApiResponse = await search(
          'flow',
          `&limit=${limit}${last === '' ? '' : `&starting_after=${last}`}`,
        );
        forward.push(...idsIn(page));
        last = page.body.nextCursor;
      }
      expect(forward).toEqual(all);
      const backward: string[] = [];
      let first: string | null = String(all.at(-1));
      while (first !== null) {
        const page: ApiResponse = await search('flow', `&limit=${limit}&ending_before=${first}`);
        backward.unshift(...idsIn(page));
        first = page.body.previousCursor;
      }
      expect(backward).toEqual(all.slice(0, -1));
    }
    for (const cursor of [UNKNOWN, other.id]) {
      expect((await search('flow', `&starting_after=${cursor}`)).body.error.code).toBe('cursor_invalid');
    }
  });
});

describe('highlights', () => {
  test('200 each field that has a word: HTML-escaped, with mark around the words', async () => {
    const tag = await addTag(studio, { name: 'Café & flow' });
    const body = `${'Long introduction. '.repeat(30)}Then <b>FLÖW</b> comes "here".\n\n${'The end follows. '.repeat(30)}`;
    await addEntry(studio, { title: 'Morning <Flow>', summary: 'Nothing', body, tagIds: [tag.id] });
    const [{ highlights }] = (await search('flow')).body.data;
    expect(highlights).toHaveLength(3);
    const [title, inBody, tags] = highlights;
    expect(title).toEqual({ field: 'title', snippet: 'Morning &lt;<mark>Flow</mark>&gt;' });
    expect(tags).toEqual({ field: 'tags', snippet: 'Café &amp; <mark>flow</mark>' });
    expect(inBody.field).toBe('body');
    expect(inBody.snippet).toContain('Then &lt;b&gt;<mark>FLÖW</mark>&lt;/b&gt; comes &quot;here&quot;. The end');
    expect(inBody.snippet).toStartWith('… ');
    expect(inBody.snippet).toEndWith(' …');
    expect(inBody.snippet.length).toBeLessThan(300);
  });

  test('200 the same words in plain text and beside accents: beginnings only, next to each other and after any character', async () => {
    const marks = '_<mark>yoga</mark> <mark>YOGA</mark>-<mark>yogas</mark> hatha1yoga <mark>Yoga2</mark>';
    const plain = marks.replaceAll(/<.?mark>/g, '');
    await addEntry(studio, { title: plain, summary: `${plain} é`, body: `“${plain}” — 2 × 3 €, all’s well` });
    const [{ highlights }] = (await search('yoga é')).body.data;
    expect(highlights).toEqual([
      { field: 'title', snippet: marks },
      { field: 'summary', snippet: `${marks} <mark>é</mark>` },
      { field: 'body', snippet: `“${marks}” — 2 × 3 €, all’s well` },
    ]);
  });

  test('200 a member gets nothing of the body of an entry that is locked', async () => {
    const { headers } = await studio.signIn(await addClient(studio, { homeLocationId: MAIN_SITE }));
    await addEntry(studio, { title: 'Secret plan', body: 'A secret word', access: 'package' });
    const [own] = (await search('secret', '', headers)).body.data;
    expect(own).toMatchObject({ isLocked: true, body: null });
    expect(own.highlights).toEqual([{ field: 'title', snippet: '<mark>Secret</mark> plan' }]);
    const [business] = (await search('secret')).body.data;
    expect(business.highlights.map(({ field }: { field: string }) => field)).toEqual(['title', 'body']);
  });
});
