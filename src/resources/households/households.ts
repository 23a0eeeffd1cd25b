// Households as the front desk makes and changes them.

import type { Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import { storeChanges } from '../../records/store-changes.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { brandDefaults } from '../settings/queries.ts';
import { requireMayHandOver } from './people/handing-over.ts';
import { changePlace, join, joinNew, memberOf, type Place, placeOf, requirePlace } from './people/people.ts';
import { requireEveryone } from './people/reach.ts';
import { type HouseholdPerson, peopleOf } from './queries.ts';
import { Household, type HouseholdRow, type UpdateHouseholdBody } from './record.ts';
import type { AddMemberBody, CreateHouseholdBody, UpdateMemberBody } from './shapes.ts';

/** The site of what happens to a household: the home of its first adult. */
export const siteOfHousehold = (tx: Tx, householdId: string): string =>
  peopleOf(tx, householdId)[0]?.homeLocationId ?? brandDefaults(tx).defaultSiteId;

export const namedClient = (tx: Tx, caller: Caller, clientId: string, param: string): ClientRecord => {
  const client = clientById(tx, clientId);
  if (client === undefined || !canAccessSite(caller, client.homeLocationId)) {
    throw missingResource(param, 'client', clientId);
  }
  return client;
};

/** @throws Problem 404 for someone who is not in the household, or a client of a site that the caller cannot see. */
export const seenMember = (tx: Tx, caller: Caller, household: HouseholdRow, clientId: string): HouseholdPerson => {
  const person = memberOf(tx, household, clientId);
  if (!canAccessSite(caller, person.homeLocationId)) throw notFound('member of this household', clientId);
  return person;
};

/** @throws Problem 400 for an adult, or someone who can sign in, whom no one has asked. */
const requireAgreed = (hasAgreed: boolean | undefined, { role }: Place, hasSignedIn: boolean, param: string): void => {
  if (hasAgreed === true || (role === 'dependant' && !hasSignedIn)) return;
  const message =
    'No one becomes part of a household without being asked. Send true if the person has agreed, or invite an adult by email.';
  throw invalidParam(param, message, hasAgreed === undefined ? 'parameter_missing' : { reason: 'not_agreed' });
};

/**
 * Adds a client, or a new person.
 * @throws Problem 400 for a client who does not exist, or has not agreed; 403 as `requireEveryone` and `requireMayHandOver`; 409 as `join`.
 */
export const addMember = (
  tx: Tx,
  caller: Caller,
  household: HouseholdRow,
  { clientId, client, role, isPayer = false, hasAgreed }: AddMemberBody,
  at = '',
): string => {
  const place: Place = { role, isPayer };
  requireEveryone(tx, caller, household.id);
  requirePlace(place, `${at}isPayer`);
  if ((clientId === undefined) === (client === undefined)) {
    throw invalidParam(`${at}clientId`, "Send either 'clientId', or a new person in 'client'.", { reason: 'not_both' });
  }
  if (clientId === undefined) {
    requireAgreed(hasAgreed, place, false, `${at}hasAgreed`);
    requireMayHandOver(tx, caller, household.id, place, undefined, `${at}role`);
    return joinNew(tx, caller, household, client ?? { firstName: '', lastName: '' }, place);
  }
  const row = namedClient(tx, caller, clientId, `${at}clientId`);
  requireAgreed(hasAgreed, place, row.hasSignedIn === 1, `${at}hasAgreed`);
  requireMayHandOver(tx, caller, household.id, place, row, `${at}role`);
  join(tx, household, row, place);
  return row.id;
};

export const createHousehold = (
  tx: Tx,
  caller: Caller,
  { members = [], ...body }: CreateHouseholdBody,
  id: string = tx.id(),
): HouseholdRow => {
  const row = Household.make(tx, body, { id });
  Household.rows.insert(tx, row);
  const named = members.flatMap(({ clientId }) => clientId ?? []);
  const [first] = named;
  const siteId =
    first === undefined ? brandDefaults(tx).defaultSiteId : namedClient(tx, caller, first, 'members').homeLocationId;
  tx.raise('household.created', siteId, { householdId: row.id });
  for (const [index, member] of members.entries()) addMember(tx, caller, row, member, `members[${index}].`);
  return row;
};

export const updateHousehold = (tx: Tx, caller: Caller, row: HouseholdRow, body: UpdateHouseholdBody): HouseholdRow => {
  requireEveryone(tx, caller, row.id);
  const next = storeChanges(tx, Household, row, { ...row, ...Household.columns(body, row) });
  const difference = changesBetween(Household.view(row), Household.view(next), []);
  if (isChanged(difference)) {
    const changes = eventChanges(Household.schema, difference);
    tx.raise('household.updated', siteOfHousehold(tx, row.id), { householdId: row.id, ...changes });
  }
  return next;
};

/**
 * Changes what someone is in a household.
 * @throws Problem 404; 400 for an adult who becomes a dependant unasked; 403 as `requireEveryone` and `requireMayHandOver`.
 */
export const updateMember = (
  tx: Tx,
  caller: Caller,
  household: HouseholdRow,
  clientId: string,
  { role, isPayer, hasAgreed }: UpdateMemberBody,
): void => {
  const person = seenMember(tx, caller, household, clientId);
  requireEveryone(tx, caller, household.id);
  const before = placeOf(person);
  const next: Place = { role: role ?? before.role, isPayer: isPayer ?? (before.isPayer && role !== 'dependant') };
  if (next.role !== before.role) {
    requireAgreed(hasAgreed, next, next.role === 'dependant', 'hasAgreed');
    requireMayHandOver(tx, caller, household.id, next, person);
  }
  changePlace(tx, person, next);
};
