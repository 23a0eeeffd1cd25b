import type { Examples } from '../../../http/openapi/examples.ts';
import { BOARDS } from '../ids.ts';
import { at, like } from './ids.ts';

const board = at(BOARDS.visits);

/** The leaderboard of visits, as the member of the ready line and the studio see it. */
export const leaderboardExamples: Examples = {
  listLeaderboards: { query: { rank_by: 'attendance' } },
  getLeaderboardSummary: {},
  getLeaderboard: board,
  getOwnRank: board,
  listTop: board,
  listLeaderboardPeriods: { ...board, query: { status: 'current' } },
  manageListLeaderboards: {},
  createLeaderboard: { body: { name: 'Visits of the week', rankBy: 'attendance', periodType: 'weekly' } },
  manageGetLeaderboard: board,
  updateLeaderboard: { ...board, body: { description: 'Since the studio opened.' } },
  deleteLeaderboard: like(BOARDS.minutes, 'createLeaderboard'),
};
