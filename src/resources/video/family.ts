import { nothingDue } from '../../database/sweep.ts';
import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { closeAbandoned } from './close.ts';
import { forgetViews } from './forget.ts';
import { videoOperations } from './operations.ts';
import { abandonedSessions } from './queries.ts';

export const video = {
  operations: [videoOperations],
  jobs: [
    {
      name: 'abandoned video sessions',
      period: everyMinute,
      run: ({ store }: Program) => closeAbandoned(store),
      isIdle: nothingDue(abandonedSessions),
    },
  ],
  reactions: () => ({ contentReset: forgetViews }),
} satisfies Family;
