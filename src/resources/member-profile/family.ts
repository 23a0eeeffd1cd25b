import type { Family } from '../family.ts';
import { memberProfileOperations } from './operations.ts';
import { memberPhotoOperations } from './photo.ts';

export const memberProfile = {
  operations: [memberProfileOperations, memberPhotoOperations],
} satisfies Family;
