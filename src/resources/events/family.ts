import type { Family } from '../family.ts';
import { eventOperations } from './operations.ts';

export const events = {
  operations: [eventOperations],
} satisfies Family;
