import type { Family } from '../family.ts';
import { experienceOperations, memberExperienceOperations } from './operations.ts';

export const experience = {
  operations: [memberExperienceOperations, experienceOperations],
} satisfies Family;
