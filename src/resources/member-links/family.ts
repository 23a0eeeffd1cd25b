import type { Family } from '../family.ts';
import { memberLinkOperations } from './operations.ts';

export const memberLinks = {
  operations: [memberLinkOperations],
} satisfies Family;
