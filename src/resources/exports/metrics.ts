import type { TProperties } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { described, line, nullable, object } from '../../kernel/schemas.ts';
import { MetricEntry, type MetricEntryRow } from '../metrics/record.ts';
import { factDatesOf } from './fact-dates.ts';
import { factDates } from './shapes.ts';

export const metricEntryState = object(() => ({
  ...MetricEntry.state.properties,
  fact: described(nullable(factDates), 'Where and when it counts.'),
}));

/** A value of a metric as it was entered, and whose it is. How it compares with others follows from all entries. */
export const exportedMetricEntry = object((): TProperties => {
  const { isPersonalBest, previousBest, improvement, ...ownFields } = MetricEntry.schema.properties;
  const externalId = described(nullable(line(255)), 'The id of the record in the system it came from.');
  return { ...ownFields, externalId, state: metricEntryState };
});

/** The view of the entries of one page: the value in the unit in which it was entered, digit for digit. */
export const metricEntryViews =
  (read: Read) =>
  (row: MetricEntryRow): object => {
    const { value, unit, normalizedValue, externalId } = row;
    const state = { ...MetricEntry.stateOf(row), fact: factDatesOf(read, 'metric_entry', row.id) };
    return { ...MetricEntry.view(row), value, unit, normalizedValue, externalId, state };
  };
