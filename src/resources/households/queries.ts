import { asc, gt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, inList, named, query, selectColumns, selectRows, tableRows } from '../../records/query.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { timezoneOf } from '../sites/queries.ts';
import { Household, type HouseholdRow } from './record.ts';
import { householdInvitations, type InvitationRow } from './tables.ts';

const { table: clients } = Client;

const PERSON = [
  'id',
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'photoUrl',
  'homeLocationId',
  'householdId',
  'householdRole',
  'isHouseholdPayer',
  'hasSignedIn',
  'archivedAt',
] as const;

/** A client of a household, as far as it concerns the others. */
export type HouseholdPerson = Pick<ClientRow, (typeof PERSON)[number]>;

const inHouseholds = query<HouseholdPerson>(() =>
  selectColumns(clients, PERSON, inList(clients.householdId, 'householdIds')).orderBy(
    asc(clients.householdId),
    asc(clients.householdRole),
    asc(clients.id),
  ),
);

/** The people of some households, adults first. */
export const peopleOfHouseholds = (read: Read, householdIds: readonly string[]): HouseholdPerson[] =>
  inHouseholds.all(read, { householdIds: JSON.stringify(householdIds) });

export const peopleOf = (read: Read, householdId: string): HouseholdPerson[] => peopleOfHouseholds(read, [householdId]);

const byId = query<HouseholdPerson>(() => selectColumns(clients, PERSON, 'id'));

export const personById = (read: Read, id: string): HouseholdPerson | undefined => byId.get(read, { id });

const isAdult = ({ householdRole, archivedAt }: HouseholdPerson): boolean =>
  householdRole === 'adult' && archivedAt === null;

/** The adults who get what concerns a client: those of the household of a dependant; no one for anyone else. */
export const adultsFor = (read: Read, clientId: string): HouseholdPerson[] => {
  const person = personById(read, clientId);
  if (person === undefined || person.householdId === null || person.householdRole !== 'dependant') return [];
  return peopleOf(read, person.householdId).filter(isAdult);
};

/** A household is seen where one of its people is. @throws Problem 404. */
export const findHousehold = (read: Read, caller: Caller, id: string): HouseholdRow => {
  const row = Household.rows.find(read, id);
  const isSeen =
    row !== undefined &&
    (caller.siteIds === null || peopleOf(read, id).some((person) => canAccessSite(caller, person.homeLocationId)));
  if (row === undefined || !isSeen) throw notFound('household', id);
  return row;
};

export const householdPage = pagesOf<HouseholdRow>(Household.table, () => ({
  direction: 'descending',
  indexed: byColumn(Household.table, 'externalId'),
  filters: {
    clientId: sql`${Household.table.id} = (select "householdId" from "clients" where "clients"."id" = ${named('clientId')})`,
  },
  sites: {
    within: sql`exists (select 1 from "clients" where "clients"."householdId" = ${Household.table.id}
      and "clients"."homeLocationId" in (select value from json_each(${named('reachable')})))`,
  },
  endedIds: '',
}));

export const invitationRows = tableRows(householdInvitations);

const ofHouseholds = query<InvitationRow>(() =>
  selectRows(
    householdInvitations,
    inList(householdInvitations.householdId, 'householdIds'),
    gt(householdInvitations.expiresAt, named('now')),
  ).orderBy(asc(householdInvitations.id)),
);

/** The invitations to some households that can still be accepted. */
export const openInvitations = (read: Read, householdIds: readonly string[]): InvitationRow[] =>
  ofHouseholds.all(read, { householdIds: JSON.stringify(householdIds), now: read.now });

const oneInvitation = query<InvitationRow>(() => selectRows(householdInvitations, 'id'));

export const invitationById = (read: Read, id: string): InvitationRow | undefined => oneInvitation.get(read, { id });

const ofEmail = query<InvitationRow>(() =>
  selectRows(householdInvitations, 'email', gt(householdInvitations.expiresAt, named('now'))).orderBy(
    asc(householdInvitations.id),
  ),
);

/** What an email was invited to. */
export const invitationsTo = (read: Read, email: string): InvitationRow[] =>
  ofEmail.all(read, { email, now: read.now });

const OF_AGE = 18;

/** The date of birth of whoever turns 18 on the day of a site. */
export const comesOfAge = (read: Read, siteId: string): string => {
  const today = localDateAt(read.nowMs, timezoneOf(read, siteId));
  return `${Number(today.slice(0, 4)) - OF_AGE}${today.slice(4)}`;
};
