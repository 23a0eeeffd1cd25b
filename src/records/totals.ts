import { described, flag, integer, object } from '../kernel/schemas.ts';

/** The maximum number of records of a list that are counted: no one waits for the count of a whole table. */
export const MOST_COUNTED = 1_000;

/** How many records a list has; "1,000+" where `isCapped`. */
const totalFields = {
  count: described(integer(0, MOST_COUNTED), `The number of records in the whole list, up to ${MOST_COUNTED}.`),
  isCapped: described(flag(), 'Whether the list has more records than were counted.'),
};

export const total = described(
  object(() => totalFields),
  'Only included with `include_count`.',
);

/** The count of a list, from a statement that counts at most one more than `MOST_COUNTED`. */
export const totalOf = (counted: number, most = MOST_COUNTED) => ({
  count: Math.min(counted, most),
  isCapped: counted > most,
});
