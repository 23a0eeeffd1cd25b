import type { Tx } from '../../database/database.ts';
import { createLeaderboard } from '../../resources/leaderboards/boards.ts';
import { countMore } from '../../resources/leaderboards/scores/recount.ts';
import { BOARDS } from './ids.ts';
import { SETUP_CALLER } from './setup.ts';

/** Creates a leaderboard of all visits. */
export const createBoards = (tx: Tx): void => {
  const visits = { key: 'visits', name: 'Most visits', rankBy: 'attendance', periodType: 'all_time' } as const;
  createLeaderboard(tx, SETUP_CALLER, visits, BOARDS.visits);
  while (countMore(tx, BOARDS.visits) === undefined);
};
