import { reactions } from '../../api.ts';
import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { createEntry } from '../../resources/content/entries/entries.ts';
import { ENTRIES, MEMBER, METRIC_ENTRIES, SITES } from '../../resources/demo-ids.ts';
import { recordMetric } from '../../resources/metrics/entries.ts';
import { naming } from './naming.ts';
import { actingFor, SETUP_CALLER } from './setup.ts';

/** Days ago, weight in kg and repetitions. */
const SQUATS = [
  [49, 80, 5],
  [42, 82.5, 5],
  [28, 85, 5],
  [21, 92.5, 1],
  [14, 87.5, 5],
  [7, 90, 5],
  [2, 100, 1],
] as const;

/** Days ago, and the minutes of 2 km. */
const ROWS = [
  [30, 8.75],
  [9, 8.5],
] as const;

export const createMetrics = (tx: Tx): void => {
  const metric = { type: 'metric', status: 'published' } as const;
  const weight = { dimension: 'weight' as const, direction: 'higher_is_better' as const, repSchemes: [1, 3, 5] };
  createEntry(tx, SETUP_CALLER, { ...metric, title: 'Back squat', metricDefinition: weight }, ENTRIES.backSquat);
  const time = { dimension: 'duration', direction: 'lower_is_better' } as const;
  createEntry(tx, SETUP_CALLER, { ...metric, title: '2 km row', metricDefinition: time }, ENTRIES.row);
  const member = actingFor(MEMBER, SITES.downtown);
  const at = (daysAgo: number) => ({ recordedAt: isoInstant(tx.nowMs - daysAgo * DAY_MS) });
  for (const [daysAgo, value, reps] of SQUATS) {
    const entry = { contentEntryId: ENTRIES.backSquat, value, unit: 'kg', reps, visibility: 'leaderboard' } as const;
    recordMetric(tx, reactions, member, { ...entry, ...at(daysAgo) });
  }
  for (const [index, [daysAgo, value]] of ROWS.entries()) {
    const own = index === ROWS.length - 1 ? naming(tx, METRIC_ENTRIES.row) : tx;
    recordMetric(own, reactions, member, { contentEntryId: ENTRIES.row, value, unit: 'min', ...at(daysAgo) });
  }
};
