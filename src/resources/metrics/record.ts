import { Type } from '@sinclair/typebox';
import { code, date, integer, notes, nullable, oneOf } from '../../kernel/schemas.ts';
import { ALL_UNITS } from '../../kernel/units.ts';
import * as field from '../../records/fields.ts';
import { masked } from '../../records/personal.ts';
import { type CreateOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';

/** Where the value of an entry comes from. */
const METRIC_SOURCES = ['manual', 'class', 'device', 'staff', 'import'] as const;
const METRIC_VISIBILITIES = ['private', 'leaderboard'] as const;

const MAX_VALUE = 1_000_000_000;

const value = () => Type.Number({ minimum: -MAX_VALUE, maximum: MAX_VALUE });

/** A value that a member recorded of a metric (records.md "Metrics"). */
export const MetricEntry = record('metric_entry', 'metricEntries', () => ({
  clientId: field.id().readOnly(),
  contentEntryId: field.id().described('The metric: a content entry of the type metric.'),
  value: field.real(value()).derivedAs(Type.Number()).described('The value in the unit.'),
  unit: field
    .word(ALL_UNITS)
    .derivedAs(oneOf(...ALL_UNITS))
    .optional()
    .described('The unit of the value. Defaults to the unit in which the member reads the metric.'),
  reps: field.integer(integer(1, 1000)).nullable().described('The number of repetitions, for weights.'),
  recordedAt: field.instant().optional().described('Time at which it was measured. Defaults to now.'),
  source: field
    .word(METRIC_SOURCES)
    .default('manual')
    .sentAs(oneOf('manual', 'class', 'device', 'staff'))
    .described('The source of the value.'),
  sessionId: field.id().nullable().described('The session in which it was measured.'),
  challengeId: field.id().nullable().described('The challenge for which it was measured.'),
  notes: field.text(notes()).nullable().personal(),
  visibility: field
    .word(METRIC_VISIBILITIES)
    .default('leaderboard')
    .described(
      "Whether it counts on leaderboards of the metric; private entries do not. The member's name there follows " +
        '`leaderboardVisibility`.',
    ),
  normalizedValue: field
    .real(value())
    .derived()
    .derivedAs(Type.Number())
    .described("The value in the metric's base unit."),
  isPersonalBest: field
    .derived(Type.Boolean())
    .described(
      'Whether it was the best so far when it was recorded: of all values, or of those with the same repetitions.',
    ),
  previousBest: field
    .derived(nullable(Type.Number()))
    .described('The previous best value that it is compared with, or `null`.'),
  improvement: field
    .derived(nullable(Type.Number()))
    .described('The improvement over the previous best. Negative if it is worse.'),
  /** The id in the system it came from. Only members read entries, and they see no external ids; exports have it. */
  externalId: field.text(code(255)).nullable().internal().personal(masked),
  localDate: field
    .text(Type.String())
    .internal()
    .moves(date(), 'The local date of the home site, in the time zone that it had then.'),
  /** The estimated weight of a single repetition, in kg with 4 decimals. */
  estimatedMax: field.real(value()).nullable().internal(),
}));

export type MetricEntryRow = RowOf<typeof MetricEntry>;
export type MetricEntryResponse = ResponseOf<typeof MetricEntry>;
export type CreateMetricEntryBody = CreateOf<typeof MetricEntry>;
