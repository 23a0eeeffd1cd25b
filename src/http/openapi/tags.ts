import type { Operation } from '../operations/operation.ts';
import type { Node } from './json.ts';

/** The tags of operations in their order, each described by the list that introduces it. */
export const tagsOf = (operations: readonly Operation[]): Node[] => {
  const tags = new Map<string, string>();
  for (const { tag, about } of operations) if (!tags.has(tag) || about !== undefined) tags.set(tag, about ?? '');
  return [...tags].map(([name, description]) => ({ name, description }));
};
