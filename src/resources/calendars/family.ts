import type { Family } from '../family.ts';
import { calendarAddressOperations, calendarOperations } from './operations.ts';

export const calendars = {
  operations: [calendarOperations, calendarAddressOperations],
} satisfies Family;
