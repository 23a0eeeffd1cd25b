import type { Family } from '../family.ts';
import { memberLiveOperations } from './member-operations.ts';
import { liveOperations } from './operations.ts';

export const live = {
  operations: [liveOperations, memberLiveOperations],
} satisfies Family;
