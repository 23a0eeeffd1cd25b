// How the studio finds its entries, in every status: by words of the title and by category.
import { expect, test } from 'bun:test';
import { randomUUIDv7 } from 'bun';
import { openStudio } from '../../helpers/api.ts';
import { addCategory, addEntry } from '../../helpers/content.ts';

const ENTRIES = '/manage/content/entries';

test('200 by parts of words of the title in their order, in every status, without case and accents', async () => {
  const studio = await openStudio();
  await addEntry(studio, { title: 'Élan vital, 100 %' });
  await addEntry(studio, { title: 'Morning flow at home', status: 'draft' });
  const { id: gone } = await addEntry(studio, { title: 'Evening flow', status: 'draft' });
  await studio.delete(`${ENTRIES}/${gone}`);
  const list = async (query: Record<string, string>): Promise<string[]> => {
    const { status, body } = await studio.get(`${ENTRIES}?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body.data.map(({ title }: { title: string }) => title);
  };
  expect(await list({ search: 'elan VIT' })).toEqual(['Élan vital, 100 %']);
  expect(await list({ search: 'morn home' })).toEqual(['Morning flow at home']);
  expect(await list({ search: 'home morn' })).toEqual([]);
  expect(await list({ search: '100 %' })).toEqual(['Élan vital, 100 %']);
  expect(await list({ search: 'm_rning' })).toEqual([]);
  expect(await list({ search: 'flow' })).toEqual(['Morning flow at home']);
  expect(await list({ search: 'flow', include_archived: 'true' })).toEqual(['Evening flow', 'Morning flow at home']);
  expect(await list({ search: 'flow', status: 'published' })).toEqual([]);
  expect((await studio.get(`${ENTRIES}?search=`)).status).toBe(400);
});

test('200 by category with those below it', async () => {
  const studio = await openStudio();
  const { id: top } = await addCategory(studio);
  const { id: below } = await addCategory(studio, { name: 'Morning', parentId: top });
  const first = await addEntry(studio, { title: 'In it', categoryIds: [top], status: 'draft' });
  const second = await addEntry(studio, { title: 'Below it', categoryIds: [below] });
  await addEntry(studio, { title: 'Elsewhere' });
  const list = async (query: string) =>
    (await studio.get(`${ENTRIES}?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await list(`category_id=${top}`)).toEqual([second.id, first.id]);
  expect(await list(`category_id=${below}`)).toEqual([second.id]);
  expect(await list(`category_id=${top}&search=in`)).toEqual([first.id]);
  expect(await list(`category_id=${randomUUIDv7()}`)).toEqual([]);
});

test('200 the children of a program, in every status', async () => {
  const studio = await openStudio();
  const first = await addEntry(studio, { title: 'Day one' });
  const second = await addEntry(studio, { title: 'Day two', status: 'draft' });
  const children = [{ entryId: first.id, dayNumber: 1 }, { entryId: second.id }];
  const program = await addEntry(studio, { title: 'A week', type: 'program', children });
  const { status, body } = await studio.get(`${ENTRIES}?program_id=${program.id}`);
  expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [second.id, first.id]]);
  expect((await studio.get(`${ENTRIES}?program_id=${first.id}`)).body.data).toEqual([]);
});
