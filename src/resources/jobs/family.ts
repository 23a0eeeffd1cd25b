import type { Family } from '../family.ts';
import { jobOperations } from './operations.ts';

export const jobs = {
  operations: [jobOperations],
} satisfies Family;
