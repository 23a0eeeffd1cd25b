import { describe, expect, test } from 'bun:test';
import { testsEverything } from '../helpers/everything.ts';
import { BY_HAND } from './by-hand.ts';
import { planOf } from './plan.ts';
import { simulate } from './run.ts';
import { shrink } from './shrink.ts';

const SEED = 1;

describe('a simulated studio', () => {
  test('lives through a month, with all that goes wrong', async () => {
    const { failure, log } = await simulate({ seed: SEED, days: 30 });
    expect(failure).toBeUndefined();
    expect(log.length).toBeGreaterThan(600);
  }, 120_000);

  test('does the same for the same seed', async () => {
    const [first, second] = [await simulate({ seed: 3, days: 2 }), await simulate({ seed: 3, days: 2 })];
    expect(second.log.join('\n')).toBe(first.log.join('\n'));
  }, 120_000);

  test.skipIf(!testsEverything)(
    'tells the fewest acts that make a fault',
    async () => {
      const days = 12;
      const mutate = BY_HAND['an event is lost'];
      const { failure } = await simulate({ seed: SEED, days, mutate });
      if (failure === undefined) throw new Error('the fault was not found');
      const plan = planOf(SEED, days);
      const shrunk = await shrink({
        plan,
        failure,
        tries: 8,
        isLate: () => false,
        fails: async (candidate, length) =>
          (await simulate({ seed: SEED, days: length, plan: candidate, mutate })).failure,
      });
      expect(shrunk.failure.kind).toBe(failure.kind);
      expect(shrunk.plan.length).toBeLessThan(plan.filter(({ day }) => day <= failure.day).length);
    },
    120_000,
  );

  for (const [name, mutate] of Object.entries(BY_HAND)) {
    test.skipIf(!testsEverything)(
      `finds that ${name}`,
      async () => {
        let found: string | undefined;
        for (let seed = 1; seed <= 20 && found === undefined; seed += 1) {
          found = (await simulate({ seed, days: 60, mutate })).failure?.kind;
        }
        expect(found).toBeString();
      },
      600_000,
    );
  }
});
