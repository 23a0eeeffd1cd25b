import type { Family } from '../family.ts';
import { manageKioskOperations, ownKioskOperations } from './operations.ts';

export const kiosks = {
  operations: [manageKioskOperations, ownKioskOperations],
} satisfies Family;
