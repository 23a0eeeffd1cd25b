import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  date,
  deletedShape,
  described,
  id,
  instant,
  integer,
  listOf,
  name,
  nullable,
  object,
  oneOf,
  optional,
  recordFields,
  shape,
  url,
  withoutDefault,
} from '../../kernel/schemas.ts';
import { ALL_UNITS } from '../../kernel/units.ts';
import { DIMENSIONS, DIRECTIONS } from '../content/entries/record.ts';
import { MetricEntry } from './record.ts';
import { RECORD_TYPES } from './tables.ts';

const unit = described(oneOf(...ALL_UNITS), 'The unit of the values.');
const value = Type.Number();
const summed = (description: string) => described(nullable(value), description);

export const unitQuery = optional(
  described(
    oneOf(...ALL_UNITS),
    "The unit of the values. Defaults to the member's preferred unit, or else the base unit.",
  ),
);

export const ReplaceMetricEntry = shape('ReplaceMetricEntryRequest', () => {
  const { contentEntryId, source, visibility, ...replaceable } = MetricEntry.create.properties;
  return { ...replaceable, source: withoutDefault(source), visibility: withoutDefault(visibility) };
});
export const DeletedMetricEntry = deletedShape('metric_entry', {});

/** records.md "Metrics". */
const PersonalBest = shape('PersonalBest', () => ({
  ...recordFields('personal_best'),
  contentEntryId: id(),
  recordType: described(
    oneOf(...RECORD_TYPES),
    'The type of best. An `estimated_1rm` is calculated from weight and repetitions.',
  ),
  reps: described(nullable(integer(1, 1000)), 'The number of repetitions, for `by_reps` and `estimated_1rm`.'),
  value: described(value, 'The best value in the unit.'),
  unit,
  achievedAt: described(instant(), 'Time at which it was measured.'),
  entryId: described(id(), 'The entry in which it was achieved.'),
  previousValue: described(nullable(value), 'The previous best, or `null`.'),
}));

/** A metric as a member sees it. It has no id of its own: `contentEntryId` is its key, and the cursor of lists. */
export const Metric = shape('Metric', () => ({
  object: Type.Literal('metric'),
  contentEntryId: id(),
  name: Type.String(),
  category: described(nullable(Type.String()), 'The name of its first content category that the member can see.'),
  dimension: described(oneOf(...DIMENSIONS), 'What it measures.'),
  baseUnit: described(unit, 'The unit in which its values are stored.'),
  unit: described(
    unit,
    'The unit of the values in this response, and the default for entries that do not specify one.',
  ),
  direction: described(oneOf(...DIRECTIONS), 'Whether higher or lower values are better.'),
  repSchemes: described(Type.Array(Type.Integer()), 'The repetition counts that have their own personal best.'),
  latest: nullable(MetricEntry.schema),
  personalBest: nullable(PersonalBest),
  entryCount: described(count(), 'The number of entries the member has.'),
  trend: described(
    nullable(
      object({
        percent: described(
          value,
          'The percentage by which the average of the latest period exceeds that of the period before.',
        ),
        periodDays: described(Type.Integer(), 'The number of days in each of the two periods.'),
      }),
    ),
    'The trend. `null` without entries in both periods.',
  ),
}));

export const MetricList = listOf(Metric);
export const PersonalBestList = listOf(PersonalBest);

/** The entries of a day, a week or a month. */
const MetricPeriod = shape('MetricPeriod', () => ({
  periodStart: described(date(), 'The first local day. Weeks start on Monday.'),
  value: described(value, 'The best value.'),
  average: described(value, 'The average of the values.'),
  count: described(count(), 'The number of entries in it.'),
  unit,
}));

/** The list of a member's entries of one metric, the oldest first, and what they add up to. */
export const MetricHistory = shape('MetricHistory', () => ({
  ...listOf(MetricEntry.schema).properties,
  object: Type.Literal('metric_history'),
  data: described(
    Type.Array(Type.Union([MetricEntry.schema, MetricPeriod])),
    'Entries for the bucket `raw`; otherwise periods that have entries.',
  ),
  nextCursor: described(nullable(Type.String()), 'Pass it as `starting_after` to get the next page.'),
  previousCursor: described(nullable(Type.String()), 'Pass it as `ending_before` to get the previous page.'),
  summary: described(
    object({
      best: summed('The best value.'),
      worst: summed('The worst value.'),
      average: summed('The average of the values.'),
      first: summed('The value measured first.'),
      latest: summed('The value measured last.'),
      unit,
      count: described(count(), 'The number of entries.'),
    }),
    'Summary of all entries selected by the query, not only of this page. `null` without any.',
  ),
}));

/** The public page of an entry. */
export const MetricShare = shape('MetricShare', () => ({
  ...recordFields('metric_share'),
  url: described(url(), 'The URL of the page, for anyone who has it.'),
  text: described(Type.String(), 'Text to send with the URL.'),
  expiresAt: described(instant(), 'Time at which the page expires.'),
}));

export const BUCKETS = ['raw', 'day', 'week', 'month'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const categoryQuery = optional(described(name(), 'The name, slug, or ID of a content category of the metric.'));
export type PersonalBestResponse = Static<typeof PersonalBest>;
export type MetricResponse = Static<typeof Metric>;
export type ReplaceMetricEntryBody = Static<typeof ReplaceMetricEntry>;
