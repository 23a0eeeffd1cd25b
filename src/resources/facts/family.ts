import type { Family } from '../family.ts';
import { oldVisits } from './visits.ts';

export const facts = {
  longChanges: (reactions) => [oldVisits(reactions)],
} satisfies Family;
