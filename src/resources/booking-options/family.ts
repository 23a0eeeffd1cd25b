import type { Family } from '../family.ts';
import { bookingOptionOperations } from './operations.ts';

/** How a member can book and pay for one class. */
export const bookingOptions = {
  operations: [bookingOptionOperations],
} satisfies Family;
