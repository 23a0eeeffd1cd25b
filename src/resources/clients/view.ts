import { type Caller, hasPermission } from '../../kernel/caller.ts';
import type { ClientRecord } from './queries.ts';
import { Client, type RosterClientAnswer } from './record.ts';

const rosterView = (row: ClientRecord): RosterClientAnswer => {
  const { id, object, firstName, lastName, fullName, photoUrl, status, dateOfBirth, alerts, ...shown } =
    Client.view(row);
  const { createdAt, updatedAt } = shown;
  const { visits, firstVisitAt, lastVisitAt } = shown.stats;
  return {
    ...{ id, object, firstName, lastName, fullName, photoUrl, status, dateOfBirth, alerts },
    stats: { visits, firstVisitAt, lastVisitAt },
    ...{ createdAt, updatedAt },
  };
};

/** The view of clients for a caller: without the permission `clients:read`, what own rosters show. */
export const clientViewFor = (caller: Caller): ((row: ClientRecord) => object) =>
  hasPermission(caller, 'clients:read') ? Client.view : rosterView;
