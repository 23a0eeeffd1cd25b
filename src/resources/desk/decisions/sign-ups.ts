import { fullName } from '../../../kernel/full-name.ts';
import { mayRead } from '../rights.ts';
import { MOST } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

interface Waiting {
  readonly clientId: string;
  readonly firstName: string;
  readonly lastName: string;
}

const WAITING = `select "clientId", "firstName", "lastName" from "memberSignUps"
  inner join "clients" on "clients"."id" = "clientId" where "siteId" = ? order by "clientId" limit ?`;

/** Who has signed up at a site where the studio decides whom it lets in. */
export const waitingSignUps = ({ read, caller, site, mayDo }: DecisionContext): Draft[] => {
  if (!mayRead(caller, 'client')) return [];
  const actions = mayDo('approveSignUp', 'declineSignUp');
  return read.db
    .query<Waiting, [string, number]>(WAITING)
    .all(site.id, MOST + 1)
    .map(({ clientId, ...person }) =>
      draft('sign_up', clientId, {
        title: fullName(person),
        people: [{ clientId, bookingId: null }],
        actions,
      }),
    );
};
