import { eq, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, named } from '../../records/query.ts';
import { sitesOfClients } from '../clients/queries.ts';
import { MetricEntry, type MetricEntryRow } from './record.ts';
import { type BestRow, metricBests, type RecordType } from './tables.ts';

const { table: entries } = MetricEntry;

/** The entries of all clients, the newest first, as files have them. */
export const metricEntryPage = pagesOf<MetricEntryRow>(entries, () => ({
  direction: 'descending',
  indexed: byColumn(entries, 'externalId'),
  filters: {},
  sites: sitesOfClients(entries.clientId),
}));

/** The personal bests of a client, the newest first; of the repetitions only those that the metric names. */
export const bestPage = pagesOf<BestRow>(metricBests, () => ({
  orderBy: metricBests.achievedAt,
  direction: 'descending',
  filters: {
    clientId: eq(metricBests.clientId, named('clientId')),
    metricId: sql`+${metricBests.contentEntryId} = ${named('metricId')}`,
    recordType: eq(metricBests.recordType, named('recordType')),
    isNamed: sql`(${metricBests.reps} = 0 or exists (select 1 from "contentEntries" "metric",
      json_each("metric"."metricDefinition", '$.repSchemes') "scheme"
      where "metric"."id" = ${metricBests.contentEntryId} and "scheme"."value" = ${metricBests.reps}))`,
  },
  sites: null,
  collection: 'clientId',
}));

const VALUE_BESTS = `select "metricBests".* from json_each(?2) "metric" join "metricBests"
  on "clientId" = ?1 and "contentEntryId" = "metric"."value" and "recordType" in ('max_value', 'min_value') and "reps" = 0`;

export const valueBests = (read: Read, clientId: string, metricIds: readonly string[]): BestRow[] =>
  read.db.query<BestRow, [string, string]>(VALUE_BESTS).all(clientId, JSON.stringify(metricIds));

const BEST = `select * from "metricBests"
  where "clientId" = ? and "contentEntryId" = ? and "recordType" = ? and "reps" = ?`;

/** The best of a client of one kind; `reps` is 0 unless the kind is `by_reps`. */
export const bestOf = (
  read: Read,
  clientId: string,
  metricId: string,
  recordType: RecordType,
  reps = 0,
): BestRow | undefined =>
  read.db.query<BestRow, [string, string, string, number]>(BEST).get(clientId, metricId, recordType, reps) ?? undefined;

const REPS_BESTS = `select "metricBests".* from json_each(?2) "each" join "metricBests"
  on "clientId" = ?1 and "contentEntryId" = "each"."value" ->> 0 and "recordType" = 'by_reps'
  and "reps" = "each"."value" ->> 1`;

/** The bests of a client for repetitions, of some metrics. */
export const repsBests = (
  read: Read,
  clientId: string,
  pairs: readonly (readonly [metricId: string, reps: number])[],
): BestRow[] =>
  pairs.length === 0 ? [] : read.db.query<BestRow, [string, string]>(REPS_BESTS).all(clientId, JSON.stringify(pairs));

const LATEST = `select "metricEntries".* from json_each(?2) "metric" join "metricEntries" on "metricEntries"."id" =
  (select "id" from "metricEntries" where "clientId" = ?1 and "contentEntryId" = "metric"."value"
   order by "recordedAt" desc, "id" desc limit 1)`;

export const latestEntries = (read: Read, clientId: string, metricIds: readonly string[]): MetricEntryRow[] =>
  read.db.query<MetricEntryRow, [string, string]>(LATEST).all(clientId, JSON.stringify(metricIds));

interface EntryCount {
  readonly contentEntryId: string;
  readonly entryCount: number;
}

const COUNTS = `select "contentEntryId", "entryCount" from json_each(?2) "metric" join "metricCounts"
  on "clientId" = ?1 and "contentEntryId" = "metric"."value"`;

/** How many entries a client has, of some metrics; there is none of a metric without any. */
export const entryCounts = (read: Read, clientId: string, metricIds: readonly string[]): EntryCount[] =>
  read.db.query<EntryCount, [string, string]>(COUNTS).all(clientId, JSON.stringify(metricIds));

interface Means {
  readonly contentEntryId: string;
  readonly before: number | null;
  readonly last: number | null;
}

const MEANS = `select "contentEntryId", avg(case when "localDate" < ?4 then "normalizedValue" end) "before",
    avg(case when "localDate" >= ?4 then "normalizedValue" end) "last"
  from json_each(?2) "metric" join "metricEntries"
  on "clientId" = ?1 and "contentEntryId" = "metric"."value" and "localDate" >= ?3 and "localDate" <= ?5
  group by "contentEntryId"`;

/** The means of a client's entries from `start` up to `middle`, and from then to `end` (local dates). */
export const meansOf = (
  read: Read,
  clientId: string,
  metricIds: readonly string[],
  [start, middle, end]: readonly [start: string, middle: string, end: string],
): Means[] =>
  read.db
    .query<Means, [string, string, string, string, string]>(MEANS)
    .all(clientId, JSON.stringify(metricIds), start, middle, end);

const HAS_ENTRIES = 'select 1 from "metricCounts" where "contentEntryId" = ? limit 1';

export const hasEntries = (read: Read, metricId: string): boolean => read.db.query(HAS_ENTRIES).get(metricId) !== null;
