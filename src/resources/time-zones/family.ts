import { daily } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import { sessionClock } from './sessions.ts';
import { applyZoneRules } from './zone-rules.ts';

export const timeZones = {
  jobs: [{ name: 'time zone rules', period: daily(2, 11), atStart: true, run: applyZoneRules }],
  longChanges: (reactions) => [sessionClock(reactions)],
} satisfies Family;
