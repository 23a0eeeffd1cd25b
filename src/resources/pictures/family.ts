import type { Family } from '../family.ts';
import { logoOperations, photoOperations } from './operations.ts';
import { brandPhotoOperations } from './photo.ts';
import { staffPhotoOperations } from './staff-photo.ts';

export const pictures = {
  operations: [photoOperations, logoOperations, brandPhotoOperations, staffPhotoOperations],
} satisfies Family;
