import type { Read } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { addDays, localDateAt } from '../../kernel/local-time.ts';
import { converted, difference, rounded, scaled, type Unit } from '../../kernel/units.ts';
import { unpackList } from '../../records/json.ts';
import { ContentCategory } from '../content/categories/record.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { homeSiteId } from '../facts/queries.ts';
import { unitsOf } from '../preferences/view.ts';
import { Site } from '../sites/record.ts';
import { type Comparison, latestComparisons } from './comparisons.ts';
import { type Metric, metricOf, readingUnit } from './definitions.ts';
import { entryCounts, latestEntries, meansOf, valueBests } from './queries.ts';
import { MetricEntry, type MetricEntryResponse, type MetricEntryRow } from './record.ts';
import type { MetricResponse, PersonalBestResponse } from './shapes.ts';
import type { BestRow } from './tables.ts';

/** The value of an entry in a unit: digit for digit what was entered, if it was entered in it. */
export const valueIn = (unit: Unit, row: Pick<MetricEntryRow, 'value' | 'unit'>): number =>
  converted(row.value, row.unit, unit);

export const entryView = (
  metric: Metric,
  unit: Unit,
  row: MetricEntryRow,
  { isPersonalBest, previous }: Comparison,
): MetricEntryResponse => {
  const value = valueIn(unit, row);
  const previousBest = previous === undefined ? null : valueIn(unit, previous);
  const gain = previousBest === null ? null : difference(value, previousBest);
  return {
    ...MetricEntry.view(row),
    value,
    unit,
    isPersonalBest,
    previousBest,
    normalizedValue: valueIn(metric.baseUnit, row),
    improvement: gain === null || gain === 0 || metric.direction === 'higher_is_better' ? gain : -gain,
  };
};

/** The estimated weight of one repetition in the unit of the entry (Epley). */
const estimateIn = (unit: Unit, { value, reps, ...row }: MetricEntryRow): number => {
  const estimate = reps === null || reps === 1 ? value : scaled(value, 30 + reps, 30);
  return converted(estimate, row.unit, unit);
};

/** The views of personal bests. `unitFor` says in which unit the values of a metric are read. */
export const bestViews = (
  read: Read,
  bests: readonly BestRow[],
  unitFor: (metricId: string) => Unit,
): ((best: BestRow) => PersonalBestResponse) => {
  const ids = bests.flatMap(({ entryId, previousEntryId }) => [entryId, previousEntryId]).filter((id) => id !== null);
  const rows = new Map(MetricEntry.rows.findAll(read, ids).map((row) => [row.id, row]));
  return (best) => {
    const { id, contentEntryId, recordType, achievedAt, entryId, createdAt, updatedAt } = best;
    const unit = unitFor(contentEntryId);
    const row = rows.get(entryId);
    if (row === undefined) throw new Error(`the best '${id}' has no entry`);
    const shown = (of: MetricEntryRow): number =>
      recordType === 'estimated_1rm' ? estimateIn(unit, of) : valueIn(unit, of);
    const previous = rows.get(best.previousEntryId ?? '');
    const hasReps = recordType === 'by_reps' || recordType === 'estimated_1rm';
    return {
      id,
      object: 'personal_best',
      contentEntryId,
      recordType,
      reps: hasReps ? row.reps : null,
      value: shown(row),
      unit,
      achievedAt,
      entryId,
      previousValue: previous === undefined ? null : shown(previous),
      createdAt,
      updatedAt,
    };
  };
};

/** Says in which unit a member reads the values of some metrics. */
export const readingUnits = (read: Read, clientId: string, metricIds: readonly string[]) => {
  const rows = ContentEntry.rows.findAll(read, [...new Set(metricIds)]);
  const units = unitsOf(read, clientId);
  const metrics = new Map(rows.flatMap((row) => [metricOf(row) ?? []].flat().map((metric) => [row.id, metric])));
  return (id: string): Unit => {
    const metric = metrics.get(id);
    if (metric === undefined) throw new Error(`there is no metric '${id}'`);
    return readingUnit(metric, units);
  };
};

export const homeDateAt = (read: Read, clientId: string, instant: string): string =>
  localDateAt(epochOf(instant), Site.rows.find(read, homeSiteId(read, clientId))?.timezone ?? 'UTC');

const TREND_DAYS = 28;

const trendsOf = (read: Read, clientId: string, metricIds: readonly string[]) => {
  const today = homeDateAt(read, clientId, isoInstant(read.nowMs));
  const days = [addDays(today, 1 - 2 * TREND_DAYS), addDays(today, 1 - TREND_DAYS), today] as const;
  const means = new Map(meansOf(read, clientId, metricIds, days).map((each) => [each.contentEntryId, each]));
  return (id: string): MetricResponse['trend'] => {
    const { before = null, last = null } = means.get(id) ?? {};
    if (before === null || last === null || before === 0) return null;
    return { percent: rounded(((last - before) / Math.abs(before)) * 100), periodDays: TREND_DAYS };
  };
};

/** The names of the first categories of metrics that a member sees. */
const categoriesOf = (read: Read, clientId: string, metrics: readonly Metric[]) => {
  const idsOf = ({ categoryIds }: Metric): string[] => unpackList(categoryIds);
  const access = { siteIds: [homeSiteId(read, clientId)] };
  const rows = ContentCategory.rows.findAll(read, [...new Set(metrics.flatMap(idsOf))]);
  const seen = rows.filter((row) => ContentCategory.canAccess(access, row));
  const names = new Map(seen.map(({ id, name }) => [id, name]));
  return (metric: Metric): string | null => {
    const first = idsOf(metric).find((id) => names.has(id));
    return first === undefined ? null : (names.get(first) ?? null);
  };
};

/** The views of metrics for a member: one query for each kind of what is shown. */
export const metricViews = (read: Read, clientId: string, metrics: readonly Metric[], asked?: Unit) => {
  const ids = metrics.map(({ id }) => id);
  const units = unitsOf(read, clientId);
  const byId = new Map(metrics.map((metric) => [metric.id, metric]));
  const latest = latestEntries(read, clientId, ids);
  const latestOf = new Map(latest.map((row) => [row.contentEntryId, row]));
  const comparisons = latestComparisons(read, byId, latest);
  const bests = valueBests(read, clientId, ids);
  const bestOf = new Map(bests.map((best) => [best.contentEntryId, best]));
  const counts = new Map(entryCounts(read, clientId, ids).map((each) => [each.contentEntryId, each.entryCount]));
  const trendOf = trendsOf(read, clientId, ids);
  const categoryOf = categoriesOf(read, clientId, metrics);
  const unitFor = (id: string): Unit => {
    const metric = byId.get(id);
    if (metric === undefined) throw new Error(`there is no metric '${id}'`);
    return readingUnit(metric, units, asked);
  };
  const bestView = bestViews(read, bests, unitFor);
  return (metric: Metric): MetricResponse => {
    const { id, name, dimension, baseUnit, direction, repSchemes } = metric;
    const unit = unitFor(id);
    const row = latestOf.get(id);
    const comparison = comparisons.get(row?.id ?? '');
    const best = bestOf.get(id);
    return {
      object: 'metric',
      contentEntryId: id,
      name,
      category: categoryOf(metric),
      dimension,
      baseUnit,
      unit,
      direction,
      repSchemes,
      latest: row === undefined || comparison === undefined ? null : entryView(metric, unit, row, comparison),
      personalBest: best === undefined ? null : bestView(best),
      entryCount: counts.get(id) ?? 0,
      trend: trendOf(id),
    };
  };
};
