import type { Studio } from '../../helpers/api.ts';
import { check as checkAwards } from './awards.ts';
import { check as checkChallenges } from './challenges.ts';
import { check as checkLeaderboards } from './leaderboards.ts';
import { check as checkMetrics } from './metrics.ts';
import { check as checkStreaks } from './streaks.ts';

interface Counted {
  readonly studio: Studio;
}

/** Everything but awards that differs from its recount: what is earned stays, and so depends on what came first. */
export const wrongCounts = async ({ studio }: Counted): Promise<string[]> => [
  ...(await checkStreaks(studio)),
  ...checkMetrics(studio),
  ...(await checkChallenges(studio)),
  ...checkLeaderboards(studio),
];

/** Everything that differs from its recount. */
export const wrongIn = async (world: Counted): Promise<string[]> => [
  ...(await wrongCounts(world)),
  // Old events are deleted.
  ...(await checkAwards(world.studio)).filter((each) => !each.endsWith('raised')),
];
