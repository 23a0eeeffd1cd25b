import { fullName } from '../../../kernel/full-name.ts';
import { mayRead } from '../rights.ts';
import { MOST } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

interface Waiting {
  readonly clientId: string;
  readonly firstName: string;
  readonly lastName: string;
}

// Few wait at a time; a client may have another home site by now than when they asked.
const WAITING = `select "clientId", "firstName", "lastName" from "erasureRequests"
  inner join "clients" on "clients"."id" = "clientId"
  where "erasureRequests"."status" = 'requested' and "homeLocationId" = ? order by "clientId" limit ?`;

export const erasureRequests = ({ read, caller, site, mayDo }: DecisionContext): Draft[] => {
  if (!mayRead(caller, 'client')) return [];
  const actions = mayDo('eraseClient', 'declineErasure');
  return read.db
    .query<Waiting, [string, number]>(WAITING)
    .all(site.id, MOST + 1)
    .map(({ clientId, ...person }) =>
      draft('erasure', clientId, {
        title: fullName(person),
        people: [{ clientId, bookingId: null }],
        actions,
      }),
    );
};
