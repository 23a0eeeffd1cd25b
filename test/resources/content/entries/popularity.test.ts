import { expect, test } from 'bun:test';
import { sweep } from '../../../../src/database/sweep.ts';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { addDays } from '../../../../src/kernel/local-time.ts';
import { countFavorite, countView, oldViews } from '../../../../src/resources/content/entries/popularity.ts';
import { type ApiResponse, forEachTest, openStudio } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';

const TODAY = '2026-03-02';

const studio = forEachTest(openStudio);

const view = (id: string, day: string, count = 1): Promise<void> =>
  studio.store.write((tx) => {
    for (let number = 0; number < count; number += 1) countView(tx, id, day);
  });

const popular = async (): Promise<[string, number][]> =>
  (await studio.get('/v2/content/entries?sort=popular')).body.data.map(({ title, viewCount }: ApiResponse['body']) => [
    title,
    viewCount,
  ]);

const storedViews = () =>
  (studio.db.query('select ifnull(sum(views), 0) as n from contentEntryViews').get() as { n: number }).n;

test('the views of the last 30 days come first, then the newest', async () => {
  const old = await addEntry(studio, { title: 'Old', publishedAt: '2026-01-01T00:00:00Z' });
  await addEntry(studio, { title: 'New', publishedAt: '2026-03-01T00:00:00Z' });
  const middle = await addEntry(studio, { title: 'Middle', publishedAt: '2026-02-01T00:00:00Z' });
  expect(await popular()).toEqual([
    ['New', 0],
    ['Middle', 0],
    ['Old', 0],
  ]);
  await view(old.id, TODAY, 2);
  await view(middle.id, TODAY);
  await view(middle.id, addDays(TODAY, -1));
  expect(await popular()).toEqual([
    ['Middle', 2],
    ['Old', 2],
    ['New', 0],
  ]);
  await view(old.id, addDays(TODAY, -29));
  expect(await popular()).toEqual([
    ['Old', 3],
    ['Middle', 2],
    ['New', 0],
  ]);
  await studio.patch(`/manage/content/entries/${old.id}`, { publishedAt: '2026-02-20T00:00:00Z' });
  expect((await popular())[0]).toEqual(['Old', 3]);
  // Jobs of 30 days would take long.
  studio.time.stop();
  await studio.time.skipTo(studio.time.now() + DAY_MS);
  await sweep(studio.store, oldViews);
  // With two views each, the newer one comes first.
  expect((await popular()).map(([title]) => title)).toEqual(['Old', 'Middle', 'New']);
  expect(storedViews()).toBe(4);
  await studio.time.skipTo(studio.time.now() + 40 * DAY_MS);
  await sweep(studio.store, oldViews);
  expect(await popular()).toEqual([
    ['New', 0],
    ['Old', 3],
    ['Middle', 2],
  ]);
  expect(storedViews()).toBe(0);
  expect(studio.events()).toEqual([]);
});

test('a job forgets old views within an hour', async () => {
  const { id } = await addEntry(studio);
  await view(id, addDays(TODAY, -30));
  await view(id, addDays(TODAY, -29));
  await studio.time.moveTo(studio.time.now() + DAY_MS / 24);
  expect(storedViews()).toBe(1);
});

test('old views are forgotten, each once', async () => {
  const { id } = await addEntry(studio);
  for (let day = 40; day < 45; day += 1) await view(id, addDays(TODAY, -day));
  expect(await sweep(studio.store, oldViews)).toBe(5);
  expect(await sweep(studio.store, oldViews)).toBe(0);
  expect((await popular())[0]).toEqual(['Morning flow', 5]);
});

test('views and favourites are counted, and change nothing else', async () => {
  const { id, updatedAt } = await addEntry(studio);
  await studio.time.moveTo(studio.time.now() + 1_000);
  await view(id, TODAY);
  await studio.store.write((tx) => countFavorite(tx, id, 1));
  await studio.store.write((tx) => countFavorite(tx, id, 1));
  await studio.store.write((tx) => countFavorite(tx, id, -1));
  expect((await studio.get(`/v2/content/entries/${id}`)).body).toMatchObject({
    viewCount: 1,
    favoriteCount: 1,
    updatedAt,
  });
});
