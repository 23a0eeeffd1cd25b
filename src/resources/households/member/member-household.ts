// The household of a member who has signed in.

import type { Read, Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { forbidden, invalidParam, notFound } from '../../../kernel/problem.ts';
import type { FactReactions } from '../../reactions.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { timezoneOf } from '../../sites/queries.ts';
import { createHousehold, siteOfHousehold } from '../households.ts';
import { declineInvitation, invite, withdrawInvitation } from '../people/invitations.ts';
import { leave, requireAdultStays } from '../people/leaving.ts';
import { familyNameOf } from '../people/named.ts';
import { join, joinNew } from '../people/people.ts';
import { type HouseholdPerson, invitationsTo, openInvitations, peopleOf, personById } from '../queries.ts';
import { Household, type HouseholdRow } from '../record.ts';
import type { AddDependantBody, MemberHouseholdResponse } from '../shapes.ts';

const self = (read: Read, clientId: string): HouseholdPerson => {
  const person = personById(read, clientId);
  if (person === undefined) throw notFound('client', clientId);
  return person;
};

const isAdult = ({ householdRole }: HouseholdPerson): boolean => householdRole === 'adult';

/** Whether a member can add to a household, or begin one where the studio offers that. */
const canManage = (read: Read, person: HouseholdPerson, siteId: string): boolean =>
  membershipSettings(read, siteId).households === 'members' && person.householdRole !== 'dependant';

const memberOf = (me: HouseholdPerson, person: HouseholdPerson): MemberHouseholdResponse['members'][number] => {
  const isDependant = person.householdRole === 'dependant';
  const isYou = person.id === me.id;
  return {
    clientId: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    role: person.householdRole ?? 'adult',
    isPayer: person.isHouseholdPayer === 1,
    isYou,
    canActFor: isAdult(me) && isDependant && person.archivedAt === null,
    dateOfBirth: isDependant && (isAdult(me) || isYou) ? person.dateOfBirth : null,
  };
};

const invitedTo = (read: Read, { email }: HouseholdPerson): MemberHouseholdResponse['invitations'] => {
  if (email === null) return [];
  return invitationsTo(read, email).flatMap(({ id, householdId, invitedByClientId, expiresAt }) => {
    const household = Household.rows.find(read, householdId);
    const inviter = invitedByClientId === null ? undefined : personById(read, invitedByClientId);
    if (household === undefined) return [];
    return [
      { id, householdName: household.name, invitedBy: inviter === undefined ? null : fullName(inviter), expiresAt },
    ];
  });
};

/** The household of a member as the member sees it. */
export const memberHousehold = (read: Read, { clientId, siteId }: MemberCaller): MemberHouseholdResponse => {
  const me = self(read, clientId);
  const household = me.householdId === null ? undefined : Household.rows.find(read, me.householdId);
  const people = household === undefined ? [] : peopleOf(read, household.id);
  const isOwn = household !== undefined && isAdult(me);
  return {
    object: 'member_household',
    household:
      household === undefined
        ? null
        : {
            id: household.id,
            name: household.name,
            role: me.householdRole ?? 'adult',
            isPayer: me.isHouseholdPayer === 1,
          },
    members: people.map((person) => memberOf(me, person)),
    canManage: canManage(read, me, siteId),
    asksBirthDate: membershipSettings(read, siteId).askBirthDate,
    invited: isOwn
      ? openInvitations(read, [household.id]).map(({ id, email, expiresAt }) => ({ id, email, expiresAt }))
      : [],
    invitations: household === undefined ? invitedTo(read, me) : [],
  };
};

/** @throws Problem 403 for a dependant, and where the studio does not offer it. */
const requireMayManage = (read: Read, person: HouseholdPerson, siteId: string): void => {
  if (canManage(read, person, siteId)) return;
  throw forbidden(
    person.householdRole === 'dependant'
      ? 'A dependant cannot change the household. An adult in it, or the studio, can.'
      : 'This studio sets households up itself. Have the member ask at the front desk.',
  );
};

/** The household of an adult; a new one, which the adult pays for, where there is none. */
const ownHousehold = (tx: Tx, caller: MemberCaller, me: HouseholdPerson): HouseholdRow => {
  const found = me.householdId === null ? undefined : Household.rows.find(tx, me.householdId);
  if (found !== undefined) return found;
  const household = createHousehold(tx, caller, { name: familyNameOf(me) });
  join(tx, household, me, { role: 'adult', isPayer: true });
  return household;
};

/**
 * Makes a new person, who is a dependant of the member.
 * @throws Problem 403 as `requireMayManage`; 400 without the date of birth that the studio asks for; 409 `limit_reached`.
 */
export const addDependant = (tx: Tx, caller: MemberCaller, body: AddDependantBody): void => {
  const { clientId, siteId } = caller;
  const me = self(tx, clientId);
  requireMayManage(tx, me, siteId);
  const { firstName, lastName, dateOfBirth = null } = body;
  if (dateOfBirth === null && membershipSettings(tx, siteId).askBirthDate) {
    throw invalidParam('dateOfBirth', 'Enter the date of birth.', 'parameter_missing');
  }
  if (dateOfBirth !== null && dateOfBirth > localDateAt(tx.nowMs, timezoneOf(tx, siteId))) {
    throw invalidParam('dateOfBirth', 'The date of birth is in the future.', { reason: 'in_the_future' });
  }
  const household = ownHousehold(tx, caller, me);
  const person = { firstName, lastName, dateOfBirth, homeLocationId: me.homeLocationId };
  joinNew(tx, caller, household, person, { role: 'dependant', isPayer: false });
};

/** @throws Problem 403 as `requireMayManage`; 409 `limit_reached`. */
export const inviteAdult = (tx: Tx, caller: MemberCaller, email: string): void => {
  const me = self(tx, caller.clientId);
  requireMayManage(tx, me, caller.siteId);
  const { id } = ownHousehold(tx, caller, me);
  invite(tx, { householdId: id, siteId: siteOfHousehold(tx, id), email, invitedByClientId: me.id });
};

/** Declines an invitation, or withdraws one to the member's household. @throws Problem 404. */
export const endInvitation = (tx: Tx, { clientId }: MemberCaller, id: string): void => {
  const me = self(tx, clientId);
  const own = me.householdId === null || !isAdult(me) ? [] : openInvitations(tx, [me.householdId]);
  const sent = own.find((each) => each.id === id);
  if (sent === undefined) declineInvitation(tx, clientId, id);
  else withdrawInvitation(tx, sent);
};

/** The member who leaves. @throws Problem 404 without a household; 403 for a dependant. */
export const leaver = (read: Read, { clientId }: MemberCaller): HouseholdPerson => {
  const me = self(read, clientId);
  if (me.householdId === null) throw notFound('household of this member', clientId);
  if (isAdult(me)) return me;
  throw forbidden('A dependant cannot leave the household. An adult in it asks the studio.');
};

/** @throws Problem as `leaver`; 409 `household_needs_adult`. */
export const leaveOwn = (tx: Tx, caller: MemberCaller, cancelBookings: boolean, reactions: FactReactions): void => {
  const me = leaver(tx, caller);
  requireAdultStays(tx, me);
  leave(tx, caller, { leaving: [me], cancelBookings, reason: 'left' }, reactions);
};
