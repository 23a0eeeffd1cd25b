import type { Family } from '../family.ts';
import { staffOperations } from './operations.ts';
import { roleOperations } from './roles.ts';

export const staff = {
  operations: [staffOperations, roleOperations()],
} satisfies Family;
