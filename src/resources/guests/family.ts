import type { Family } from '../family.ts';
import { memberGuestOperations } from './operations.ts';
import { guestLinkOperations } from './public-operations.ts';

export const guests = {
  operations: [memberGuestOperations, guestLinkOperations],
} satisfies Family;
