import type { Family } from '../family.ts';
import { siteOperations } from './operations.ts';

export const sites = {
  operations: [siteOperations],
} satisfies Family;
