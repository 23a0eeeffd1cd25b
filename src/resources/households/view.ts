import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { fullName } from '../../kernel/full-name.ts';
import { type HouseholdPerson, openInvitations, peopleOfHouseholds } from './queries.ts';
import { Household, type HouseholdMemberResponse, type HouseholdResponse, type HouseholdRow } from './record.ts';
import type { InvitationRow } from './tables.ts';

const memberView = (caller: Caller, person: HouseholdPerson): HouseholdMemberResponse => {
  const isSeen = canAccessSite(caller, person.homeLocationId);
  return {
    clientId: person.id,
    name: isSeen ? fullName(person) : null,
    dateOfBirth: isSeen ? person.dateOfBirth : null,
    role: person.householdRole ?? 'adult',
    isPayer: person.isHouseholdPayer === 1,
  };
};

const invitationView = ({ id, email, invitedByClientId, expiresAt }: InvitationRow) => ({
  id,
  email,
  invitedByClientId,
  expiresAt,
});

/** The views of the households of one response; their people are read in one query. */
export const householdViews = (read: Read, caller: Caller, rows: readonly HouseholdRow[]) => {
  const ids = rows.map(({ id }) => id);
  const people = Map.groupBy(peopleOfHouseholds(read, ids), ({ householdId }) => householdId);
  const invited = Map.groupBy(openInvitations(read, ids), ({ householdId }) => householdId);
  return (row: HouseholdRow): HouseholdResponse => ({
    ...Household.view(row),
    members: (people.get(row.id) ?? []).map((person) => memberView(caller, person)),
    invitations: (invited.get(row.id) ?? []).map(invitationView),
  });
};

export const householdView = (read: Read, caller: Caller, row: HouseholdRow): HouseholdResponse =>
  householdViews(read, caller, [row])(row);
