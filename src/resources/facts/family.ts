import type { Family } from '../family.ts';
import { recordMoreVisits } from './visits.ts';

export const facts = {
  longChanges: (reactions) => ({
    visits: recordMoreVisits(reactions),
  }),
} satisfies Family;
