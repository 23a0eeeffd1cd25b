import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { closePeriods, noPeriodDue } from './closing.ts';
import { leaderboardExamples } from './examples.ts';
import { memberLeaderboardOperations } from './member/operations.ts';
import { leaderboardOperations } from './operations.ts';
import { leaderboardReactions } from './scores/reactions.ts';
import { recount } from './scores/recount.ts';
import { staffLeaderboardOperations } from './staff/operations.ts';

export const leaderboards = {
  operations: [memberLeaderboardOperations, leaderboardOperations, staffLeaderboardOperations],
  jobs: [
    {
      name: 'leaderboard periods',
      period: everyMinute,
      run: ({ store }: Program) => closePeriods(store),
      isIdle: noPeriodDue,
    },
  ],
  reactions: () => leaderboardReactions,
  longChanges: () => [recount],
  examples: leaderboardExamples,
} satisfies Family;
