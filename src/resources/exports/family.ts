import type { Family } from '../family.ts';
import { exportOperations } from './operations.ts';

export const dataExports = {
  operations: [exportOperations],
} satisfies Family;
