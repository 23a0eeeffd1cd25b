import { expiredLinks } from '../../auth/staff/links.ts';
import { endedSessions } from '../../auth/staff/sessions.ts';
import { hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { signInOperations } from './operations.ts';

export const signIn = {
  operations: [signInOperations],
  jobs: [
    { name: 'ended sessions', period: hourly(23), run: ({ sweep }: Program) => sweep(endedSessions) },
    { name: 'expired links', period: hourly(24), run: ({ sweep }: Program) => sweep(expiredLinks) },
  ],
} satisfies Family;
