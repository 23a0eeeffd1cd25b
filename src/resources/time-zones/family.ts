import { daily } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import { followZoneRules } from './follow-rules.ts';
import { sessionClock } from './sessions.ts';

export const timeZones = {
  jobs: [{ name: 'time zone rules', period: daily(2, 11), atStart: true, run: followZoneRules }],
  longChanges: (reactions) => [sessionClock(reactions)],
} satisfies Family;
