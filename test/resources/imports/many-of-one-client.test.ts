import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { createClient } from '../../helpers/sales.ts';
import { daysAgo, openMovingStudio } from './moving-studio.ts';
import { imported } from './set-up.ts';

test('an award that repeats is earned by each of 250 visits, in their order, and nothing is raised', async () => {
  const studio = await openStudio();
  const clientId = await createClient(studio);
  await studio.post('/manage/awards', { name: 'Each', trigger: 'visits', threshold: 1, isRepeatable: true });
  studio.events();
  const days = Array.from({ length: 250 }, (_, index) => 1 + ((index * 7) % 250));
  await imported(
    studio,
    'checkins',
    days.map((day) => ({ externalId: `c${day}`, clientId, checkedInAt: daysAgo(day) })),
  );
  const grants = studio.db.query('select ordinal, earnedAt from awardGrants order by ordinal').all();
  expect(grants).toEqual(
    days.toSorted((left, right) => right - left).map((day, index) => ({ ordinal: index + 1, earnedAt: daysAgo(day) })),
  );
  expect(studio.events()).toEqual(['import.completed']);
});

test('erasing a client finds each part of their entries by an index', async () => {
  const { studio, metricId } = await openMovingStudio();
  const clientId = await createClient(studio);
  const row = { clientId, contentEntryId: metricId, externalId: 'one', value: 1, recordedAt: daysAgo(1) };
  await imported(studio, 'metric_entries', [row]);
  const steps = await plansOf(studio, 'metricEntries', () => studio.post(`/manage/clients/${clientId}/erase`, {}));
  expect(steps.filter(isCostly)).toEqual([]);
});
