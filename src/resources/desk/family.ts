import type { Family } from '../family.ts';
import { deskOperations } from './operations.ts';

export const desk = {
  operations: [deskOperations],
} satisfies Family;
