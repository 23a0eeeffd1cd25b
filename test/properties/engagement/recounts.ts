import type { Studio } from '../../helpers/api.ts';
import { check as checkAwards } from './awards.ts';
import { check as checkChallenges } from './challenges.ts';
import { check as checkLeaderboards } from './leaderboards.ts';
import { check as checkMetrics } from './metrics.ts';
import { check as checkStreaks } from './streaks.ts';

interface Counted {
  readonly studio: Studio;
  /** The zones in which home sites have been: whether a week was frozen was decided in the zone of then. */
  readonly zones?: readonly string[];
}

const countsIn = async (studio: Studio): Promise<string[]> => [
  ...(await checkStreaks(studio)),
  ...checkMetrics(studio),
  ...(await checkChallenges(studio)),
  ...checkLeaderboards(studio),
];

/** The client whom a complaint names. */
export const clientIn = (complaint: string): string | undefined => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(complaint)?.[0];

/**
 * Everything but awards that differs from its recount: what is earned stays, and so depends on what came first. A week was
 * frozen by the packages of then, some of which may have been on hold.
 */
export const wrongCounts = async ({ studio, zones = [] }: Counted): Promise<string[]> => {
  let wrong = await countsIn(studio);
  const others = [{}, ...zones.map((zone) => ({ zone }))].flatMap((other) => [other, { ...other, isHeld: true }]);
  for (const other of others.slice(1)) {
    if (wrong.length === 0) break;
    const then: Studio = Object.assign(Object.create(studio), other);
    const clients = (await countsIn(then)).map(clientIn);
    wrong = wrong.filter((each) => clients.includes(clientIn(each)));
  }
  return wrong;
};

/** Everything that differs from its recount. */
export const wrongIn = async (world: Counted): Promise<string[]> => [
  ...(await wrongCounts(world)),
  // Old events are deleted.
  ...(await checkAwards(world.studio)).filter((each) => !each.endsWith('raised')),
];
