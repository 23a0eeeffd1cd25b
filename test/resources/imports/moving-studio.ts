import { DAY_MS } from '../../../src/kernel/durations.ts';
import { openStudio, TEST_START } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';

export const ROWS = 2_000;
export const daysAgo = (days: number): string => new Date(TEST_START - days * DAY_MS).toISOString();

/** A studio in which facts move all that is derived from them. */
export const openMovingStudio = async () => {
  const studio = await openStudio();
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [5] };
  const { id: metricId } = await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition });
  const boards = [
    { name: 'Visits', rankBy: 'attendance', periodType: 'weekly' },
    { name: 'Streak', rankBy: 'streak', periodType: 'all_time' },
    { name: 'Watched', rankBy: 'watch_time', periodType: 'all_time' },
    { name: 'Squat', rankBy: 'metric', metricContentEntryId: metricId, periodType: 'all_time' },
  ];
  for (const board of boards) await studio.post('/manage/leaderboards', board);
  const awards = [
    { name: 'Each', trigger: 'visits', threshold: 1, isRepeatable: true },
    { name: 'Days', trigger: 'streak', streakType: 'daily_activity', threshold: 3, isRepeatable: true },
  ];
  for (const award of awards) await studio.post('/manage/awards', award);
  return { studio, metricId };
};

export type Moving = Awaited<ReturnType<typeof openMovingStudio>>;

export const ROW_OF: Readonly<Record<string, (index: number, metricId: string) => object>> = {
  checkins: (index) => ({ externalId: `c${index}`, checkedInAt: daysAgo(ROWS - index) }),
  facts: (index) => ({ kind: 'watched_minutes', value: 6, at: daysAgo(1 + index) }),
  metric_entries: (index, contentEntryId) => ({
    externalId: `m${index}`,
    contentEntryId,
    value: 50 + ((index * 7919) % 100),
    unit: 'kg',
    reps: 5,
    recordedAt: daysAgo(ROWS - index),
    visibility: 'leaderboard',
  }),
};
