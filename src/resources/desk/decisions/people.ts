import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { mayKnow } from '../people.ts';
import { personsById } from '../queries.ts';
import type { DecisionPerson } from './shapes.ts';
import type { Draft, DraftPerson } from './types.ts';

/** Names the people of some decisions, in one query. */
export const namedPeople = (
  read: Read,
  caller: Caller,
  drafts: readonly Draft[],
): ((person: DraftPerson) => DecisionPerson) => {
  const ids = new Set(drafts.flatMap(({ people }) => people.map(({ clientId }) => clientId)));
  const rows = personsById(read, [...ids]).filter((row) => mayKnow(caller, row));
  const known = new Map(rows.map((row) => [row.id, row]));
  return ({ clientId, bookingId }) => {
    const row = known.get(clientId);
    const name = row === undefined ? null : fullName(row);
    return { clientId, bookingId, name, photoUrl: row?.photoUrl ?? null };
  };
};
