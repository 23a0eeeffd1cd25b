import { type Caller, hasPermission } from '../../kernel/caller.ts';
import { pick } from '../../kernel/objects.ts';
import type { ClientRecord } from './queries.ts';
import { Client, ROSTER_FIELDS, ROSTER_STATS, type RosterClientResponse } from './record.ts';

export const rosterView = (row: ClientRecord): RosterClientResponse => {
  const shown = Client.view(row);
  const stats = pick(shown.stats, ...ROSTER_STATS);
  return { ...pick(shown, ...ROSTER_FIELDS), stats, ...pick(shown, 'createdAt', 'updatedAt') };
};

/** Whether a caller sees clients as they are; without the permission `clients:read`, only what own rosters show. */
export const seesWholeClients = (caller: Caller): boolean => hasPermission(caller, 'clients:read');
