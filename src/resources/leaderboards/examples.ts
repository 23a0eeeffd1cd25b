import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { updateChallenge } from '../challenges/challenges.ts';
import { Challenge } from '../challenges/record.ts';
import { BOARDS, CHALLENGES } from '../demo-ids.ts';
import { createLeaderboard } from './boards.ts';
import { recount } from './scores/recount.ts';

/** Creates leaderboards of all visits, of watched minutes, and of the points of the open challenge, which names that. */
const create = (tx: Tx, caller: Caller): void => {
  const visits = { key: 'visits', name: 'Most visits', rankBy: 'attendance', periodType: 'all_time' } as const;
  createLeaderboard(tx, caller, visits, BOARDS.visits);
  const points = { name: 'Spring points', rankBy: 'points', periodType: 'challenge' } as const;
  createLeaderboard(tx, caller, { ...points, challengeId: CHALLENGES.spring }, BOARDS.points);
  const minutes = { name: 'Minutes of the month', rankBy: 'watch_time', periodType: 'monthly' } as const;
  createLeaderboard(tx, caller, minutes, BOARDS.minutes);
  // Each time with the time of a transaction of its own.
  for (const id of Object.values(BOARDS)) while (recount.goOn({ ...tx, raised: () => 0 }, id).left !== undefined);
  const challenge = Challenge.find(tx, caller, CHALLENGES.spring);
  updateChallenge(tx, caller, challenge, { leaderboardId: BOARDS.points });
};

export const leaderboardExamples = {
  create,
  records: [
    ['A leaderboard of visits', BOARDS.visits],
    ['A leaderboard of the points of the challenge', BOARDS.points],
  ],
} as const;
