// The personal bests (engagement.md "Metrics"): each is found by a look-up in an index of the values.

import type { Read, Tx } from '../../database/database.ts';
import type { Metric } from './definitions.ts';
import { bestOf } from './queries.ts';
import { MetricEntry, type MetricEntryRow } from './record.ts';
import type { BestRow, RecordType } from './tables.ts';

/** The entries of a client that compete for a best. */
interface Series {
  readonly clientId: string;
  readonly metric: Metric;
  readonly recordType: RecordType;
  /** 0 for all kinds but `by_reps`. */
  readonly reps: number;
}

export const valueType = ({ direction }: Pick<Metric, 'direction'>): RecordType =>
  direction === 'higher_is_better' ? 'max_value' : 'min_value';

/** The SQL of a series: its value, its condition, and which value is best. */
const partsOf = ({ recordType, metric }: Series) => {
  const isHigher = metric.direction === 'higher_is_better';
  return {
    value: recordType === 'estimated_1rm' ? '"estimatedMax"' : '"normalizedValue"',
    among: {
      max_value: '?3 = 0',
      min_value: '?3 = 0',
      by_reps: '"reps" = ?3',
      estimated_1rm: '?3 = 0 and "estimatedMax" is not null',
    }[recordType],
    best: isHigher ? 'max' : 'min',
  };
};

const SERIES = `"clientId" = ?1 and "contentEntryId" = ?2`;

/** The best entry of a series; of equal ones the earliest. */
const bestEntry = (read: Read, series: Series): MetricEntryRow | null => {
  const { value, among, best } = partsOf(series);
  const statement = `select * from "metricEntries" where ${SERIES} and ${among} and ${value} =
    (select ${best}(${value}) from "metricEntries" where ${SERIES} and ${among}) order by "recordedAt", "id" limit 1`;
  return read.db
    .query<MetricEntryRow, [string, string, number]>(statement)
    .get(series.clientId, series.metric.id, series.reps);
};

type Moment = Pick<MetricEntryRow, 'recordedAt' | 'id'>;

const isBefore = (left: Moment, right: Moment): boolean =>
  left.recordedAt < right.recordedAt || (left.recordedAt === right.recordedAt && left.id < right.id);

/** The id of the best entry of a series before a moment. It reads those entries in an index. */
const bestBefore = (read: Read, series: Series, { recordedAt, id }: Moment): string | null => {
  const { value, among, best } = partsOf(series);
  const earlier = '("recordedAt", "id") < (?4, ?5)';
  const statement = `select "id" from "metricEntries" where ${SERIES} and ${among} and ${earlier} and ${value} =
    (select ${best}(${value}) from "metricEntries" indexed by "metricEntriesByTime" where ${SERIES} and ${among} and ${earlier})
    order by "recordedAt", "id" limit 1`;
  const found = read.db
    .query<{ id: string }, [string, string, number, string, string]>(statement)
    .get(series.clientId, series.metric.id, series.reps, recordedAt, id);
  return found?.id ?? null;
};

type Competing = Pick<MetricEntryRow, 'id' | 'recordedAt' | 'normalizedValue' | 'reps' | 'estimatedMax'>;

/** The value with which an entry competes in a series. */
const valueIn = ({ recordType }: Pick<Series, 'recordType'>, { estimatedMax, normalizedValue }: Competing): number =>
  recordType === 'estimated_1rm' ? (estimatedMax ?? 0) : normalizedValue;

/** The better one of two entries of a series; of equal ones the earlier. */
const betterOf = (series: Series, left: MetricEntryRow, right: MetricEntryRow): MetricEntryRow => {
  const [first, second] = [valueIn(series, left), valueIn(series, right)];
  if (first === second) return isBefore(left, right) ? left : right;
  return first > second === (series.metric.direction === 'higher_is_better') ? left : right;
};

const momentOf = ({ achievedAt, entryId }: BestRow): Moment => ({ recordedAt: achievedAt, id: entryId });

/** The entry that the best one of a series is compared with. `added` is the only change since `stored` was right. */
const previousOf = (
  read: Read,
  series: Series,
  best: Moment,
  stored: BestRow | undefined,
  added: MetricEntryRow | undefined,
): string | null => {
  if (added !== undefined && stored === undefined) return null;
  if (added !== undefined && stored !== undefined) {
    if (best.id === stored.entryId) {
      if (isBefore(best, added)) return stored.previousEntryId;
      const previous = MetricEntry.rows.find(read, stored.previousEntryId ?? '');
      return previous === undefined ? added.id : betterOf(series, previous, added).id;
    }
    if (best.id === added.id && isBefore(momentOf(stored), best)) return stored.entryId;
  }
  return bestBefore(read, series, best);
};

const SAVE = `insert into "metricBests" ("id", "clientId", "contentEntryId", "recordType", "reps", "entryId",
    "previousEntryId", "value", "achievedAt", "createdAt", "updatedAt") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("clientId", "contentEntryId", "recordType", "reps") do update set "entryId" = excluded."entryId",
    "previousEntryId" = excluded."previousEntryId", "value" = excluded."value", "achievedAt" = excluded."achievedAt",
    "updatedAt" = excluded."updatedAt"`;

interface Best {
  readonly entry: Competing;
  readonly previousEntryId: string | null;
}

/** Stores the best of a series in place of the one that is stored. */
const saveBest = (tx: Tx, series: Series, stored: BestRow | undefined, { entry, previousEntryId }: Best): void => {
  const { clientId, metric, recordType, reps } = series;
  const value = valueIn(series, entry);
  const { id: entryId, recordedAt: achievedAt } = entry;
  const isSame =
    stored?.entryId === entryId &&
    stored.previousEntryId === previousEntryId &&
    stored.value === value &&
    stored.achievedAt === achievedAt;
  if (isSame) return;
  const values = [previousEntryId, value, achievedAt, tx.now, tx.now] as const;
  tx.db.query(SAVE).run(stored?.id ?? tx.id(), clientId, metric.id, recordType, reps, entryId, ...values);
};

const removeBest = (tx: Tx, { id }: BestRow): void => {
  tx.db.query('delete from "metricBests" where "id" = ?').run(id);
};

const keepBest = (tx: Tx, series: Series, added: MetricEntryRow | undefined): void => {
  const { clientId, metric, recordType, reps } = series;
  const stored = bestOf(tx, clientId, metric.id, recordType, reps);
  const best = bestEntry(tx, series);
  if (best === null) {
    if (stored !== undefined) removeBest(tx, stored);
    return;
  }
  saveBest(tx, series, stored, { entry: best, previousEntryId: previousOf(tx, series, best, stored, added) });
};

const COUNT = `insert into "metricCounts" ("clientId", "contentEntryId", "entryCount") values (?1, ?2, ?3)
  on conflict ("clientId", "contentEntryId") do update set "entryCount" = "entryCount" + ?3`;
const REMOVE_COUNT = `delete from "metricCounts" where ${SERIES} and "entryCount" = 0`;

const keepCount = (tx: Tx, clientId: string, metricId: string, change: 1 | -1): void => {
  tx.db.query(COUNT).run(clientId, metricId, change);
  if (change === -1) tx.db.query(REMOVE_COUNT).run(clientId, metricId);
};

/** A stored change of an entry: `before` is undefined for a new one, `after` for a deleted one. */
export interface DerivedChange {
  readonly before?: MetricEntryRow;
  readonly after?: MetricEntryRow;
}

/** Follows a stored change: the bests of the kinds that the entry has or had, and the number of entries. */
export const keepDerived = (tx: Tx, metric: Metric, { before, after }: DerivedChange): void => {
  const rows = [before, after].filter((row) => row !== undefined);
  const [row] = rows;
  if (row === undefined) return;
  const { clientId } = row;
  const added = before === undefined ? after : undefined;
  keepBest(tx, { clientId, metric, recordType: valueType(metric), reps: 0 }, added);
  for (const reps of new Set(rows.map((each) => each.reps))) {
    if (reps !== null) keepBest(tx, { clientId, metric, recordType: 'by_reps', reps }, added);
  }
  if (rows.some(({ estimatedMax }) => estimatedMax !== null)) {
    keepBest(tx, { clientId, metric, recordType: 'estimated_1rm', reps: 0 }, added);
  }
  if (before === undefined) keepCount(tx, clientId, metric.id, 1);
  if (after === undefined) keepCount(tx, clientId, metric.id, -1);
};

const EACH = `select "id", "recordedAt", "normalizedValue", "reps", "estimatedMax" from "metricEntries"
  where ${SERIES} order by "recordedAt", "id"`;
const STORED = `select * from "metricBests" where ${SERIES}`;
const SET_COUNT = `insert into "metricCounts" ("clientId", "contentEntryId", "entryCount") values (?1, ?2, ?3)
  on conflict ("clientId", "contentEntryId") do update set "entryCount" = excluded."entryCount"`;

/** The steps of deriving the same again from all entries of a client and a metric, in one pass through the index of their times. */
export function* recountDerived(tx: Tx, clientId: string, metric: Metric): Generator<void, void> {
  const bests = new Map<string, Best & { readonly series: Series }>();
  const isHigher = metric.direction === 'higher_is_better';
  const compete = (entry: Competing, recordType: RecordType, reps = 0): void => {
    const key = `${recordType} ${reps}`;
    const best = bests.get(key);
    const series = { clientId, metric, recordType, reps };
    const value = valueIn(series, entry);
    // Of equal values the earliest is the best, which came first.
    const isBest =
      best === undefined || (isHigher ? value > valueIn(series, best.entry) : value < valueIn(series, best.entry));
    if (isBest) bests.set(key, { series, entry, previousEntryId: best?.entry.id ?? null });
  };
  let count = 0;
  for (const entry of tx.db.query<Competing, [string, string]>(EACH).iterate(clientId, metric.id)) {
    count += 1;
    compete(entry, valueType(metric));
    if (entry.reps !== null) compete(entry, 'by_reps', entry.reps);
    if (entry.estimatedMax !== null) compete(entry, 'estimated_1rm');
    yield;
  }
  for (const stored of tx.db.query<BestRow, [string, string]>(STORED).all(clientId, metric.id)) {
    const key = `${stored.recordType} ${stored.reps}`;
    const best = bests.get(key);
    if (best === undefined) removeBest(tx, stored);
    else saveBest(tx, best.series, stored, best);
    bests.delete(key);
    yield;
  }
  for (const best of bests.values()) {
    saveBest(tx, best.series, undefined, best);
    yield;
  }
  if (count > 0) tx.db.query(SET_COUNT).run(clientId, metric.id, count);
}
