import type { Examples } from '../../../http/openapi/examples.ts';
import { ENTRIES, METRIC_ENTRIES } from '../ids.ts';
import { from } from './ids.ts';

const metric = { path: { contentEntryId: ENTRIES.backSquat } };
const entry = { path: { metricEntryId: from(METRIC_ENTRIES.row, 'createMetricEntry') } };

/** What the member of the ready line records of metrics. */
export const metricExamples: Examples = {
  listMetrics: { query: { category: 'Strength' } },
  getMetric: { ...metric, query: { unit: 'kg' } },
  getMetricHistory: { ...metric, query: { bucket: 'week', unit: 'kg' } },
  listPersonalBests: { query: { record_type: 'by_reps' } },
  createMetricEntry: { body: { contentEntryId: ENTRIES.backSquat, value: 102.5, unit: 'kg', reps: 1 } },
  replaceMetricEntry: { ...entry, body: { value: 8.25, unit: 'min', notes: 'Without a break' } },
  shareMetricEntry: entry,
  deleteMetricEntry: entry,
};
