import { MAX_VALUES } from '../../http/body.ts';
import { branchesOf, type TSchema } from '../../kernel/schemas.ts';

/** The maximum number of values that are parsed in one row, whatever the lists of a family have room for. */
const MOST_VALUES = 110_000;

/** How many values a schema has room for, those in lists and objects counted. */
const roomIn = (schema: TSchema): number => {
  if (schema.type === 'array') return 1 + (schema.maxItems ?? 0) * roomIn(schema.items);
  const parts: readonly TSchema[] = Object.values(schema.properties ?? {});
  return Math.max(
    parts.reduce((sum, each) => sum + roomIn(each), 1),
    ...branchesOf(schema).map(roomIn),
  );
};

/** The maximum number of values of a row: as many as of a body, or what the lists of its family have room for, such as ledgers. */
export const mostValues = (shape: TSchema): number =>
  Math.min(MOST_VALUES, Math.max(MAX_VALUES, Math.ceil(roomIn(shape) / 10_000) * 10_000));
