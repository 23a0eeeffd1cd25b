import type { TProperties } from '@sinclair/typebox';
import { date, described, part } from '../../kernel/schemas.ts';
import { MetricEntry, type MetricEntryRow } from '../metrics/record.ts';

const { isPersonalBest: _best, previousBest: _before, improvement: _gain, ...fields } = MetricEntry.schema.properties;
const ownFields: TProperties = fields;

export const metricEntryState = part({
  localDate: described(date(), 'The local date of the home site, in the time zone that it had then.'),
});

/** A value of a metric as it was entered, and whose it is. How it compares with others follows from all entries. */
export const exportedMetricEntry = part({ ...ownFields, state: metricEntryState });

/** The view of an entry: the value in the unit in which it was entered, digit for digit. */
export const exportedMetricEntryView = (row: MetricEntryRow): object => {
  const { value, unit, normalizedValue, localDate } = row;
  return { ...MetricEntry.view(row), value, unit, normalizedValue, state: { localDate } };
};
