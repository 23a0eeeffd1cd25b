import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { type Choices, choicesOf } from '../../helpers/seeded.ts';
import { forEachSeed } from '../../helpers/seeds.ts';
import { type MetricStudio, openMetrics } from '../../resources/metrics/set-up.ts';
import type { Row } from '../state.ts';
import { check, recount } from './metrics.ts';

const ACTIONS = 60;

/** Few values, so that many are equal, also in different units: 100 lb are 45.359237 kg. */
const bodyOf = (open: MetricStudio, isWeight: boolean, choose: Choices) => {
  const steps = 1 + choose.below(8);
  const reps = choose.of([null, 1, 3, 5, 12, 13]) ?? null;
  const inBase = isWeight
    ? { value: Number((steps * 45.359237).toFixed(6)), unit: 'kg' }
    : { value: steps * 60, unit: 's' };
  const inOther = isWeight ? { value: steps * 100, unit: 'lb' } : { value: steps, unit: 'min' };
  const recordedAt = new Date(open.studio.time.now() - (choose.once(2) ? choose.below(40) * DAY_MS : 0)).toISOString();
  return { ...(choose.once(2) ? inBase : inOther), reps, ...(choose.once(5) ? {} : { recordedAt }) };
};

const run = async (seed: number) => {
  const choose = choicesOf(seed);
  const open = await openMetrics();
  const weight = await open.addMetric();
  const time = await open.addMetric({ dimension: 'duration', direction: 'lower_is_better', repSchemes: [3] });
  open.studio.events();
  const send = async (method: string, path: string, body?: object) => {
    const response = await open.send(method, path, body);
    if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  for (let act = 0; act < ACTIONS; act += 1) {
    if (choose.once(20)) await open.studio.time.skipTo(open.studio.time.now() + DAY_MS);
    const all = open.studio.db.query('select * from metricEntries').all() as Row[];
    const entry = choose.once(2) ? choose.of(all) : undefined;
    const metricId = entry?.contentEntryId ?? choose.of([weight, time]);
    const body = bodyOf(open, metricId === weight, choose);
    let raised: readonly string[] = [];
    if (entry === undefined) {
      const made = await send('POST', '/entries', { contentEntryId: metricId, ...body });
      const held = open.studio.db.query('select count(*) as n from metricBests where entryId = ? and recordType <> ?');
      const isHeld = (held.get(made.id, 'estimated_1rm') as { n: number }).n > 0;
      const beats = made.isPersonalBest && made.previousBest !== null && isHeld;
      raised = beats ? ['metric.recorded', 'metric.personal_best'] : ['metric.recorded'];
    } else if (choose.once(2)) {
      await send('DELETE', `/entries/${entry.id}`);
    } else {
      await send('PUT', `/entries/${entry.id}`, body);
    }
    expect(open.studio.events().filter((type) => type.startsWith('metric.'))).toEqual([...raised]);
    expect(check(open.studio)).toEqual([]);
  }
  for (const [id, config] of [
    [weight, { isHigherBetter: true, isWeight: true, repSchemes: [1, 5] }],
    [time, { isHigherBetter: false, isWeight: false, repSchemes: [3] }],
  ] as const) {
    const entries = open.studio.db.query('select * from metricEntries where contentEntryId = ?').all(id) as Row[];
    const areBests: boolean[] = [];
    for (let after = ''; ; ) {
      const page = await send('GET', `/${id}/history?limit=7${after}`);
      areBests.push(...page.data.map(({ isPersonalBest }: { isPersonalBest: boolean }) => isPersonalBest));
      if (!page.hasMore) break;
      after = `&starting_after=${page.nextCursor}`;
    }
    expect(areBests).toEqual([...recount(entries, config).areBests]);
  }
};

test('bests, counts and facts are those of a recount after every act', () =>
  forEachSeed({ runs: 4, budgetMs: 4_000 }, run));
