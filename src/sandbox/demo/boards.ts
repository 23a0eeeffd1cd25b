import type { Tx } from '../../database/database.ts';
import { updateChallenge } from '../../resources/challenges/challenges.ts';
import { Challenge } from '../../resources/challenges/record.ts';
import { BOARDS, CHALLENGES } from '../../resources/demo-ids.ts';
import { createLeaderboard } from '../../resources/leaderboards/boards.ts';
import { recount } from '../../resources/leaderboards/scores/recount.ts';
import { SETUP_CALLER } from './setup.ts';

/** Creates leaderboards of all visits, of watched minutes, and of the points of the open challenge, which names that. */
export const createBoards = (tx: Tx): void => {
  const visits = { key: 'visits', name: 'Most visits', rankBy: 'attendance', periodType: 'all_time' } as const;
  createLeaderboard(tx, SETUP_CALLER, visits, BOARDS.visits);
  const points = { name: 'Spring points', rankBy: 'points', periodType: 'challenge' } as const;
  createLeaderboard(tx, SETUP_CALLER, { ...points, challengeId: CHALLENGES.spring }, BOARDS.points);
  const minutes = { name: 'Minutes of the month', rankBy: 'watch_time', periodType: 'monthly' } as const;
  createLeaderboard(tx, SETUP_CALLER, minutes, BOARDS.minutes);
  // Each time with the time of a transaction of its own.
  for (const id of Object.values(BOARDS)) while (recount.goOn({ ...tx, raised: () => 0 }, id).left !== undefined);
  const challenge = Challenge.find(tx, SETUP_CALLER, CHALLENGES.spring);
  updateChallenge(tx, SETUP_CALLER, challenge, { leaderboardId: BOARDS.points });
};
