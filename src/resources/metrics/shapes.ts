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
    'The unit of the values; by default the unit that the member prefers, else the base unit.',
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
    'What is best. An estimated_1rm is computed from weight and repetitions.',
  ),
  reps: described(nullable(integer(1, 1000)), 'The repetitions, for by_reps and estimated_1rm.'),
  value: described(value, 'The best value in the unit.'),
  unit,
  achievedAt: described(instant(), 'When it was measured.'),
  entryId: described(id(), 'The entry with which it was achieved.'),
  previousValue: described(nullable(value), 'The previous best, or null.'),
}));

/** A metric as a member sees it. It has no id of its own: `contentEntryId` is its key, and the cursor of lists. */
export const Metric = shape('Metric', () => ({
  object: Type.Literal('metric'),
  contentEntryId: id(),
  name: Type.String(),
  category: described(nullable(Type.String()), 'The name of the first of its content categories that the member sees.'),
  dimension: described(oneOf(...DIMENSIONS), 'What it measures.'),
  baseUnit: described(unit, 'The unit in which its values are stored.'),
  unit: described(
    unit,
    'The unit of the values in this response; by default also the unit of an entry that does not name a unit.',
  ),
  direction: described(oneOf(...DIRECTIONS), 'Which values are best.'),
  repSchemes: described(Type.Array(Type.Integer()), 'The repetitions that have a best of their own.'),
  latest: nullable(MetricEntry.schema),
  personalBest: nullable(PersonalBest),
  entryCount: described(count(), 'How many entries the member has.'),
  trend: described(
    nullable(
      object({
        percent: described(value, 'By how much the mean of the last days exceeds the mean of the days before.'),
        periodDays: described(Type.Integer(), 'The days of each of the two periods.'),
      }),
    ),
    'null without entries in both periods.',
  ),
}));

export const MetricList = listOf(Metric);
export const PersonalBestList = listOf(PersonalBest);

/** The entries of a day, a week or a month. */
const MetricPeriod = shape('MetricPeriod', () => ({
  periodStart: described(date(), 'Its first local day; a week begins on Monday.'),
  value: described(value, 'The best value.'),
  average: described(value, 'The mean of the values.'),
  count: described(count(), 'How many entries it has.'),
  unit,
}));

/** The list of a member's entries of one metric, the oldest first, and what they add up to. */
export const MetricHistory = shape('MetricHistory', () => ({
  ...listOf(MetricEntry.schema).properties,
  object: Type.Literal('metric_history'),
  data: described(
    Type.Array(Type.Union([MetricEntry.schema, MetricPeriod])),
    "Entries for the bucket 'raw', otherwise periods that have entries.",
  ),
  nextCursor: described(nullable(Type.String()), "Send it as 'starting_after' for the next page."),
  previousCursor: described(nullable(Type.String()), "Send it as 'ending_before' for the previous page."),
  summary: described(
    object({
      best: summed('The best value.'),
      worst: summed('The worst value.'),
      average: summed('The mean of the values.'),
      first: summed('The value that was measured first.'),
      latest: summed('The value that was measured last.'),
      unit,
      count: described(count(), 'How many entries there are.'),
    }),
    'Of all entries that the query selects, not only of this page; null without any.',
  ),
}));

/** The public page of an entry. */
export const MetricShare = shape('MetricShare', () => ({
  ...recordFields('metric_share'),
  url: described(url(), 'The page, for everybody who has the address.'),
  text: described(Type.String(), 'A line of text to send with the address.'),
  expiresAt: described(instant(), 'When the page ends.'),
}));

export const BUCKETS = ['raw', 'day', 'week', 'month'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const categoryQuery = optional(described(name(), 'The name, slug or id of a content category of the metric.'));
export type PersonalBestResponse = Static<typeof PersonalBest>;
export type MetricResponse = Static<typeof Metric>;
export type ReplaceMetricEntryBody = Static<typeof ReplaceMetricEntry>;
