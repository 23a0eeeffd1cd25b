import { nothingDue } from '../../database/sweep.ts';
import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { completeSessions } from './complete.ts';
import { scheduleImageOperations } from './images/schedule-image.ts';
import { sessionImageOperations } from './images/session-image.ts';
import { manageSessionOperations, sessionOperations } from './operations.ts';
import { endedSessions } from './queries.ts';

export const sessions = {
  operations: [sessionOperations, manageSessionOperations, scheduleImageOperations, sessionImageOperations],
  jobs: [
    {
      name: 'ended sessions',
      period: everyMinute,
      run: ({ store }: Program) => completeSessions(store),
      isIdle: nothingDue(endedSessions),
    },
  ],
} satisfies Family;
