// What a household is called, where members make it: the family name of one of its people.

import type { Tx } from '../../../database/database.ts';
import { peopleOf } from '../queries.ts';
import { Household } from '../record.ts';

interface Named {
  readonly id: string;
  readonly lastName: string;
  readonly firstName: string;
}

export const familyNameOf = ({ lastName, firstName }: Pick<Named, 'lastName' | 'firstName'>): string =>
  lastName || firstName;

/** A household that is called after people who are gone is called after someone who is there: they may be erased later. */
export const forgetNames = (tx: Tx, householdId: string, gone: readonly Named[]): void => {
  const household = Household.rows.find(tx, householdId);
  const there = peopleOf(tx, householdId).filter(({ id }) => gone.every((each) => each.id !== id));
  const [first] = there;
  const isCalledAfter = (person: Named): boolean => familyNameOf(person) === household?.name;
  if (first === undefined || !gone.some(isCalledAfter) || there.some(isCalledAfter)) return;
  Household.rows.update(tx, householdId, { name: familyNameOf(first), updatedAt: tx.now });
};
