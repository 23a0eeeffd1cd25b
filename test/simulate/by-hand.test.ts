import { describe, expect, test } from 'bun:test';
import { BY_HAND } from './by-hand.ts';
import { planOf } from './plan.ts';
import { type Failure, simulate } from './run.ts';
import { shrink } from './shrink.ts';

/** The seed with which each fault is looked for: backups are copied into a storage where it can be divided by three. */
const seedOf = (name: string): number => (name === 'an old copy takes the media of others with it' ? 9 : 13);
/** Within how many days it is found. */
const DAYS = 90;

const unharmed = new Map<number, Promise<{ readonly days: number; readonly failure: Failure | undefined }>>();

/** Whether the days of a seed pass without any fault. */
const passes = async (seed: number, days: number): Promise<boolean> => {
  const known = await unharmed.get(seed);
  if (known !== undefined && (known.days >= days || known.failure !== undefined)) return known.failure === undefined;
  const outcome = simulate({ seed, days });
  unharmed.set(seed, outcome);
  return (await outcome).failure === undefined;
};

describe('a simulation', () => {
  test('tells the fewest acts that make a fault', async () => {
    const [seed, days] = [seedOf('an event is lost'), 12];
    const mutate = BY_HAND['an event is lost'];
    const { failure } = await simulate({ seed, days, mutate });
    if (failure === undefined) throw new Error('the fault was not found');
    const plan = planOf(seed, days);
    const shrunk = await shrink({
      plan,
      failure,
      tries: 24,
      isLate: () => false,
      fails: async (candidate, length) => (await simulate({ seed, days: length, plan: candidate, mutate })).failure,
    });
    expect(shrunk.failure.kind).toBe(failure.kind);
    expect(shrunk.plan.length).toBeLessThan(plan.filter(({ day }) => day <= failure.day).length);
  }, 120_000);

  for (const [name, mutate] of Object.entries(BY_HAND)) {
    test(`finds that ${name}, and complains of nothing without it`, async () => {
      const seed = seedOf(name);
      const { failure } = await simulate({ seed, days: DAYS, mutate });
      expect(failure?.kind).toBeString();
      // A complaint that comes without the fault too is not because of it.
      expect(await passes(seed, (failure?.day ?? 0) + 1)).toBeTrue();
    }, 600_000);
  }
});
