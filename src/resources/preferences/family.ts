import type { Family } from '../family.ts';
import { preferenceOperations } from './operations.ts';

export const preferences = {
  operations: [preferenceOperations],
} satisfies Family;
