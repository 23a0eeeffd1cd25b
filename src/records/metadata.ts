import { invalidParam } from '../kernel/problem.ts';
import { pack, unpackPairs } from './json.ts';

const MAX_PAIRS = 50;

/**
 * The metadata column after a request: pairs are merged into the stored ones, and a null value deletes its key.
 * @throws Problem 400 when the result has more than 50 pairs.
 */
export const mergeMetadata = (column: string | null, sent: Record<string, string | null>): string | null => {
  const pairs: Record<string, string | null> = { ...unpackPairs(column), ...sent };
  for (const [key, value] of Object.entries(pairs)) if (value === null) delete pairs[key];
  if (Object.keys(pairs).length > MAX_PAIRS) {
    throw invalidParam(
      'metadata',
      `'metadata' can have at most ${MAX_PAIRS} pairs. To delete a pair, send its key with null.`,
    );
  }
  return pack(pairs);
};
