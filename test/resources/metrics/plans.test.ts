import { expect, test } from 'bun:test';
import { queryPlans } from '../../helpers/query-plans.ts';
import { openMetrics } from './set-up.ts';

/** Steps that read a whole table of metrics, or sort more than the rows of a page. */
const isCostly = (step: string): boolean => /^SCAN metric[A-Z]/.test(step) || /TEMP B-TREE FOR ORDER BY/.test(step);

test('recording, editing and deleting look up each best in an index, and lists seek', async () => {
  const open = await openMetrics();
  const squat = await open.addMetric();
  const plans = await queryPlans(open.studio, async () => {
    for (let made = 0; made < 3; made += 1) await open.record(squat, 100 + made, { reps: 5 });
    const { id } = await open.record(squat, 90, { reps: 5, recordedAt: '2026-02-01T08:00:00Z' });
    await open.send('PUT', `/entries/${id}`, { value: 200, reps: 5 });
    await open.send('POST', `/entries/${id}/share`);
    await open.send('DELETE', `/entries/${id}`);
    for (const path of ['', `/${squat}`, `/${squat}/history`, '/personal-bests']) await open.get(path);
  });
  const ofMetrics = plans.filter(({ sql }) => /"metric(?:Entries|Bests|Counts|Shares)"/.test(sql));
  expect(ofMetrics.length).toBeGreaterThan(20);
  const costly = ofMetrics.filter(({ steps }) => steps.some(isCostly)).map(({ sql }) => sql);
  // The best before an entry is looked for in the index of the times of those before it.
  expect(costly.filter((sql) => !sql.includes('("recordedAt", "id") < (?4, ?5)'))).toEqual([]);
});
