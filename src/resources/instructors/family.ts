import type { Family } from '../family.ts';
import { instructorOperations } from './operations.ts';

export const instructors = {
  operations: [instructorOperations],
} satisfies Family;
