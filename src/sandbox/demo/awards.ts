import type { Tx } from '../../database/database.ts';
import { createAward } from '../../resources/awards/awards.ts';
import type { CreateAwardBody } from '../../resources/awards/record.ts';
import { AWARDS } from './ids.ts';
import { SETUP_CALLER } from './setup.ts';

/** Creates an award that members of the first week have earned, and one for later. */
export const createAwards = (tx: Tx): void => {
  const first: CreateAwardBody = {
    ...{ name: 'First steps', description: 'Your first activity with us.', category: 'Streaks', tier: 'bronze' },
    ...{ trigger: 'streak', streakType: 'daily_activity', threshold: 1 },
  };
  createAward(tx, SETUP_CALLER, first, AWARDS.firstSteps);
  const ten = { name: 'Ten classes', category: 'Visits', tier: 'silver', trigger: 'visits', threshold: 10 } as const;
  createAward(tx, SETUP_CALLER, ten, AWARDS.tenClasses);
};
