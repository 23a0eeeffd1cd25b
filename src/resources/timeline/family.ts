import type { Family } from '../family.ts';
import { timelineOperations } from './operations.ts';

export const timeline = {
  operations: [timelineOperations],
} satisfies Family;
