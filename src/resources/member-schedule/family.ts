import type { Family } from '../family.ts';
import { memberScheduleOperations } from './operations.ts';

export const memberSchedule = {
  operations: [memberScheduleOperations],
} satisfies Family;
