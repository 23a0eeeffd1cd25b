import { WithStatus } from '../../http/operations/call.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import { date, described, flag, id, integer, object, oneOf, optional, withDefault } from '../../kernel/schemas.ts';
import type { EntryRow } from '../content/entries/record.ts';
import { ENTRIES, METRIC_ENTRIES } from '../demo-ids.ts';
import { unitsOf } from '../preferences/view.ts';
import type { FactReactions } from '../reactions.ts';
import { findMetric, metricOf, metricPage, readingUnit, storedMetric } from './definitions.ts';
import { comparisonOf, deleteMetricEntry, findOwnEntry, recordMetric, replaceMetricEntry } from './entries.ts';
import { metricHistory } from './history.ts';
import { bestPage } from './queries.ts';
import { MetricEntry } from './record.ts';
import {
  BUCKETS,
  categoryQuery,
  DeletedMetricEntry,
  Metric,
  MetricHistory,
  MetricList,
  MetricShare,
  PersonalBestList,
  ReplaceMetricEntry,
  unitQuery,
} from './shapes.ts';
import { type ShareDeps, shareMetricEntry, shareView } from './shares.ts';
import { RECORD_TYPES } from './tables.ts';
import { bestViews, entryView, metricViews, readingUnits } from './view.ts';

const metric = { path: { contentEntryId: ENTRIES.backSquat } };
const entry = { path: { metricEntryId: from(METRIC_ENTRIES.row, 'createMetricEntry') } };

interface MetricDeps {
  readonly reactions: FactReactions;
  readonly secrets: Pick<ShareDeps, 'random'>;
  readonly rootUrl: ShareDeps['rootUrl'];
}

const onMetric = { find: findMetric };
const onEntry = { find: findOwnEntry };

/** The values that members record of metrics (engagement.md "Metrics"). */
export const metricOperations = ({ reactions, secrets: { random }, rootUrl }: MetricDeps) =>
  memberOperations(({ list, read, write }) => [
    list(
      'GET /v2/member/metrics',
      'listMetrics',
      {
        summary: 'List the metrics the member can record',
        description:
          'Returns the newest metrics first; locked metrics are excluded. `recorded` selects metrics with or ' +
          'without entries from the member. The cursor is the `contentEntryId`.',
        filters: { category: categoryQuery, recorded: optional(flag()) },
        response: MetricList,
        example: { query: { category: 'Strength' } },
      },
      (view, { caller, query, page: request }) => {
        const page = metricPage(view, request, query, caller);
        const metrics = page.rows.flatMap((row) => metricOf(row) ?? []);
        const viewOf = metricViews(view, caller.clientId, metrics);
        const byId = new Map(metrics.map((metric) => [metric.id, metric]));
        return { page, view: (row: EntryRow) => viewOf(byId.get(row.id) ?? storedMetric(view, row.id)) };
      },
    ),
    list(
      'GET /v2/member/metrics/personal-bests',
      'listPersonalBests',
      {
        summary: "List the member's personal bests",
        description: 'Returns best values, best repetitions, and estimated bests, newest first.',
        filters: { content_entry_id: optional(id()), record_type: optional(oneOf(...RECORD_TYPES)) },
        response: PersonalBestList,
        example: { query: { record_type: 'by_reps' } },
      },
      (view, { caller: { clientId }, query, page: request }) => {
        const { content_entry_id: metricId, record_type: recordType } = query;
        const page = bestPage(view, request, { clientId, metricId, recordType, isNamed: 1 });
        const metricIds = page.rows.map(({ contentEntryId }) => contentEntryId);
        return { page, view: bestViews(view, page.rows, readingUnits(view, clientId, metricIds)) };
      },
    ),
    read(
      'GET /v2/member/metrics/:contentEntryId',
      'getMetric',
      {
        summary: "Retrieve one of the member's metrics",
        description: 'Includes the latest entry, the personal best, and the trend over the last 28 days.',
        on: onMetric,
        query: object(() => ({ unit: unitQuery })),
        response: Metric,
        example: { ...metric, query: { unit: 'kg' } },
      },
      (view, { caller, record, query }) => metricViews(view, caller.clientId, [record], query.unit)(record),
    ),
    list(
      'GET /v2/member/metrics/:contentEntryId/history',
      'getMetricHistory',
      {
        summary: "List the member's history for a metric",
        description:
          'Returns entries, or the days, weeks, or months that have any, oldest first. `from` and `to` are local ' +
          'dates, both inclusive.',
        on: onMetric,
        filters: {
          from: optional(described(date(), 'Only return values from this local date on.')),
          to: optional(described(date(), 'Only return values up to and including this local date.')),
          bucket: optional(withDefault(oneOf(...BUCKETS), 'raw')),
          unit: unitQuery,
          reps: optional(integer(1, 1000)),
        },
        response: MetricHistory,
        example: { ...metric, query: { bucket: 'week', unit: 'kg' } },
      },
      (view, { caller: { clientId }, record: metric, query: { bucket = 'raw', ...query }, page }) => {
        const unit = readingUnit(metric, unitsOf(view, clientId), query.unit);
        return metricHistory(view, page, { ...query, clientId, metric, unit }, bucket);
      },
    ),
    write(
      'POST /v2/member/metrics/entries',
      'createMetricEntry',
      {
        summary: 'Record a value for a metric',
        description:
          'The response says whether it is a personal best, and by how much it beats the previous one. Without ' +
          '`unit`, the value is in the unit the member uses for the metric.',
        body: MetricEntry.create,
        status: 201,
        response: MetricEntry.schema,
        example: { body: { contentEntryId: ENTRIES.backSquat, value: 102.5, unit: 'kg', reps: 1 } },
      },
      (tx, { caller, body }) => {
        const { metric, row } = recordMetric(tx, reactions, caller, body);
        return entryView(metric, row.unit, row, comparisonOf(tx, metric, row));
      },
    ),
    write(
      'PUT /v2/member/metrics/entries/:metricEntryId',
      'replaceMetricEntry',
      {
        summary: 'Replace a metric entry',
        description:
          'Fields you omit are reset to their default, except `recordedAt`, `source`, and `visibility`, which are ' +
          'kept. Personal bests are updated.',
        on: onEntry,
        body: ReplaceMetricEntry,
        response: MetricEntry.schema,
        example: { ...entry, body: { value: 8.25, unit: 'min', notes: 'Without a break' } },
      },
      (tx, { caller, record: before, body }) => {
        const { metric, row } = replaceMetricEntry(tx, reactions, caller, { before, body });
        return entryView(metric, row.unit, row, comparisonOf(tx, metric, row));
      },
    ),
    write(
      'POST /v2/member/metrics/entries/:metricEntryId/share',
      'shareMetricEntry',
      {
        summary: 'Share a metric entry on a public page',
        description:
          "The page shows the member's first name, the metric, and the value for 30 days. If a page already " +
          'exists, returns it with 200.',
        on: onEntry,
        status: 201,
        alsoResponds: { 200: MetricShare },
        response: MetricShare,
        example: entry,
      },
      (tx, { record }) => {
        const { share, isNew } = shareMetricEntry(tx, { random, rootUrl }, record);
        const view = shareView(tx, { random, rootUrl }, share, record);
        return isNew ? view : new WithStatus(200, view);
      },
    ),
    write(
      'DELETE /v2/member/metrics/entries/:metricEntryId',
      'deleteMetricEntry',
      {
        summary: 'Delete a metric entry',
        description: "Personal bests are updated, and the entry's public page is taken down.",
        on: onEntry,
        response: DeletedMetricEntry,
        example: entry,
      },
      (tx, { record }) => deleteMetricEntry(tx, reactions, record),
    ),
  ]);
