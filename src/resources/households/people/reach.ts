import type { Read } from '../../../database/database.ts';
import { canAccessSite, type SiteAccess } from '../../../kernel/caller.ts';
import { forbidden } from '../../../kernel/problem.ts';
import { type HouseholdPerson, peopleOf } from '../queries.ts';

/**
 * What happens to a household concerns everyone in it: their bookings, packages, renewals, and who acts for them.
 * @throws Problem 403 `site_not_allowed` where someone of them is of a site that the caller cannot access.
 */
export const requireReach = (caller: SiteAccess, people: readonly Pick<HouseholdPerson, 'homeLocationId'>[]): void => {
  if (people.every(({ homeLocationId }) => canAccessSite(caller, homeLocationId))) return;
  throw forbidden(
    'Someone in this household belongs to a site that this credential cannot access. Use a credential for the sites of ' +
      'everyone in it.',
    'site_not_allowed',
  );
};

/** @throws Problem as `requireReach`. */
export const requireEveryone = (read: Read, caller: SiteAccess, householdId: string): void =>
  requireReach(caller, peopleOf(read, householdId));
