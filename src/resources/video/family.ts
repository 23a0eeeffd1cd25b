import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import { closeAbandoned } from './close.ts';
import { forgetViews } from './forget.ts';
import { videoOperations } from './operations.ts';

export const video = {
  operations: [videoOperations],
  jobs: [{ name: 'abandoned video sessions', period: everyMinute, run: ({ store }) => closeAbandoned(store) }],
  reactions: () => ({ contentReset: forgetViews }),
} satisfies Family;
