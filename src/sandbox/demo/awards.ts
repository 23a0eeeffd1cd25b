import type { Tx } from '../../database/database.ts';
import { createAward } from '../../resources/awards/awards.ts';
import { grantByHand } from '../../resources/awards/grants.ts';
import type { CreateAwardBody } from '../../resources/awards/record.ts';
import { AWARDS, GRANTS } from '../../resources/demo-ids.ts';
import { CLIENTS } from './clients.ts';
import { naming } from './naming.ts';
import { SETUP_CALLER } from './setup.ts';

/** Creates an award that members of the first week have earned, one for later, and one that is granted by hand. */
export const createAwards = (tx: Tx): void => {
  const first: CreateAwardBody = {
    name: 'First steps',
    description: 'Your first activity with us.',
    category: 'Streaks',
    tier: 'bronze',
    trigger: 'streak',
    streakType: 'daily_activity',
    threshold: 1,
  };
  createAward(tx, SETUP_CALLER, first, AWARDS.firstSteps);
  const ten = { name: 'Ten classes', category: 'Visits', tier: 'silver', trigger: 'visits', threshold: 10 } as const;
  createAward(tx, SETUP_CALLER, ten, AWARDS.tenClasses);
  const hand = { name: 'Helping hand', category: 'People', trigger: 'manual', isRepeatable: true } as const;
  const award = createAward(tx, SETUP_CALLER, hand, AWARDS.helpingHand);
  grantByHand(naming(tx, GRANTS.helpingHand), SETUP_CALLER, award, CLIENTS[1]?.id ?? '');
};
