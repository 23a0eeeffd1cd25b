import { type Caller, hasPermission } from '../../kernel/caller.ts';
import type { ClientRecord } from './queries.ts';
import { Client, type RosterClientResponse } from './record.ts';

/** A client as own rosters show it. */
export const rosterView = (row: ClientRecord): RosterClientResponse => {
  const { id, object, firstName, lastName, fullName, photoUrl, status, dateOfBirth, alerts, ...shown } =
    Client.view(row);
  const { createdAt, updatedAt } = shown;
  const { visits, firstVisitAt, lastVisitAt } = shown.stats;
  return {
    id,
    object,
    firstName,
    lastName,
    fullName,
    photoUrl,
    status,
    dateOfBirth,
    alerts,
    stats: { visits, firstVisitAt, lastVisitAt },
    createdAt,
    updatedAt,
  };
};

/** Whether a caller sees clients as they are; without the permission `clients:read`, only what own rosters show. */
export const seesWholeClients = (caller: Caller): boolean => hasPermission(caller, 'clients:read');
