import type { Family } from '../family.ts';
import { metricOperations } from './operations.ts';

export const metrics = {
  operations: [metricOperations],
} satisfies Family;
