import { expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { recordFact, takeBackFact } from '../../../src/resources/facts/facts.ts';
import { choicesOf } from '../../helpers/seeded.ts';
import { forEachSeed } from '../../helpers/seeds.ts';
import { openAwardStudio } from '../../resources/awards/set-up.ts';
import { check } from './awards.ts';

const ACTIONS = 50;

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const studio = await openAwardStudio();
  const clients = [(await studio.member()).id, (await studio.member()).id];
  const live = new Map<string, string>();
  const done: string[] = [];
  const later = () => studio.time.moveTo(studio.time.now() + 1 + choose.below(1_000));
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    fact() {
      const sourceId = `source ${done.length}`;
      const at = new Date(studio.time.now() - choose.below(25) * DAY_MS - choose.below(DAY_MS)).toISOString();
      const clientId = choose.of(clients) ?? '';
      live.set(sourceId, clientId);
      return studio.store.write((tx) => ({
        id: recordFact(tx, reactions, { kind: 'visit', clientId, at, sourceId, value: 0 }).id,
      }));
    },
    takeBack() {
      const [sourceId = '', clientId = ''] = choose.of([...live]) ?? [];
      live.delete(sourceId);
      return studio.store.write((tx) => {
        takeBackFact(tx, reactions, { kind: 'visit', sourceId, clientId });
      });
    },
    async award() {
      const rule = choose.once(2)
        ? { trigger: 'visits', threshold: 1 + choose.below(6) }
        : { trigger: 'streak', streakType: 'daily_activity', threshold: 1 + choose.below(4) };
      await studio.award({ ...rule, isRepeatable: choose.once(2), name: JSON.stringify(rule) });
    },
  };
  const names = ['fact', 'fact', 'fact', 'fact', 'fact', 'fact', 'takeBack', 'takeBack', 'award'];
  for (let count = 0; count < ACTIONS; count += 1) {
    await later();
    const name = choose.of(names) ?? 'fact';
    await actions[name]?.();
    done.push(name);
    expect({ seed, done, wrong: check(studio) }).toEqual({ seed, done, wrong: [] });
  }
  expect(studio.reportedErrors).toEqual([]);
  await studio.app.stop();
};

test('awards are what a recount of the facts gives, whatever happens', async () => {
  await forEachSeed({ runs: 6, budgetMs: 5_000 }, run);
}, 120_000);
