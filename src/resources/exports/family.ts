import type { Family } from '../family.ts';
import { exportOperations } from './operations.ts';
import { ownExportOperations } from './own/operations.ts';

export const dataExports = {
  operations: [exportOperations, ownExportOperations],
} satisfies Family;
