import type { Read } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import type { Filters } from '../../../records/pages.ts';
import { MOST_COUNTED, totalOf } from '../../../records/totals.ts';
import { LISTED_STATUSES } from '../queries.ts';

const isStatus = (name: string): boolean => LISTED_STATUSES.some((status) => status === name);

type Bound = Record<string, string | number>;

const CONDITIONS = {
  externalId: '"externalId" = $externalId',
  clientId: '"clientId" = $clientId',
  siteId: '"siteId" = $siteId',
  valid: `+"status" = 'valid'`,
  invalid: `"status" = 'invalid'`,
  refused: `"status" = 'invalid' and "statusCode" <> 'undone'`,
  undone: `"status" = 'invalid' and "statusCode" = 'undone'`,
  from: '"checkedInAt" >= $from',
  to: '"checkedInAt" < $to',
} as const;

/** The conditions after the first one of these are checked row by row: each leaves few check-ins. */
const NARROW = ['externalId', 'clientId'];

const instantOf = (value: Filters[string]): string => isoInstant(epochOf(String(value)));

/** How many check-ins a list has, up to 1,000. Each site of a restricted caller is a range of an index. */
export const checkinTotal = (read: Read, filters: Filters, siteIds: readonly string[] | null) => {
  const conditions: string[] = [];
  const values: Bound = {};
  const isNarrow = NARROW.some((name) => filters[name] !== undefined);
  let hasSeek = false;
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = filters[name];
    if (value === undefined) continue;
    const isIndexed = NARROW.includes(name) || name === 'siteId';
    conditions.push(
      isIndexed && hasSeek ? `+${condition}` : condition.replace(/^"checked/, isNarrow ? '+"checked' : '"checked'),
    );
    hasSeek ||= isIndexed;
    if (name === 'from' || name === 'to') values[name] = instantOf(value);
    else if (!isStatus(name)) values[name] = String(value);
  }
  if (siteIds !== null) {
    conditions.push(`${hasSeek ? '+' : ''}"siteId" in (select "value" from json_each($within))`);
    values.within = JSON.stringify(siteIds);
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const counted = read.db
    .query<{ count: number }, Bound>(
      `select count(*) "count" from (select 1 from "checkins" ${where} limit ($limit + 0))`,
    )
    .get({ ...values, limit: MOST_COUNTED + 1 });
  return totalOf(counted?.count ?? 0);
};
