import { fullName } from '../../../kernel/full-name.ts';
import { comesOfAge } from '../../households/queries.ts';
import { mayRead } from '../rights.ts';
import { MOST } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

interface Grown {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

const GROWN = `select "id", "firstName", "lastName" from "clients"
  where "householdRole" = 'dependant' and "homeLocationId" = ? and "dateOfBirth" <= ? and "archivedAt" is null
  order by "dateOfBirth", "id" limit ?`;

/** The dependants who are 18 by the clock of the site: the studio decides with them, and nothing changes automatically. */
export const dependantsOfAge = ({ read, caller, site, mayDo }: DecisionContext): Draft[] => {
  if (!mayRead(caller, 'client')) return [];
  const actions = mayDo('updateHouseholdMember', 'removeHouseholdMember');
  return read.db
    .query<Grown, [string, string, number]>(GROWN)
    .all(site.id, comesOfAge(read, site.id), MOST + 1)
    .map(({ id: clientId, ...person }) =>
      draft('of_age', clientId, { title: fullName(person), people: [{ clientId, bookingId: null }], actions }),
    );
};
