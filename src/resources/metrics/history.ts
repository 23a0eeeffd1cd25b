// The history of a metric: its entries, or periods that have some, and what they add up to.

import type { Read } from '../../database/database.ts';
import { addDays, isLocalDate } from '../../kernel/local-time.ts';
import { converted, rounded, type Unit } from '../../kernel/units.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../records/pages.ts';
import { comparisonsOf } from './comparisons.ts';
import type { Metric } from './definitions.ts';
import type { MetricEntryRow } from './record.ts';
import type { Bucket } from './shapes.ts';
import { entryView, valueIn } from './view.ts';

/** The entries of a member that a history is made of. */
export interface HistoryQuery {
  readonly clientId: string;
  readonly metric: Metric;
  readonly unit: Unit;
  /** Local dates, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reps?: number | undefined;
}

/** A local date is at most 14 hours from that in UTC: within these instants the index of the time finds all entries. */
const WITHIN = `"clientId" = ?1 and "contentEntryId" = ?2 and "localDate" >= ?3 and "localDate" <= ?4
  and (?5 is null or "reps" = ?5)`;
const IN_TIME = `${WITHIN} and "recordedAt" >= ?6 and "recordedAt" < ?7`;

type Selection = readonly [string, string, string, string, number | null];

const FIRST_DATE = '0000-01-01';
const LAST_DATE = '9999-12-31';

const selectionOf = ({ clientId, metric, from = FIRST_DATE, to = LAST_DATE, reps }: HistoryQuery): Selection => [
  clientId,
  metric.id,
  from,
  to,
  reps ?? null,
];

const instantsOf = ({ from, to = LAST_DATE }: HistoryQuery): readonly [string, string] => {
  // A date after the year 9999 has a sign, which is before all digits.
  const until = addDays(to, 3);
  return [from === undefined ? '' : addDays(from, -1), until.startsWith('+') ? '~' : until];
};

type Values = (string | number | null)[];

const rawStatement = (compare: '>' | '<' | undefined): string => {
  const direction = compare === '<' ? 'desc' : 'asc';
  const seek = compare === undefined ? '?9 is ?10' : `("recordedAt", "id") ${compare} (?9, ?10)`;
  return `select * from "metricEntries" where ${IN_TIME} and ${seek}
    order by "recordedAt" ${direction}, "id" ${direction} limit ?8`;
};

const CURSOR =
  'select "recordedAt", "id" from "metricEntries" where "id" = ? and "clientId" = ? and "contentEntryId" = ?';

type Cursor = Pick<MetricEntryRow, 'recordedAt' | 'id'>;

const cursorOf = (read: Read, request: PageRequest, { clientId, metric }: HistoryQuery): Cursor | undefined => {
  const id = request.endingBefore ?? request.startingAfter;
  if (id === undefined) return undefined;
  const found = read.db.query<Cursor, [string, string, string]>(CURSOR).get(id, clientId, metric.id);
  if (found === null) throw unknownCursor(request, id);
  return found;
};

/** Which side of the cursor a page is on. */
const sideOf = ({ startingAfter, endingBefore }: PageRequest): '>' | '<' | undefined =>
  endingBefore !== undefined ? '<' : startingAfter !== undefined ? '>' : undefined;

const rawPage = (read: Read, request: PageRequest, query: HistoryQuery): Page<MetricEntryRow> => {
  const cursor = cursorOf(read, request, query);
  const rows = read.db
    .query<MetricEntryRow, Values>(rawStatement(sideOf(request)))
    .all(
      ...selectionOf(query),
      ...instantsOf(query),
      request.limit + 1,
      cursor?.recordedAt ?? null,
      cursor?.id ?? null,
    );
  return pageFrom(rows, request);
};

/** The first local day of the period of an entry, in SQL. */
const PERIODS: Readonly<Record<Exclude<Bucket, 'raw'>, string>> = {
  day: '"localDate"',
  week: `date("localDate", 'weekday 0', '-6 days')`,
  month: `substr("localDate", 1, 7) || '-01'`,
};

/** A period that has entries. Its `id`, the cursor, is its first day. */
interface PeriodRow extends Pick<MetricEntryRow, 'value' | 'unit'> {
  readonly id: string;
  readonly average: number;
  readonly entries: number;
}

const bestIn = ({ direction }: Metric): 'max' | 'min' => (direction === 'higher_is_better' ? 'max' : 'min');

/** The rowid of the best entry of a period, which is found again by its value among the entries of its days. */
const BEST_OF_PERIOD = `(select "rowid" from "metricEntries" where "clientId" = ?1
  and "contentEntryId" = ?2 and "localDate" >= "first" and "localDate" <= "last" and "normalizedValue" = "best"
  and (?5 is null or "reps" = ?5) limit 1)`;

const periodPage = (
  read: Read,
  request: PageRequest,
  query: HistoryQuery,
  bucket: Exclude<Bucket, 'raw'>,
): Page<PeriodRow> => {
  const cursor = request.endingBefore ?? request.startingAfter;
  if (cursor !== undefined && !isLocalDate(cursor)) throw unknownCursor(request, cursor);
  const side = sideOf(request);
  const direction = side === '<' ? 'desc' : 'asc';
  const periods = `select ${PERIODS[bucket]} "period", ${bestIn(query.metric)}("normalizedValue") "best",
      min("localDate") "first", max("localDate") "last", avg("normalizedValue") "average", count(*) "entries"
    from "metricEntries"
    where ${WITHIN} and ${side === undefined ? '?7 is null' : `${PERIODS[bucket]} ${side} ?7`}
    group by 1 order by 1 ${direction} limit ?6`;
  const statement = `select "period" "id", "average", "entries", "value", "unit" from (${periods})
    join "metricEntries" on "metricEntries"."rowid" = ${BEST_OF_PERIOD} order by "period" ${direction}`;
  const rows = read.db
    .query<PeriodRow, Values>(statement)
    .all(...selectionOf(query), request.limit + 1, cursor ?? null);
  return pageFrom(rows, request);
};

const periodView =
  ({ metric, unit }: HistoryQuery) =>
  (row: PeriodRow) => ({
    periodStart: row.id,
    value: valueIn(unit, row),
    average: rounded(converted(row.average, metric.baseUnit, unit)),
    count: row.entries,
    unit,
  });

type Extreme = Pick<MetricEntryRow, 'value' | 'unit'>;

/** The best or worst entry: the value from an index that has all that is needed, then the entry that has it. */
const extreme = (read: Read, query: HistoryQuery, which: 'max' | 'min'): Extreme | null =>
  read.db
    .query<Extreme, Values>(
      `select "value", "unit" from "metricEntries" where ${WITHIN} and "normalizedValue" =
       (select ${which}("normalizedValue") from "metricEntries" where ${WITHIN}) limit 1`,
    )
    .get(...selectionOf(query));

const edge = (read: Read, query: HistoryQuery, direction: 'asc' | 'desc'): Extreme | null =>
  read.db
    .query<Extreme, Values>(
      `select "value", "unit" from "metricEntries" where ${IN_TIME}
       order by "recordedAt" ${direction}, "id" ${direction} limit 1`,
    )
    .get(...selectionOf(query), ...instantsOf(query));

const TOTAL = `select count(*) "entries", avg("normalizedValue") "average" from "metricEntries"
  where ${WITHIN}`;

const summaryOf = (read: Read, query: HistoryQuery) => {
  const { metric, unit } = query;
  const total = read.db
    .query<{ entries: number; average: number | null }, Values>(TOTAL)
    .get(...selectionOf(query)) ?? { entries: 0, average: null };
  const of = (row: Extreme | null): number | null => (row === null ? null : valueIn(unit, row));
  const none = { best: null, worst: null, average: null, first: null, latest: null };
  if (total.average === null) return { ...none, unit, count: 0 };
  const best = bestIn(metric);
  return {
    best: of(extreme(read, query, best)),
    worst: of(extreme(read, query, best === 'max' ? 'min' : 'max')),
    average: rounded(converted(total.average, metric.baseUnit, unit)),
    first: of(edge(read, query, 'asc')),
    latest: of(edge(read, query, 'desc')),
    unit,
    count: total.entries,
  };
};

/** A page whose rows are views already, since they are of two kinds. */
const shown = <Row extends { readonly id: string }>(page: Page<Row>, view: (row: Row) => object) => ({
  page: { ...page, rows: page.rows.map((row) => ({ id: row.id, view: view(row) })) },
  view: (row: { readonly view: object }) => row.view,
});

/** A page of the history, the oldest first, and its summary. */
export const metricHistory = (read: Read, request: PageRequest, query: HistoryQuery, bucket: Bucket) => {
  const added = { object: 'metric_history', summary: summaryOf(read, query) };
  if (bucket !== 'raw') return { ...shown(periodPage(read, request, query, bucket), periodView(query)), added };
  const page = rawPage(read, request, query);
  const comparisons = comparisonsOf(read, query.metric, page.rows);
  const unknown = { isPersonalBest: false, previous: undefined };
  const view = (row: MetricEntryRow) => entryView(query.metric, query.unit, row, comparisons.get(row.id) ?? unknown);
  return { ...shown(page, view), added };
};
