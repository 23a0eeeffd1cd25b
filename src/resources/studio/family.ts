import type { Family } from '../family.ts';
import { libraryOperations } from './library/operations.ts';
import { studioOperations } from './operations.ts';

export const studio = {
  operations: [studioOperations, libraryOperations],
} satisfies Family;
