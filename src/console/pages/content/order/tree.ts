import type { Category } from '../../../parts/content/queries.ts';
import { categoryPaths } from '../../../parts/content/words.ts';
import type { Choice } from '../../../ui/choices/select.tsx';

/** A category with how far it is below the top. */
export interface Placed {
  readonly category: Category;
  readonly depth: number;
}

/** Categories as a tree, each before the categories in it. What was in a category that is gone is at the top. */
export const treeOf = (categories: readonly Category[]): Placed[] => {
  const known = new Set(categories.map(({ id }) => id));
  const inside = Map.groupBy(categories, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ''));
  const below = (parent: string, depth: number): Placed[] =>
    (inside.get(parent) ?? []).flatMap((category) => [{ category, depth }, ...below(category.id, depth + 1)]);
  return below('', 0);
};

/** The categories into which one may go: not into itself, nor into what is in it. */
export const placeable = (categories: readonly Category[], id: string | undefined): Choice[] => {
  const within = new Set<string>();
  for (const { category } of treeOf(categories))
    if (category.id === id || (category.parentId !== null && within.has(category.parentId))) within.add(category.id);
  return categoryPaths(categories).filter((each) => !within.has(each.id));
};
