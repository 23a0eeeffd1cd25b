import type { Family } from '../family.ts';
import { demoDataOperations } from './operations.ts';
import { demoDataRemoval } from './removal/remove.ts';

export const demoData = {
  operations: [demoDataOperations],
  longChanges: () => [demoDataRemoval],
} satisfies Family;
