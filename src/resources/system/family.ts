import type { Family } from '../family.ts';
import { backupOperations } from './backup-operations.ts';
import { systemOperations } from './operations.ts';

export const system = {
  operations: [systemOperations, backupOperations],
} satisfies Family;
