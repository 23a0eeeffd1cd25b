// Finds the shortest list of acts that still fails in the same way.

import type { Entry } from './plan.ts';
import type { Failure } from './run.ts';

interface Shrinking {
  readonly plan: readonly Entry[];
  readonly failure: Failure;
  /** Runs a plan for so many days. */
  readonly fails: (plan: readonly Entry[], days: number) => Promise<Failure | undefined>;
  /** The most runs, and epoch ms of the machine after which none begins. */
  readonly tries: number;
  readonly isLate: () => boolean;
}

interface Shrunk {
  readonly plan: readonly Entry[];
  readonly failure: Failure;
  readonly runs: number;
}

/** Leaves out halves, then quarters and so on, as long as the same is still wrong (delta debugging). */
export const shrink = async ({ plan, failure, fails, tries, isLate }: Shrinking): Promise<Shrunk> => {
  let best = { plan: plan.filter(({ day }) => day <= failure.day), failure };
  let runs = 0;
  const attempt = async (candidate: readonly Entry[]): Promise<boolean> => {
    runs += 1;
    const found = await fails(candidate, best.failure.day + 1);
    if (found?.kind !== failure.kind) return false;
    best = { plan: candidate.filter(({ day }) => day <= found.day), failure: found };
    return true;
  };
  for (let parts = 2; runs < tries && !isLate(); ) {
    const size = Math.ceil(best.plan.length / parts);
    let isShorter = false;
    // From the front: what came first is least likely to matter.
    for (let start = 0; start < best.plan.length && runs < tries && !isLate(); ) {
      const without = [...best.plan.slice(0, start), ...best.plan.slice(start + size)];
      if (without.length < best.plan.length && (await attempt(without))) isShorter = true;
      else start += size;
    }
    if (size <= 1 && !isShorter) break;
    parts = isShorter
      ? Math.max(2, Math.min(parts, best.plan.length))
      : Math.min(parts * 2, Math.max(2, best.plan.length));
  }
  return { ...best, runs };
};
