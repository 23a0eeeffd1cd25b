import { Type } from '@sinclair/typebox';
import { isUuid, storedId } from '../../kernel/ids.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { described, object } from '../../kernel/schemas.ts';

const MAX_IDS = 100;

/** The query of statuses of several entries. */
export const Bulk = object(() => ({
  ids: described(Type.String({ minLength: 1 }), `At most ${MAX_IDS} ids of entries, separated by commas.`),
}));

/**
 * The ids of a list with commas, in their order, each once.
 * @throws Problem 400 for more than 100, and for one that is no UUID.
 */
export const askedIds = (text: string): string[] => {
  const ids = text.split(',', MAX_IDS + 1).map((id) => storedId(id.trim()));
  if (ids.length > MAX_IDS) throw invalidParam('ids', `'ids' has more than ${MAX_IDS} ids. Send fewer at once.`);
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw invalidParam('ids', "'ids' must be UUIDs, separated by commas.");
  return [...new Set(ids)];
};
