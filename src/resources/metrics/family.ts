import type { Family } from '../family.ts';
import { metricOperations } from './operations.ts';
import { endShares } from './shares.ts';

export const metrics = {
  operations: [metricOperations],
  reactions: () => ({ clientArchived: endShares }),
} satisfies Family;
