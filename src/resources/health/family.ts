import type { Family } from '../family.ts';
import { healthOperations } from './operations.ts';

export const health = {
  operations: [healthOperations],
} satisfies Family;
