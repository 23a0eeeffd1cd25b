import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { completeChallenges, noChallengeEnded } from './enrollments/complete.ts';
import { withdrawArchived } from './enrollments/enroll.ts';
import { goalOperations } from './goals/operations.ts';
import { manageChallengeOperations } from './manage-operations.ts';
import { challengeOperations } from './operations.ts';
import { challengeReactions } from './points/reactions.ts';

export const challenges = {
  operations: [challengeOperations, goalOperations, manageChallengeOperations],
  jobs: [
    {
      name: 'ended challenges',
      period: everyMinute,
      run: ({ store, signal, reactions }: Program) => completeChallenges(store, signal, reactions),
      isIdle: noChallengeEnded,
    },
  ],
  reactions: (reactions) => ({ ...challengeReactions(reactions), clientArchived: withdrawArchived(reactions) }),
} satisfies Family;
