import type { Family } from '../family.ts';
import { memberProfileOperations } from './operations.ts';

export const memberProfile = {
  operations: [memberProfileOperations],
} satisfies Family;
