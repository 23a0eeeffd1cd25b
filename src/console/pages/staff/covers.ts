/** What of a person says what they may do, and where. */
interface Holder {
  readonly id: string;
  readonly role: string;
  readonly permissions: readonly string[];
  /** Empty for every site. */
  readonly siteIds: readonly string[];
}

/**
 * Whether someone may do all that a person may, everywhere where the person works: only then they decide who signs in as that
 * person.
 */
export const coversPerson = (own: Holder, person: Holder): boolean => {
  if (own.role === 'owner' || own.id === person.id) return true;
  if (person.role === 'owner' || person.permissions.some((each) => !own.permissions.includes(each))) return false;
  if (own.siteIds.length === 0) return true;
  return person.siteIds.length > 0 && person.siteIds.every((id) => own.siteIds.includes(id));
};
