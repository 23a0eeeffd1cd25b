import type { Family } from '../family.ts';
import { importOperations } from './operations.ts';

export const dataImports = {
  operations: [importOperations],
} satisfies Family;
