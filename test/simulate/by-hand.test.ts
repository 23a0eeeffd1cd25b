import { describe, expect, test } from 'bun:test';
import { BY_HAND } from './by-hand.ts';
import { planOf } from './plan.ts';
import { type Failure, simulate } from './run.ts';
import { shrink } from './shrink.ts';

/** A seed with which each fault is found, and within how many days. */
const FOUND: Readonly<Record<string, readonly [seed: number, days: number]>> = {
  'a credit is given back twice': [13, 2],
  'a reminder is sent again after a kill': [9, 4],
  'a refund counts twice': [13, 4],
  'a lapsed offer keeps its seat': [13, 5],
  'a late event has an erased name': [13, 10],
  'a seat is not counted': [13, 2],
  'an event is lost': [13, 4],
  'a delivery is given up too soon': [13, 10],
  'a kill loses the log': [13, 4],
  'an old copy takes the media of others with it': [9, 10],
  'a canceled booking keeps its credit': [13, 2],
  'a guest stays without the host': [13, 20],
  'a revoked key works': [13, 40],
  'a favorite is counted twice': [13, 20],
  'money is not in the report': [13, 4],
};

const unharmed = new Map<number, Promise<{ readonly days: number; readonly failure: Failure | undefined }>>();

/** Whether the days of a seed pass without any fault. */
const passes = async (seed: number, days: number): Promise<boolean> => {
  const known = await unharmed.get(seed);
  if (known !== undefined && (known.days >= days || known.failure !== undefined)) return known.failure === undefined;
  const most = Math.max(days, ...Object.values(FOUND).map(([own, length]) => (own === seed ? length : 0)));
  const outcome = simulate({ seed, days: most });
  unharmed.set(seed, outcome);
  return (await outcome).failure === undefined;
};

describe('a simulation', () => {
  test('tells the fewest acts that make a fault', async () => {
    const [seed, days] = FOUND['an event is lost'] ?? [1, 12];
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
      const [seed, days] = FOUND[name] ?? [1, 30];
      const { failure } = await simulate({ seed, days, mutate });
      expect(failure?.kind).toBeString();
      // A complaint that comes without the fault too is not because of it.
      expect(await passes(seed, (failure?.day ?? 0) + 1)).toBeTrue();
    }, 600_000);
  }
});
