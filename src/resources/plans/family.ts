import type { Family } from '../family.ts';
import { planOperations } from './operations.ts';

export const plans = {
  operations: [planOperations],
} satisfies Family;
