import type { Family } from '../family.ts';
import { mergeOperations } from './operations.ts';

export const merges = {
  operations: [mergeOperations],
} satisfies Family;
