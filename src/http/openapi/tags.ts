import type { Operation } from '../operations/operation.ts';
import type { Node } from './json.ts';

/** The tags of the operations in their order, with their descriptions. */
export const tagsOf = (operations: readonly Operation[]): Node[] => {
  const tags = new Map<string, string>();
  for (const { tag, about } of operations) if (!tags.has(tag) || about !== undefined) tags.set(tag, about ?? '');
  return [...tags].map(([name, description]) => ({ name, description }));
};
