import type { Family } from '../family.ts';
import { clientOperations, manageClientOperations } from './operations.ts';

export const clients = {
  operations: [clientOperations, manageClientOperations],
} satisfies Family;
