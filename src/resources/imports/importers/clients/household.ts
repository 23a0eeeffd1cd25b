import type { Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { object, optional, type Static } from '../../../../kernel/schemas.ts';
import { createHousehold, namedClient, updateHousehold } from '../../../households/households.ts';
import { movedMembers, movedViews } from '../../../households/moved.ts';
import { requireMayHandOver } from '../../../households/people/handing-over.ts';
import { changePlace, restorePlace } from '../../../households/people/people.ts';
import { findHousehold, householdPage, peopleOf } from '../../../households/queries.ts';
import { Household, type HouseholdRow } from '../../../households/record.ts';
import { identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { finderOf, idOf, required, requireIdentity } from '../identity.ts';

const ImportHousehold = object(() => {
  const { name, externalId, metadata } = Household.create.properties;
  return { ...identityFields, name: optional(name), externalId, metadata, members: optional(movedMembers()) };
});

type Row = Static<typeof ImportHousehold>;

/** Whoever imports says that these people were a household elsewhere: they had agreed there. */
const setMembers = (tx: Tx, caller: Caller, household: HouseholdRow, members: Row['members'] = []): void => {
  const there = new Map(peopleOf(tx, household.id).map((person) => [person.id, person]));
  for (const [index, { clientId, ...place }] of members.entries()) {
    const person = there.get(clientId);
    const handOver = (client: Parameters<typeof requireMayHandOver>[4]) =>
      requireMayHandOver(tx, caller, household.id, place, client, `members[${index}].role`);
    if (person === undefined) {
      const client = namedClient(tx, caller, clientId, `members[${index}].clientId`);
      handOver(client);
      restorePlace(tx, household, client, place);
    } else {
      if (person.householdRole !== place.role) handOver(person);
      changePlace(tx, person, place);
    }
  }
};

const find = finderOf<HouseholdRow>(Household.rows.find, householdPage);

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireIdentity(row);
  const { name } = required({ name: row.name }, 'Send it.');
  const { externalId = null, metadata = {}, members } = row;
  const at = atCreation(tx, row.createdAt);
  const household = createHousehold(at, caller, { name, externalId, metadata }, idOf(tx, row.id));
  setMembers(tx, caller, household, members);
  const updatedAt = utc(row.updatedAt);
  if (updatedAt !== undefined) Household.rows.update(tx, household.id, { updatedAt });
  return household.id;
};

/** Households are identified by id or external id. A row adds people and changes what they are; none are taken out. */
export const importHouseholds = importFamily(ImportHousehold, {
  rights: { create: ['createHousehold'], update: ['updateHousehold', 'addHouseholdMember'] },
  find,
  create,
  reach: (tx, caller, { id }) => findHousehold(tx, caller, id),
  shown: (tx, record) => movedViews(tx, [record])(record),
  change(tx, caller, found, _changes, row) {
    const { name, externalId, metadata, members } = row;
    const changed = updateHousehold(tx, caller, found, defined({ name, externalId, metadata }));
    setMembers(tx, caller, found, members);
    return { ...changed };
  },
});
