import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { noStreakBroken, raiseBrokenStreaks } from './broken.ts';
import { noAnniversaryDue, raiseAnniversaries } from './milestones/anniversaries.ts';
import { streakOperations } from './operations.ts';
import { streakReactions } from './streaks.ts';

export const streaks = {
  operations: [streakOperations],
  jobs: [
    {
      name: 'broken streaks',
      period: everyMinute,
      run: ({ store }: Program) => raiseBrokenStreaks(store),
      isIdle: noStreakBroken,
    },
    {
      name: 'anniversaries',
      period: everyMinute,
      run: ({ store, signal }: Program) => raiseAnniversaries(store, signal),
      isIdle: noAnniversaryDue,
    },
  ],
  reactions: () => streakReactions,
} satisfies Family;
