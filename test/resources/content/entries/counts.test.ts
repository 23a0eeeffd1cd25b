import { expect, test } from 'bun:test';
import { isoInstant } from '../../../../src/kernel/clock.ts';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { type ApiResponse, openStudio, type Studio } from '../../../helpers/api.ts';
import { addCategory, addEntry, addTag } from '../../../helpers/content.ts';
import { type Choices, choicesOf } from '../../../helpers/seeded.ts';

const SEEDS = [1, 2, 3, 4];
const ACTIONS = 60;

interface World {
  readonly studio: Studio;
  readonly choices: Choices;
  readonly categories: string[];
  readonly tags: string[];
  readonly entries: string[];
}

const some = (choices: Choices, ids: readonly string[]): string[] => ids.filter(() => choices.once(3));

/** A random state of publication around the present. */
const publication = ({ studio, choices }: World) => {
  const at = (minutes: number) => isoInstant(studio.time.now() + minutes * MINUTE_MS);
  const publishedAt = at(choices.below(7) - 3);
  const expiresAt = choices.once(2) ? null : isoInstant(Date.parse(publishedAt) + (1 + choices.below(4)) * MINUTE_MS);
  return { status: choices.of(['draft', 'scheduled', 'published']), publishedAt, expiresAt };
};

type Act = (world: World) => Promise<unknown>;

const patched = ({ studio, choices, entries }: World, body: object): Promise<unknown> =>
  studio.patch(`/manage/content/entries/${choices.of(entries)}`, body);

const actions: readonly Act[] = [
  async (world) => {
    const lists = { categoryIds: some(world.choices, world.categories), tagIds: some(world.choices, world.tags) };
    world.entries.push((await addEntry(world.studio, { ...publication(world), ...lists })).id);
  },
  (world) => patched(world, publication(world)),
  (world) => patched(world, { categoryIds: some(world.choices, world.categories) }),
  (world) => patched(world, { tagIds: some(world.choices, world.tags) }),
  ({ studio, choices, entries }) => studio.delete(`/manage/content/entries/${choices.of(entries)}`),
  ({ studio, choices, categories }) => {
    const parentId = choices.once(3) ? null : choices.of(categories);
    return studio.patch(`/manage/content/categories/${choices.of(categories)}`, { parentId });
  },
  ({ studio, choices }) => studio.time.moveTo(studio.time.now() + choices.below(3) * MINUTE_MS),
];

/** The count of each category or tag, as readers see it. */
const shown = async ({ studio }: World, kind: string): Promise<Record<string, number>> => {
  const { data } = (await studio.get(`/v2/content/${kind}?limit=100`)).body;
  return Object.fromEntries(data.map((each: ApiResponse['body']) => [each.id, each.entryCount]));
};

/** The entries that the catalogue finds by each of `ids`. */
const recounted = async (
  { studio }: World,
  filter: string,
  ids: readonly string[],
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    counts[id] = (await studio.get(`/v2/content/entries?limit=100&${filter}=${id}`)).body.data.length;
  }
  return counts;
};

const expectTrueCounts = async (world: World, what: object): Promise<void> => {
  const counts = { categories: await shown(world, 'categories'), tags: await shown(world, 'tags') };
  expect({ ...what, ...counts }).toEqual({
    ...what,
    categories: await recounted(world, 'category_id', world.categories),
    tags: await recounted(world, 'tag_id', world.tags),
  });
};

const open = async (seed: number): Promise<World> => {
  const studio = await openStudio();
  const categories: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) categories.push((await addCategory(studio, { name })).id);
  const tags: string[] = [];
  for (const name of ['X', 'Y']) tags.push((await addTag(studio, { name })).id);
  return { studio, choices: choicesOf(seed), categories, tags, entries: [] };
};

test.each(SEEDS)('counts equal a recount after every act, with the seed %p', async (seed) => {
  const world = await open(seed);
  for (let number = 0; number < ACTIONS; number += 1) {
    await world.choices.of(actions)?.(world);
    if (number % 5 === 0) await expectTrueCounts(world, { seed, number });
  }
  // Without jobs, so that the stored counts are behind.
  world.studio.time.stop();
  for (let minutes = 1; minutes < 4; minutes += 1) {
    await world.studio.time.moveTo(world.studio.time.now() + MINUTE_MS);
    await expectTrueCounts(world, { seed, minutes });
  }
});
