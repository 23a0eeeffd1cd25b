import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import { raiseBrokenStreaks } from './broken.ts';
import { raiseAnniversaries } from './milestones/anniversaries.ts';
import { streakOperations } from './operations.ts';
import { streakReactions } from './streaks.ts';

export const streaks = {
  operations: [streakOperations],
  jobs: [
    { name: 'broken streaks', period: everyMinute, run: ({ store }) => raiseBrokenStreaks(store) },
    { name: 'anniversaries', period: everyMinute, run: ({ store, signal }) => raiseAnniversaries(store, signal) },
  ],
  reactions: () => streakReactions,
} satisfies Family;
