import type { Family } from '../family.ts';
import { calendarOperations } from './operations.ts';

export const calendars = {
  operations: [calendarOperations],
} satisfies Family;
