import type { Family } from '../family.ts';
import { badgeOperations } from './badge.ts';
import { awardOperations, memberAwardOperations } from './operations.ts';
import { awardForChallenge, awardReactions, oldFacts } from './reactions.ts';

export const awards = {
  operations: [memberAwardOperations, awardOperations, badgeOperations],
  reactions: () => ({ ...awardReactions, challengeCompleted: awardForChallenge }),
  longChanges: () => [oldFacts],
} satisfies Family;
