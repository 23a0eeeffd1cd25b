import type { Family } from '../family.ts';
import { settingsOperations } from './operations.ts';

export const settings = {
  operations: [settingsOperations],
} satisfies Family;
