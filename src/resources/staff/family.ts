import type { Family } from '../family.ts';
import { staffOperations } from './operations.ts';

export const staff = {
  operations: [staffOperations],
} satisfies Family;
