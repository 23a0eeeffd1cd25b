import type { Read } from '../../database/database.ts';
import { type Caller, hasPermission, hasScope, staffIdOf } from '../../kernel/caller.ts';
import { clientsOnRosters } from '../sessions/queries.ts';
import { mayKnow } from './people.ts';
import { type PersonRow, personsById } from './queries.ts';

/** Those of some clients whom a caller may read, as `GET /v2/clients/{id}` says: an instructor who is on own rosters. */
const readableClients = (read: Read, caller: Caller, ids: readonly string[]): readonly string[] => {
  if (!hasScope(caller, 'clients:read')) return [];
  if (hasPermission(caller, 'clients:read')) return ids;
  const staffId = staffIdOf(caller);
  if (staffId === null || !hasPermission(caller, 'clients:read_own_rosters')) return [];
  const own = clientsOnRosters(read, staffId, ids);
  return ids.filter((id) => own.has(id));
};

/** Those of some clients who may be named to a caller, by their ids. */
export const knownPersons = (read: Read, caller: Caller, ids: Iterable<string>): ReadonlyMap<string, PersonRow> => {
  const persons = personsById(read, readableClients(read, caller, [...new Set(ids)]));
  return new Map(persons.filter((row) => mayKnow(caller, row)).map((row) => [row.id, row]));
};
