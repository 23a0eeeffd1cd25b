import { reactions } from '../../../api.ts';
import type { Tx } from '../../../database/database.ts';
import { updateClient } from '../../../resources/clients/clients.ts';
import { findClient } from '../../../resources/clients/queries.ts';
import type { UpdateClientBody } from '../../../resources/clients/shapes.ts';
import { PLANS, SITES, STAFF } from '../../../resources/demo-ids.ts';
import { createInstructor } from '../../../resources/instructors/instructors.ts';
import { createPlan } from '../../../resources/plans/plans.ts';
import { brandCurrency } from '../../../resources/settings/queries.ts';
import { Site } from '../../../resources/sites/record.ts';
import { updateSite } from '../../../resources/sites/sites.ts';
import { CLIENTS } from '../clients.ts';
import { LATER_CLIENTS } from '../history/regulars.ts';
import { person, SETUP_CALLER } from '../setup.ts';

export const idOf = (firstName: string): string => {
  const found = [...CLIENTS, ...LATER_CLIENTS].find((client) => client.firstName === firstName);
  if (found === undefined) throw new Error(`the demo studio has no client '${firstName}'`);
  return found.id;
};

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const furnishSite = (tx: Tx): void => {
  const site = Site.find(tx, SETUP_CALLER, SITES.downtown);
  const room = (name: string, capacity: number) => ({ name, capacity });
  const body = {
    address: { line1: '214 Mercer Street', city: 'New York', state: 'NY', postalCode: '10012', country: 'US' },
    phone: '+1 212 555 0140',
    rooms: [room('Studio A', 14), room('Studio B', 14), room('Cycle', 20), room('Gym', 12), room('Wall', 8)],
    openingHours: WEEK.map((day) => ({ day, open: '06:00', close: '22:00' })),
  };
  updateSite(tx, site, body, reactions);
};

const hireInstructors = (tx: Tx): void => {
  const payRate = { type: 'per_head', amount: 500, currency: brandCurrency(tx) } as const;
  const hire = (firstName: string, lastName: string, specialty: string, id: string) =>
    createInstructor(tx, SETUP_CALLER, { ...person(firstName, lastName), specialties: [specialty], payRate }, id);
  hire('Lucía', 'Prado', 'Pilates', STAFF.lucia);
  hire('Kenji', 'Mori', 'Cycling', STAFF.kenji);
  hire('Noor', 'Aziz', 'Climbing', STAFF.noor);
};

/** What members agree to with a membership. */
const TERMS = { minimumTermMonths: 3, noticeDays: 14, memberMayFreeze: true };

const createPlans = (tx: Tx): void => {
  const plan = { type: 'unlimited', currency: brandCurrency(tx) } as const;
  const membership = { ...plan, name: 'Membership', price: 12_900, validityMonths: 1, autoRenews: true, ...TERMS };
  createPlan(tx, SETUP_CALLER, membership, PLANS.membership);
  const intro = { ...plan, name: 'Intro, two weeks', price: 3_900, validityDays: 14 };
  createPlan(tx, SETUP_CALLER, { ...intro, isSoldOnline: true, maxPerClient: 1 }, PLANS.intro);
};

/** Furnishes the studio with rooms, instructors and plans. */
export const openStudio = (tx: Tx): void => {
  furnishSite(tx);
  hireInstructors(tx);
  createPlans(tx);
};

/** What staff should know of someone who comes today. @param date the local date of today. */
export const describePeople = (tx: Tx, date: string): void => {
  const update = (name: string, body: UpdateClientBody) =>
    updateClient(tx, SETUP_CALLER, findClient(tx, SETUP_CALLER, idOf(name)), body, reactions);
  // Of a leap year, for the 29 February.
  update('Chloé', { dateOfBirth: `1996${date.slice(4)}` });
  update('Marcus', { alerts: { yellow: 'Left knee: no jumps' } });
  update('Freya', { alerts: { red: 'Carries an EpiPen: nuts' } });
  update('Hannah', { notes: 'Works nights at the hospital, so is often late.' });
  update('Ethan', { notes: 'Trains for the marathon in spring.' });
  update('Zoe', { notes: 'Asked about classes for her son.', tags: ['Student'] });
  update('Mateo', { waiver: { status: 'none', version: null, signedAt: null } });
};
