import { describe, expect, test } from 'bun:test';
import { BY_HAND } from './by-hand.ts';
import { planOf } from './plan.ts';
import { simulate } from './run.ts';
import { shrink } from './shrink.ts';

describe('a simulation', () => {
  test('tells the fewest acts that make a fault', async () => {
    const days = 12;
    const mutate = BY_HAND['an event is lost'];
    const { failure } = await simulate({ seed: 1, days, mutate });
    if (failure === undefined) throw new Error('the fault was not found');
    const plan = planOf(1, days);
    const shrunk = await shrink({
      plan,
      failure,
      tries: 8,
      isLate: () => false,
      fails: async (candidate, length) => (await simulate({ seed: 1, days: length, plan: candidate, mutate })).failure,
    });
    expect(shrunk.failure.kind).toBe(failure.kind);
    expect(shrunk.plan.length).toBeLessThan(plan.filter(({ day }) => day <= failure.day).length);
  }, 120_000);

  for (const [name, mutate] of Object.entries(BY_HAND)) {
    test(`finds that ${name}`, async () => {
      let found: string | undefined;
      for (let seed = 1; seed <= 20 && found === undefined; seed += 1) {
        found = (await simulate({ seed, days: 60, mutate })).failure?.kind;
      }
      expect(found).toBeString();
    }, 600_000);
  }
});
