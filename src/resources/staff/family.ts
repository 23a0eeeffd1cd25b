import type { Family } from '../family.ts';
import { staffOperations } from './operations.ts';
import { roleOperations } from './roles.ts';
import { whoMayOperations } from './who-may.ts';

export const staff = {
  operations: [staffOperations, roleOperations(), whoMayOperations],
} satisfies Family;
