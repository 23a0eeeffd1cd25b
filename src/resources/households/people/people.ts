// Who is in a household, and as what (rules.md "Households").

import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, notFound } from '../../../kernel/problem.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { createClient } from '../../clients/clients.ts';
import { findClient } from '../../clients/queries.ts';
import { Client, type ClientRow } from '../../clients/record.ts';
import type { CreateClientBody } from '../../clients/shapes.ts';
import { type HouseholdPerson, peopleOf, personById } from '../queries.ts';
import { type HouseholdRow, MOST_MEMBERS } from '../record.ts';
import { stopForeignRenewals } from './foreign-cards.ts';

export interface Place {
  readonly role: 'adult' | 'dependant';
  readonly isPayer: boolean;
}

type Joining = Pick<ClientRow, 'id' | 'archivedAt' | 'householdId' | 'homeLocationId'>;

/** @throws Problem 400 for a dependant who would pay. */
export const requirePlace = ({ role, isPayer }: Place, param = 'isPayer'): void => {
  if (role === 'adult' || !isPayer) return;
  throw invalidParam(param, 'Only an adult can pay for a household. Leave it out for a dependant.', {
    reason: 'not_accepted',
  });
};

const payloadOf = (householdId: string, clientId: string, { role, isPayer }: Place) => ({
  householdId,
  clientId,
  role: upperSnake(role),
  isPayer,
});

const setPlace = (tx: Tx, clientId: string, householdId: string | null, place: Place | null): void => {
  Client.rows.update(tx, clientId, {
    householdId,
    householdRole: place?.role ?? null,
    isHouseholdPayer: Number(place?.isPayer ?? false),
  });
};

/**
 * Adds a client to a household.
 * @throws Problem 409 `already_in_household` for someone of any household, `client_archived`, `client_erased`, `limit_reached`.
 */
export const join = (tx: Tx, { id: householdId }: Pick<HouseholdRow, 'id'>, client: Joining, place: Place): void => {
  requirePlace(place);
  requireNotErased(tx, client.id, 'Add another client.');
  if (client.archivedAt !== null) {
    throw conflict('client_archived', "This client is archived. Restore the client first with 'status': 'active'.");
  }
  if (client.householdId !== null) {
    throw conflict(
      'already_in_household',
      'This client is in a household already. A client can be in one only: remove them from it first.',
    );
  }
  if (peopleOf(tx, householdId).length >= MOST_MEMBERS) {
    throw conflict('limit_reached', `A household has up to ${MOST_MEMBERS} people.`);
  }
  setPlace(tx, client.id, householdId, place);
  tx.raise('household.member_added', client.homeLocationId, payloadOf(householdId, client.id, place));
};

/** Puts a client into a household as a file has it, also one who is archived by now. @throws Problem 409 as `join`. */
export const restorePlace = (tx: Tx, { id }: Pick<HouseholdRow, 'id'>, client: Joining, place: Place): void => {
  if (client.archivedAt === null || client.householdId !== null) {
    join(tx, { id }, client, place);
    return;
  }
  requirePlace(place);
  setPlace(tx, client.id, id, place);
};

/** Makes a client of a new person, who then is in the household. */
export const joinNew = (
  tx: Tx,
  caller: Caller,
  household: Pick<HouseholdRow, 'id'>,
  body: CreateClientBody,
  place: Place,
): string => {
  const { id } = createClient(tx, caller, body);
  join(tx, household, findClient(tx, caller, id), place);
  return id;
};

/** @throws Problem 404 for someone who is not in the household. */
export const memberOf = (tx: Tx, { id }: Pick<HouseholdRow, 'id'>, clientId: string): HouseholdPerson => {
  const person = personById(tx, clientId);
  if (person === undefined || person.householdId !== id) throw notFound('member of this household', clientId);
  return person;
};

export const placeOf = (person: HouseholdPerson): Place => ({
  role: person.householdRole ?? 'adult',
  isPayer: person.isHouseholdPayer === 1,
});

const WITHDRAW = 'delete from "householdInvitations" where "householdId" = ? and "invitedByClientId" = ?';

/** Withdraws what someone has sent: only an adult of the household invites to it. */
const withdrawInvitationsBy = (tx: Tx, householdId: string, clientId: string): void => {
  tx.db.query(WITHDRAW).run(householdId, clientId);
};

/** Changes what someone is in the household. What no longer pays for someone renews no longer by that card. */
export const changePlace = (tx: Tx, person: HouseholdPerson, place: Place): void => {
  const { householdId } = person;
  requirePlace(place);
  const before = placeOf(person);
  if (householdId === null || (before.role === place.role && before.isPayer === place.isPayer)) return;
  setPlace(tx, person.id, householdId, place);
  if (place.role === 'dependant') withdrawInvitationsBy(tx, householdId, person.id);
  tx.raise('household.member_updated', person.homeLocationId, payloadOf(householdId, person.id, place));
  stopForeignRenewals(
    tx,
    peopleOf(tx, householdId).map(({ id }) => id),
  );
};

/** Takes someone out of a household. */
export const removePlace = (tx: Tx, person: HouseholdPerson, reason: 'left' | 'dissolved' | 'erased'): void => {
  const { householdId } = person;
  if (householdId === null) return;
  const others = peopleOf(tx, householdId).map(({ id }) => id);
  setPlace(tx, person.id, null, null);
  withdrawInvitationsBy(tx, householdId, person.id);
  tx.raise('household.member_removed', person.homeLocationId, {
    householdId,
    clientId: person.id,
    role: upperSnake(placeOf(person).role),
    reason: upperSnake(reason),
  });
  stopForeignRenewals(tx, others);
};
