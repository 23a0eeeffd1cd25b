// How entries compare with those before them: of all values, or of those with the same repetitions.

import type { Read } from '../../database/database.ts';
import { valueType } from './bests.ts';
import type { Metric } from './definitions.ts';
import { repsBests, valueBests } from './queries.ts';
import { MetricEntry, type MetricEntryRow } from './record.ts';
import type { BestRow } from './tables.ts';

type Compared = Pick<MetricEntryRow, 'id' | 'value' | 'unit' | 'normalizedValue' | 'reps' | 'recordedAt'>;

export interface Comparison {
  readonly isPersonalBest: boolean;
  /** The best one before it, with which it is compared. */
  readonly previous: Compared | undefined;
}

const isBetter = ({ direction }: Metric, value: number, than: number): boolean =>
  direction === 'higher_is_better' ? value > than : value < than;

/** Whether the repetitions of an entry have a best of their own. */
const hasScheme = ({ repSchemes }: Metric, reps: number | null): reps is number =>
  reps !== null && repSchemes.includes(reps);

/** Compares an entry with its best predecessors: an entry that beats them is compared with all. */
const compare = (metric: Metric, row: Compared, ofAll?: Compared, ofReps?: Compared): Comparison => {
  const beats = (other: Compared | undefined): boolean =>
    other === undefined || isBetter(metric, row.normalizedValue, other.normalizedValue);
  if (beats(ofAll)) return { isPersonalBest: true, previous: ofAll };
  if (hasScheme(metric, row.reps) && beats(ofReps)) return { isPersonalBest: true, previous: ofReps };
  return { isPersonalBest: false, previous: ofAll };
};

const ENTRIES = `select "id", "value", "unit", "normalizedValue", "reps", "recordedAt" from "metricEntries"`;
const OF_MEMBER = `"clientId" = ?1 and "contentEntryId" = ?2`;
const BETWEEN = `${ENTRIES} where ${OF_MEMBER} and ("recordedAt", "id") >= (?3, ?4)
  and ("recordedAt", "id") <= (?5, ?6) order by "recordedAt", "id"`;

const bestsBefore = (best: 'max' | 'min'): string => `${ENTRIES} where "id" in
  (select "id" from (select "id", ${best}("normalizedValue") from "metricEntries"
   where ${OF_MEMBER} and ("recordedAt", "id") < (?3, ?4) group by "reps"))`;

/** By id; `rows` are in the order of time. Reads the index of entries before them once, and entries between them. */
export const comparisonsOf = (
  read: Read,
  metric: Metric,
  rows: readonly MetricEntryRow[],
): ReadonlyMap<string, Comparison> => {
  const [first, last] = [rows[0], rows.at(-1)];
  const comparisons = new Map<string, Comparison>();
  if (first === undefined || last === undefined) return comparisons;
  let best: Compared | undefined;
  const bests = new Map<number | null, Compared>();
  const keep = (row: Compared): void => {
    const ofReps = bests.get(row.reps);
    if (best === undefined || isBetter(metric, row.normalizedValue, best.normalizedValue)) best = row;
    if (ofReps === undefined || isBetter(metric, row.normalizedValue, ofReps.normalizedValue)) bests.set(row.reps, row);
  };
  const { clientId } = first;
  const start = [clientId, metric.id, first.recordedAt, first.id] as const;
  const before = bestsBefore(valueType(metric) === 'max_value' ? 'max' : 'min');
  for (const row of read.db.query<Compared, string[]>(before).all(...start)) keep(row);
  for (const row of read.db.query<Compared, string[]>(BETWEEN).iterate(...start, last.recordedAt, last.id)) {
    comparisons.set(row.id, compare(metric, row, best, bests.get(row.reps)));
    keep(row);
  }
  return comparisons;
};

/** The entry that was the best when the latest one was recorded: the best, or the one before it if that is the latest. */
const rivalOf = (best: BestRow | undefined, latest: Compared): string | null =>
  (best?.entryId === latest.id ? best.previousEntryId : best?.entryId) ?? null;

/** The comparisons of a member's latest entries of some metrics, by id, from the stored bests. */
export const latestComparisons = (
  read: Read,
  metrics: ReadonlyMap<string, Metric>,
  rows: readonly MetricEntryRow[],
): ReadonlyMap<string, Comparison> => {
  const clientId = rows[0]?.clientId ?? '';
  const keyOf = (metricId: string, reps: number): string => `${metricId} ${reps}`;
  const pairs = rows.flatMap(({ contentEntryId, reps }) => (reps === null ? [] : [[contentEntryId, reps] as const]));
  const metricIds = rows.map(({ contentEntryId }) => contentEntryId);
  const bests = new Map(
    [...valueBests(read, clientId, metricIds), ...repsBests(read, clientId, pairs)].map((best) => [
      keyOf(best.contentEntryId, best.reps),
      best,
    ]),
  );
  const rivals = rows.map((row) => ({
    row,
    ofAll: rivalOf(bests.get(keyOf(row.contentEntryId, 0)), row),
    ofReps: row.reps === null ? null : rivalOf(bests.get(keyOf(row.contentEntryId, row.reps)), row),
  }));
  const ids = rivals.flatMap(({ ofAll, ofReps }) => [ofAll, ofReps]).filter((id) => id !== null);
  const found = new Map(MetricEntry.rows.findAll(read, ids).map((row) => [row.id, row]));
  return new Map(
    rivals.flatMap(({ row, ofAll, ofReps }) => {
      const metric = metrics.get(row.contentEntryId);
      if (metric === undefined) return [];
      return [[row.id, compare(metric, row, found.get(ofAll ?? ''), found.get(ofReps ?? ''))] as const];
    }),
  );
};
