// The metrics: content entries of the type `metric` that a member reads.

import { sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { storedId } from '../../kernel/ids.ts';
import { conflict, invalidParam, missingResource, notFound, Problem } from '../../kernel/problem.ts';
import { type Unit, unitsLike } from '../../kernel/units.ts';
import { unpack } from '../../records/json.ts';
import { mergePages, type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { byColumn, named } from '../../records/query.ts';
import { reachesOneOf } from '../../records/site-scope.ts';
import { ContentCategory } from '../content/categories/record.ts';
import { findPublished, locksOf, readableSites, requireUnlocked } from '../content/entries/access.ts';
import { ContentEntry, type EntryRow, type MetricDefinition } from '../content/entries/record.ts';
import { type Units, unitsOf } from '../preferences/view.ts';

export interface Metric extends Omit<MetricDefinition, 'baseUnit'> {
  readonly id: string;
  readonly name: string;
  readonly baseUnit: Unit;
  readonly categoryIds: string | null;
  /** When its content entry was archived: it takes no new entry from then on. */
  readonly archivedAt: string | null;
}

/** The metric of a content entry; undefined for an entry of another type. */
export const metricOf = (row: EntryRow): Metric | undefined => {
  const { id, title, categoryIds, archivedAt } = row;
  const definition = unpack<MetricDefinition & { baseUnit: Unit }>(row.metricDefinition);
  return definition === null ? undefined : { ...definition, id, name: title, categoryIds, archivedAt };
};

/** The metric of an entry that is stored, also when members no longer find it. */
export const storedMetric = (read: Read, id: string): Metric => {
  const row = ContentEntry.rows.find(read, id);
  const metric = row && metricOf(row);
  if (metric === undefined) throw new Error(`there is no metric '${id}'`);
  return metric;
};

/** The entry with this id, if it is archived and members of the caller's site could read it before. */
const archivedEntry = (read: Read, caller: MemberCaller, id: string): EntryRow | undefined => {
  const row = ContentEntry.rows.find(read, id);
  const { archivedAt = null, publishedAt = null } = row ?? {};
  if (archivedAt === null || publishedAt === null || publishedAt > archivedAt) return undefined;
  return row !== undefined && reachesOneOf({ siteIds: readableSites(read, caller) }, row.siteIds) ? row : undefined;
};

/** Finds archived ones. @throws Problem 404 unless it is or was published at the home site; 403 `content_locked`. */
export const findMetric = (read: Read, caller: MemberCaller, id: string): Metric => {
  const row = archivedEntry(read, caller, id) ?? findPublished(read, caller, id);
  const metric = metricOf(row);
  if (metric === undefined || row.id !== id) throw notFound('metric', id);
  requireUnlocked(read, caller, row);
  return metric;
};

const namedBy = (read: Read, caller: MemberCaller, id: string): Metric => {
  try {
    return findMetric(read, caller, id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw missingResource('contentEntryId', 'metric', id);
    throw error;
  }
};

/** @throws Problem 400 `resource_missing`; 403 `content_locked`; 409 `content_archived`. */
export const namedMetric = (read: Read, caller: MemberCaller, id: string): Metric => {
  const metric = namedBy(read, caller, id);
  if (metric.archivedAt === null) return metric;
  const message = `'${metric.name}' is archived. You can read its results, but record another metric.`;
  throw conflict('content_archived', message);
};

/** @throws Problem 400 when values of the metric cannot be in this unit. */
export const requireUnit = ({ name, baseUnit }: Metric, unit: Unit, param = 'unit'): Unit => {
  const units = unitsLike(baseUnit);
  if (units.includes(unit)) return unit;
  const allowed = units.map((each) => `'${each}'`).join(', ');
  throw invalidParam(param, `'${name}' is not measured in '${unit}'. Send one of: ${allowed}.`, {
    reason: 'not_a_choice',
  });
};

/** The unit in which a member reads the values of a metric: the one of the request, else the one that they prefer. */
export const readingUnit = (metric: Metric, units: Units, asked?: Unit): Unit => {
  if (asked !== undefined) return requireUnit(metric, asked);
  const { weight, distance, length, energy } = units;
  const chosen: Partial<Record<Metric['dimension'], Unit>> = { weight, distance, length, energy };
  return chosen[metric.dimension] ?? metric.baseUnit;
};

/** The unit of an entry: the one that was sent, else the one in which the client reads values of the metric. */
export const entryUnit = (read: Read, clientId: string, metric: Metric, sent: Unit | undefined): Unit =>
  sent ?? readingUnit(metric, unitsOf(read, clientId));

const { table: entries } = ContentEntry;
const { table: categories } = ContentCategory;

const recorded = (isIt: boolean) => sql`${sql.raw(isIt ? '' : 'not ')}exists (select 1 from "metricCounts"
  where "clientId" = ${named(isIt ? 'recordedBy' : 'notRecordedBy')} and "contentEntryId" = ${entries.id})`;

const publishedMetrics = pagesOf<EntryRow>(entries, () => ({
  direction: 'descending',
  indexed: byColumn(entries, 'type'),
  filters: {
    isMetric: sql`${entries.metricDefinition} is not null`,
    isListed: sql`${entries.isListed} = 1`,
    publishedBy: sql`+${entries.publishedAt} <= ${named('publishedBy')}`,
    notOver: sql`(${entries.expiresAt} is null or ${entries.expiresAt} > ${named('notOver')})`,
    recordedBy: recorded(true),
    notRecordedBy: recorded(false),
    category: sql`exists (select 1 from "contentEntryCategories" "link"
      join ${categories} on ${categories.id} = "link"."categoryId"
      where "link"."entryId" = ${entries.id} and ${ContentCategory.sites?.within}
        and ${named('category')} in (${categories.name}, ${categories.slug}, ${categories.id}))`,
  },
  sites: ContentEntry.sites,
  collection: 'isMetric',
}));

interface MetricQuery {
  readonly category?: string;
  readonly recorded?: boolean;
}

/** Entries that are read at a time, until a page has enough that are unlocked. */
const BATCH = 100;

export const metricPage = (
  read: Read,
  request: PageRequest,
  { category, recorded: isRecorded }: MetricQuery,
  caller: MemberCaller,
): Page<EntryRow> => {
  const filters = {
    type: 'metric',
    isMetric: 1,
    isListed: 1,
    publishedBy: read.now,
    notOver: read.now,
    category: category === undefined ? undefined : storedId(category),
    recordedBy: isRecorded === true ? caller.clientId : undefined,
    notRecordedBy: isRecorded === false ? caller.clientId : undefined,
  };
  const isBackward = request.endingBefore !== undefined;
  const siteIds = readableSites(read, caller);
  const parts: Page<EntryRow>[] = [];
  let found = 0;
  let next: PageRequest = { ...request, limit: BATCH };
  for (;;) {
    const page = publishedMetrics(read, next, filters, siteIds);
    const locks = locksOf(read, caller, page.rows);
    const rows = page.rows.filter(({ id }) => locks.get(id)?.isLocked !== true);
    found += rows.length;
    const edge = (isBackward ? page.rows[0] : page.rows.at(-1))?.id;
    const isLast = !page.hasMore || edge === undefined;
    parts.push({ ...page, rows, hasMore: false, hasNext: false, hasPrevious: false });
    if (isLast || found > request.limit) return mergePages(request, parts);
    next = { limit: BATCH, isOwnCursor: true, ...(isBackward ? { endingBefore: edge } : { startingAfter: edge }) };
  }
};
