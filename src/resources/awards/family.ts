import type { Family } from '../family.ts';
import { awardOperations, memberAwardOperations } from './operations.ts';
import { awardForChallenge, awardReactions, countMoreOldFacts } from './reactions.ts';

export const awards = {
  operations: [memberAwardOperations, awardOperations],
  reactions: () => ({ ...awardReactions, challengeCompleted: awardForChallenge }),
  longChanges: () => ({
    award: countMoreOldFacts,
  }),
} satisfies Family;
