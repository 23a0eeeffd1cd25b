import { stopwatch } from '../../src/kernel/clock.ts';
import { testsEverything } from './everything.ts';

/** Replays one run: STUDIOD_PROPERTY_SEED=<seed> bun test test/properties */
const GIVEN = process.env.STUDIOD_PROPERTY_SEED;
/** Runs begin with this seed, so that a night may try others: STUDIOD_PROPERTY_SEED_FROM=1000 */
const FROM = Number(process.env.STUDIOD_PROPERTY_SEED_FROM ?? 1);

/**
 * Runs a property test with the seeds from 1 on, or with the one that STUDIOD_PROPERTY_SEED names.
 * @param runs how many with TEST_EVERYTHING=1, otherwise a sixteenth of them; STUDIOD_PROPERTY_RUNS says otherwise
 * @param budgetMs no run but the first begins after so many milliseconds, so that a slow machine is not held up;
 *   STUDIOD_PROPERTY_MS says otherwise
 */
export const forEachSeed = async (
  { runs, budgetMs }: { readonly runs: number; readonly budgetMs: number },
  run: (seed: number) => Promise<void>,
): Promise<void> => {
  const count = Number(process.env.STUDIOD_PROPERTY_RUNS ?? (testsEverything ? runs : Math.ceil(runs / 16)));
  const budget = Number(process.env.STUDIOD_PROPERTY_MS ?? budgetMs);
  const seeds = GIVEN === undefined ? Array.from({ length: count }, (_, index) => FROM + index) : [Number(GIVEN)];
  const startedAt = stopwatch();
  for (const [index, seed] of seeds.entries()) {
    if (index > 0 && stopwatch() - startedAt > budget) break;
    try {
      await run(seed);
    } catch (error) {
      console.error(`Replay it with STUDIOD_PROPERTY_SEED=${seed}`);
      throw error;
    }
  }
};
