// A household in files: the ids of its people, without their names, which stand with the clients.

import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { id, object } from '../../kernel/schemas.ts';
import { peopleOfHouseholds } from './queries.ts';
import { Household, type HouseholdRow, isPayer, role } from './record.ts';

const movedMember = object(() => ({ clientId: id(), role: role(), isPayer: isPayer() }));

export const movedMembers = () => Type.Array(movedMember);

/** A household as files have it. Invitations stay where they were sent. */
export const movedHousehold = object(() => {
  const { invitations: _invitations, members: _members, ...properties } = Household.schema.properties;
  return { ...properties, members: movedMembers() };
});

export const movedViews = (read: Read, rows: readonly HouseholdRow[]) => {
  const people = Map.groupBy(
    peopleOfHouseholds(
      read,
      rows.map(({ id: householdId }) => householdId),
    ),
    ({ householdId }) => householdId,
  );
  return (row: HouseholdRow) => ({
    ...Household.view(row),
    members: (people.get(row.id) ?? []).map((person) => ({
      clientId: person.id,
      role: person.householdRole ?? 'adult',
      isPayer: person.isHouseholdPayer === 1,
    })),
  });
};
