import type { Family } from '../family.ts';
import { mediaOperations } from './operations.ts';
import { playbackOperations, variantOperations } from './playback/operations.ts';
import { mediaReaderOperations } from './reading.ts';
import { uploadOperations } from './uploads/operations.ts';

export const contentMedia = {
  operations: [mediaReaderOperations, uploadOperations, mediaOperations, playbackOperations, variantOperations],
} satisfies Family;
