import { gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { KeyedTable } from '../database/lazy-table.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { described, extensionParameter, instant } from '../kernel/schemas.ts';
import { type Filters, type PageOf, type PageRequest, type PageSpec, pagesOf } from './pages.ts';
import { named } from './query.ts';

const INSTANT_OF_PERIOD =
  "Compared with the time at which a payment was created, a booking's session starts, or a client checked in.";

export const periodFilters = {
  from: extensionParameter(described(instant(), `Start of the period. ${INSTANT_OF_PERIOD}`)),
  to: extensionParameter(described(instant(), `End of the period, exclusive. ${INSTANT_OF_PERIOD}`)),
};

/** The instant of a list's records, and which of its filters leave few of them. */
export interface InstantFilter {
  /** With an index of its own, and one with the site before it, both ending with the id. */
  readonly instant: SQLiteColumn;
  /** The indexed filters that leave so few records that sorting them costs little. */
  readonly narrow: readonly string[];
  /** The indexed filters that are the site of the record. */
  readonly site?: readonly string[];
  /** For an instant of another table: how the list is read through that table. */
  readonly other?: Required<Pick<PageSpec, 'through' | 'sites' | 'extraColumns'>> & Pick<PageSpec, 'columns'>;
}

const utc = (at: Filters[string]): string | undefined => (typeof at === 'string' ? isoInstant(epochOf(at)) : undefined);

type Conditions = Readonly<Record<string, SQL>>;

/** The filters of a list as conditions that leave the index to the instant, except the narrow ones. */
const conditionsOf = ({ indexed = {}, filters }: PageSpec, { instant, narrow, site = [] }: InstantFilter) => {
  const others = Object.entries(indexed).filter(([name]) => !narrow.includes(name));
  const first: Conditions = Object.fromEntries(Object.entries(indexed).filter(([name]) => narrow.includes(name)));
  const from = gte(instant, named('from'));
  const to = lt(instant, named('to'));
  return {
    indexed: first,
    filters: {
      ...filters,
      ...Object.fromEntries(
        others.map(([name, condition]) => [name, site.includes(name) ? condition : sql`+${condition}`]),
      ),
      from,
      to,
    },
  };
};

/**
 * The pages of a list that can be limited to a period, from `from` up to, not including, `to`. Then the records are in
 * the order of their instant, the latest first, so that a page seeks to where it starts however large the table is.
 */
export const periodPagesOf = <Row extends { id: string }>(
  table: KeyedTable,
  makeSpec: () => PageSpec,
  makePeriod: () => InstantFilter,
): PageOf<Row> => {
  const all = pagesOf<Row>(table, makeSpec);
  const within = pagesOf<Row>(table, () => {
    const spec = makeSpec();
    const period = makePeriod();
    return { ...spec, ...conditionsOf(spec, period), ...period.other, orderBy: period.instant, indexedBySite: [] };
  });
  return (read, request: PageRequest, filters: Filters, siteIds = null) => {
    const { from, to } = filters;
    if (from === undefined && to === undefined) return all(read, request, filters, siteIds);
    return within(read, request, { ...filters, from: utc(from), to: utc(to) }, siteIds);
  };
};
